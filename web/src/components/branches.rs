//! Futures that were left, and can be gone back to.

use super::Dispatch;
use catalog::{Action, Trace};
use session::{
    state::{Fork, Message},
    words::count,
};
use yew::prelude::*;

pub fn other_branches(forks: &[Fork], trace: &Trace, tell: &Dispatch) -> Html {
    if forks.is_empty() {
        return Html::default();
    }
    html! {
        <>
            <button popovertarget="branches">{count(forks.len(), "branch", "branches")}</button>
            <div id="branches" class="branches" popover="auto">{leaving(forks, None, trace, tell)}</div>
        </>
    }
}

/// The branches that leave a run, each with those that leave it.
fn leaving(forks: &[Fork], parent: Option<usize>, trace: &Trace, tell: &Dispatch) -> Html {
    let branches = forks.iter().enumerate().filter(|(_, it)| it.parent == parent);
    let branches = branches.map(|(nth, fork)| {
        html! {
            <li key={nth}>
                <button popovertarget="branches" onclick={tell.reform(move |_| Message::Branch(nth))}>
                    {leaves(*fork, trace)}
                </button>
                if forks.iter().any(|fork| fork.parent == Some(nth)) {
                    {leaving(forks, Some(nth), trace, tell)}
                }
            </li>
        }
    });
    html! { <ul>{ for branches }</ul> }
}

fn leaves(fork: Fork, trace: &Trace) -> String {
    let steps = count(fork.steps, "step", "steps");
    let step = fork.at + 1;
    let first = match fork.first {
        Action::Step { process: it, .. }
        | Action::Crash(it)
        | Action::Restart(it)
        | Action::Timeout(it)
        | Action::TimeoutAs(it, _) => {
            format!("{} takes step {step}", trace.lane(it.into()))
        }
        Action::Arrive(it, _) => {
            format!("in step {step}, a write of {} reaches memory", trace.lane(it.into()))
        }
        Action::Deliver(it)
        | Action::DeliverAs(it, _)
        | Action::Lose(it)
        | Action::Duplicate(it) => {
            format!("step {step} is a message from {} to {}", it.from, it.to)
        }
    };
    let breaks = fork.breaks.map_or_else(String::new, |text| format!(", breaks {text}"));
    format!("The run you left: {first}, {steps} long{breaks}")
}
