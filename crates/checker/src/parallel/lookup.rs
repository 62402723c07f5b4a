//! One worker's part of a look-up: which states are new among those whose shards it has.

use super::Lot;
use crate::arena::{Arena, BATCH, Store};
use crate::batch::Batch;
use crate::{bytes, set::Links, table::Table};
use model::Plain;

/// What everybody reads.
pub struct Round<'a, S> {
    pub lots: &'a [Lot<S>],
    pub kept: &'a Arena<S>,
    pub links: &'a Links,
}

impl<S: Plain> Round<'_, S> {
    /// The first number of a lot. Until it is known how many are new before it, a state has the
    /// number that it would have if all were.
    fn first(&self, lot: u32) -> u32 {
        let before: usize = self.lots[..lot as usize].iter().map(Lot::len).sum();
        self.links.len() + before as u32
    }

    /// Which lot such a number is of, and where in it.
    fn place(&self, number: u32) -> (u32, u32) {
        let mut at = number - self.links.len();
        for (index, lot) in (0..).zip(self.lots) {
            match at.checked_sub(lot.len() as u32) {
                None => return (index, at),
                Some(rest) => at = rest,
            }
        }
        unreachable!("a number is of a state that was kept or of one of a lot")
    }

    fn bytes(&self, (lot, at): (u32, u32)) -> &[u8] {
        let size = size_of::<S>();
        &self.lots[lot as usize].bytes()[at as usize * size..][..size]
    }
}

/// What one worker found.
pub struct LookedUp {
    pub table: Table,
    /// In the order of their lots.
    pub new: Vec<New>,
    /// There was no memory for some.
    pub is_full: bool,
}

/// A state that is new.
pub struct New {
    pub lot: u32,
    pub at: u32,
    /// The number that it has in the table, and where.
    pub number: u32,
    pub place: u32,
}

/// Puts those of a worker's states into its part of the table that are new.
pub fn look_up<S: Plain>(round: &Round<'_, S>, mut table: Table, worker: usize) -> LookedUp {
    let (mut new, mut is_full) = (Vec::new(), false);
    for (lot, states) in (0..).zip(round.lots) {
        let first = round.first(lot);
        for mine in states.sorted(worker).chunks(BATCH) {
            let mut part = Part { round, lot, first, mine, new: &mut new, is_full };
            table.settle(&mut part);
            is_full = part.is_full;
        }
    }
    LookedUp { table, new, is_full }
}

/// The states of one lot that one worker looks up, as many as make a batch.
struct Part<'a, S> {
    round: &'a Round<'a, S>,
    lot: u32,
    /// The number of the first one of the lot.
    first: u32,
    mine: &'a [u32],
    new: &'a mut Vec<New>,
    is_full: bool,
}

impl<S: Plain> Batch for Part<'_, S> {
    fn len(&self) -> usize {
        self.mine.len()
    }

    #[inline]
    fn hash(&self, hashes: &mut [u64]) {
        for (hash, &at) in hashes.iter_mut().zip(self.mine) {
            *hash = self.round.lots[self.lot as usize].hash(at);
        }
    }

    #[inline]
    fn is(&self, at: usize, number: u32) -> bool {
        let mine = self.round.bytes((self.lot, self.mine[at]));
        let other = match number < self.round.links.len() {
            true => self.round.kept.kept(number),
            false => self.round.bytes(self.round.place(number)),
        };
        bytes::same(mine, other)
    }

    fn hash_of(&self, number: u32) -> u32 {
        if number < self.round.links.len() {
            return self.round.links.hash(number);
        }
        let (lot, at) = self.round.place(number);
        self.round.lots[lot as usize].hash(at) as u32
    }

    fn has_room(&self) -> bool {
        !self.is_full
    }

    fn make_room(&mut self, _: usize, _: usize) -> bool {
        !self.is_full
    }

    fn refuse(&mut self, _: usize) {
        self.is_full = true;
    }

    fn keep(&mut self, at: usize, _: u64, place: u32) -> u32 {
        let (lot, at) = (self.lot, self.mine[at]);
        let number = self.first + at;
        self.new.push(New { lot, at, number, place });
        number
    }
}
