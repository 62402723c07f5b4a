//! A bar for each point, one below the other.

use super::LETTER;
use crate::markup::Markup;
use catalog::Plot;
use picture::geometry::{point, short};

/// From one bar to the next, and the height of one.
const PITCH: f64 = 22.0;
const BAR: f64 = 14.0;
/// Above them: the names.
const TOP: f64 = 20.0;
const GAP: f64 = 8.0;

pub fn picture(to: &mut Markup, plot: &Plot, w: f64) {
    let points = &plot.series[0].points;
    let (mut names, mut numbers, mut most) = (0, 0, 1);
    for it in points {
        let y = it.y.unwrap_or_default();
        names = names.max(it.x.chars().count());
        numbers = numbers.max(y.to_string().len());
        most = most.max(y.0);
    }
    let wide = |letters: usize| LETTER * 1.25 * letters as f64;
    let left = wide(names) + GAP;
    let room = w - left - wide(numbers) - GAP;
    to.sheet(w, TOP + PITCH * points.len() as f64, &super::name(plot));
    to.words(point(0.0, 9.0), "plot-name", "start", &super::name(plot));
    for (nth, it) in points.iter().enumerate() {
        let y = TOP + PITCH * (nth as f64 + 0.5);
        let value = it.y.unwrap_or_default();
        let long = room * value.0 as f64 / most as f64;
        to.words(point(left - GAP, y), "plot-value", "end", &it.x);
        let [x, top, h] = [left, y - BAR / 2.0, BAR].map(short);
        to.put(&["<rect class=plot-bar x=", &x, " y=", &top, " height=", &h, " width="]);
        to.put(&[&short(long), " />"]);
        to.words(point(left + long + GAP / 2.0, y), "plot-value", "start", &value.to_string());
    }
    to.put(&["</svg>"]);
}
