//! The lines of a task's program, in colours, for the teacher.

use super::super::text::shaded;
use session::task::{TaskDraft, outside};
use yew::prelude::*;

/// The lines of a listing, each with its number, which is pressed to make it free or to lock it.
pub fn program(draft: &TaskDraft, on_turn: &Callback<usize>) -> Html {
    let text: Vec<&str> = draft.lines.iter().map(|line| &*line.text).collect();
    let text = text.join("\n");
    let outside = outside(&text, draft.scenario());
    let number = |at: usize| {
        let line = &draft.lines[at - 1];
        html! {
            <button class="number" onclick={on_turn.reform(move |_| at)} disabled={line.property.is_some()}
                aria-pressed={line.is_free.to_string()} aria-label={format!("Line {at} is free")}>{at}</button>
        }
    };
    let line = |(nth, words): (usize, Vec<Html>)| {
        let at = nth + 1;
        let indent = text.lines().nth(nth).map_or(0, |line| line.len() - line.trim_start().len());
        let class = classes!(
            draft.lines[nth].is_free.then_some("free"),
            outside.contains(&at).then_some("outside"),
        );
        html! {
            <li key={at} {class}>
                {number(at)}
                <code style={format!("--indent: {indent}")}>
                    {for words}
                    if outside.contains(&at) { <span class="unseen">{" (other settings)"}</span> }
                </code>
            </li>
        }
    };
    let lines = shaded(&text);
    html! { <ol class="task-lines language-interleave">{ for lines.into_iter().enumerate().map(line) }</ol> }
}
