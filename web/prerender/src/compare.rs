//! The page that puts runs side by side, and on it what an entry costs in messages in every lock.

use crate::document::fill;
use anyhow::{Context, Result};
use catalog::{Entry, Form, Plot, Plotting, Scenario, Series};
use export::poster::snippets::escaped;
use session::plots::drawn;

const TEMPLATE: &str = include_str!("../../compare.html");
/// What the locks by messages measure of themselves.
const COUNTED: &str = "messages per entry";
/// In pixels, where there is room; elsewhere it shrinks.
const WIDTH: f64 = 760.0;

/// `has_plot` where there is time to measure.
pub fn page(has_plot: bool) -> Result<String> {
    let plot = match has_plot {
        true => section(&messages().context("no lock by messages")?),
        false => String::new(),
    };
    fill(TEMPLATE, &[("algorithms", &algorithms()), ("messages", &plot)])
}

fn section(plot: &Plot) -> String {
    let drawn = drawn(plot, true, WIDTH, "./");
    format!(
        "      <section>\n        <h2>All locks by messages</h2>\n        \
         <div class=\"plot\">{drawn}</div>\n      </section>\n"
    )
}

/// To choose from, in the order of the gallery.
fn algorithms() -> String {
    let option = |entry: &Entry| {
        format!("<option value=\"{}\">{}</option>", entry.slug, escaped(entry.name))
    };
    catalog::entries().iter().map(option).collect()
}

/// All locks in one plot, the cheapest first for three processes, which all can have.
fn messages() -> Option<Plot> {
    let measured = catalog::entries().iter().filter_map(|entry| Some((entry, measure(entry)?)));
    let mut measured: Vec<(&Entry, Plot)> = measured.collect();
    measured.sort_by_key(|(_, plot)| plot.series[0].points.get(1).map(|point| point.y));
    let how = measured.iter().map(|it| &it.1.how).min_by_key(|text| text.len())?;
    let how = format!(
        "Every lock by messages, at the defaults but for the number of processes; round the ring \
         each enters again and again. {how} Marks between two upright lines are of the same number \
         of processes."
    );
    let series = measured
        .iter()
        .map(|(entry, plot)| Series { name: entry.name, points: plot.series[0].points.clone() });
    Some(Plot {
        title: "Messages per entry",
        form: Form::Lines,
        x: "processes".into(),
        y: COUNTED.into(),
        series: series.collect(),
        how,
    })
}

fn measure(entry: &'static Entry) -> Option<Plot> {
    let mut plots = Scenario::new(entry).plots().into_iter();
    plots.find(|plot| plot.plot().y == COUNTED).map(Plotting::whole)
}
