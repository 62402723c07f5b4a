//! What diagrams are drawn with: lines of text, frames and arrows.

use picture::geometry::{Arrow, Point, Rect, short};
use yew::prelude::*;

/// The class that gives a process, and all that it owns, its colour.
pub fn own(process: usize) -> &'static str {
    picture::svg::ink(process)
}

pub fn path(class: &'static str, d: String) -> Html {
    html! { <path {class} {d} /> }
}

pub fn circle(class: &'static str, at: Point, r: f64) -> Html {
    html! { <circle {class} cx={short(at.x)} cy={short(at.y)} r={short(r)} /> }
}

pub fn frame(rect: Rect, rx: f64, class: &'static str) -> Html {
    let Rect { x, y, w, h } = rect;
    html! {
        <rect {class} x={short(x)} y={short(y)} width={short(w)}
            height={short(h)} rx={short(rx)} />
    }
}

/// A line of text, centred on the height of `at`.
pub fn words(at: Point, class: &'static str, anchor: &'static str, text: &str) -> Html {
    html! {
        <text {class} x={short(at.x)} y={short(at.y)} dy="0.35em" text-anchor={anchor}>
            { text }
        </text>
    }
}

pub fn arrow(arrow: &Arrow, class: Classes) -> Html {
    html! {
        <g class={classes!("arrow", class)}>
            { path("arrow-line", arrow.line.clone()) }
            { path("arrow-head", arrow.head.clone()) }
        </g>
    }
}
