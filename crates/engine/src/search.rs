//! A search over all interleavings, with the model's type forgotten.

use checker::{Limits, Progress, Report};
use model::{Action, Log, Model};

/// Advances in steps, so that a worker can report progress and be cancelled.
pub trait Search {
    /// Expands up to `states` further states; false when there is nothing left to do.
    fn advance(&mut self, states: usize) -> bool;
    fn progress(&self) -> Progress;
    /// What is known so far, and how sure that is.
    fn report(&self) -> Report;
}

impl<M: Model> Search for checker::Search<M> {
    fn advance(&mut self, states: usize) -> bool {
        self.advance(states)
    }

    fn progress(&self) -> Progress {
        self.progress()
    }

    fn report(&self) -> Report {
        self.report()
    }
}

/// From where `run` leads; steps that it cannot take are left out.
pub fn of<M: Model>(model: M, run: &[Action], limits: Limits) -> Box<dyn Search> {
    let mut first = model.init();
    for &action in run {
        model.step(&mut first, action, &mut Log::off());
    }
    Box::new(checker::Search::from(model, first, limits))
}
