//! A search over all interleavings, with the model's type forgotten.

use checker::{Limits, Progress, Report};
use model::{Action, Log, Model};

#[cfg(not(target_os = "unknown"))]
pub use fingerprints::of_fingerprints;

/// Advances in steps, so that a worker can report progress and be cancelled.
pub trait Search {
    /// Expands up to `states` further states; false when there is nothing left to do.
    fn advance(&mut self, states: usize) -> bool;
    fn progress(&self) -> Progress;
    /// What is known so far, and how sure that is.
    fn report(&self) -> Report;
    /// As [`Search::advance`], by several workers at once, where they can help.
    #[cfg(not(target_os = "unknown"))]
    fn advance_by(&mut self, _workers: &checker::Workers, states: usize) -> bool {
        self.advance(states)
    }
    /// The memory taken.
    #[cfg(not(target_os = "unknown"))]
    fn bytes(&self) -> usize;

    /// How many classes of states were seen, where these are what is searched.
    #[cfg(not(target_os = "unknown"))]
    fn classes(&self) -> Option<usize> {
        None
    }
}

/// What every search of the checker does under the same names.
macro_rules! as_it_does {
    () => {
        fn advance(&mut self, states: usize) -> bool {
            self.advance(states)
        }

        fn progress(&self) -> Progress {
            self.progress()
        }

        fn report(&self) -> Report {
            self.report()
        }

        #[cfg(not(target_os = "unknown"))]
        fn bytes(&self) -> usize {
            self.bytes()
        }
    };
}

impl<M: Model> Search for checker::Search<M> {
    as_it_does!();

    #[cfg(not(target_os = "unknown"))]
    fn advance_by(&mut self, workers: &checker::Workers, states: usize) -> bool {
        self.advance_by(workers, states)
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

#[cfg(not(target_os = "unknown"))]
mod fingerprints {
    use super::Search;
    use checker::{Fingerprints, Limits, Progress, Report};
    use model::Model;

    impl<M: Model> Search for checker::Search<M, Fingerprints<M::State>> {
        as_it_does!();
    }

    /// A search that keeps fingerprints instead of states.
    pub fn of_fingerprints<M: Model>(model: M, limits: Limits) -> Box<dyn Search> {
        Box::new(checker::Search::of_fingerprints(model, limits))
    }
}
