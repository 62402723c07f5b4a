//! The run as far as it was taken: a click is one step of work.

use catalog::{Moment, Replay, Scenario, Trace};
use std::{cell::RefCell, rc::Rc};

/// What was taken of the run, for all states of a playground. Whatever it holds, it gives the same.
#[derive(Clone, Default)]
pub struct Taken(Rc<RefCell<Replay>>);

impl Taken {
    pub fn trace(&self, scenario: &Scenario) -> Rc<Trace> {
        Rc::new(self.0.borrow_mut().trace(scenario))
    }

    pub fn moment(&self, scenario: &Scenario) -> Rc<Moment> {
        Rc::new(self.0.borrow_mut().moment(scenario))
    }
}

impl PartialEq for Taken {
    fn eq(&self, _: &Taken) -> bool {
        true
    }
}
