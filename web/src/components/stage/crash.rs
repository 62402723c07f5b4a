//! What a crash would leave, under the cells: they again, as they would be, and what they are
//! worth.

use super::cells_plan::Plan;
use super::geometry::{Rect, point};
use super::parts::{self, Cell, LINE};
use super::text::wrap;
use catalog::{ArrayView, CrashView};
use yew::prelude::*;

/// Of a cell, and from one line of them to the next.
const H: f64 = 22.0;
const PITCH: f64 = 26.0;
/// Of the name above them, and of the sentence below.
const NAME: f64 = 20.0;
const LINES: usize = 3;

/// How high it is.
pub fn height(it: &CrashView) -> f64 {
    let lines = it.arrays.iter().map(|it| it.cells.len()).max().unwrap_or(0);
    NAME + PITCH * lines as f64 + LINE * LINES as f64 + 6.0
}

/// `now` are the shared variables as they are.
pub fn draw(it: &CrashView, now: &[ArrayView], plan: &Plan) -> Html {
    let top = plan.crash;
    let mut drawn = Vec::new();
    let mut bottom = top + NAME;
    for array in &it.arrays {
        let Some(at) = now.iter().position(|now| now.name == array.name) else { continue };
        for (index, (cell, of)) in array.cells.iter().zip(&plan.places[at].cells).enumerate() {
            let rect = Rect { y: top + NAME + PITCH * index as f64, h: H, ..*of };
            bottom = bottom.max(rect.y + PITCH);
            let is_lost = now[at].cells.get(index).is_some_and(|now| now.value != cell.value);
            drawn.push(html! {
                <g class={classes!(is_lost.then_some("is-lost"))}>
                    { Cell { rect, cell, owner: None, touched: None }.draw() }
                </g>
            });
        }
    }
    let (left, right) = (point(8.0, top), point(plan.size.x - 8.0, top));
    // in bold letters, which are wider
    let words = wrap(&it.words, (plan.size.x - 16.0) * 0.86, LINES);
    html! {
        <g class="array aftermath">
            { parts::path("aftermath-line", super::geometry::segment(left, right)) }
            { parts::words(point(left.x, top + NAME / 2.0), "status", "start", "A crash now would leave") }
            { for drawn }
            { parts::lines(point(left.x, bottom + LINE / 2.0), LINE, "status is-strong", "start", &words) }
        </g>
    }
}
