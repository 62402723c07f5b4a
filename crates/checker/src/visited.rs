//! The visited set: exact, unless it is asked to tell states apart by fingerprints.

use crate::bytes::{WORD, for_words};
use crate::report::NOWHERE;
use crate::reserve::Reserve;
use crate::store::Store;
use crate::table::{BATCH, Table};
use crate::{Bound, Limits};
use std::ops::Range;

pub struct VisitedSet {
    pub table: Table,
    pub store: Store,
    reserve: Reserve,
    /// Of the successors in hand.
    keys: Vec<u8>,
}

/// Successors on their way into the set.
#[derive(Clone, Copy)]
struct Successors<'a> {
    states: &'a [u8],
    /// What is stored of them.
    keys: &'a [u8],
    parents: &'a [u32],
}

impl VisitedSet {
    /// A set of one state.
    pub fn new(initial: &[u8], by_fingerprints: bool, limits: Limits) -> VisitedSet {
        let store = Store::new(initial.len(), by_fingerprints, limits);
        let each = initial.len() + 2 * size_of::<u32>();
        let hint = limits.states_hint.min(limits.states_max).min(limits.bytes_max / each / 2);
        let mut visited = VisitedSet {
            table: Table::new(hint),
            store,
            reserve: Reserve::default(),
            keys: Vec::new(),
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

    /// Inserts states, whose parents these are. `numbers` becomes the number of each.
    pub fn insert(&mut self, states: &[u8], parents: &[u32], numbers: &mut Vec<u32>) {
        numbers.clear();
        if self.full().is_some() {
            return;
        }
        let (mut states, mut parents) = (states, parents);
        while let Some((count, words)) = self.store.first_wider(states) {
            let (narrow, wider) = states.split_at(count * self.store.width());
            self.insert_narrow(narrow, &parents[..count], numbers);
            (states, parents) = (wider, &parents[count..]);
            if !self.store.widen(words, self.table.bytes()) {
                return numbers.resize(numbers.len() + parents.len(), NOWHERE);
            }
        }
        self.insert_narrow(states, parents, numbers);
    }

    /// Inserts states of which no more words have to be stored than of those that are in.
    fn insert_narrow(&mut self, states: &[u8], parents: &[u32], numbers: &mut Vec<u32>) {
        let mut buffer = std::mem::take(&mut self.keys);
        let keys = self.store.keys_of(states, &mut buffer);
        let successors = Successors { states, keys, parents };
        for_words!(self.store.words(), self.insert_words::<_>(successors, numbers));
        self.keys = buffer;
    }

    #[inline(never)]
    fn insert_words<const WORDS: usize>(&mut self, all: Successors<'_>, numbers: &mut Vec<u32>) {
        let key_width = if WORDS > 0 { WORD * WORDS } else { self.store.keys.stride };
        for (nth, keys) in all.keys.chunks(key_width * BATCH).enumerate() {
            let (mut hashes, mut found) = ([0; BATCH], [NOWHERE; BATCH]);
            self.look_up::<WORDS>(keys, &mut hashes, &mut found);
            for ((at, key), &hash) in keys.chunks_exact(key_width).enumerate().zip(&hashes) {
                if found[at] == NOWHERE {
                    let successor = (all, nth * BATCH + at);
                    found[at] = self.insert_one::<WORDS>(key, hash, successor).unwrap_or(NOWHERE);
                }
            }
            numbers.extend_from_slice(&found[..keys.len() / key_width]);
        }
    }

    /// Hashes up to [`BATCH`] keys, and finds the numbers of those that are in where their search begins.
    ///
    /// Most of a search's time goes by waiting for memory. Here all wait together, first for their
    /// slots and then for the keys whose numbers are there.
    #[inline]
    pub fn look_up<const WORDS: usize>(
        &self,
        keys: &[u8],
        hashes: &mut [u64; BATCH],
        found: &mut [u32; BATCH],
    ) {
        let key_width = if WORDS > 0 { WORD * WORDS } else { self.store.keys.stride };
        let keys = || keys.chunks_exact(key_width);
        hashes.iter_mut().zip(keys()).for_each(|(it, key)| *it = self.store.hash::<WORDS>(key));
        let mut slots = [0; BATCH];
        for (slot, &hash) in slots.iter_mut().zip(&*hashes).take(keys().len()) {
            *slot = self.table.slot(self.table.home(hash));
        }
        for (((found, key), &slot), &hash) in found.iter_mut().zip(keys()).zip(&slots).zip(&*hashes)
        {
            let number = self.table.candidate(hash, slot);
            *found =
                number.filter(|&number| self.store.is::<WORDS>(key, number)).unwrap_or(NOWHERE);
        }
    }

    /// Inserts a successor if it is new. Returns its number if there is room for it.
    #[inline]
    fn insert_one<const WORDS: usize>(
        &mut self,
        key: &[u8],
        hash: u64,
        (all, at): (Successors<'_>, usize),
    ) -> Option<u32> {
        let VisitedSet { table, store, .. } = self;
        let is_it = |number| store.is::<WORDS>(key, number);
        let (mut place, known) = table.find(hash, table.home(hash), is_it);
        if known.is_some() {
            return known;
        }
        if store.len() >= store.room_end() || !table.has_room() {
            if !self.make_room::<WORDS>() {
                return None;
            }
            let table = &self.table;
            place = table.find(hash, table.home(hash), |_| false).0;
        }
        let VisitedSet { table, store, .. } = self;
        let number = store.len();
        table.fill(hash, place, number);
        let state = match store.is_exact() {
            true => &[],
            false => &all.states[at * store.width()..(at + 1) * store.width()],
        };
        store.add(key, state, all.parents[at]);
        Some(number)
    }

    /// Makes room for one more; false if there is none.
    #[cold]
    #[inline(never)]
    fn make_room<const WORDS: usize>(&mut self) -> bool {
        let VisitedSet { table, store, reserve, .. } = self;
        if store.full().is_some() || store.close_at_states_max() {
            return false;
        }
        let chunks = usize::from(store.len() == store.room_end());
        let (taken, growth) = (store.bytes() + table.bytes(), store.growth(chunks));
        let mut table_growth = if table.has_room() { 0 } else { table.growth() };
        if taken + growth + table_growth > store.bytes_max && table.fill_up() {
            table_growth = 0;
        }
        let total = taken + growth + table_growth;
        reserve.ahead(total, growth + table_growth, store.bytes_max);
        let hashes =
            |numbers: Range<u32>, all: &mut [u64; BATCH]| store.hashes::<WORDS>(numbers, all);
        let is_fine = total <= store.bytes_max
            && (table_growth == 0 || table.grow(1, hashes))
            && (chunks == 0 || store.grow());
        if !is_fine {
            store.close(table.bytes());
        }
        is_fine
    }

    /// Tells `each` the number of each of some states, one after the other; none where it is not in.
    pub fn find(&self, states: &[u8], each: &mut dyn FnMut(Option<u32>)) {
        let mut buffer = Vec::new();
        let keys = self.store.keys_of(states, &mut buffer);
        let mut states = states.chunks_exact(self.store.width());
        let key_width = self.store.keys.stride;
        for batch in keys.chunks(key_width * BATCH) {
            let (mut hashes, mut found) = ([0; BATCH], [NOWHERE; BATCH]);
            self.look_up::<0>(batch, &mut hashes, &mut found);
            for ((key, &hash), &number) in batch.chunks_exact(key_width).zip(&hashes).zip(&found) {
                let is_it = |number| self.store.is::<0>(key, number);
                let find = || self.table.find(hash, self.table.home(hash), is_it).1;
                let number = if number == NOWHERE { find() } else { Some(number) };
                let is_stored = |state| self.store.first_wider(state).is_none();
                each(number.filter(|_| states.next().is_some_and(is_stored)));
            }
        }
    }

    /// Makes room for so many more states, where `taken` bytes are taken elsewhere; false if that is more than is allowed or to be had.
    pub fn reserve(&mut self, states: usize, taken: usize) -> bool {
        let Some(chunks) = self.store.chunks_for(states) else { return false };
        let growth = self.store.growth(chunks) + self.table.growth_for(states);
        self.full().is_none()
            && self.bytes() + growth + taken <= self.store.bytes_max
            && (0..chunks).all(|_| self.store.grow())
    }
}
