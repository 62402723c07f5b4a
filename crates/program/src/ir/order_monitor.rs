//! What a claim about the order of operations remembers.

use super::SlotId;
use crate::monitor::Specification;
use std::sync::Arc;

/// A claim that operations have an order in which they come one at a time. Calls and returns are its events, and
/// a slot has its state: which operations are pending, and in which orders they can have taken effect.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderMonitor {
    pub slot: SlotId,
    /// How many different calls and returns there are.
    pub events: usize,
    /// For each state and event the next state; empty until it was computed: then the slot has the last event,
    /// counted from 1.
    pub next: Vec<u16>,
    pub operations: Vec<Called>,
    /// What is right, where another variant of the text says it.
    pub like: Option<Arc<Specification>>,
}

/// What a process can call.
#[derive(Clone, PartialEq, Debug)]
pub struct Called {
    pub process: usize,
    pub name: &'static str,
    /// What stands in brackets at each call, and what each return tells.
    pub arguments: Vec<String>,
    pub results: Vec<String>,
    /// The first of its events: a call for each of the arguments, then for each of these a return for each result.
    pub first: usize,
}

/// A call or a return: which operation, with which arguments and result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Happened {
    pub operation: usize,
    pub arguments: usize,
    pub result: Option<usize>,
}

/// The state of a monitor in which nothing is pending yet, and that in which no order is left.
pub const BEGINS: u16 = 0;
pub const NO_ORDER: u16 = 1;

impl Called {
    pub fn events(&self) -> usize {
        self.arguments.len() * (1 + self.results.len())
    }

    pub fn call(&self, arguments: usize) -> usize {
        self.first + arguments
    }

    pub fn return_of(&self, arguments: usize, result: usize) -> usize {
        self.first + self.arguments.len() + arguments * self.results.len() + result
    }
}

impl OrderMonitor {
    /// What an event is.
    pub fn happened(&self, event: usize) -> Happened {
        let is_before = |called: &Called| called.first <= event;
        let operation = self.operations.iter().rposition(is_before).unwrap_or_default();
        let called = &self.operations[operation];
        let nth = event - called.first;
        match nth.checked_sub(called.arguments.len()) {
            None => Happened { operation, arguments: nth, result: None },
            Some(nth) => {
                let results = called.results.len();
                Happened { operation, arguments: nth / results, result: Some(nth % results) }
            }
        }
    }

    /// The call that a return belongs to.
    pub fn call_of(&self, event: usize) -> usize {
        let happened = self.happened(event);
        self.operations[happened.operation].call(happened.arguments)
    }

    /// The state behind an event.
    pub fn after(&self, state: i64, event: i64) -> i64 {
        match self.next.get(state as usize * self.events + event as usize) {
            Some(&next) => next.into(),
            None => event + 1,
        }
    }
}
