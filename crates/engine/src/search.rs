//! A search over all interleavings, with the model's type forgotten.

use checker::{Fingerprints, Limits, Progress, Reduced, Report};
use model::{Action, Model, Symmetric};

/// Advances in slices, so that a worker can report progress and be stopped.
pub trait Search {
    /// Expands up to `states` further states; false when there is nothing left to do.
    fn advance(&mut self, states: usize) -> bool;
    fn progress(&self) -> Progress;
    /// What is known so far, and how sure that is.
    fn report(&self) -> Report;
    /// The memory taken.
    fn bytes(&self) -> usize;
}

macro_rules! search {
    ($([$($bound:tt)*] $search:ty,)*) => {
        $(impl<M: $($bound)*> Search for $search {
            fn advance(&mut self, states: usize) -> bool {
                self.advance(states)
            }

            fn progress(&self) -> Progress {
                self.progress()
            }

            fn report(&self) -> Report {
                self.report()
            }

            fn bytes(&self) -> usize {
                self.bytes()
            }
        })*
    };
}

search! {
    [Model] checker::Search<M>,
    [Model] checker::Search<M, Fingerprints<M::State>>,
    [Symmetric] Reduced<M>,
}

/// From where `run` leads.
pub fn of<M: Model>(model: M, run: &[Action], limits: Limits) -> Box<dyn Search> {
    Box::new(checker::Search::after(model, run, limits))
}
