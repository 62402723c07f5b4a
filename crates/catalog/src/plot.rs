//! Something measured on the model, as plain data to be drawn and read.
//!
//! A plot is made piece by piece, so that a page stays alive meanwhile: [`Scenario::plots`] says
//! what there is, and [`Plotting::advance`] measures a little more of it.

mod ends;
mod run;
mod runs;

use crate::Scenario;
use ends::Ends;
use model::{Figure, Measure};
use runs::Runs;
use serde::{Serialize, Serializer};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Plot {
    pub title: &'static str,
    pub form: Form,
    /// What is told apart from left to right, or from bar to bar.
    pub x: String,
    /// What was counted.
    pub y: String,
    /// How it was measured, in a few sentences.
    pub how: String,
    pub series: Vec<Series>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A line for each series, through points at the same places.
    Lines,
    /// A bar for each point.
    Bars,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Series {
    /// Empty if there is only one.
    pub name: &'static str,
    pub points: Vec<Point>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Point {
    pub x: String,
    /// None if there was nothing to be measured.
    pub y: Option<Hundredths>,
    /// Where that is a mean: of what.
    pub spread: Option<Spread>,
    /// A run to see it at: the worst one, or the shortest.
    #[serde(serialize_with = "link")]
    pub run: Option<Scenario>,
}

/// What lies behind a mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Spread {
    /// How many values were measured.
    pub of: usize,
    /// Nine in ten are at most this.
    pub ninety: Hundredths,
    pub most: Hundredths,
}

/// A number in hundredths: enough for a mean, and without the code that writes floating-point
/// numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Hundredths(pub u64);

/// "3", "2.5", "1.25".
impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = checker::grouped((self.0 / 100) as usize);
        match self.0 % 100 {
            0 => f.write_str(&whole),
            part if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
            part => write!(f, "{whole}.{part:02}"),
        }
    }
}

impl Serialize for Hundredths {
    #[allow(clippy::cast_precision_loss)] // counts are small
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(self.0 as f64 / 100.0)
    }
}

#[allow(clippy::ref_option)] // as serde hands it over
fn link<S: Serializer>(run: &Option<Scenario>, to: S) -> Result<S::Ok, S::Error> {
    match run {
        Some(run) => to.collect_str(run),
        None => to.serialize_none(),
    }
}

/// A plot on its way.
pub struct Plotting {
    plot: Plot,
    work: Work,
}

enum Work {
    Runs(Runs),
    Ends(Box<Ends>),
}

impl Scenario {
    /// What can be measured at this setting, nothing of it measured yet; the run does not matter.
    pub fn plots(&self) -> Vec<Plotting> {
        self.entry().figures.iter().map(|figure| self.plotting(figure)).collect()
    }

    fn plotting(&self, figure: &Figure) -> Plotting {
        let mut start = self.start();
        for (knob, value) in figure.with {
            start.setting.set(knob, value);
        }
        let (plot, work) = match figure.measure {
            Measure::Runs { count, along, compare } => {
                let (plot, runs) = Runs::new(&start, figure, count, along, compare);
                (plot, Work::Runs(runs))
            }
            Measure::Ends(property) => {
                let (plot, ends) = Ends::new(start, figure, property);
                (plot, Work::Ends(Box::new(ends)))
            }
        };
        Plotting { plot, work }
    }
}

impl Plotting {
    /// What is known so far.
    pub fn plot(&self) -> &Plot {
        &self.plot
    }

    /// Whether all is measured.
    pub fn is_whole(&self) -> bool {
        match &self.work {
            Work::Runs(it) => it.is_over(),
            Work::Ends(_) => !self.plot.series.is_empty(),
        }
    }

    /// Measures a little more; false when all is measured.
    pub fn advance(&mut self) -> bool {
        if self.is_whole() {
            return false;
        }
        match &mut self.work {
            Work::Runs(it) => it.advance(&mut self.plot),
            Work::Ends(it) => it.advance(&mut self.plot),
        }
        true
    }

    /// Measures all of it.
    pub fn whole(mut self) -> Plot {
        while self.advance() {}
        self.plot
    }
}

#[cfg(test)]
mod tests {
    use super::Hundredths;

    #[test]
    fn hundredths_are_written_as_short_as_they_are() {
        let text = |it| Hundredths(it).to_string();
        assert_eq!([0, 300, 250, 205, 99].map(text), ["0", "3", "2.5", "2.05", "0.99"]);
    }
}
