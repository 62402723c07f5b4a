//! What excludes leads: a few facts of one that no state has which runs reach, whoever the processes are.

use crate::facts::{Fact, Facts};
use crate::reached::Reached;
use crate::said::{Letters, never};
use program::Compiled;
use std::collections::{BTreeMap, BTreeSet};

/// A line that could be added to the claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// "never some i ≠ j: i in waiting and j in critical and turn = i"
    pub line: String,
    /// "0 in waiting, 1 in critical, turn = 0"
    pub said: String,
    /// How many of the leads it excludes.
    pub excludes: usize,
}

/// So many facts are put together, and so many of one lead are tried.
const SIZE_MAX: usize = 3;
const FACTS_MAX: usize = 96;
/// So many sets are compared.
const SETS_MAX: usize = 4_000;

/// Which of some states, one bit each.
type Bits = Vec<u64>;

struct Search<'a> {
    facts: &'a Facts<'a>,
    reached: Table<'a>,
    leads: Table<'a>,
}

/// In which of some states a fact is true; asked once of each fact.
struct Table<'a> {
    states: &'a [Vec<u8>],
    known: BTreeMap<Fact, Bits>,
}

impl Table<'_> {
    fn bits(&mut self, facts: &Facts<'_>, fact: &Fact) -> &Bits {
        if !self.known.contains_key(fact) {
            let mut bits = vec![0; self.states.len().div_ceil(64)];
            for (nth, state) in self.states.iter().enumerate() {
                bits[nth / 64] |= u64::from(facts.is_true(fact, state)) << (nth % 64);
            }
            self.known.insert(fact.clone(), bits);
        }
        &self.known[fact]
    }

    /// The states in which all of these are true.
    fn all(&mut self, facts: &Facts<'_>, set: &[Fact]) -> Bits {
        let mut all = vec![u64::MAX; self.states.len().div_ceil(64)];
        if let Some(last) = all.last_mut() {
            *last >>= (64 - self.states.len() % 64) % 64;
        }
        for fact in set {
            meet(&mut all, self.bits(facts, fact));
        }
        all
    }
}

fn meet(all: &mut Bits, other: &Bits) {
    all.iter_mut().zip(other).for_each(|(all, other)| *all &= other);
}

fn is_empty(bits: &Bits) -> bool {
    bits.iter().all(|word| *word == 0)
}

/// What could be added to exclude a lead, the best first.
pub fn candidates(
    compiled: &Compiled,
    lead: &[u8],
    leads: &[Vec<u8>],
    reached: &Reached,
) -> Vec<Candidate> {
    let facts = Facts::new(compiled);
    let mut search = Search {
        facts: &facts,
        reached: Table { states: &reached.states, known: BTreeMap::new() },
        leads: Table { states: leads, known: BTreeMap::new() },
    };
    let mut of_lead = facts.of(lead);
    of_lead.truncate(FACTS_MAX);
    let mut found: Vec<(Vec<Fact>, usize)> = Vec::new();
    search.grow(&of_lead, &mut found);
    let numbers = Letters::numbers(&facts);
    let mut all: Vec<(usize, Candidate)> = found
        .into_iter()
        .map(|(set, excludes)| {
            let processes = mentioned(&set);
            let words = set.iter().map(|fact| fact.words(&facts, &numbers)).collect::<Vec<_>>();
            let line = never(&facts, &set, &processes);
            (set.len(), Candidate { line, said: words.join(", "), excludes })
        })
        .collect();
    all.sort_by_key(|(size, candidate)| {
        (std::cmp::Reverse(candidate.excludes), *size, candidate.line.chars().count())
    });
    all.into_iter().map(|(_, candidate)| candidate).collect()
}

impl Search<'_> {
    /// All smallest sets that no reached state has, each with how many leads have it.
    fn grow(&mut self, of_lead: &[Fact], found: &mut Vec<(Vec<Fact>, usize)>) {
        let mut open: Vec<(Vec<usize>, Bits)> =
            vec![(Vec::new(), self.reached.all(self.facts, &[]))];
        for _ in 0..SIZE_MAX {
            let mut longer = Vec::new();
            for (set, bits) in &open {
                let first = set.last().map_or(0, |last| last + 1);
                for (nth, fact) in of_lead.iter().enumerate().skip(first) {
                    let mut both = bits.clone();
                    meet(&mut both, self.reached.bits(self.facts, fact));
                    let set: Vec<usize> = set.iter().copied().chain([nth]).collect();
                    if !is_empty(&both) {
                        longer.push((set, both));
                        continue;
                    }
                    let set: Vec<Fact> = set.iter().map(|at| of_lead[*at].clone()).collect();
                    let is_smallest = !found.iter().any(|(known, _)| is_within(known, &set));
                    if is_smallest
                        && found.len() < SETS_MAX
                        && let Some(excludes) = self.judge(&set)
                    {
                        found.push((set, excludes));
                    }
                }
            }
            open = longer;
        }
    }

    /// How many leads have these facts, whoever the processes are; none if some reached state has them.
    fn judge(&mut self, set: &[Fact]) -> Option<usize> {
        let mut excluded = vec![0; self.leads.states.len().div_ceil(64)];
        for name in exchanges(self.facts.compiled, &mentioned(set)) {
            let renamed: Vec<Fact> = set.iter().map(|fact| fact.renamed(&name)).collect();
            if !is_empty(&self.reached.all(self.facts, &renamed)) {
                return None;
            }
            let these = self.leads.all(self.facts, &renamed);
            excluded.iter_mut().zip(&these).for_each(|(all, these)| *all |= these);
        }
        Some(excluded.iter().map(|word| word.count_ones() as usize).sum())
    }
}

fn is_within(known: &[Fact], set: &[Fact]) -> bool {
    known.iter().all(|fact| set.contains(fact))
}

/// The processes that some facts speak of, in the order in which they are named.
fn mentioned(set: &[Fact]) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    set.iter().flat_map(Fact::processes).filter(|process| seen.insert(*process)).collect()
}

/// Every way to put others of the same role in the place of some processes.
fn exchanges(compiled: &Compiled, processes: &[usize]) -> Vec<BTreeMap<usize, usize>> {
    let all = &compiled.program().processes;
    let mut ways = vec![BTreeMap::new()];
    for process in processes {
        let others = |way: &BTreeMap<usize, usize>| {
            let taken: BTreeSet<usize> = way.values().copied().collect();
            let is_like =
                |other: &usize| all[*other].role == all[*process].role && !taken.contains(other);
            (0..all.len()).filter(is_like).collect::<Vec<_>>()
        };
        let longer = |way: BTreeMap<usize, usize>| {
            others(&way).into_iter().map(move |to| {
                let mut way = way.clone();
                way.insert(*process, to);
                way
            })
        };
        ways = ways.into_iter().flat_map(longer).collect();
    }
    ways
}
