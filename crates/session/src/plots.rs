//! What is measured over random runs, as HTML: a picture and a table.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

mod bars;
mod finding;
mod lines;
mod table;

use crate::markup::Markup;
use catalog::{Form, Plot};

/// The mean width of a letter of the small text, in pixels; rather too much.
const LETTER: f64 = 6.1;
const WIDTH_MIN: f64 = 200.0;
/// As in the style sheet.
const WIDTH_MAX: f64 = 768.0;

/// As HTML, at most so wide; `page` stands in front of the links to runs. What was found is said once
/// all is measured.
pub fn drawn(plot: &Plot, is_whole: bool, width: f64, page: &str) -> String {
    let mut made = Markup::default();
    let finding = Some(finding::of(plot)).filter(|_| is_whole);
    made.text(
        "h3 class=plot-finding",
        finding.as_ref().map_or(plot.title, |finding| &finding.title),
    );
    let (varies, pair) =
        finding.as_ref().map_or((true, &[][..]), |finding| (finding.varies, &finding.pair));
    for lead in finding.iter().map(|finding| &finding.lead).filter(|text| !text.is_empty()) {
        made.text("p class=plot-lead", lead);
    }
    let mut points = plot.series.iter().flat_map(|series| &series.points);
    if varies && points.any(|point| point.y.is_some()) {
        let width = width.clamp(WIDTH_MIN, WIDTH_MAX);
        match plot.form {
            Form::Lines => lines::picture(&mut made, plot, pair, width),
            Form::Bars => bars::picture(&mut made, plot, width),
        }
    }
    if let Some((words, run)) = finding.as_ref().and_then(|finding| finding.worst.as_ref()) {
        made.put(&["<p>"]);
        made.text(&format!("a class=button href='{page}#{run}'"), words);
        made.put(&["</p>"]);
    }
    made.put(&["<details class=plot-more><summary>Table</summary>"]);
    table::table(&mut made, plot, page);
    made.put(&["</details><details class=plot-more><summary>How this was counted</summary>"]);
    made.text("p", &plot.how);
    made.put(&["</details>"]);
    made.0
}

/// What a picture is called: its numbers are in the table below it.
fn name(plot: &Plot) -> String {
    format!("{}, by {}", plot.y, plot.x)
}
