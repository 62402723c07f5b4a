//! The lines of a task's program, in colours.

use super::super::text::split;
use std::collections::BTreeSet;
use yew::prelude::*;

/// The lines of a listing, with what is drawn in place of some and before each; counted from one.
pub fn program(
    text: &str,
    class: impl Fn(usize) -> Classes,
    number: impl Fn(usize) -> Html,
    instead: impl Fn(usize) -> Option<Html>,
) -> Html {
    let lines = split(text, &BTreeSet::new());
    let line = |(nth, words): (usize, Vec<Html>)| {
        let at = nth + 1;
        html! {
            <li key={at} class={class(at)}>
                {number(at)}
                { match instead(at) {
                    Some(it) => it,
                    None => html! { <code>{for words}</code> },
                } }
            </li>
        }
    };
    html! { <ol class="task-lines language-interleave">{ for lines.into_iter().enumerate().map(line) }</ol> }
}
