//! A search in which states that differ only by names count as one.
//!
//! Where processes are alike, a state and the same state with their names exchanged have the same
//! future but for the names. So it is enough to look at one state of each such class (C. Norris Ip
//! and David L. Dill, [Better verification through symmetry][paper], Formal Methods in System
//! Design 9, 1996). What is asked of a state is asked of its whole class, so no claim has to be
//! indifferent to names, and every run is given as it really is.
//!
//! Who waits for ever, and in how many runs an outcome is reached, is not asked: the first follows
//! one process through a run, for which classes are too coarse, and the second counts runs.
//!
//! [paper]: https://doi.org/10.1007/BF00625968

mod asked;
mod quotient;
mod unfold;

use crate::{Limits, Progress, Report, Search};
use model::Symmetric;
use quotient::Quotient;

/// As [`Search`], but of classes of states.
pub struct Reduced<M: Symmetric>(Search<Quotient<M>>);

impl<M: Symmetric> Reduced<M> {
    /// None if no two processes or replicas are alike.
    pub fn new(model: M, limits: Limits) -> Option<Reduced<M>> {
        Some(Reduced(Search::new(Quotient::new(model)?, limits)))
    }

    /// As [`Search::advance`].
    pub fn advance(&mut self, states: usize) -> bool {
        self.0.advance(states)
    }

    /// How far the search has come, in classes.
    pub fn progress(&self) -> Progress {
        self.0.progress()
    }

    /// What is known by now: of all states in the classes seen, with the number of these states.
    /// Transitions are those that were taken.
    pub fn report(&self) -> Report {
        let states = self.0.states().map(|it| self.0.model().class_size(it)).sum();
        Report { states, ..unfold::report(self.0.model(), self.0.report()) }
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// How many classes were seen.
    pub fn classes(&self) -> usize {
        self.progress().states
    }
}
