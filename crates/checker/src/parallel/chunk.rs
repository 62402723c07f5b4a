//! What one worker makes of its part of a round: the successors, in order, but for those that were
//! visited in earlier rounds.

use crate::bytes::for_words;
use crate::invariants;
use crate::report::{Findings, NOWHERE, TransitionStore};
use crate::table::BATCH;
use crate::visited::VisitedSet;
use model::{Check, Expansion, System};
use std::ops::Range;

/// How many states a worker expands together.
const EXPANDED_AT_ONCE: u32 = 256;

pub struct WorkChunk {
    width: usize,
    /// More words of a successor would have to be stored; then the rest is not known.
    pub is_wider: bool,
    states: Vec<u8>,
    /// Where each was reached from.
    origins: Vec<u32>,
    hashes: Vec<u64>,
    /// How far the search for each has got in the table.
    places: Vec<u32>,
    /// The steps from the states of the part, if they are wanted.
    pub steps: TransitionStore,
    pub records_steps: bool,
    /// Which states are new, a bit for each, and how many are new before each word.
    fresh: Vec<(u64, u32)>,
    pub transitions: usize,
    pub beyond: Option<u32>,
    pub findings: Findings,
    expansion: Expansion,
    checks: Vec<Check>,
    /// Of each successor in hand.
    parents: Vec<u32>,
    numbers: Vec<u32>,
    keys: Vec<u8>,
}

impl WorkChunk {
    pub fn new() -> WorkChunk {
        WorkChunk {
            width: 0,
            is_wider: false,
            states: Vec::new(),
            origins: Vec::new(),
            hashes: Vec::new(),
            places: Vec::new(),
            steps: TransitionStore::default(),
            records_steps: false,
            fresh: Vec::new(),
            transitions: 0,
            beyond: None,
            findings: Findings::default(),
            expansion: Expansion::new(false),
            checks: Vec::new(),
            parents: Vec::new(),
            numbers: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Expands the states of `part`; `known` is what was found before. If steps are recorded, they are
    /// recorded here: those to a state of the chunk as if it were the first of the round's and all of
    /// them were new.
    pub fn fill(
        &mut self,
        system: &dyn System,
        mut part: Range<u32>,
        visited: &VisitedSet,
        known: &Findings,
        records_steps: bool,
    ) {
        self.width = visited.store.width();
        self.is_wider = false;
        self.states.clear();
        self.origins.clear();
        self.hashes.clear();
        self.places.clear();
        (self.transitions, self.beyond) = (0, None);
        self.records_steps = records_steps;
        self.steps.clear();
        self.findings = invariants::begin_after(system, known);
        while !part.is_empty() {
            let some = part.start..part.end.min(part.start + EXPANDED_AT_ONCE);
            let (some, batch) = visited.store.together(some);
            self.expansion.clear(self.records_steps);
            system.expand(&batch, &mut self.expansion);
            self.is_wider = visited.store.first_wider(self.expansion.states()).is_some();
            if self.is_wider {
                return;
            }
            self.parents.clear();
            for (state, expanded) in some.clone().zip(self.expansion.expanded()) {
                self.parents.resize(expanded.end, state);
                self.transitions += expanded.transitions;
                if expanded.is_beyond && !expanded.is_error && self.beyond.is_none() {
                    self.beyond = Some(state);
                }
                if expanded.is_error {
                    self.findings.error.get_or_insert(state);
                }
                if expanded.is_final {
                    invariants::end(&mut self.findings, state, expanded.is_deadlock);
                }
            }
            let (findings, expanded) = (&mut self.findings, self.expansion.expanded());
            let checks = &mut self.checks;
            invariants::check_expanded(findings, system, checks, some.start, &batch, expanded);
            self.take(visited);
            self.records_steps =
                self.records_steps && self.steps.record(&self.expansion, &self.numbers);
            part.start = some.end;
        }
    }

    /// Takes the successors in hand that were not visited yet.
    fn take(&mut self, visited: &VisitedSet) {
        for_words!(visited.store.words(), self.take_words::<_>(visited));
    }

    fn take_words<const WORDS: usize>(&mut self, visited: &VisitedSet) {
        let WorkChunk { width, states, expansion, numbers, keys, .. } = self;
        let VisitedSet { table, store, .. } = visited;
        numbers.clear();
        let key_width = store.keys.stride;
        let mut keys = store.keys_of(expansion.states(), keys).chunks(key_width * BATCH);
        for (nth, successors) in expansion.states().chunks(*width * BATCH).enumerate() {
            let keys = keys.next().expect("as many keys as states");
            let (mut hashes, mut found) = ([0; BATCH], [NOWHERE; BATCH]);
            visited.look_up::<WORDS>(keys, &mut hashes, &mut found);
            let all = successors.chunks_exact(*width).zip(keys.chunks_exact(key_width));
            for (at, (((successor, key), &hash), found)) in
                all.zip(&hashes).zip(&mut found).enumerate()
            {
                if *found == NOWHERE {
                    let is_it = |number| store.is::<WORDS>(key, number);
                    let (place, number) = table.find(hash, table.home(hash), is_it);
                    *found = number.unwrap_or_else(|| {
                        states.extend_from_slice(successor);
                        self.origins.push(self.parents[nth * BATCH + at]);
                        self.hashes.push(hash);
                        self.places.push(place);
                        visited.len() + self.hashes.len() as u32 - 1
                    });
                }
            }
            numbers.extend_from_slice(&found[..successors.len() / *width]);
        }
    }

    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// The hash of each state, and how far the search for it has got in the table.
    pub fn wanted(&self) -> (&[u64], &[u32]) {
        (&self.hashes, &self.places)
    }

    pub fn hash(&self, at: u32) -> u64 {
        self.hashes[at as usize]
    }

    #[inline]
    pub fn state(&self, at: u32) -> &[u8] {
        &self.states[at as usize * self.width..][..self.width]
    }

    /// Where a state was reached from.
    pub fn origin(&self, at: u32) -> u32 {
        self.origins[at as usize]
    }

    /// No state is new.
    pub fn forget_new(&mut self) {
        self.fresh.clear();
        self.fresh.resize(self.len().div_ceil(64), (0, 0));
    }

    pub fn mark(&mut self, at: u32) {
        self.fresh[at as usize / 64].0 |= 1 << (at % 64);
    }

    /// It is not new.
    pub fn unmark(&mut self, at: u32) {
        self.fresh[at as usize / 64].0 &= !(1 << (at % 64));
    }

    pub fn is_marked(&self, at: u32) -> bool {
        self.fresh[at as usize / 64].0 >> (at % 64) & 1 != 0
    }

    /// How many were marked.
    pub fn count(&mut self) -> u32 {
        let mut count = 0;
        for (word, before) in &mut self.fresh {
            *before = count;
            count += word.count_ones();
        }
        count
    }

    /// How many were marked before one.
    pub fn rank(&self, at: u32) -> u32 {
        let (word, before) = self.fresh[at as usize / 64];
        before + (word & ((1 << (at % 64)) - 1)).count_ones()
    }

    /// Those that were marked, in order.
    pub fn fresh(&self) -> impl Iterator<Item = u32> {
        self.fresh.iter().enumerate().flat_map(|(at, &(mut word, _))| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(at as u32 * 64 + bit)
            })
        })
    }

    /// The memory taken.
    pub fn memory(&self) -> usize {
        self.states.capacity()
            + self.origins.capacity() * size_of::<u32>()
            + self.hashes.capacity() * size_of::<u64>()
            + self.places.capacity() * size_of::<u32>()
            + self.fresh.capacity() * size_of::<(u64, u32)>()
            + self.steps.bytes()
    }
}
