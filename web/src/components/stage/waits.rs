//! Who waits for whom, and what an arrow that says so looks like.

use super::geometry::{Arrow, Point, point};
use super::parts;
use catalog::{Moment, Possible};
use yew::prelude::*;

/// Who waits for whom.
pub fn pairs(moment: &Moment) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for it in moment.next.iter().filter(|it| it.possible == Possible::Waits) {
        let Some(from) = it.process else { continue };
        for &to in it.waits_for.iter().filter(|to| **to != from) {
            pairs.push((usize::from(from), usize::from(to)));
        }
    }
    pairs
}

/// What a dashed arrow means.
pub fn legend(at: Point) -> Html {
    let sample = Arrow::straight(at, point(at.x + 24.0, at.y));
    html! {
        <g class="legend">
            { parts::arrow(&sample, classes!("is-wait")) }
            { parts::words(point(at.x + 28.0, at.y), "status", "start", "waits for") }
        </g>
    }
}
