//! The operations of a failure, as orders of them are asked for.

use crate::check::Failure;
use crate::contradiction::Names;
use crate::few::{Few, Longest, Operations};
use crate::object::{Object, shown};
use crate::operation::{History, Operation};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// The most work for one question.
const WORK_MAX: usize = 300_000;

/// For each operation an order that contains it: the operations of the history in it, and those left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongestOrders {
    pub orders: Vec<(Vec<usize>, Vec<usize>)>,
    pub in_none: Vec<usize>,
}

/// For each operation of the failing part of an object that had returned with the first bad line, the longest order that
/// contains it. None if they are too many, or a bound was met.
pub fn longest(
    history: &History,
    object: &dyn Object,
    initial: &Value,
    failure: &Failure,
) -> Option<LongestOrders> {
    let mut logged = Logged::of(history, object, initial, failure)?;
    let (orders, in_none) = Few::of(&mut logged, WORK_MAX)?.longest()?;
    let places = &logged.places;
    let of = |all: &[usize]| all.iter().map(|&at| places[at]).collect::<Vec<_>>();
    let orders = orders.iter().map(|Longest { order, without }| (of(order), of(without)));
    Some(LongestOrders { orders: orders.collect(), in_none: of(&in_none) })
}

/// Why the culprits have no order, in steps. None if a bound was met.
pub fn contradiction(
    history: &History,
    object: &dyn Object,
    initial: &Value,
    failure: &Failure,
) -> Option<String> {
    let mut logged = Logged::of(history, object, initial, failure)?;
    let culprits = &failure.culprits.as_ref()?.operations;
    let place = |nth: &usize| logged.places.iter().position(|place| place == nth);
    let members: Vec<usize> = culprits.iter().map(place).collect::<Option<_>>()?;
    let end = |at: &usize| logged.operation(*at).ended();
    let last = members.iter().copied().max_by_key(end)?;
    let why = Few::of(&mut logged, WORK_MAX)?.contradiction(&members, last)?;
    Some(why.words(&logged, &members, last))
}

/// Things by number.
struct Numbers {
    all: Vec<Value>,
    known: HashMap<Value, usize>,
}

impl Numbers {
    fn number(&mut self, value: Value) -> usize {
        let new = self.all.len();
        *self.known.entry(value).or_insert_with_key(|value| {
            self.all.push(value.clone());
            new
        })
    }
}

struct Logged<'a> {
    history: &'a History,
    object: &'a dyn Object,
    /// The first bad line.
    until: usize,
    /// Which operations of the history these are.
    places: Vec<usize>,
    values: Numbers,
    results: Numbers,
    /// What each call does with each value.
    effects: HashMap<(usize, usize), Rc<[(usize, usize)]>>,
}

impl<'a> Logged<'a> {
    fn of(
        history: &'a History,
        object: &'a dyn Object,
        initial: &Value,
        failure: &Failure,
    ) -> Option<Logged<'a>> {
        let first = *failure.culprits.as_ref()?.operations.first()?;
        let part = object.part(&history.operations[first].call);
        let until = failure.line;
        let is_asked = |operation: &Operation| {
            let has_ended = operation.ended().is_some_and(|end| end <= until);
            operation.called <= until
                && !(has_ended && operation.has_failed())
                // nobody sees whether it took effect
                && (has_ended || !object.is_read(&operation.call))
                && object.part(&operation.call) == part
        };
        let all = history.operations.iter().enumerate();
        let places = all.filter(|(_, operation)| is_asked(operation)).map(|(nth, _)| nth).collect();
        let mut values = Numbers { all: Vec::new(), known: HashMap::new() };
        let results = Numbers { all: Vec::new(), known: HashMap::new() };
        values.number(initial.clone());
        let effects = HashMap::new();
        Some(Logged { history, object, until, places, values, results, effects })
    }

    fn operation(&self, at: usize) -> &'a Operation {
        &self.history.operations[self.places[at]]
    }

    /// Where it returned, with its result if that is known.
    fn returned(&self, at: usize) -> Option<(usize, Option<&'a Value>)> {
        self.operation(at).returned().filter(|(line, _)| *line <= self.until)
    }
}

impl Operations for Logged<'_> {
    fn count(&self) -> usize {
        self.places.len()
    }

    /// The number of what the object begins with.
    fn first(&self) -> usize {
        0
    }

    fn effects(&mut self, value: usize, operation: usize) -> Vec<(usize, usize)> {
        if let Some(known) = self.effects.get(&(value, operation)) {
            return known.to_vec();
        }
        let call = &self.operation(operation).call;
        let outcomes = self.object.outcomes(&self.values.all[value], call);
        let numbered = outcomes
            .into_iter()
            .map(|(result, value)| (self.results.number(result), self.values.number(value)));
        let all: Rc<[(usize, usize)]> = numbered.collect();
        self.effects.insert((value, operation), Rc::clone(&all));
        all.to_vec()
    }

    fn has_returned(&self, operation: usize) -> bool {
        Logged::returned(self, operation).is_some()
    }

    fn fits(&self, operation: usize, result: usize) -> bool {
        Logged::returned(self, operation).is_some_and(|(_, logged)| {
            logged.is_none_or(|logged| self.object.fits(&self.results.all[result], logged))
        })
    }

    fn precedes(&self, one: usize, other: usize) -> bool {
        let end = self.operation(one).ended();
        end.is_some_and(|end| end < self.operation(other).called)
    }
}

impl Names for Logged<'_> {
    fn name(&self, operation: usize) -> String {
        let operation = self.operation(operation);
        format!("{} of process {}", operation.label(self.object), shown(&operation.process))
    }

    fn result(&self, result: usize) -> String {
        shown(&self.results.all[result])
    }

    fn returned(&self, operation: usize) -> Option<String> {
        let result = Logged::returned(self, operation)?.1?;
        self.object.has_result(&self.operation(operation).call).then(|| shown(result))
    }

    fn comes_first(&self, (first, second): (usize, usize), is_full: bool) -> String {
        let [one, other] = [first, second].map(|at| self.operation(at));
        let end = one.ended().unwrap_or_default();
        let name = if is_full { self.name(first) } else { one.label(self.object) };
        let other = (other.label(self.object), other.called);
        format!(
            "{name} had returned in line {end}, before {} was called in line {}",
            other.0, other.1
        )
    }
}
