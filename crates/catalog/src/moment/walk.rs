//! A run that is made step by step.

use super::{Moment, tell, whose};
use crate::engine::{Place, Simulator};
use crate::{Scenario, writers::Writers};
use model::work::Allowance;
use model::{Action, Event, Log, Row, RowId, Stepped, Zone};
use std::rc::Rc;

/// A run under way, from its start, which can go back.
pub struct Walk {
    live: Simulator,
    past: Past,
    at: usize,
    last: Option<(Action, RowId)>,
    events: Vec<Event>,
    /// The steps that led here.
    run: Vec<Action>,
    /// Places to go back to, one in [`PLACES`] steps: the first is the beginning.
    places: Vec<(Place, Past)>,
}

/// From one place to the next.
const PLACES: usize = 32;

impl Walk {
    /// From the start of this setting; its own run does not matter.
    pub fn new(scenario: &Scenario) -> Walk {
        Walk::along(scenario.live())
    }

    pub(crate) fn along(live: Simulator) -> Walk {
        let past = Past::of(&live);
        let places = vec![(live.place().clone(), past.clone())];
        Walk { live, past, at: 0, last: None, events: Vec::new(), run: Vec::new(), places }
    }

    /// Goes to the end of `run`: on from here, or from the last place that both have. How many steps it
    /// took.
    pub fn follow(&mut self, run: &[Action]) -> usize {
        let shared = self.run.iter().zip(run).take_while(|(mine, it)| mine == it).count();
        if shared < self.at {
            // one step before: its events belong to the moment after it
            let place = shared.saturating_sub(1) / PLACES;
            let (there, past) = &self.places[place];
            self.live.go_to(there);
            (self.past, self.at) = (past.clone(), place * PLACES);
            (self.last, self.events) = (None, Vec::new());
            self.run.truncate(self.at);
            self.places.truncate(place + 1);
        }
        let from = self.at;
        while run.get(self.at).is_some_and(|action| self.step(*action)) {}
        self.at - from
    }

    /// Takes a step; false if it is refused, and nothing has changed.
    pub fn step(&mut self, action: Action) -> bool {
        let mut events = Vec::new();
        let Stepped::Ran(row) = self.live.step(action, &mut Log::to(&mut events)) else {
            return false;
        };
        self.past.note(&self.live, action, row, &events);
        self.run.push(action);
        (self.at, self.last, self.events) = (self.at + 1, Some((action, row)), events);
        if self.at.is_multiple_of(PLACES) {
            self.places.push((self.live.place().clone(), self.past.clone()));
        }
        true
    }

    /// The moment to which it has come.
    pub fn moment(&self) -> Moment {
        tell(&self.live, self.at, self.last, self.events.clone(), &self.past)
    }
}

/// Takes the steps of `run`, up to the first one that is refused.
pub(crate) fn of(live: Simulator, run: &[Action]) -> Moment {
    let mut walk = Walk::along(live);
    walk.follow(run);
    walk.moment()
}

/// Every moment of a run, from before its first step on, up to the first step that is refused; or none, if they
/// take more work than that.
pub(crate) fn all(live: Simulator, run: &[Action], work_max: usize) -> Option<Vec<Moment>> {
    let work = Allowance::of(work_max);
    let mut walk = Walk::along(live);
    let mut moments = vec![walk.moment()];
    while run.get(walk.at).is_some_and(|action| walk.step(*action)) {
        if work.is_spent() {
            return None;
        }
        moments.push(walk.moment());
    }
    Some(moments)
}

/// What a state does not say of the steps that led to it.
#[derive(Clone)]
pub(super) struct Past {
    processes: usize,
    pub(super) rows: Rc<[Row]>,
    pub(super) writers: Writers,
    pub(super) crashed_in: Vec<(u8, Zone)>,
}

impl Past {
    fn of(live: &Simulator) -> Past {
        let processes = live.view().processes.len();
        let (rows, writers) = (live.rows().into(), Writers::new(live));
        Past { processes, rows, writers, crashed_in: Vec::new() }
    }

    fn note(&mut self, live: &Simulator, action: Action, row: RowId, events: &[Event]) {
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
