//! A bar for each point, one below the other.

use super::name;
use crate::components::stage::geometry::{Rect, point, short};
use crate::components::stage::parts;
use crate::components::stage::text::{LETTER, cut};
use catalog::Plot;
use yew::prelude::*;

/// From one bar to the next, and the height of one.
const PITCH: f64 = 22.0;
const BAR: f64 = 14.0;
/// Above them: the names.
const TOP: f64 = 20.0;
const WIDTH_MIN: f64 = 200.0;
const WIDTH_MAX: f64 = 560.0;
const GAP: f64 = 8.0;

pub fn picture(plot: &Plot, width: f64) -> Html {
    let points: Vec<_> = plot.series.iter().flat_map(|it| &it.points).collect();
    let w = width.clamp(WIDTH_MIN, WIDTH_MAX);
    let wide = |text: &str| LETTER * 1.1 * text.chars().count() as f64;
    let widest = |it: f64, text: &str| it.max(wide(text));
    let names = points.iter().fold(0.0, |it, point| widest(it, &point.x)).min(w * 0.4);
    let told = |it: &catalog::Point| it.y.map_or_else(String::new, |it| it.to_string());
    let numbers = points.iter().fold(0.0, |it, point| widest(it, &told(point)));
    let room = w - names - numbers - 2.0 * GAP;
    let most = points.iter().filter_map(|it| it.y).max().unwrap_or_default().0.max(1);
    let h = TOP + PITCH * points.len() as f64;
    html! {
        <svg class="plot-sheet" viewBox={format!("0 0 {} {}", short(w), short(h))}
            width={short(w)} height={short(h)} role="img" aria-label={name(plot)}>
            { parts::words(point(0.0, 9.0), "plot-name", "start", &name(plot)) }
            { for points.iter().enumerate().map(|(nth, it)| {
                let y = TOP + PITCH * (nth as f64 + 0.5);
                let part = it.y.unwrap_or_default().0 as f64 / most as f64;
                let bar = Rect { x: names + GAP, y: y - BAR / 2.0, w: room * part, h: BAR };
                html! {
                    <g key={nth}>
                        { parts::words(point(names, y), "plot-value", "end", &cut(&it.x, names)) }
                        { parts::frame(bar, 2.0, "plot-bar") }
                        { parts::words(point(bar.right() + GAP / 2.0, y), "plot-value", "start", &told(it)) }
                    </g>
                }
            }) }
        </svg>
    }
}
