//! A search that is taken in slices.

use crate::loops::{self, Loops};
use crate::paths::{Explored, Paths};
use crate::{Coverage, Limits, Report, front::Front};
use model::{Action, Kind, Model, Stepped};
use serde::Serialize;

/// Visits every reachable state of a model, nearest first, as far as the limits allow.
pub struct Search<M: Model> {
    model: M,
    front: Front<M>,
    bytes_max: usize,
    /// Begun when all states are known, if whole runs are in question.
    loops: Option<Loops>,
    is_over: bool,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Progress {
    /// Distinct states seen.
    pub states: usize,
    pub transitions: usize,
    /// How many steps away from the first the farthest of them is.
    pub depth: usize,
    /// Those of them whose steps have not been taken yet.
    pub frontier: usize,
    /// How many claims have failed.
    pub failures: usize,
    /// All states are known, and loops are looked for.
    pub is_at_loops: bool,
}

impl<M: Model> Search<M> {
    pub fn new(model: M, limits: Limits) -> Search<M> {
        let front = Front::new(&model, limits);
        Search { model, front, bytes_max: limits.bytes_max, loops: None, is_over: false }
    }

    /// Takes the steps of up to that many further states, and then looks at all states once more,
    /// where whole runs are in question; false when nothing is left to do.
    pub fn advance(&mut self, states: usize) -> bool {
        if self.is_over {
            return false;
        }
        if self.loops.is_none() {
            if self.front.advance(&self.model, states, |_, _, _, _| {}) {
                return true;
            }
            self.loops = self.loops_to_look_for();
        }
        let explored = Explored { model: &self.model, seen: self.front.seen() };
        self.is_over = !self.loops.as_mut().is_some_and(|it| it.advance(&explored, states));
        !self.is_over
    }

    /// None if no whole run is in question, or if not enough is known, or if there is no memory.
    fn loops_to_look_for(&self) -> Option<Loops> {
        let of_runs = self.model.properties().iter().filter(|it| it.kind() == Kind::Eventually);
        let properties = of_runs.count();
        let explored = Explored { model: &self.model, seen: self.front.seen() };
        let bytes = self.front.bytes() + explored.len() as usize * loops::BYTES;
        let is_asked = properties > 0
            && self.front.coverage() == Coverage::Exhausted
            && bytes <= self.bytes_max;
        is_asked.then(|| Loops::new(&explored, properties))?
    }

    pub fn progress(&self) -> Progress {
        let loops = self.loops.as_ref();
        let mut progress = self.front.progress(&self.model);
        progress.failures += loops.map_or(0, Loops::failures);
        progress.is_at_loops = loops.is_some();
        progress
    }

    /// What is known by now, and how sure it is.
    pub fn report(&self) -> Report {
        let loops = self.loops.as_ref().filter(|_| self.is_over);
        let mut report = self.front.report(&self.model, loops.map(Loops::findings));
        if !self.is_over {
            report.coverage = Coverage::Unfinished;
        }
        report
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.front.bytes() + self.loops.as_ref().map_or(0, Loops::bytes)
    }
}

/// A whole search at once.
pub fn check<M: Model>(model: M, limits: Limits) -> Report {
    let mut search = Search::new(model, limits);
    search.advance(usize::MAX);
    search.report()
}

/// A search of all states that shows `each` every attempt: before, action, what came of it, after.
pub fn explore<M: Model>(
    model: &M,
    states_max: usize,
    each: impl FnMut(&M::State, Action, Stepped, &M::State),
) -> Report {
    let mut front = Front::new(model, Limits::states(states_max));
    front.advance(model, usize::MAX, each);
    front.report(model, None)
}
