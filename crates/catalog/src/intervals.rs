//! The operations of a run, as orders of them are asked for.

use crate::Operation;
use history::{Few, Operations};
use program::ir::OrderMonitor;
use program::{Compiled, Specification};
use std::sync::Arc;

/// The most work for one question.
const WORK_MAX: usize = 400_000;

/// What an order of operations has to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeps {
    /// What returned before another one was called comes before it.
    Time,
    /// What one process called earlier comes before what it called later.
    EachProcess,
}

/// An operation of a run, by its events and the steps with which it began and ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub call: usize,
    pub called: usize,
    /// Its return and the step of that; none while it is pending.
    pub returned: Option<(usize, usize)>,
}

pub(crate) struct Intervals<'a> {
    right: Arc<Specification>,
    monitor: &'a OrderMonitor,
    pub all: Vec<Interval>,
}

impl<'a> Intervals<'a> {
    /// As the monitor of a program knows the operations after so many steps. None if it does not know one of them.
    pub fn of(system: &'a Compiled, operations: &[&Operation], at: usize) -> Option<Intervals<'a>> {
        let (right, monitor) = system.right()?;
        let all = operations.iter().map(|operation| interval(operation, monitor, at));
        Some(Intervals { right, monitor, all: all.collect::<Option<_>>()? })
    }

    /// The one that returned last.
    pub fn last(&self) -> Option<usize> {
        let end = |at: &usize| self.all[*at].returned.map(|(_, step)| step);
        (0..self.all.len()).filter(|at| end(at).is_some()).max_by_key(end)
    }

    /// A result in words.
    pub fn result(&self, event: usize) -> &str {
        let happened = self.monitor.happened(event);
        let results = &self.monitor.operations[happened.operation].results;
        happened.result.map_or("", |result| &results[result])
    }

    pub fn asked(&self, keeps: Keeps) -> Asked<'_> {
        Asked { intervals: self, keeps }
    }
}

fn interval(operation: &Operation, monitor: &OrderMonitor, at: usize) -> Option<Interval> {
    let called = monitor.operations.iter().find(|called| {
        called.process == usize::from(operation.process) && called.name == operation.name
    })?;
    let nth = called.arguments.iter().position(|known| *known == operation.arguments)?;
    let returned = operation.to.filter(|to| *to < at).and_then(|to| {
        let result = operation.result.as_ref()?;
        let which = called.results.iter().position(|known| known == result)?;
        Some((called.return_of(nth, which), to))
    });
    Some(Interval { call: called.call(nth), called: operation.from, returned })
}

/// The operations, for questions about orders.
pub(crate) struct Asked<'a> {
    intervals: &'a Intervals<'a>,
    keeps: Keeps,
}

impl Asked<'_> {
    /// None where they are too many.
    pub fn few(&mut self) -> Option<Few<'_>> {
        Few::of(self, WORK_MAX)
    }

    fn process(&self, at: usize) -> usize {
        let Intervals { monitor, all, .. } = self.intervals;
        monitor.operations[monitor.happened(all[at].call).operation].process
    }
}

/// A result is its return.
impl Operations for Asked<'_> {
    fn count(&self) -> usize {
        self.intervals.all.len()
    }

    fn first(&self) -> usize {
        self.intervals.right.first
    }

    fn effects(&mut self, value: usize, operation: usize) -> Vec<(usize, usize)> {
        let Intervals { right, monitor, all } = self.intervals;
        let edges = right.classes[value].iter().copied();
        edges.filter(|&(event, _)| monitor.call_of(event) == all[operation].call).collect()
    }

    fn has_returned(&self, operation: usize) -> bool {
        self.intervals.all[operation].returned.is_some()
    }

    fn fits(&self, operation: usize, result: usize) -> bool {
        self.intervals.all[operation].returned.is_some_and(|(event, _)| event == result)
    }

    fn precedes(&self, one: usize, other: usize) -> bool {
        let [earlier, later] = [one, other].map(|at| &self.intervals.all[at]);
        match self.keeps {
            Keeps::Time => earlier.returned.is_some_and(|(_, end)| end < later.called),
            Keeps::EachProcess => {
                self.process(one) == self.process(other) && earlier.called < later.called
            }
        }
    }
}
