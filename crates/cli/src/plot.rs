//! What is measured over random runs.

use crate::{Failure, write_json};
use catalog::{Plot, Plotting, Point, Scenario};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Told {
    /// The setting; a plot may turn knobs of it.
    link: String,
    plots: Vec<Plot>,
}

pub fn run(scenario: &Scenario, json: bool, to: &mut impl Write) -> Result<(), Failure> {
    let plots: Vec<Plot> = scenario.plots().into_iter().map(Plotting::whole).collect();
    if plots.is_empty() {
        let slug = scenario.slug;
        return Err(Failure::Usage(format!("Nothing is measured of `{slug}`.")));
    }
    if json {
        return write_json(&Told { link: scenario.with_run(Vec::new()).to_string(), plots }, to);
    }
    for (nth, plot) in plots.iter().enumerate() {
        if nth > 0 {
            writeln!(to)?;
        }
        write(plot, to)?;
    }
    Ok(())
}

fn write(plot: &Plot, to: &mut impl Write) -> io::Result<()> {
    let Plot { title, x, y, how, series, .. } = plot;
    writeln!(to, "{title}: {y}\n  {how}")?;
    for it in series {
        if !it.name.is_empty() {
            writeln!(to, "  {}", it.name)?;
        }
        let width = it.points.iter().map(|point| point.x.chars().count()).max().unwrap_or(0);
        for point in &it.points {
            writeln!(to, "    {x} {:>width$}: {}", point.x, told(point))?;
        }
    }
    Ok(())
}

fn told(point: &Point) -> String {
    match (point.y, point.spread) {
        (Some(mean), Some(it)) => {
            format!(
                "mean {mean}, 90th percentile {}, worst {} ({} runs)",
                it.ninety, it.most, it.of
            )
        }
        (Some(y), None) => y.to_string(),
        (None, _) => "nothing to be measured".into(),
    }
}
