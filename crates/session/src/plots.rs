//! What is measured over random runs, as HTML: a picture and a table.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

mod bars;
mod lines;
mod table;

use crate::markup::Markup;
use catalog::{Form, Plot};

/// The mean width of a letter of the small text, in pixels; rather too much.
const LETTER: f64 = 6.1;
const WIDTH_MIN: f64 = 200.0;
/// As in the style sheet.
const WIDTH_MAX: f64 = 768.0;

/// As HTML, at most so wide; `page` stands in front of the links to runs.
pub fn drawn(plot: &Plot, width: f64, page: &str) -> String {
    let mut made = Markup::default();
    made.text("h3", plot.title);
    made.text("p", &plot.how);
    let mut points = plot.series.iter().flat_map(|it| &it.points);
    if points.any(|it| it.y.is_some()) {
        let width = width.clamp(WIDTH_MIN, WIDTH_MAX);
        match plot.form {
            Form::Lines => lines::picture(&mut made, plot, width),
            Form::Bars => bars::picture(&mut made, plot, width),
        }
    }
    table::table(&mut made, plot, page);
    made.0
}

/// What a picture is called: its numbers are in the table below it.
fn name(plot: &Plot) -> String {
    format!("{}, by {}", plot.y, plot.x)
}
