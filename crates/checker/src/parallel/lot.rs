//! What one worker makes of its part of a round: the states that steps lead to, in order, sorted
//! by who looks them up.

use crate::arena::BATCH;
use crate::expand::{Came, Drafts, expand};
use crate::{bytes, judge, table};
use model::{Action, Asleep, Model, Plain};
use reports::{Findings, Kept};
use std::ops::Range;

pub struct Lot<S> {
    states: Vec<S>,
    /// Those that come next, and how many they are: here, so that what is written to is at hand.
    drafts: Box<[S; BATCH]>,
    ahead: usize,
    /// Where each was reached from, and what sleeps there.
    origins: Vec<(u32, Asleep)>,
    hashes: Vec<u64>,
    /// How many states go to each shard of the table.
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
    pub fn new() -> Lot<S> {
        Lot {
            states: Vec::new(),
            drafts: Box::new([S::new_zeroed(); BATCH]),
            ahead: 0,
            origins: Vec::new(),
            hashes: Vec::new(),
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
        self.flush();
    }

    fn flush(&mut self) {
        for state in &self.drafts[..self.ahead] {
            let hash = bytes::hash(state.as_bytes());
            self.hashes.push(hash);
            self.shards[table::shard(hash)] += 1;
        }
        self.states.extend_from_slice(&self.drafts[..self.ahead]);
        self.ahead = 0;
    }

    pub fn len(&self) -> usize {
        self.origins.len()
    }

    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    pub fn hash(&self, at: u32) -> u64 {
        self.hashes[at as usize]
    }

    #[inline]
    pub fn bytes(&self, at: u32) -> &[u8] {
        self.states[at as usize].as_bytes()
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
        self.states.capacity() * size_of::<S>()
            + self.origins.capacity() * size_of::<(u32, Asleep)>()
            + self.hashes.capacity() * size_of::<u64>()
            + self.fresh.capacity() * size_of::<(u64, u32)>()
            + self.kept.bytes()
    }
}

impl<S: Plain> Drafts<S> for Lot<S> {
    #[inline]
    fn draft(&mut self, state: &S) -> &mut S {
        let draft = &mut self.drafts[self.ahead];
        *draft = *state;
        draft
    }

    #[inline]
    fn add(&mut self, asleep: Asleep) {
        self.origins.push((self.parent, asleep));
        self.ahead += 1;
        if self.ahead == BATCH {
            self.flush();
        }
    }

    #[inline]
    fn keeps(&self) -> bool {
        self.keeps
    }

    fn keep(&mut self, action: Action, is_owed: bool) {
        self.keeps = self.keeps && self.kept.step(action, is_owed);
    }
}
