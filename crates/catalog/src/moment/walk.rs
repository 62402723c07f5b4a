//! A run that is made step by step.

use super::{Moment, tell, whose};
use crate::{Scenario, writers::Writers};
use engine::Live;
use model::{Action, Event, Log, Row, RowId, Stepped, Zone};

/// A run under way, from its start.
pub struct Walk {
    live: Live,
    past: Past,
    at: usize,
    last: Option<(Action, RowId)>,
    events: Vec<Event>,
}

impl Walk {
    /// From the start of this setting; its own run does not matter.
    pub fn new(scenario: &Scenario) -> Walk {
        Walk::along(scenario.live())
    }

    pub(crate) fn along(live: Live) -> Walk {
        Walk { past: Past::of(&live), live, at: 0, last: None, events: Vec::new() }
    }

    /// Takes a step; false if it is refused, and nothing has changed.
    pub fn step(&mut self, action: Action) -> bool {
        let mut events = Vec::new();
        let Stepped::Ran(row) = self.live.step(action, &mut Log::to(&mut events)) else {
            return false;
        };
        self.past.note(&self.live, action, row, &events);
        (self.at, self.last, self.events) = (self.at + 1, Some((action, row)), events);
        true
    }

    /// The moment to which it has come.
    pub fn moment(&self) -> Moment {
        tell(&self.live, self.at, self.last, self.events.clone(), &self.past)
    }
}

/// Takes the steps of `run`, up to the first one that is refused.
pub(crate) fn of(live: Live, run: &[Action]) -> Moment {
    let mut walk = Walk::along(live);
    // as far as it goes
    let _ = run.iter().all(|&it| walk.step(it));
    walk.moment()
}

/// Every moment of a run, from before its first step on, up to the first step that is refused.
pub(crate) fn all(live: Live, run: &[Action]) -> Vec<Moment> {
    let mut walk = Walk::along(live);
    let mut moments = vec![walk.moment()];
    for &action in run {
        if !walk.step(action) {
            break;
        }
        moments.push(walk.moment());
    }
    moments
}

/// What a state does not say of the steps that led to it.
pub(super) struct Past {
    processes: usize,
    pub(super) rows: Vec<Row>,
    pub(super) writers: Writers,
    pub(super) crashed_in: Vec<(u8, Zone)>,
}

impl Past {
    fn of(live: &Live) -> Past {
        let processes = live.view().processes.len();
        let (rows, writers) = (live.rows(), Writers::new(live));
        Past { processes, rows, writers, crashed_in: Vec::new() }
    }

    fn note(&mut self, live: &Live, action: Action, row: RowId, events: &[Event]) {
        self.writers.note(live, action, self.rows[usize::from(row)].fault, events);
        let Some(process) = whose(action, self.processes) else { return };
        for event in events {
            match event {
                Event::Moved { from, to: Zone::Crashed } => self.crashed_in.push((process, *from)),
                Event::Moved { from: Zone::Crashed, .. } => {
                    self.crashed_in.retain(|it| it.0 != process);
                }
                _ => {}
            }
        }
    }
}
