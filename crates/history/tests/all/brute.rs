//! Orders by trying all of them, without memory: what the searches are held against.

use history::{End, History, Object, Operation};
use serde_json::Value;

/// Which operations have to take effect with their results. Each other one may, with any result.
pub type IsFixed<'a> = &'a dyn Fn(usize) -> bool;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Precedence {
    Time,
    Process,
}

/// What had been logged with a line.
pub fn until(history: &History, line: usize) -> History {
    let begun = history.operations.iter().filter(|operation| operation.called <= line);
    let mut operations: Vec<Operation> = begun.cloned().collect();
    for operation in &mut operations {
        operation.end.take_if(|(ended, _)| *ended > line);
    }
    History { operations, lines: line }
}

pub fn has_order(
    history: &History,
    object: &dyn Object,
    initial: &Value,
    precedence: Precedence,
    is_fixed: IsFixed,
) -> bool {
    let brute = Brute { history, object, precedence, is_fixed };
    brute.goes_on(&mut vec![], initial)
}

struct Brute<'a> {
    history: &'a History,
    object: &'a dyn Object,
    precedence: Precedence,
    is_fixed: IsFixed<'a>,
}

impl Brute<'_> {
    fn goes_on(&self, taken: &mut Vec<usize>, value: &Value) -> bool {
        let all = &self.history.operations;
        let has_to = |nth: usize| (self.is_fixed)(nth) && all[nth].returned().is_some();
        if (0..all.len()).all(|nth| !has_to(nth) || taken.contains(&nth)) {
            return true;
        }
        for nth in 0..all.len() {
            if taken.contains(&nth) || all[nth].has_failed() {
                continue;
            }
            let is_late = taken.iter().any(|other| self.precedes(&all[nth], &all[*other]));
            let waits = (0..all.len()).any(|other| {
                has_to(other) && !taken.contains(&other) && self.precedes(&all[other], &all[nth])
            });
            if is_late || waits {
                continue;
            }
            for (result, after) in self.object.outcomes(value, &all[nth].call) {
                let fits = match &all[nth].end {
                    Some((_, End::Returned(logged))) if has_to(nth) => {
                        self.object.fits(&result, logged)
                    }
                    _ => true,
                };
                if fits {
                    taken.push(nth);
                    if self.goes_on(taken, &after) {
                        return true;
                    }
                    taken.pop();
                }
            }
        }
        false
    }

    fn precedes(&self, one: &Operation, other: &Operation) -> bool {
        match self.precedence {
            Precedence::Time => one.ended().is_some_and(|end| end < other.called),
            Precedence::Process => {
                one.process == other.process
                    && one.returned().is_some()
                    && one.called < other.called
            }
        }
    }
}

/// That operations in this order respect time, and have the results that they had.
pub fn is_order(history: &History, object: &dyn Object, initial: &Value, order: &[usize]) -> bool {
    let all = &history.operations;
    let place = |nth: usize| order.iter().position(|other| *other == nth);
    let has_its_place = |nth: usize| {
        let has_to = all[nth]
            .returned()
            .is_some_and(|(_, result)| result.is_some() || !object.is_read(&all[nth].call));
        let before = all
            .iter()
            .enumerate()
            .filter(|(_, other)| other.ended().is_some_and(|end| end < all[nth].called));
        match place(nth) {
            None => !has_to,
            Some(at) => before.map(|(other, _)| place(other)).all(|other| other < Some(at)),
        }
    };
    let mut values = vec![initial.clone()];
    for &nth in order {
        let result = all[nth].returned().and_then(|returned| returned.1);
        let outcomes = values.iter().flat_map(|value| object.outcomes(value, &all[nth].call));
        let fitting =
            outcomes.filter(|(has, _)| result.is_none_or(|result| object.fits(has, result)));
        values = fitting.map(|(_, value)| value).collect();
    }
    (0..all.len()).all(has_its_place) && !values.is_empty()
}
