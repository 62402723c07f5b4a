//! The lines of a task's program, in colours, for the teacher.

use super::super::text::shaded;
use session::task::{Line, TaskDraft};
use yew::prelude::*;

/// The program of the chosen settings, each line with its number in the whole listing, which is pressed to make it free
/// or to lock it.
pub fn program(draft: &TaskDraft, on_turn: &Callback<usize>) -> Html {
    let lines = draft.lines();
    let text: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    let coloured = shaded(&text.join("\n"));
    let row = |(line, words): (&Line, Vec<Html>)| {
        let at = line.number;
        let indent = line.text.len() - line.text.trim_start().len();
        html! {
            <li key={at} class={classes!(line.is_free.then_some("free"))}>
                <button class="number" onclick={on_turn.reform(move |_| at)} disabled={line.property.is_some()}
                    aria-pressed={line.is_free.to_string()} aria-label={format!("Line {at} is free")}>{at}</button>
                <code style={format!("--indent: {indent}")}>{for words}</code>
            </li>
        }
    };
    html! { <ol class="task-lines language-interleave">{ for lines.iter().zip(coloured).map(row) }</ol> }
}
