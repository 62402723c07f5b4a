//! Serial runs to be read: whether the object is, one operation at a time, what its author means.

use super::classes::Specification;
use crate::ir::OrderMonitor;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The most runs, and operations of one.
const RUNS_MAX: usize = 5;
const LENGTH_MAX: usize = 4;
/// The most runs that are chosen from.
const CANDIDATES_MAX: usize = 4_000;
/// Within so many operations it is seen whether it matters who calls.
const DEPTH: usize = 3;
/// The most places that are looked at.
const PLACES_MAX: usize = 5_000;

/// Classes in which the object can be, as far as the operations before tell.
type Place = BTreeSet<usize>;

/// Serial runs. An operation is known by its return; one that never ends, by its call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alone {
    pub runs: Vec<Vec<usize>>,
    /// Whether it matters which process calls.
    pub of_processes: bool,
    /// Operations that have several results: the first of each name.
    pub several: Vec<Several>,
}

/// What can follow some operations, if one is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Several {
    pub before: Vec<usize>,
    pub results: Vec<usize>,
}

impl Alone {
    pub fn of(specification: &Specification, monitor: &OrderMonitor) -> Alone {
        let own: Vec<usize> = (0..monitor.events).collect();
        let several = Serial { specification, monitor, labels: &own }.several();
        let labels = labels(monitor);
        let of_processes = Serial { specification, monitor, labels: &labels }.tells_processes();
        let labels = if of_processes { own } else { labels };
        let runs = Serial { specification, monitor, labels: &labels }.runs();
        Alone { runs, of_processes, several }
    }
}

/// For each event the first one that reads like it, whichever process it is of.
fn labels(monitor: &OrderMonitor) -> Vec<usize> {
    let mut known = BTreeMap::new();
    let events = 0..monitor.events;
    let label = |event: usize| {
        let happened = monitor.happened(event);
        let called = &monitor.operations[happened.operation];
        let result = happened.result.map(|result| &called.results[result]);
        *known.entry((called.name, &called.arguments[happened.arguments], result)).or_insert(event)
    };
    events.map(label).collect()
}

struct Serial<'a> {
    specification: &'a Specification,
    monitor: &'a OrderMonitor,
    /// What stands for each event.
    labels: &'a [usize],
}

impl Serial<'_> {
    fn first(&self) -> Place {
        Place::from([self.specification.first])
    }

    /// What can follow, by labels: nothing follows an operation that does not end.
    fn next(&self, place: &Place) -> BTreeMap<usize, Place> {
        let mut next: BTreeMap<usize, Place> = BTreeMap::new();
        for &class in place {
            for &(event, to) in &self.specification.classes[class] {
                next.entry(self.labels[event]).or_default().insert(to);
            }
            for &call in &self.specification.unended[class] {
                next.entry(self.labels[call]).or_default();
            }
        }
        next
    }

    /// The call of an event, which may be one itself.
    fn call(&self, event: usize) -> usize {
        match self.monitor.happened(event).result {
            Some(_) => self.monitor.call_of(event),
            None => event,
        }
    }

    fn name(&self, event: usize) -> &'static str {
        self.monitor.operations[self.monitor.happened(event).operation].name
    }

    fn by_call(&self, place: &Place) -> BTreeMap<usize, BTreeMap<usize, Place>> {
        let mut all: BTreeMap<usize, BTreeMap<usize, Place>> = BTreeMap::new();
        for (event, to) in self.next(place) {
            all.entry(self.call(event)).or_default().insert(event, to);
        }
        all
    }

    /// Calls with several results, behind as few operations as possible.
    fn several(&self) -> Vec<Several> {
        let mut several: BTreeMap<&str, Several> = BTreeMap::new();
        let mut seen = BTreeSet::from([self.first()]);
        let mut open = vec![(Vec::new(), self.first())];
        let mut at = 0;
        while at < open.len() && open.len() < PLACES_MAX {
            let (before, place) = open[at].clone();
            for results in self.by_call(&place).into_values() {
                for (&event, to) in &results {
                    let run = [&before[..], &[event]].concat();
                    if !to.is_empty() && seen.insert(to.clone()) {
                        open.push((run, to.clone()));
                    }
                }
                let results: Vec<usize> = results.into_keys().collect();
                if results.len() > 1 {
                    let found = Several { before: before.clone(), results };
                    several.entry(self.name(found.results[0])).or_insert(found);
                }
            }
            at += 1;
        }
        several.into_values().collect()
    }

    /// Whether the same calls have other results where other processes make them.
    fn tells_processes(&self) -> bool {
        let of_events: Vec<usize> = (0..self.monitor.events).collect();
        let by_event = Serial { labels: &of_events, ..*self };
        let mut places = BTreeSet::from([(Vec::new(), self.first())]);
        for _ in 0..DEPTH {
            let mut known = BTreeMap::new();
            let mut next = BTreeSet::new();
            for (before, place) in &places {
                for (call, results) in by_event.by_call(place) {
                    let told: BTreeSet<usize> =
                        results.keys().map(|&event| self.labels[event]).collect();
                    let first = known.entry((before, self.labels[call])).or_insert(told.clone());
                    if *first != told {
                        return true;
                    }
                    let behind = |(event, to)| ([&before[..], &[self.labels[event]]].concat(), to);
                    next.extend(results.into_iter().map(behind));
                }
            }
            if next.len() > PLACES_MAX {
                return false;
            }
            places = next;
        }
        false
    }

    /// Few that show much: each operation, each result, and what a result comes after.
    fn runs(&self) -> Vec<Vec<usize>> {
        let mut candidates = self.candidates();
        let mut shown = BTreeSet::new();
        let mut runs: Vec<Vec<usize>> = Vec::new();
        while runs.len() < RUNS_MAX {
            let gain =
                |facts: &BTreeSet<Fact>| facts.difference(&shown).map(Fact::weight).sum::<usize>();
            let all = candidates.iter().enumerate();
            let best = all
                .max_by_key(|(nth, (run, facts))| (gain(facts), Reverse(run.len()), Reverse(*nth)));
            let Some((best, _)) = best.filter(|(_, (_, facts))| gain(facts) > 0) else { break };
            let (run, facts) = candidates.swap_remove(best);
            shown.extend(facts);
            runs.push(run);
        }
        runs
    }

    fn candidates(&self) -> Vec<(Vec<usize>, BTreeSet<Fact>)> {
        let (mut all, mut last) = (Vec::new(), vec![(Vec::new(), self.first())]);
        for _ in 0..LENGTH_MAX {
            let mut longer = Vec::new();
            for (run, place) in &last {
                let behind = |(event, to)| ([&run[..], &[event]].concat(), to);
                longer.extend(self.next(place).into_iter().map(behind));
            }
            if all.len() + longer.len() > CANDIDATES_MAX {
                break;
            }
            all.extend(longer.iter().map(|(run, _)| (run.clone(), self.facts(run))));
            last = longer;
        }
        all
    }

    fn facts(&self, run: &[usize]) -> BTreeSet<Fact> {
        let mut facts = BTreeSet::new();
        for (at, &event) in run.iter().enumerate() {
            let result = self.monitor.happened(event).result;
            facts.insert(Fact::Operation(self.name(event)));
            facts.insert(Fact::Result(self.name(event), result));
            facts.insert(Fact::Event(event));
            // the same once more shows nothing
            if self.has_result(event) && run[..at].last() != Some(&event) {
                facts.insert(Fact::Behind(run[at.saturating_sub(2)..=at].to_vec()));
            }
        }
        facts
    }

    /// Whether the operation returns anything, or does not return.
    fn has_result(&self, event: usize) -> bool {
        let happened = self.monitor.happened(event);
        let results = &self.monitor.operations[happened.operation].results;
        happened.result.is_none_or(|result| !results[result].is_empty())
    }
}

/// What a run shows.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    Operation(&'static str),
    Result(&'static str, Option<usize>),
    Event(usize),
    /// A result, and what came before it.
    Behind(Vec<usize>),
}

impl Fact {
    fn weight(&self) -> usize {
        match self {
            Fact::Operation(_) => 64,
            Fact::Result(..) => 16,
            Fact::Event(_) => 4,
            Fact::Behind(_) => 1,
        }
    }
}
