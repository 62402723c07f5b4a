//! A search that is taken in slices.

use crate::{Limits, Report, front::Front};
use model::{Action, Model, Stepped};
use serde::Serialize;

/// Visits every reachable state of a model, nearest first, as far as the limits allow.
pub struct Search<M: Model> {
    model: M,
    front: Front<M>,
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
}

impl<M: Model> Search<M> {
    pub fn new(model: M, limits: Limits) -> Search<M> {
        let front = Front::new(&model, limits);
        Search { model, front }
    }

    /// Takes the steps of up to that many further states; false when no state is left.
    pub fn advance(&mut self, states: usize) -> bool {
        self.front.advance(&self.model, states, |_, _, _, _| {})
    }

    pub fn progress(&self) -> Progress {
        self.front.progress(&self.model)
    }

    /// What is known by now, and how sure it is.
    pub fn report(&self) -> Report {
        self.front.report(&self.model)
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.front.bytes()
    }
}

/// A whole search at once.
pub fn check<M: Model>(model: M, limits: Limits) -> Report {
    let mut search = Search::new(model, limits);
    search.advance(usize::MAX);
    search.report()
}

/// A whole search that shows `each` every attempt: before, action, what came of it, after.
pub fn explore<M: Model>(
    model: &M,
    states_max: usize,
    each: impl FnMut(&M::State, Action, Stepped, &M::State),
) -> Report {
    let mut front = Front::new(model, Limits::states(states_max));
    front.advance(model, usize::MAX, each);
    front.report(model)
}
