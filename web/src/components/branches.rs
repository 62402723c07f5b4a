//! Futures that were left, and can be gone back to.

use super::Tell;
use crate::{
    state::{Fork, Message},
    words::count,
};
use yew::prelude::*;

pub fn other_branches(forks: &[Fork], tell: &Tell) -> Html {
    if forks.is_empty() {
        return Html::default();
    }
    html! {
        <details class="branches">
            <summary>{count(forks.len(), "other branch", "other branches")}</summary>
            <ul>
                { for forks.iter().enumerate().map(|(nth, fork)| html! {
                    <li key={nth}>
                        <button onclick={tell.reform(move |_| Message::Branch(nth))}>
                            {leaves(*fork)}
                        </button>
                    </li>
                }) }
            </ul>
        </details>
    }
}

fn leaves(fork: Fork) -> String {
    let steps = count(fork.steps, "step", "steps");
    match fork.at {
        0 => format!("from the start: {steps}"),
        at => format!("after step {at}: {steps}"),
    }
}
