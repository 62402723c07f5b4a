//! What the page and the worker say to each other: plain data, in the order of asking.

use catalog::{Action, Coverage, Outcome, Report, Verdict};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Search every interleaving of a scenario; what ran before is dropped.
    Check { scenario: String, states_max: usize, bytes_max: usize },
    /// Tell what is known by now, and wait.
    Stop,
    /// Go on after a stop.
    GoOn,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Reply {
    Progress(Pace),
    Found(Found),
    /// The scenario could not be read.
    Problem(String),
    /// Said by the page to itself: the worker is gone.
    Died(String),
}

/// How a search is getting on.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pace {
    pub states: usize,
    pub depth: usize,
    pub failures: usize,
    pub per_second: usize,
}

/// A report, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found {
    pub states: usize,
    pub depth: usize,
    pub seconds: f64,
    /// Every reachable state was seen: this is a proof.
    pub exhausted: bool,
    /// The search was stopped, and can go on.
    pub unfinished: bool,
    /// Why it is no proof.
    pub bounds: String,
    pub lines: Vec<Line>,
}

/// A verdict, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    pub property: String,
    pub words: String,
    pub mark: Mark,
    pub sentence: String,
    /// Steps as in a link, with spaces between them.
    pub run: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Mark {
    /// Nothing is known yet.
    Open,
    Holds,
    /// Holds as far as was seen.
    HoldsSoFar,
    Fails,
    /// A question was answered by a run.
    Found,
    NotFound,
}

impl Line {
    pub fn run(&self) -> Option<Vec<Action>> {
        let run: Result<_, _> = self.run.as_ref()?.split_whitespace().map(str::parse).collect();
        run.ok()
    }

    pub fn of(verdict: &Verdict, report: &Report) -> Line {
        let steps =
            |run: &[Action]| run.iter().map(Action::to_string).collect::<Vec<_>>().join(" ");
        Line {
            property: verdict.property.into(),
            words: verdict.words.into(),
            mark: match (&verdict.outcome, &report.coverage) {
                (Outcome::Holds, Coverage::Exhausted) => Mark::Holds,
                (Outcome::Holds, _) => Mark::HoldsSoFar,
                (Outcome::Fails { .. }, _) => Mark::Fails,
                (Outcome::Found { .. } | Outcome::Most { .. }, _) => Mark::Found,
                (Outcome::NotFound, _) => Mark::NotFound,
            },
            sentence: verdict.sentence(report),
            run: verdict.run().map(steps),
        }
    }
}

impl Found {
    pub fn of(report: &Report, seconds: f64) -> Found {
        Found {
            states: report.states,
            depth: report.depth,
            seconds,
            exhausted: report.coverage == Coverage::Exhausted,
            unfinished: report.coverage == Coverage::Unfinished,
            bounds: report.coverage.sentence(),
            lines: report.verdicts.iter().map(|it| Line::of(it, report)).collect(),
        }
    }
}
