//! Which states were visited: exactly, whatever the states are.

use crate::arena::{BATCH, CHUNK, Store};
use crate::{Bound, Limits, bytes, table::Table};
use std::ops::Range;
use zerocopy::FromZeros;

/// A slot of the table holds a number plus one.
const STATES_MAX: u32 = u32::MAX - 1;

pub struct Set {
    table: Table,
    links: Vec<Box<[Link; CHUNK]>>,
    len: u32,
    /// Where the states of the batch were reached from.
    parents: [u32; BATCH],
    batch: usize,
    /// What one state takes, with what is kept besides it.
    state_bytes: usize,
    states_max: u32,
    bytes_max: usize,
    /// There was no room for a state, and so there is none for any other.
    full: Option<Bound>,
}

/// What is kept of a state besides the state.
#[derive(Clone, Copy, FromZeros)]
struct Link {
    /// Where it was reached from first. The first state is its own parent.
    parent: u32,
    hash: u32,
}

impl Set {
    /// A set of one state, which is the first draft.
    pub fn new(states: &mut dyn Store, limits: Limits) -> Set {
        let Limits { states_max, bytes_max } = limits;
        let state_bytes = states.draft(0).len() + size_of::<Link>();
        let numbers_max = states_max.min(bytes_max / state_bytes);
        let mut set = Set {
            table: Table::new(u32::try_from(numbers_max).unwrap_or(STATES_MAX)),
            links: Vec::new(),
            len: 0,
            parents: [0; BATCH],
            batch: 0,
            state_bytes,
            states_max: u32::try_from(states_max).unwrap_or(STATES_MAX).min(STATES_MAX),
            bytes_max,
            full: None,
        };
        assert!(set.grow(states), "there is memory for a start");
        let hash = states.hash(0);
        set.put(states, 0, hash, set.table.home(hash));
        set
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn parent(&self, number: u32) -> u32 {
        self.link(number).parent
    }

    /// Tells `each` the number of each of some states, one after the other in `bytes`; none where
    /// it is not in. As in [`Self::settle`], they wait for memory together.
    #[inline(never)]
    pub fn find(&self, states: &dyn Store, bytes: &[u8], each: &mut dyn FnMut(Option<u32>)) {
        let size = states.kept(0).len();
        for batch in bytes.chunks(size * BATCH) {
            let wanted = || batch.chunks_exact(size).enumerate();
            let (mut hashes, mut places, mut slots) = ([0; BATCH], [0; BATCH], [0; BATCH]);
            for (at, state) in wanted() {
                hashes[at] = bytes::hash(state);
                places[at] = self.table.home(hashes[at]);
            }
            for (at, _) in wanted() {
                slots[at] = self.table.slot(hashes[at], places[at]);
            }
            for (at, state) in wanted() {
                let is_it = |number| bytes::same(state, states.kept(number));
                each(self.table.find(hashes[at], places[at], slots[at], is_it).1);
            }
        }
    }

    pub fn full(&self) -> Option<Bound> {
        self.full
    }

    pub fn bytes(&self) -> usize {
        self.links.len() * self.chunk_bytes() + self.table.bytes()
    }

    /// How many drafts there are.
    #[inline]
    pub fn drafts(&self) -> usize {
        self.batch
    }

    /// One more draft. True if it is time for [`Self::settle`].
    #[inline]
    pub fn add(&mut self, parent: u32) -> bool {
        self.parents[self.batch] = parent;
        self.batch += 1;
        self.batch == BATCH
    }

    /// Makes sure that all drafts are in, in their order. Tells which of them are new.
    ///
    /// Most of a search's time goes by waiting for memory. Here the states of a batch wait
    /// together, first for their slots and then for the states that those name.
    #[inline(never)]
    pub fn settle(&mut self, states: &mut dyn Store) -> Range<u32> {
        let first = self.len();
        let drafts = 0..self.batch;
        let (mut hashes, mut places) = ([0; BATCH], [0; BATCH]);
        let (mut slots, mut numbers) = ([0; BATCH], [0; BATCH]);
        for at in drafts.clone() {
            hashes[at] = states.hash(at);
        }
        for at in drafts.clone() {
            places[at] = self.table.home(hashes[at]);
            slots[at] = self.table.slot(hashes[at], places[at]);
        }
        for at in drafts.clone() {
            let found = self.table.find(hashes[at], places[at], slots[at], |_| true);
            // where there is no candidate any state will do: the first is at hand
            (places[at], numbers[at]) = (found.0, found.1.unwrap_or(0));
        }
        let mut is_known = [true; BATCH];
        for at in drafts.clone() {
            is_known[at] = states.is(at, numbers[at]);
        }
        for at in drafts.filter(|&at| !is_known[at]) {
            self.insert(states, at, &hashes, &mut places);
        }
        self.batch = 0;
        first..self.len()
    }

    /// Puts a draft in if it is new. The search for it got as far as its place.
    fn insert(
        &mut self,
        states: &mut dyn Store,
        at: usize,
        hashes: &[u64; BATCH],
        places: &mut [u32; BATCH],
    ) {
        let (hash, place) = (hashes[at], places[at]);
        let slot = self.table.slot(hash, place);
        let is_it = |number| states.is(at, number);
        let (mut place, number) = self.table.find(hash, place, slot, is_it);
        if number.is_some() {
            return;
        }
        if self.len() == self.states_max || !self.has_room() || !self.table.has_room(hash) {
            if !self.make_room(states, hash) {
                return;
            }
            for (place, &hash) in places.iter_mut().zip(hashes) {
                *place = self.table.home(hash);
            }
            let home = places[at];
            place = self.table.find(hash, home, self.table.slot(hash, home), |_| false).0;
        }
        self.put(states, at, hash, place);
    }

    fn put(&mut self, states: &mut dyn Store, at: usize, hash: u64, place: u32) {
        let number = self.len;
        self.table.put(hash, place, number);
        states.keep(at, number);
        self.links[number as usize / CHUNK][number as usize % CHUNK] =
            Link { parent: self.parents[at], hash: hash as u32 };
        self.len += 1;
    }

    fn link(&self, number: u32) -> &Link {
        &self.links[number as usize / CHUNK][number as usize % CHUNK]
    }

    fn has_room(&self) -> bool {
        (self.len as usize) < self.links.len() * CHUNK
    }

    fn chunk_bytes(&self) -> usize {
        CHUNK * self.state_bytes
    }

    fn grow(&mut self, states: &mut dyn Store) -> bool {
        let Ok(links) = FromZeros::new_box_zeroed() else { return false };
        let has_grown = states.grow();
        if has_grown {
            self.links.push(links);
        }
        has_grown
    }

    #[cold]
    fn make_room(&mut self, states: &mut dyn Store, hash: u64) -> bool {
        if self.full.is_some() {
            return false;
        }
        if self.len() == self.states_max {
            self.full = Some(Bound::StatesMax(self.states_max as usize));
            return false;
        }
        let chunk = if self.has_room() { 0 } else { self.chunk_bytes() };
        let table = if self.table.has_room(hash) { 0 } else { self.table.growth(hash) };
        let links = &self.links;
        let hash_of = |number: u32| links[number as usize / CHUNK][number as usize % CHUNK].hash;
        let is_fine = self.bytes() + chunk + table <= self.bytes_max
            && (table == 0 || self.table.grow(hash, hash_of))
            && (chunk == 0 || self.grow(states));
        if !is_fine {
            self.full = Some(Bound::Memory(self.bytes()));
        }
        is_fine
    }
}
