//! The states of a monitor: all ways in which pending operations can have taken effect.

use super::classes::Specification;
use crate::ir::OrderMonitor;
use std::collections::BTreeSet;

/// One way: the class of the object, and for each pending operation the return that it will have, if it has taken
/// effect.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Way {
    class: usize,
    effects: Vec<Option<usize>>,
}

/// What each process has called and has not returned from, and all ways.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Set {
    pending: Vec<Option<usize>>,
    ways: BTreeSet<Way>,
}

pub struct Sets<'a> {
    specification: &'a Specification,
    monitor: &'a OrderMonitor,
    pub work: usize,
}

impl<'a> Sets<'a> {
    pub fn new(specification: &'a Specification, monitor: &'a OrderMonitor) -> Sets<'a> {
        Sets { specification, monitor, work: 0 }
    }

    pub fn first(&self) -> Set {
        let processes = self.monitor.operations.iter().map(|called| called.process + 1);
        let pending = vec![None; processes.max().unwrap_or(0)];
        let way = Way { class: self.specification.first, effects: pending.clone() };
        Set { pending, ways: BTreeSet::from([way]) }
    }

    /// The set behind an event; none if no order is left.
    pub fn behind(&mut self, set: &Set, event: usize) -> Option<Set> {
        let is_call = self.monitor.happened(event).result.is_none();
        match self.after(set, event) {
            Some(next) => Some(next).filter(|next| !next.ways.is_empty()),
            // a call that has no effect ever: its return has no order
            None => is_call.then(|| set.clone()),
        }
    }

    /// The set behind an event; none if that does not come from here.
    fn after(&mut self, set: &Set, event: usize) -> Option<Set> {
        let happened = self.monitor.happened(event);
        let process = self.monitor.operations[happened.operation].process;
        if happened.result.is_some() {
            let is_pending = set.pending[process] == Some(self.monitor.call_of(event));
            return is_pending.then(|| self.returned(set, process, event));
        }
        let takes_effect = |way: &Way| self.specification.possible[way.class].contains(&event);
        if set.pending[process].is_some() || !set.ways.iter().any(takes_effect) {
            return None;
        }
        let mut next = set.clone();
        next.pending[process] = Some(event);
        Some(next)
    }

    /// What is left once a process has returned so: its operation has taken effect with that result, behind others
    /// that are pending or before them.
    fn returned(&mut self, set: &Set, process: usize, event: usize) -> Set {
        let mut ways = BTreeSet::new();
        let (mut seen, mut open) = (BTreeSet::new(), Vec::new());
        for way in &set.ways {
            match way.effects[process] {
                Some(effect) if effect == event => {
                    let mut way = way.clone();
                    way.effects[process] = None;
                    ways.insert(way);
                }
                Some(_) => {}
                None => open.push(way.clone()),
            }
        }
        while let Some(way) = open.pop() {
            for next in self.effects(set, &way) {
                match next.effects[process] {
                    Some(effect) if effect == event => {
                        let mut next = next;
                        next.effects[process] = None;
                        ways.insert(next);
                    }
                    None if seen.insert(next.clone()) => open.push(next),
                    _ => {}
                }
            }
        }
        let mut pending = set.pending.clone();
        pending[process] = None;
        self.without_later(Set { pending, ways })
    }

    /// The ways behind one in which one more pending operation takes effect.
    fn effects(&mut self, set: &Set, way: &Way) -> Vec<Way> {
        let mut all = Vec::new();
        for &(event, class) in &self.specification.classes[way.class] {
            self.work += 1;
            let process = self.monitor.operations[self.monitor.happened(event).operation].process;
            let is_pending = set.pending[process] == Some(self.monitor.call_of(event));
            if is_pending && way.effects[process].is_none() {
                let mut next = Way { class, effects: way.effects.clone() };
                next.effects[process] = Some(event);
                all.push(next);
            }
        }
        all
    }

    /// Without the ways to which another one leads, if pending operations take effect: they say nothing more.
    fn without_later(&mut self, mut set: Set) -> Set {
        let mut later = BTreeSet::new();
        for way in &set.ways {
            let mut open = vec![way.clone()];
            while let Some(way) = open.pop() {
                for next in self.effects(&set, &way) {
                    if later.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        set.ways.retain(|way| !later.contains(way));
        set
    }
}
