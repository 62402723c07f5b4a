//! What the word at the caret means, or the one under the pointer.

use super::rows::Labels;
use crate::components::pieces::marked;
use session::editor::{WordEntry, line_start};
use yew::prelude::*;

pub fn entry(
    entry: Option<WordEntry>,
    text: &str,
    labels: &Labels,
    on_line: &Callback<usize>,
) -> Html {
    let Some(WordEntry { name, says, line, section }) = entry else {
        return html! {
            <p class="editor-word">{"Point at a word, and it is explained here."}</p>
        };
    };
    let declared = line.map(|line| {
        let at = line_start(text, line);
        html! {
            <>
                <button class="link" onclick={on_line.reform(move |_| at)}>
                    {format!("Line {}", labels.of(line))}
                </button>
                {" · "}
            </>
        }
    });
    html! {
        <p class="editor-word">
            <code>{name}</code>{" "}{marked(&says)}{" "}
            {declared}
            <a href={format!("language.html#{section}")} target="_blank" rel="noopener">
                {"In the reference"}
            </a>
        </p>
    }
}
