//! Looking up many states at once, and putting in those that are new.
//!
//! Most of a search's time goes by waiting for memory. Here the states of a batch wait together,
//! first for their slots and then for the states that those name.

use crate::arena::BATCH;
use crate::table::Table;
use reports::NOWHERE;

/// At most [`BATCH`] states that may be new, in order.
pub trait Batch {
    fn len(&self) -> usize;
    /// Tells the hash of each.
    fn hash(&self, hashes: &mut [u64]);
    /// Whether a state is the one that has that number.
    fn is(&self, at: usize, number: u32) -> bool;
    /// Tells which of them are the ones that have those numbers.
    fn are(&self, numbers: &[u32], are: &mut [bool]) {
        for (at, (&number, is)) in numbers.iter().zip(are).enumerate() {
            *is = self.is(at, number);
        }
    }
    /// The lower half of the hash of the state that has that number.
    fn hash_of(&self, number: u32) -> u32;
    /// Whether one more can be kept, as far as the table does not have to grow for it.
    fn has_room(&self) -> bool;
    /// Makes room for one more, though the table of `table` bytes grows by `growth`; false if
    /// there is none.
    fn make_room(&mut self, table: usize, growth: usize) -> bool;
    /// The table of `table` bytes could not grow.
    fn refuse(&mut self, table: usize);
    /// Keeps a state that is new, under the number that is returned, which is put in that place.
    fn keep(&mut self, at: usize, hash: u64, place: u32) -> u32;
    /// The number of each state, new or not.
    fn tell(&mut self, _numbers: &[u32; BATCH]) {}
}

impl Table {
    /// Makes sure that all of a batch are in, in their order.
    #[inline]
    pub fn settle(&mut self, batch: &mut impl Batch) {
        let all = 0..batch.len();
        let (mut hashes, mut places) = ([0; BATCH], [0; BATCH]);
        let (mut slots, mut numbers) = ([0; BATCH], [0; BATCH]);
        batch.hash(&mut hashes[..all.len()]);
        for at in all.clone() {
            places[at] = self.home(hashes[at]);
            slots[at] = self.slot(hashes[at], places[at]);
        }
        for at in all.clone() {
            let found = self.find(hashes[at], places[at], slots[at], |_| true);
            // where there is no candidate any state will do: the first is at hand
            (places[at], numbers[at]) = (found.0, found.1.unwrap_or(0));
        }
        let mut is_known = [true; BATCH];
        batch.are(&numbers[..all.len()], &mut is_known[..all.len()]);
        for at in all.filter(|&at| !is_known[at]) {
            numbers[at] = self.insert(batch, at, &hashes, &mut places).unwrap_or(NOWHERE);
        }
        batch.tell(&numbers);
    }

    /// Puts a state in if it is new. The search for it got as far as its place. Tells its number,
    /// if there is room for it.
    fn insert(
        &mut self,
        batch: &mut impl Batch,
        at: usize,
        hashes: &[u64; BATCH],
        places: &mut [u32; BATCH],
    ) -> Option<u32> {
        let (hash, place) = (hashes[at], places[at]);
        let slot = self.slot(hash, place);
        let (mut place, number) = self.find(hash, place, slot, |number| batch.is(at, number));
        if number.is_some() {
            return number;
        }
        if !batch.has_room() || !self.has_room(hash) {
            if !self.make_room(batch, hash) {
                return None;
            }
            for (place, &hash) in places.iter_mut().zip(&hashes[..batch.len()]) {
                *place = self.home(hash);
            }
            let home = places[at];
            place = self.find(hash, home, self.slot(hash, home), |_| false).0;
        }
        let number = batch.keep(at, hash, place);
        self.put(hash, place, number);
        Some(number)
    }

    #[cold]
    fn make_room(&mut self, batch: &mut impl Batch, hash: u64) -> bool {
        let growth = if self.has_room(hash) { 0 } else { self.growth(hash) };
        if !batch.make_room(self.bytes(), growth) {
            return false;
        }
        let has_grown = growth == 0 || self.grow(hash, |number| batch.hash_of(number));
        if !has_grown {
            batch.refuse(self.bytes());
        }
        has_grown
    }
}
