//! What one worker makes of its part of a round: the states that steps lead to, in order, sorted
//! by who looks them up.

use crate::expand::{Came, Drafts, expand};
use crate::{bytes, judge, table};
use model::{Action, Asleep, Model, Plain};
use reports::{Findings, Kept};
use std::ops::Range;
use zerocopy::IntoBytes;

pub struct Lot<S> {
    /// The last one may be no more than a draft.
    states: Vec<S>,
    /// Where each was reached from, and what sleeps there.
    origins: Vec<(u32, Asleep)>,
    hashes: Vec<u64>,
    /// For each worker the states that it looks up, in order.
    sorted: Vec<Vec<u32>>,
    /// How many of them go to each shard of the table.
    pub shards: Vec<u32>,
    parent: u32,
    /// The steps from the states of the part, each to the next of `states`, if they are wanted.
    pub kept: Kept,
    pub keeps: bool,
    /// Which states are new, a bit for each, and how many are new before each word.
    fresh: Vec<(u64, u32)>,
    pub transitions: usize,
    pub is_beyond: bool,
    pub findings: Findings,
}

impl<S: Plain> Lot<S> {
    pub fn new(workers: usize) -> Lot<S> {
        Lot {
            states: Vec::new(),
            origins: Vec::new(),
            hashes: Vec::new(),
            sorted: vec![Vec::new(); workers],
            shards: vec![0; table::SHARDS],
            parent: 0,
            kept: Kept::default(),
            keeps: false,
            fresh: Vec::new(),
            transitions: 0,
            is_beyond: false,
            findings: Findings::default(),
        }
    }

    /// Takes every step from the states of `part`; `known` is what was found before. If steps are
    /// kept, they are kept here.
    pub fn fill<'a, M: Model<State = S>>(
        &mut self,
        model: &M,
        part: Range<u32>,
        state: impl Fn(u32) -> (&'a S, Asleep),
        known: &Findings,
        keeps: bool,
    ) {
        self.states.clear();
        self.origins.clear();
        self.hashes.clear();
        self.sorted.iter_mut().for_each(Vec::clear);
        self.shards.fill(0);
        (self.transitions, self.is_beyond) = (0, false);
        self.keeps = keeps;
        self.kept.clear();
        self.findings = judge::begin_after(model, known);
        for number in part {
            self.parent = number;
            let (state, asleep) = state(number);
            let came = expand(model, state, asleep, self);
            let Came { transitions, is_beyond, is_end, is_deadlock } = came;
            self.transitions += transitions;
            self.is_beyond |= is_beyond;
            if is_end {
                judge::end(&mut self.findings, number, is_deadlock);
            }
            self.keeps = self.keeps && self.kept.end();
        }
        self.states.truncate(self.origins.len());
    }

    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// All states, one after the other.
    pub fn bytes(&self) -> &[u8] {
        self.states.as_bytes()
    }

    pub fn hash(&self, at: u32) -> u64 {
        self.hashes[at as usize]
    }

    /// Which worker looks a state up.
    #[inline]
    pub fn looked_up_by(&self, at: u32) -> usize {
        table::part_of(table::shard(self.hash(at)), self.sorted.len())
    }

    /// The states that a worker looks up.
    pub fn sorted(&self, worker: usize) -> &[u32] {
        &self.sorted[worker]
    }

    pub fn state(&self, at: u32) -> &S {
        &self.states[at as usize]
    }

    /// Where a state was reached from, and what sleeps there.
    pub fn origin(&self, at: u32) -> (u32, Asleep) {
        self.origins[at as usize]
    }

    /// No state is new.
    pub fn forget(&mut self) {
        self.fresh.clear();
        self.fresh.resize(self.len().div_ceil(64), (0, 0));
    }

    pub fn mark(&mut self, at: u32) {
        self.fresh[at as usize / 64].0 |= 1 << (at % 64);
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
        let sorted = self.sorted.iter().map(Vec::capacity).sum::<usize>();
        self.states.capacity() * size_of::<S>()
            + self.origins.capacity() * size_of::<(u32, Asleep)>()
            + sorted * size_of::<u32>()
            + self.hashes.capacity() * size_of::<u64>()
            + self.fresh.capacity() * size_of::<(u64, u32)>()
            + self.kept.bytes()
    }
}

impl<S: Plain> Drafts<S> for Lot<S> {
    #[inline]
    fn draft(&mut self, state: &S) -> &mut S {
        let at = self.origins.len();
        match at == self.states.len() {
            true => self.states.push(*state),
            false => self.states[at] = *state,
        }
        &mut self.states[at]
    }

    #[inline]
    fn add(&mut self, asleep: Asleep) {
        let at = self.origins.len();
        let hash = bytes::hash(self.states[at].as_bytes());
        self.origins.push((self.parent, asleep));
        self.hashes.push(hash);
        self.shards[table::shard(hash)] += 1;
        let worker = self.looked_up_by(at as u32);
        self.sorted[worker].push(at as u32);
    }

    #[inline]
    fn keeps(&self) -> bool {
        self.keeps
    }

    fn keep(&mut self, action: Action, is_owed: bool) {
        self.keeps = self.keeps && self.kept.step(action, is_owed);
    }
}
