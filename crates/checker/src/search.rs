//! A search that is taken in slices.

use crate::arena::{Arena, Keep};
use crate::{Coverage, Limits, Report, front::Front};
use model::{Action, Log, Model, Stepped};
use reports::{Looks, Runs};
use serde::Serialize;

/// Visits every reachable state of a model, nearest first, as far as the limits allow.
pub struct Search<M: Model, K: Keep = Arena<<M as Model>::State>> {
    model: M,
    front: Front<K>,
    limits: Limits,
    /// Begun when every state is known.
    looks: Option<Looks>,
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
    /// All states are known, and whole runs are looked at.
    pub is_at_runs: bool,
}

impl<M: Model> Search<M> {
    pub fn new(model: M, limits: Limits) -> Search<M> {
        let first = model.init();
        Search::from(model, first, limits)
    }

    /// Of every state that can follow `first`; runs are told from there.
    pub fn from(model: M, first: M::State, limits: Limits) -> Search<M> {
        Search::begin(model, first, limits)
    }

    /// From where `run` leads; steps that it cannot take are left out.
    pub fn after(model: M, run: &[Action], limits: Limits) -> Search<M> {
        let mut first = model.init();
        for &action in run {
            model.step(&mut first, action, &mut Log::off());
        }
        Search::from(model, first, limits)
    }

    /// As [`Search::advance`], by several workers at once. What comes of it is the same too.
    pub fn advance_by(&mut self, workers: &crate::Workers, states: usize) -> bool {
        workers.run(|| self.advance_by_all(workers, states))
    }

    fn advance_by_all(&mut self, workers: &crate::Workers, states: usize) -> bool {
        if self.looks.is_none() && !self.is_over {
            if self.front.advance_by(&self.model, workers, states) {
                return true;
            }
            self.looks = self.looks();
        }
        !self.is_over && self.look(workers.count(), states)
    }
}

impl<M: Model> Search<M, crate::Fingerprints<M::State>> {
    /// A search that takes states with the same fingerprint for the same, and so needs less memory
    /// and proves nothing.
    pub fn of_fingerprints(model: M, limits: Limits) -> Search<M, crate::Fingerprints<M::State>> {
        let first = model.init();
        Search::begin(model, first, limits)
    }
}

impl<M: Model, K: Keep<State = M::State>> Search<M, K> {
    fn begin(model: M, first: M::State, limits: Limits) -> Search<M, K> {
        let mut front = Front::new(&model, first, limits);
        if front.findings().are_of_runs() && !limits.safety_only {
            front.keep_steps();
        }
        Search { model, front, limits, looks: None, is_over: false }
    }

    /// Takes the steps of up to that many further states, and then looks at all states once more,
    /// where whole runs are in question; false when nothing is left to do.
    pub fn advance(&mut self, states: usize) -> bool {
        if self.is_over {
            return false;
        }
        if self.looks.is_none() {
            if self.front.advance(&self.model, states) {
                return true;
            }
            self.looks = self.looks();
        }
        self.look(1, states)
    }

    fn look(&mut self, workers: usize, states: usize) -> bool {
        let explored = self.front.explored(&self.model);
        let goes_on = |it: &mut Looks| it.advance(&explored, workers, states);
        self.is_over = !self.looks.as_mut().is_some_and(goes_on);
        !self.is_over
    }

    /// None if there are states that were not seen, or nothing is asked of runs.
    fn looks(&mut self) -> Option<Looks> {
        let kept = self.front.take_kept();
        let bytes = self.limits.bytes_max.saturating_sub(self.front.bytes());
        let explored = self.front.explored(&self.model);
        let new = || Looks::new(&explored, self.front.findings(), kept, bytes);
        let is_whole = self.front.coverage() == Coverage::Exhausted;
        (is_whole && !self.limits.safety_only).then(new)
    }

    pub fn progress(&self) -> Progress {
        let mut progress = self.front.progress();
        progress.failures += self.looks.as_ref().map_or(0, Looks::failures);
        progress.is_at_runs = self.looks.is_some();
        progress
    }

    /// What is known by now, and how sure it is.
    pub fn report(&self) -> Report {
        let looks = self.looks.as_ref().filter(|_| self.is_over);
        let runs = looks.map(Looks::runs).unwrap_or_default();
        let mut report = self.front.report(&self.model, &runs);
        if !self.is_over {
            report.coverage = Coverage::Unfinished;
        }
        report
    }

    pub(crate) fn model(&self) -> &M {
        &self.model
    }

    /// The states seen.
    pub(crate) fn states(&self) -> impl Iterator<Item = &M::State> {
        let seen = self.front.explored(&self.model).seen;
        (0..seen.len()).map(|number| seen.state(number))
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.front.bytes() + self.looks.as_ref().map_or(0, Looks::bytes)
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
    mut each: impl FnMut(&M::State, Action, Stepped, &M::State),
) -> Report {
    let mut front: Front<Arena<M::State>> =
        Front::new(model, model.init(), Limits::states(states_max));
    front.advance(model, usize::MAX);
    for before in (0..front.seen.len()).map(|number| front.seen.state(number)) {
        model.actions(before, &mut |action| {
            let mut after = *before;
            let stepped = model.step(&mut after, action, &mut Log::off());
            each(before, action, stepped, &after);
        });
    }
    front.report(model, &Runs::default())
}
