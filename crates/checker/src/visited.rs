//! The visited set: exact, unless it is asked to tell states apart by fingerprints.

use crate::store::{Store, Successors};
use crate::table::{BATCH, Lookup, Table};
use crate::{Bound, Limits, bytes, fingerprints};
use model::Expansion;
use reports::NOWHERE;
use std::ops::Range;

pub struct VisitedSet {
    pub table: Table,
    pub store: Store,
    reserve: crate::reserve::Reserve,
    lookup: Lookup,
    /// Of the successors in hand.
    keys: Vec<u8>,
    hashes: Vec<u64>,
}

impl VisitedSet {
    /// A set of one state.
    pub fn new(initial: &[u8], by_fingerprints: bool, limits: Limits) -> VisitedSet {
        let store = Store::new(initial.len(), by_fingerprints, limits);
        let mut visited = VisitedSet {
            table: Table::new(store.numbers_max()),
            store,
            reserve: crate::reserve::Reserve::default(),
            lookup: Lookup::default(),
            keys: Vec::new(),
            hashes: Vec::new(),
        };
        let mut numbers = Vec::new();
        visited.insert(initial, &[0], &mut numbers);
        visited
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.store.len()
    }

    pub fn full(&self) -> Option<Bound> {
        self.store.full()
    }

    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.table.bytes()
    }

    /// Whether half of the memory would be left, had so many more bytes been taken.
    pub fn has_half(&self, bytes: usize) -> bool {
        self.full().is_none() && self.bytes().saturating_add(bytes) <= self.store.bytes_max / 2
    }

    /// Inserts the successors of an expansion, whose parents these are. `numbers` becomes the number
    /// of each. Returns which numbers are new.
    pub fn insert_all(
        &mut self,
        expansion: &Expansion,
        parents: &[u32],
        numbers: &mut Vec<u32>,
    ) -> Range<u32> {
        self.insert(expansion.states(), parents, numbers)
    }

    fn insert(&mut self, states: &[u8], parents: &[u32], numbers: &mut Vec<u32>) -> Range<u32> {
        let first = self.len();
        numbers.clear();
        if self.full().is_some() {
            return first..first;
        }
        let VisitedSet { table, store, reserve, lookup, keys, hashes } = self;
        let (width, key_width) = (store.width(), store.keys.stride);
        let keys = match store.is_exact() {
            true => states,
            false => {
                fingerprints::of_all(states, width, keys);
                keys
            }
        };
        hashes.clear();
        hashes.resize(parents.len(), 0);
        prepare(table, keys, key_width, hashes, 0);
        for from in (0..parents.len()).step_by(BATCH) {
            let to = parents.len().min(from + BATCH);
            // the next batch's slots come from memory meanwhile
            prepare(table, keys, key_width, hashes, to);
            let successors = Successors {
                states: &states[from * width..to * width],
                keys: &keys[from * key_width..to * key_width],
                parents: &parents[from..to],
                hashes: &hashes[from..to],
            };
            let room_end = store.room_end();
            let new = [0; BATCH];
            let mut insertion =
                Insertion { table, store, reserve, lookup, successors, new, count: 0, room_end };
            insertion.run();
            numbers.extend_from_slice(&lookup.numbers[..to - from]);
        }
        first..self.len()
    }

    /// Tells `each` the number of each of some keys, one after the other in `keys`; none where it is
    /// not in. As in an insertion, they wait for memory together.
    #[inline(never)]
    pub fn find(&self, keys: &[u8], each: &mut dyn FnMut(Option<u32>)) {
        let key_width = self.store.keys.stride;
        for batch in keys.chunks(key_width * BATCH) {
            let wanted = || batch.chunks_exact(key_width).enumerate();
            let (mut hashes, mut places, mut slots) = ([0; BATCH], [0; BATCH], [0; BATCH]);
            for (at, key) in wanted() {
                hashes[at] = bytes::hash(key);
                places[at] = self.table.home(hashes[at]);
            }
            for (at, _) in wanted() {
                slots[at] = self.table.slot(hashes[at], places[at]);
            }
            for (at, key) in wanted() {
                let is_it = |number| self.store.is(key, number);
                each(self.table.find(hashes[at], places[at], slots[at], is_it).1);
            }
        }
    }

    /// Makes room for so many more states, of which so many may be in each shard of the table, where
    /// `taken` bytes are taken elsewhere; false if that is more than is allowed or to be had.
    pub fn reserve(
        &mut self,
        states: usize,
        of_shard: impl Fn(usize) -> u32,
        taken: usize,
    ) -> bool {
        let Some(chunks) = self.store.chunks_for(states) else { return false };
        let growth = self.store.growth(chunks) + self.table.growth_for(of_shard);
        self.store.len() as usize + states <= self.table.numbers_end() as usize
            && self.bytes() + growth + taken <= self.store.bytes_max
            && (0..chunks).all(|_| self.store.grow())
    }
}

/// Hashes the keys of the batch from `from` on, and asks for their slots.
#[inline(never)]
fn prepare(table: &Table, keys: &[u8], key_width: usize, hashes: &mut [u64], from: usize) {
    let to = hashes.len().min(from + BATCH);
    let hashes = &mut hashes[from..to];
    bytes::hash_all(&keys[from * key_width..to * key_width], key_width, hashes);
    for &hash in &*hashes {
        table.fetch(hash);
    }
}

/// A batch of successors on their way into the set.
struct Insertion<'a> {
    table: &'a mut Table,
    store: &'a mut Store,
    reserve: &'a mut crate::reserve::Reserve,
    lookup: &'a mut Lookup,
    successors: Successors<'a>,
    /// Those that are new, in their order. They have the next numbers, and are not stored yet.
    new: [u8; BATCH],
    count: usize,
    /// The first number for which there is no room, unless the table has to grow before.
    room_end: u32,
}

impl Insertion<'_> {
    /// Inserts all in their order.
    #[inline(never)]
    fn run(&mut self) {
        self.table.look_up(self.successors.hashes, self.lookup);
        let store = &*self.store;
        let key = |at: usize| key(&self.successors, store, at);
        self.lookup.compare(|at, number| store.is(key(at), number));
        for at in 0..self.successors.hashes.len() {
            if self.lookup.numbers[at] == NOWHERE {
                self.lookup.numbers[at] = self.insert(at).unwrap_or(NOWHERE);
            }
        }
        self.store_new();
    }

    /// Inserts a successor if it is new. The search for it has come to its place. Returns its number
    /// if there is room for it.
    #[inline]
    fn insert(&mut self, at: usize) -> Option<u32> {
        let hash = self.successors.hashes[at];
        loop {
            let number = self.store.len() + self.count as u32;
            let place = self.lookup.places[at];
            if number < self.room_end && self.table.fill(hash, place, number) {
                self.new[self.count] = at as u8;
                self.count += 1;
                return Some(number);
            }
            let slot = self.table.slot(hash, place);
            let found = self.table.find(hash, place, slot, |number| self.is(at, number));
            self.lookup.places[at] = found.0;
            if found.1.is_some() {
                return found.1;
            }
            if number >= self.room_end || !self.table.has_room(hash) {
                if !self.make_room(hash) {
                    return None;
                }
                for (place, &hash) in self.lookup.places.iter_mut().zip(self.successors.hashes) {
                    *place = self.table.home(hash);
                }
            }
        }
    }

    /// Whether a successor is the state with that number.
    fn is(&self, at: usize, number: u32) -> bool {
        let key = |at| key(&self.successors, self.store, at);
        match number.checked_sub(self.store.len()) {
            None => self.store.is(key(at), number),
            Some(nth) => bytes::same(key(at), key(self.new[nth as usize].into())),
        }
    }

    /// Makes room for one more with that hash; false if there is none.
    #[cold]
    fn make_room(&mut self, hash: u64) -> bool {
        // the table reads them
        self.store_new();
        let Insertion { table, store, reserve, .. } = self;
        if store.full().is_some() || store.close_at_states_max() {
            return false;
        }
        let chunks = usize::from(store.len() == self.room_end);
        let table_growth = if table.has_room(hash) { 0 } else { table.growth(hash) };
        let wanted = store.growth(chunks) + table_growth;
        let total = store.bytes() + table.bytes() + wanted;
        reserve.ahead(total, wanted, store.bytes_max);
        let is_fine = total <= store.bytes_max
            && (chunks == 0 || store.grow())
            && (table_growth == 0 || table.grow(hash, |number| store.hash(number)));
        if !is_fine {
            store.close(table.bytes());
        }
        self.room_end = store.room_end();
        is_fine
    }

    #[inline]
    fn store_new(&mut self) {
        let count = std::mem::take(&mut self.count);
        self.store.add(self.successors, &self.new[..count]);
    }
}

/// The key of a successor.
#[inline]
fn key<'a>(successors: &Successors<'a>, store: &Store, at: usize) -> &'a [u8] {
    let width = store.keys.stride;
    &successors.keys[at * width..(at + 1) * width]
}
