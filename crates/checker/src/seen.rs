//! The states that were visited: queue, set and trace at once.

use crate::arena::{Arena, Link};
use crate::{Bound, Limits, bytes, table::Table};
use model::Plain;
use std::ops::Range;

/// How many states are put in together.
const BATCH: usize = 64;

/// A slot of the table holds a number plus one.
const STATES_MAX: u32 = u32::MAX - 1;

pub struct Seen<S> {
    /// In breadth-first order: the ones to expand next are the first not yet expanded.
    arena: Arena<S>,
    table: Table,
    batch: Batch<S>,
    states_max: u32,
    bytes_max: usize,
    /// There was no room for a state, and so there is none for any other.
    full: Option<Bound>,
}

/// States to be put in, in this order, each with where it was reached from.
struct Batch<S> {
    states: Box<[S; BATCH]>,
    parents: [u32; BATCH],
    len: usize,
}

impl<S: Plain> Seen<S> {
    pub fn new(init: S, limits: Limits) -> Seen<S> {
        let Limits { states_max, bytes_max } = limits;
        let fit = bytes_max / (size_of::<S>() + size_of::<Link>());
        let numbers_max = u32::try_from(states_max.min(fit)).unwrap_or(STATES_MAX);
        let mut seen = Seen {
            arena: Arena::new(),
            table: Table::new(numbers_max),
            batch: Batch { states: Box::new([init; BATCH]), parents: [0; BATCH], len: 0 },
            states_max: u32::try_from(states_max).unwrap_or(STATES_MAX).min(STATES_MAX),
            bytes_max,
            full: None,
        };
        assert!(seen.arena.grow(), "there is memory for a start");
        let hash = bytes::hash(&init);
        seen.put(0, hash, seen.table.home(hash));
        seen
    }

    pub fn len(&self) -> u32 {
        self.arena.len()
    }

    #[inline]
    pub fn state(&self, index: u32) -> &S {
        self.arena.state(index)
    }

    pub fn parent(&self, index: u32) -> u32 {
        self.arena.link(index).parent
    }

    pub fn full(&self) -> Option<Bound> {
        self.full
    }

    pub fn bytes(&self) -> usize {
        self.arena.bytes() + self.table.bytes()
    }

    /// A copy of `state`, to become the one that [`Self::add`] takes.
    #[inline]
    pub fn draft(&mut self, state: &S) -> &mut S {
        let draft = &mut self.batch.states[self.batch.len];
        *draft = *state;
        draft
    }

    /// Puts the draft in if it is new: not at once, but before all that come later. True if it is
    /// time for [`Self::settle`].
    #[inline]
    pub fn add(&mut self, parent: u32) -> bool {
        self.batch.parents[self.batch.len] = parent;
        self.batch.len += 1;
        self.batch.len == BATCH
    }

    /// Makes sure that all states are in. Tells which of them are new.
    ///
    /// Most of a search's time goes by waiting for memory. Here the states of a batch wait
    /// together, first for their slots and then for the states that those name.
    #[inline(never)]
    pub fn settle(&mut self) -> Range<u32> {
        let first = self.len();
        let states = &self.batch.states[..self.batch.len];
        let mut hashes = [0; BATCH];
        for (hash, state) in hashes.iter_mut().zip(states) {
            *hash = bytes::hash(state);
        }
        let (mut places, mut slots) = ([0; BATCH], [0; BATCH]);
        for at in 0..states.len() {
            places[at] = self.table.home(hashes[at]);
            slots[at] = self.table.slot(hashes[at], places[at]);
        }
        let mut numbers = [0; BATCH];
        for at in 0..states.len() {
            let found = self.table.find(hashes[at], places[at], slots[at], |_| true);
            // where there is no candidate any state will do: the first is at hand
            (places[at], numbers[at]) = (found.0, found.1.unwrap_or(0));
        }
        let mut is_known = [true; BATCH];
        for ((is_known, state), &number) in is_known.iter_mut().zip(states).zip(&numbers) {
            *is_known = bytes::same(state, self.state(number));
        }
        for at in (0..self.batch.len).filter(|&at| !is_known[at]) {
            self.insert(at, &hashes, &mut places);
        }
        self.batch.len = 0;
        first..self.len()
    }

    /// Puts a state of the batch in if it is new. The search for it got as far as its place.
    #[inline]
    fn insert(&mut self, at: usize, hashes: &[u64; BATCH], places: &mut [u32; BATCH]) {
        let (hash, place) = (hashes[at], places[at]);
        let slot = self.table.slot(hash, place);
        let is_it = |number| bytes::same(&self.batch.states[at], self.arena.state(number));
        let (mut place, number) = self.table.find(hash, place, slot, is_it);
        if number.is_some() {
            return;
        }
        if self.len() == self.states_max || !self.arena.has_room() || !self.table.has_room(hash) {
            if !self.make_room(hash) {
                return;
            }
            for (place, &hash) in places.iter_mut().zip(hashes) {
                *place = self.table.home(hash);
            }
            let home = places[at];
            place = self.table.find(hash, home, self.table.slot(hash, home), |_| false).0;
        }
        self.put(at, hash, place);
    }

    #[inline]
    fn put(&mut self, at: usize, hash: u64, place: u32) {
        self.table.put(hash, place, self.len());
        let link = Link { parent: self.batch.parents[at], hash: hash as u32 };
        self.arena.push(&self.batch.states[at], link);
    }

    #[cold]
    fn make_room(&mut self, hash: u64) -> bool {
        if self.full.is_none() {
            self.full = self.grow(hash).err();
            if self.full.is_some() {
                self.states_max = self.len();
            }
        }
        self.full.is_none()
    }

    fn grow(&mut self, hash: u64) -> Result<(), Bound> {
        if self.len() == self.states_max {
            return Err(Bound::StatesMax(self.states_max as usize));
        }
        let arena = if self.arena.has_room() { 0 } else { Arena::<S>::CHUNK_BYTES };
        let table = if self.table.has_room(hash) { 0 } else { self.table.growth(hash) };
        let links = &self.arena;
        let has_grown = self.bytes() + arena + table <= self.bytes_max
            && (table == 0 || self.table.grow(hash, |number| links.link(number).hash))
            && (arena == 0 || self.arena.grow());
        if has_grown { Ok(()) } else { Err(Bound::Memory(self.bytes())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise what is kept would not be what is nearest.
    #[test]
    fn where_one_state_finds_no_room_no_other_does() {
        for bytes_max in (300_000..1_000_000).step_by(50_000) {
            let mut seen = Seen::new([0; 4], Limits { states_max: usize::MAX, bytes_max });
            let mut len_when_full = None;
            for number in 1..100_000_u32 {
                *seen.draft(&[0; 4]) = number.to_le_bytes();
                seen.add(0);
                seen.settle();
                if seen.full().is_some() {
                    assert_eq!(*len_when_full.get_or_insert(number), seen.len());
                }
            }
            assert!(len_when_full.is_some());
        }
    }
}
