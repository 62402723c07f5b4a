//! The check of a whole history: yes with an order, or no with the first line that nothing explains.

use crate::culprits::{Case, Culprits};
use crate::lookup::Lookup;
use crate::object::Object;
use crate::operation::History;
use crate::search::{Budget, Decision, Part, Step, decide, decide_by_process};
use serde_json::Value;
use std::collections::HashMap;

/// So many steps are taken for the first bad line, and as many for the operations without an order.
const REASON_STEPS: u64 = 20_000_000;

/// And so many to find out whether only the order in time is violated.
const PROCESS_STEPS: u64 = 50_000;

/// Where the search stops.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub bytes_max: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Operations in the order in which they can have taken effect. Those that never ended may be missing, and reads
    /// whose results are not known are.
    Linearizable(Vec<usize>),
    Not(Failure),
    /// A bound was met.
    Open,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What was logged with this line has no order.
    pub line: usize,
    /// Whether what was logged before has one.
    pub is_first: bool,
    /// None if a bound was met.
    pub culprits: Option<Culprits>,
    /// Whether there is an order in which each process sees its own order only; None if a bound was met.
    pub is_sequentially_consistent: Option<bool>,
}

/// Checks a history of an object that begins with a value. `go_on` is asked now and then.
pub fn check(
    history: &History,
    object: &dyn Object,
    initial: &Value,
    limits: Limits,
    go_on: &mut dyn FnMut() -> bool,
) -> Verdict {
    let mut lookup = Lookup::new(object);
    let value = lookup.value(initial);
    let budget = Budget { steps: u64::MAX, bytes_max: limits.bytes_max, go_on };
    Check { history, object, value, lookup, budget }.verdict()
}

struct Check<'a> {
    history: &'a History,
    object: &'a dyn Object,
    value: u32,
    lookup: Lookup<'a>,
    budget: Budget<'a>,
}

/// The operations of each part of the object: a history is linearizable if its parts are (Herlihy and Wing 1990).
fn parts(history: &History, object: &dyn Object) -> Vec<Vec<usize>> {
    let mut numbers: HashMap<Option<Value>, usize> = HashMap::new();
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for (nth, operation) in history.operations.iter().enumerate() {
        let number = *numbers.entry(object.part(&operation.call)).or_insert(parts.len());
        parts.resize_with(parts.len().max(number + 1), Vec::new);
        parts[number].push(nth);
    }
    parts
}

impl Check<'_> {
    fn verdict(&mut self) -> Verdict {
        let (mut orders, mut is_open) = (Vec::new(), false);
        let mut bad: Option<(usize, Vec<usize>, bool)> = None;
        for operations in parts(self.history, self.object) {
            // only an earlier line is of interest
            let until = bad.as_ref().map_or(self.history.lines, |(line, ..)| line - 1);
            match self.decide(&operations, until) {
                Decision::Order(order) => orders.push(order),
                Decision::Open => is_open = true,
                Decision::None => {
                    let (line, is_first) = self.first_bad_line(&operations, until);
                    bad = Some((line, operations, is_first));
                }
            }
        }
        match bad {
            Some((line, operations, is_first)) => Verdict::Not(Failure {
                line,
                is_first: is_first && !is_open,
                culprits: self.culprits(&operations, line, is_first),
                is_sequentially_consistent: self.is_sequentially_consistent(),
            }),
            None if is_open => Verdict::Open,
            None => Verdict::Linearizable(self.merged(&orders)),
        }
    }

    /// By operations of the history.
    fn decide(&mut self, operations: &[usize], until: usize) -> Decision {
        let part = Part { history: self.history, object: self.object, operations, until };
        let ops = part.ops(|_| true, &mut self.lookup);
        match decide(&ops, self.value, &mut self.lookup, &mut self.budget) {
            Decision::Order(mut order) => {
                for step in &mut order {
                    step.op = ops[step.op].operation;
                }
                Decision::Order(order)
            }
            other => other,
        }
    }

    /// The first line that leaves a part without an order, where one up to here does; and whether it is known to be it.
    fn first_bad_line(&mut self, operations: &[usize], until: usize) -> (usize, bool) {
        self.budget.steps = REASON_STEPS;
        let ends = operations.iter().filter_map(|&nth| self.history.operations[nth].ended());
        let mut lines: Vec<usize> = ends.filter(|line| *line <= until).collect();
        lines.sort_unstable();
        let (mut good, mut bad) = (0, lines.len() - 1);
        let mut is_known = true;
        while good < bad && is_known {
            let middle = usize::midpoint(good, bad);
            match self.decide(operations, lines[middle]) {
                Decision::None => bad = middle,
                Decision::Order(_) => good = middle + 1,
                Decision::Open => is_known = false,
            }
        }
        self.budget.steps = u64::MAX;
        (lines[bad], is_known)
    }

    fn culprits(&mut self, operations: &[usize], line: usize, is_first: bool) -> Option<Culprits> {
        self.budget.steps = REASON_STEPS;
        let part = Part { history: self.history, object: self.object, operations, until: line };
        let (lookup, budget) = (&mut self.lookup, &mut self.budget);
        Case { part, value: self.value, lookup, budget }.culprits(is_first)
    }

    /// Of all parts together: each by itself says nothing of them.
    fn is_sequentially_consistent(&mut self) -> Option<bool> {
        self.budget.steps = PROCESS_STEPS;
        let (history, object) = (self.history, self.object);
        let operations: &Vec<usize> = &(0..history.operations.len()).collect();
        let part = &Part { history, object, operations, until: usize::MAX };
        match decide_by_process(part, self.value, &mut self.lookup, &mut self.budget) {
            Decision::Order(_) => Some(true),
            Decision::None => Some(false),
            Decision::Open => None,
        }
    }

    /// One order of all parts: each operation as soon as its part lets it.
    fn merged(&self, orders: &[Vec<Step>]) -> Vec<usize> {
        let mut all = Vec::new();
        for order in orders {
            let mut now = 0;
            for step in order {
                now = self.history.operations[step.op].called.max(now);
                all.push((now, step.op));
            }
        }
        // stable: those of a part keep their order
        all.sort_by_key(|taken| taken.0);
        all.into_iter().map(|taken| taken.1).collect()
    }
}
