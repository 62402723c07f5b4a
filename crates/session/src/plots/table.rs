//! The same in numbers, and as links to what was seen.

use crate::markup::Markup;
use catalog::{Plot, Point};

pub fn table(to: &mut Markup, plot: &Plot, page: &str) {
    let has_spread = plot.form == catalog::Form::Lines;
    to.put(&["<table class=plot-table>"]);
    to.text("caption", &super::name(plot));
    to.put(&["<thead><tr>"]);
    to.text("th scope=col", &plot.x);
    let columns = if has_spread { &["mean", "90th percentile", "worst"][..] } else { &[&*plot.y] };
    for it in columns {
        to.text("th scope=col", it);
    }
    to.put(&["</tr></thead>"]);
    for it in &plot.series {
        to.put(&["<tbody>"]);
        if !it.name.is_empty() {
            to.put(&["<tr>"]);
            to.text("th class=plot-group scope=rowgroup colspan=4", it.name);
            to.put(&["</tr>"]);
        }
        for it in &it.points {
            row(to, it, has_spread, page);
        }
        to.put(&["</tbody>"]);
    }
    to.put(&["</table>"]);
}

fn row(to: &mut Markup, it: &Point, has_spread: bool, page: &str) {
    to.put(&["<tr>"]);
    to.text("th scope=row", &it.x);
    let y = it.y.map_or_else(|| "none".into(), |count| count.to_string());
    let mut last = y.clone();
    if has_spread {
        to.text("td", &y);
        let ninety = it.spread.map_or(y.clone(), |spread| format!("≤ {}", spread.ninety));
        to.text("td", &ninety);
        last = it.spread.map_or(y, |spread| spread.most.to_string());
    }
    to.put(&["<td>"]);
    match &it.run {
        Some(run) => to.text(&format!("a href='{page}#{run}'"), &last),
        None => to.put(&[&last]),
    }
    to.put(&["</td></tr>"]);
}
