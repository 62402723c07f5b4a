//! What the page knows about every interleaving.

use super::{Found, Line, Mark, Pace, Reply};
use catalog::{Limits, Scenario};
use std::rc::Rc;

/// How far a check may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Cheap enough to be done unasked.
    Unasked,
    /// As far as a browser's tab bears.
    Asked,
}

impl Limit {
    pub const fn states_max(self) -> usize {
        match self {
            Limit::Unasked => 1_000_000,
            Limit::Asked => 20_000_000,
        }
    }

    pub const fn bytes_max(self) -> usize {
        match self {
            Limit::Unasked => 256_000_000,
            Limit::Asked => 1_500_000_000,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub enum Status {
    #[default]
    Open,
    /// How it is getting on, and what is known for good by now.
    Running(Option<Pace>, Rc<[Line]>),
    Done {
        found: Rc<Found>,
        limit: Limit,
    },
    Failed(String),
}

impl Status {
    /// What is known before anything is asked.
    pub fn known(found: Option<&Rc<Found>>) -> Status {
        let done = |found| Status::Done { found: Rc::clone(found), limit: Limit::Unasked };
        found.map_or(Status::Open, done)
    }

    /// Nothing has been heard yet.
    pub fn started() -> Status {
        Status::Running(None, Rc::default())
    }

    pub fn hear(reply: Reply, limit: Limit) -> Status {
        match reply {
            // answers what is not asked here
            Reply::Answer(_) => Status::Running(None, Rc::default()),
            Reply::Progress(pace, known) => Status::Running(Some(pace), known.into()),
            Reply::Found(found) => Status::Done { found: Rc::new(found), limit },
            Reply::Problem(why) | Reply::Died(why) => Status::Failed(why),
        }
    }
}

/// What will be judged, before anything is known.
pub fn claims(scenario: &Scenario) -> Vec<Line> {
    let report = scenario.search(Limits::states(1)).report();
    let open = |verdict| Line {
        mark: Mark::Open,
        sentence: "not checked yet".into(),
        short: String::new(),
        run: None,
        loops_from: None,
        ..Line::of(verdict, &report)
    };
    report.verdicts.iter().map(open).collect()
}
