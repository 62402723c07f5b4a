//! The table of a monitor: the next state for each state and event.

use super::classes::Specification;
use super::orders::{Lanes, Orders};
use super::sets::{Set, Sets};
use super::{Criteria, MONITOR_MAX, NotMonitored};
use crate::ir::{BEGINS, NO_ORDER, OrderMonitor};
use std::collections::{BTreeMap, VecDeque};

/// The most numbers of a table.
const TABLE_MAX: usize = 4 << 20;
/// The most ways and places that are looked at.
const WORK_MAX: usize = 10_000_000;

/// The next state for each state and event.
#[derive(Debug)]
pub struct Table {
    pub next: Vec<u16>,
    /// How many states there are.
    pub count: usize,
    /// From this one on, the order in time is violated, and that of each process is not.
    pub out_of_time: usize,
}

/// What is remembered for each criterion; nothing once it is violated, or where nobody asks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    set: Option<Set>,
    lanes: Option<Lanes>,
}

impl Specification {
    /// The table of a monitor of which this says what is right.
    pub fn table(&self, monitor: &OrderMonitor, criteria: Criteria) -> Result<Table, NotMonitored> {
        let mut sets = Sets::new(self, monitor);
        let mut orders = Orders::new(self, monitor);
        let first = State {
            set: criteria.linearizable.then(|| sets.first()),
            lanes: criteria.sequential.then(|| orders.first()),
        };
        let broken = State { set: None, lanes: None };
        let mut numbers = BTreeMap::from([
            (first.clone(), usize::from(BEGINS)),
            (broken.clone(), usize::from(NO_ORDER)),
        ]);
        let mut states = VecDeque::from([first, broken]);
        let (mut next, mut is_out_of_time) = (Vec::new(), Vec::new());
        while let Some(state) = states.pop_front() {
            is_out_of_time
                .push(criteria.linearizable && state.set.is_none() && state.lanes.is_some());
            for event in 0..monitor.events {
                let after = State {
                    set: state.set.as_ref().and_then(|set| sets.behind(set, event)),
                    lanes: state.lanes.as_ref().and_then(|lanes| orders.behind(lanes, event)),
                };
                let new = numbers.len();
                let number = *numbers.entry(after.clone()).or_insert(new);
                if number == new {
                    states.push_back(after);
                }
                let is_too_large = numbers.len() > MONITOR_MAX
                    || numbers.len() * monitor.events > TABLE_MAX
                    || sets.work + orders.work > WORK_MAX;
                if is_too_large {
                    return Err(NotMonitored::TooManySets);
                }
                next.push(number as u16);
            }
        }
        Ok(in_two_parts(&next, &is_out_of_time, monitor.events))
    }
}

/// The same table, in which the states come last that are against the order in time alone.
fn in_two_parts(next: &[u16], is_out_of_time: &[bool], events: usize) -> Table {
    let count = is_out_of_time.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&state| is_out_of_time[state]);
    let mut numbers = vec![0; count];
    for (number, &state) in order.iter().enumerate() {
        numbers[state] = number as u16;
    }
    let row = |&state: &usize| &next[state * events..(state + 1) * events];
    let next = order.iter().flat_map(row).map(|&state| numbers[usize::from(state)]).collect();
    let out_of_time = is_out_of_time.iter().filter(|&&late| !late).count();
    Table { next, count, out_of_time }
}
