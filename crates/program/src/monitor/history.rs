//! Which of the operations of a run have no order.

use super::classes::Specification;
use crate::Compiled;
use crate::ir::Monitor;
use std::collections::HashMap;
use std::iter::successors;
use std::sync::Arc;

/// An operation of a run, by its events and the steps with which it began and ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub call: usize,
    pub called: usize,
    /// Its return and the step of that; none while it is pending.
    pub returned: Option<(usize, usize)>,
}

/// What an order of operations has to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// What returned before another one was called comes before it.
    InTime,
    /// What one process called earlier comes before what it called later.
    OfEachProcess,
}

/// The most operations: a bit for each.
const OPERATIONS_MAX: usize = 30;
/// The most sets that are tried, and places that are looked at.
const TRIES_MAX: usize = 20_000;
const WORK_MAX: usize = 5_000_000;

impl Compiled {
    /// The smallest set of returned operations that have no order, even if each other one took effect at any time
    /// between its call and its end or not at all, and with any result. None if there is no such set, or it is not
    /// found within bounds. `last` is a member: without its return there was an order.
    pub fn without_order(
        &self,
        operations: &[Interval],
        last: usize,
        order: Order,
    ) -> Option<Vec<usize>> {
        let (specification, monitor) = self.right()?;
        let mut search = Search::new(&specification, monitor, operations, order)?;
        let others: Vec<usize> = (0..operations.len())
            .filter(|&at| at != last && operations[at].returned.is_some())
            .collect();
        let mut tries = 0;
        for size in 0..=others.len() {
            for chosen in choices(others.len(), size) {
                tries += 1;
                if tries > TRIES_MAX || search.work > WORK_MAX {
                    return None;
                }
                let mut set: Vec<usize> = chosen.iter().map(|&nth| others[nth]).collect();
                set.push(last);
                set.sort_unstable();
                if search.find(&set) == Found::Nothing {
                    return Some(set);
                }
            }
        }
        None
    }

    /// Whether some order of all that returned, and of some that are pending, keeps that of each process. None if
    /// that is not found within bounds.
    pub fn is_sequentially_consistent(&self, operations: &[Interval]) -> Option<bool> {
        match self.ordered(operations, Order::OfEachProcess)? {
            Found::Unknown => None,
            found => Some(found != Found::Nothing),
        }
    }

    /// An order of all that returned, and perhaps of some that are pending, in which they come one at a time with the
    /// same results. None if there is none, or it is not found within bounds.
    pub fn an_order(&self, operations: &[Interval], order: Order) -> Option<Vec<usize>> {
        match self.ordered(operations, order)? {
            Found::Order(all) => Some(all),
            Found::Nothing | Found::Unknown => None,
        }
    }

    fn ordered(&self, operations: &[Interval], order: Order) -> Option<Found> {
        let (specification, monitor) = self.right()?;
        let mut search = Search::new(&specification, monitor, operations, order)?;
        let returned = |&at: &usize| operations[at].returned.is_some();
        let all: Vec<usize> = (0..operations.len()).filter(returned).collect();
        Some(search.find(&all))
    }

    /// What is right, and what is called and returned.
    pub fn right(&self) -> Option<(Arc<Specification>, &Monitor)> {
        let monitor = self.program().monitor.as_ref()?;
        let right = self.right.get_or_init(|| self.specification(monitor).ok());
        Some((right.clone()?, monitor))
    }
}

/// All ways to choose so many of some, as positions in their order.
fn choices(of: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    (0u32..1 << of.min(OPERATIONS_MAX))
        .filter(move |set| set.count_ones() as usize == size)
        .map(move |set| (0..of).filter(|nth| set >> nth & 1 == 1).collect())
}

/// What comes of a search for an order.
#[derive(PartialEq, Eq, Debug)]
enum Found {
    Order(Vec<usize>),
    Nothing,
    /// It took too much work.
    Unknown,
}

struct Search<'a> {
    specification: &'a Specification,
    monitor: &'a Monitor,
    operations: &'a [Interval],
    order: Order,
    work: usize,
}

impl<'a> Search<'a> {
    fn new(
        specification: &'a Specification,
        monitor: &'a Monitor,
        operations: &'a [Interval],
        order: Order,
    ) -> Option<Search<'a>> {
        let is_small = operations.len() <= OPERATIONS_MAX;
        is_small.then_some(Search { specification, monitor, operations, order, work: 0 })
    }

    /// An order of some operations, with others between them where these are needed.
    fn find(&mut self, set: &[usize]) -> Found {
        let needed = set.iter().fold(0u32, |all, at| all | 1 << at);
        let first = (self.specification.first, 0u32);
        // each with what came before it, and the operation between
        let mut seen = HashMap::from([(first, None)]);
        let mut open = vec![first];
        while let Some((class, placed)) = open.pop() {
            if placed & needed == needed {
                let way = successors(seen[&(class, placed)], |(before, _)| seen[before]);
                let mut order: Vec<usize> = way.map(|(_, at)| at).collect();
                order.reverse();
                return Found::Order(order);
            }
            if self.work > WORK_MAX {
                return Found::Unknown;
            }
            for &(event, to) in &self.specification.classes[class] {
                for at in 0..self.operations.len() {
                    self.work += 1;
                    let next = (to, placed | 1 << at);
                    let fits = placed >> at & 1 == 0
                        && self.is(at, event, needed)
                        && self.can_follow(at, placed, needed);
                    if fits && !seen.contains_key(&next) {
                        seen.insert(next, Some(((class, placed), at)));
                        open.push(next);
                    }
                }
            }
        }
        Found::Nothing
    }

    /// Whether an event can be the effect of an operation: of one of the set only its own return.
    fn is(&self, at: usize, event: usize, needed: u32) -> bool {
        let operation = self.operations[at];
        match operation.returned {
            Some((returned, _)) if needed >> at & 1 == 1 => returned == event,
            _ => self.monitor.call_of(event) == operation.call,
        }
    }

    /// Whether one can come next: nothing is placed that it has to precede, and nothing of the set is left that has
    /// to precede it.
    fn can_follow(&self, at: usize, placed: u32, needed: u32) -> bool {
        (0..self.operations.len()).filter(|&other| other != at).all(|other| {
            if placed >> other & 1 == 1 {
                !self.precedes(at, other)
            } else {
                needed >> other & 1 == 0 || !self.precedes(other, at)
            }
        })
    }

    fn precedes(&self, one: usize, other: usize) -> bool {
        let (earlier, later) = (&self.operations[one], &self.operations[other]);
        match self.order {
            Order::InTime => earlier.returned.is_some_and(|(_, end)| end < later.called),
            Order::OfEachProcess => {
                self.process(earlier) == self.process(later) && earlier.called < later.called
            }
        }
    }

    fn process(&self, operation: &Interval) -> usize {
        self.monitor.operations[self.monitor.happened(operation.call).operation].process
    }
}
