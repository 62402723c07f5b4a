//! Sequential consistency: what each process has called and returned from has an order that keeps each process's own.

use super::classes::Specification;
use crate::ir::OrderMonitor;
use std::collections::HashSet;

/// What a process has done: its returns in their order, and the call that it has not returned from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Lane {
    pub returned: Vec<usize>,
    pub pending: Option<usize>,
}

/// What each process has done. When it did so is of no account.
pub type Lanes = Vec<Lane>;

/// A class of the object, and how many operations of each process have come before it.
type Place = (usize, Vec<u8>);

pub struct Orders<'a> {
    specification: &'a Specification,
    monitor: &'a OrderMonitor,
    /// The places that the last lanes lead to.
    places: (Lanes, HashSet<Place>),
    pub work: usize,
}

impl<'a> Orders<'a> {
    pub fn new(specification: &'a Specification, monitor: &'a OrderMonitor) -> Orders<'a> {
        Orders { specification, monitor, places: Default::default(), work: 0 }
    }

    pub fn first(&self) -> Lanes {
        let processes = self.monitor.operations.iter().map(|called| called.process + 1);
        vec![Lane::default(); processes.max().unwrap_or(0)]
    }

    /// The lanes behind an event; none if they have no order.
    pub fn behind(&mut self, lanes: &Lanes, event: usize) -> Option<Lanes> {
        let is_call = self.monitor.happened(event).result.is_none();
        match self.after(lanes, event) {
            // what is called is in an order already, or need not be
            Some(next) if is_call => Some(next),
            Some(next) => self.has_order(&next).then_some(next),
            // a call that has no effect ever: its return has no order
            None => is_call.then(|| lanes.clone()),
        }
    }

    /// The lanes behind an event; none if that does not come from here.
    fn after(&mut self, lanes: &Lanes, event: usize) -> Option<Lanes> {
        let happened = self.monitor.happened(event);
        let process = self.monitor.operations[happened.operation].process;
        let mut next = lanes.clone();
        let lane = &mut next[process];
        if happened.result.is_some() {
            lane.pending.take_if(|call| *call == self.monitor.call_of(event))?;
            lane.returned.push(event);
        } else {
            if lane.pending.is_some() || !self.can_call(lanes, process, event) {
                return None;
            }
            lane.pending = Some(event);
        }
        Some(next)
    }

    /// Whether some order of all that returned, and of some that are pending, is a serial run.
    fn has_order(&mut self, lanes: &Lanes) -> bool {
        self.places(lanes).iter().any(|(_, placed)| {
            placed.iter().zip(lanes).all(|(&count, lane)| usize::from(count) >= lane.returned.len())
        })
    }

    fn can_call(&mut self, lanes: &Lanes, process: usize, call: usize) -> bool {
        let specification = self.specification;
        self.places(lanes).iter().any(|(class, placed)| {
            usize::from(placed[process]) == lanes[process].returned.len()
                && specification.possible[*class].contains(&call)
        })
    }

    fn places(&mut self, lanes: &Lanes) -> &HashSet<Place> {
        if self.places.0 != *lanes || self.places.1.is_empty() {
            let first = (self.specification.first, vec![0; lanes.len()]);
            let (mut seen, mut open) = (HashSet::from([first.clone()]), vec![first]);
            while let Some(place) = open.pop() {
                for next in self.effects(lanes, &place) {
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
            self.places = (lanes.clone(), seen);
        }
        &self.places.1
    }

    fn effects(&mut self, lanes: &Lanes, (class, placed): &Place) -> Vec<Place> {
        let mut all = Vec::new();
        for &(event, to) in &self.specification.classes[*class] {
            self.work += 1;
            let process = self.monitor.operations[self.monitor.happened(event).operation].process;
            let (lane, count) = (&lanes[process], usize::from(placed[process]));
            let comes_next = match lane.returned.get(count) {
                Some(&returned) => returned == event,
                None => {
                    count == lane.returned.len()
                        && lane.pending == Some(self.monitor.call_of(event))
                }
            };
            if comes_next {
                let mut placed = placed.clone();
                placed[process] += 1;
                all.push((to, placed));
            }
        }
        all
    }
}
