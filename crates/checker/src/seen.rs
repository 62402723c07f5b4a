//! The states that were visited: queue, set and trace at once.

use crate::{Bound, Limits, arena::Arena, bytes, table::Table};
use model::Plain;
use std::ops::Range;

/// How many states are put in together.
const BATCH: usize = 64;

pub struct Seen<S> {
    /// In breadth-first order: the ones to expand next are the first not yet expanded.
    states: Arena<S>,
    /// Where each state was reached from first. The first state is its own parent.
    parents: Arena<u32>,
    table: Table,
    /// States to be put in, in this order, each with where it was reached from.
    batch: Vec<(S, u32)>,
    limits: Limits,
    /// There was no room for a state, and so there is none for any other.
    full: Option<Bound>,
}

impl<S: Plain> Seen<S> {
    pub fn new(init: S, limits: Limits) -> Seen<S> {
        let fit = limits.bytes_max / (size_of::<S>() + size_of::<u32>());
        let numbers_max = u32::try_from(limits.states_max.min(fit)).unwrap_or(u32::MAX);
        let mut seen = Seen {
            states: Arena::new(),
            parents: Arena::new(),
            table: Table::new(numbers_max),
            batch: Vec::with_capacity(BATCH),
            limits,
            full: None,
        };
        let hash = bytes::hash(&init);
        if let Some(at) = seen.table.vacancy(hash, |_| false) {
            seen.put(init, 0, hash, at);
        }
        seen
    }

    pub fn len(&self) -> u32 {
        self.states.len()
    }

    pub fn state(&self, index: u32) -> &S {
        self.states.get(index)
    }

    pub fn parent(&self, index: u32) -> u32 {
        *self.parents.get(index)
    }

    pub fn full(&self) -> Option<Bound> {
        self.full
    }

    pub fn bytes(&self) -> usize {
        self.states.bytes() + self.parents.bytes() + self.table.bytes()
    }

    /// Puts `state` in if it is new: not at once, but before all that come later. True if it is
    /// time for [`Self::settle`].
    #[inline]
    pub fn add(&mut self, state: S, parent: u32) -> bool {
        self.batch.push((state, parent));
        self.batch.len() == BATCH
    }

    /// Makes sure that all states are in. Tells which of them are new.
    ///
    /// Most of a search's time goes by waiting for memory. Here the states of a batch wait
    /// together, first for their slots and then for the states that those name.
    #[inline(never)]
    pub fn settle(&mut self) -> Range<u32> {
        let first = self.len();
        let mut hashes = [0; BATCH];
        let mut homes = [0; BATCH];
        for (at, (state, _)) in self.batch.iter().enumerate() {
            hashes[at] = bytes::hash(state);
            homes[at] = self.table.home(hashes[at]);
        }
        let mut candidates = [S::new_zeroed(); BATCH];
        for (candidate, (&hash, &home)) in candidates.iter_mut().zip(hashes.iter().zip(&homes)) {
            // any state will do where there is no candidate: the first is at hand
            *candidate = *self.states.get(self.table.candidate(hash, home).unwrap_or(0));
        }
        for at in 0..self.batch.len() {
            let (state, parent) = self.batch[at];
            if bytes::same(&state, &candidates[at]) {
                continue;
            }
            let hash = hashes[at];
            let is_it = |number| bytes::same(&state, self.states.get(number));
            if let Some(vacancy) = self.table.vacancy(hash, is_it)
                && self.has_room(hash)
            {
                self.put(state, parent, hash, vacancy);
            }
        }
        self.batch.clear();
        first..self.len()
    }

    fn has_room(&mut self, hash: u64) -> bool {
        if self.full.is_some() {
            return false;
        }
        let Limits { states_max, bytes_max } = self.limits;
        let growth = self.states.growth() + self.parents.growth() + self.table.growth(hash);
        if self.len() as usize >= states_max.min(NUMBERS_MAX) {
            self.full = Some(Bound::StatesMax(self.len() as usize));
        } else if growth > 0 && self.bytes() + growth > bytes_max {
            self.full = Some(Bound::Memory(bytes_max));
        }
        self.full.is_none()
    }

    #[inline]
    fn put(&mut self, state: S, parent: u32, hash: u64, vacancy: usize) {
        let number = self.len();
        self.states.push(state);
        self.parents.push(parent);
        let states = &self.states;
        self.table.put(hash, vacancy, number, |number| bytes::hash(states.get(number)));
    }
}

/// A slot holds a number plus one.
const NUMBERS_MAX: usize = u32::MAX as usize - 1;
