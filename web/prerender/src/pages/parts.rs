//! What several documents draw alike, in the classes of the page.

use catalog::Piece;
use maud::{Markup, html};
use session::icon::Icon;

pub fn icon(icon: Icon) -> Markup {
    html! {
        svg class=(icon.class()) viewBox="0 0 16 16" aria-hidden="true" focusable="false" {
            path d=(icon.path().0) {}
        }
    }
}

/// A sentence, with processes in their colours.
pub fn pieces(pieces: &[Piece]) -> Markup {
    html! {
        @for piece in pieces {
            @match piece {
                Piece::Text(text) => { (text) }
                Piece::Code(code) => { code { (code) } }
                Piece::Process(process, name) => { b class={"who " (colour(*process))} { (name) } }
            }
        }
    }
}

/// The class that sets a process's colour.
pub fn colour(process: u8) -> String {
    format!("p{process}")
}

/// The number of a process, in its colour.
pub fn pin(process: u8) -> Markup {
    html! { i class={"pin " (colour(process))} { (process) } }
}
