//! Sentences, with processes in their colours.

use catalog::Piece;
use yew::prelude::*;

pub fn pieces(pieces: &[Piece]) -> Html {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => html! { {text} },
        Piece::Code(code) => html! { <code>{code}</code> },
        Piece::Process(process, name) => {
            html! { <b class={classes!("who", colour(*process))}>{name}</b> }
        }
    };
    pieces.iter().map(piece).collect()
}

/// The class that sets a process's colour.
pub fn colour(process: u8) -> &'static str {
    picture::svg::ink(process.into())
}

/// What the disc of a process says (see [`picture::tags`]), in its colour.
pub fn pin(process: u8, tags: &[String]) -> Html {
    let tag = tags.get(usize::from(process)).cloned().unwrap_or_default();
    html! { <i key={process} class={classes!("pin", colour(process))}>{tag}</i> }
}

/// A sentence about a text, in which code stands between backticks.
pub fn marked(sentence: &str) -> Html {
    let part = |(nth, part): (usize, &str)| match nth % 2 {
        0 => html! { {part} },
        _ => html! { <code>{part}</code> },
    };
    sentence.split('`').enumerate().map(part).collect()
}
