//! Sentences, with processes in their colours.

use catalog::Piece;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct PiecesProps {
    pub pieces: Vec<Piece>,
}

#[component]
pub fn Pieces(props: &PiecesProps) -> Html {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => html! { {text} },
        Piece::Code(code) => html! { <code>{code}</code> },
        Piece::Process(process, first) => {
            let word = if *first { "Process" } else { "process" };
            html! {
                <b class={classes!("who", colour(*process))}>{format!("{word} {process}")}</b>
            }
        }
    };
    props.pieces.iter().map(piece).collect()
}

/// The class that sets a process's colour.
pub fn colour(process: u8) -> String {
    format!("p{process}")
}

#[derive(Properties, PartialEq)]
pub struct PinProps {
    pub process: u8,
}

/// The number of a process, in its colour.
#[component]
pub fn Pin(props: &PinProps) -> Html {
    html! { <i class={classes!("pin", colour(props.process))}>{props.process}</i> }
}
