//! Where a property breaks, on the diagram.

use crate::components::stage::{
    geometry::{point, short},
    parts,
};
use session::timeline::{flags::Flag, plan::FLAGS};
use yew::prelude::*;

pub fn draw(flag: &Flag, bottom: f64) -> Html {
    let (x, top) = (short(flag.x), FLAGS * flag.row as f64);
    let y = short(top + 3.0);
    html! {
        <g class="flag">
            <path class="flag-pole" d={format!("M{x} {y}V{}", short(bottom))} />
            <path class="flag-cloth" d={format!("M{x} {y}h12l-4 5l4 5h-12z")} />
            { parts::words(point(flag.x + 17.0, top + 9.0), "flag-words", "start", &flag.words) }
        </g>
    }
}
