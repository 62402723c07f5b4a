//! One worker's part of a look-up: which states are new among those whose shards it has.

use super::Lot;
use crate::arena::{Arena, BATCH, Store};
use crate::batch::Batch;
use crate::set::Links;
use crate::table::{Put, Table};
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

    fn place(&self, number: u32) -> (u32, u32) {
        place(self.lots, number - self.links.len())
    }

    fn bytes(&self, (lot, at): (u32, u32)) -> &[u8] {
        let size = size_of::<S>();
        &self.lots[lot as usize].bytes()[at as usize * size..][..size]
    }
}

/// Which lot has a state, and where, of all lots one after the other.
pub fn place<S: Plain>(lots: &[Lot<S>], mut at: u32) -> (u32, u32) {
    for (index, lot) in (0..).zip(lots) {
        match at.checked_sub(lot.len() as u32) {
            None => return (index, at),
            Some(rest) => at = rest,
        }
    }
    unreachable!("a number is of a state that was kept or of one of a lot")
}

/// One worker's part of the table, and what it finds.
pub struct LookedUp {
    pub worker: usize,
    pub table: Table,
    /// In the order of their lots.
    pub new: Vec<Put>,
    /// Of all that were looked up, in that order, if steps are kept.
    pub numbers: Vec<u32>,
    /// There was no memory for some.
    pub is_full: bool,
}

impl LookedUp {
    pub fn new((worker, table): (usize, Table)) -> LookedUp {
        LookedUp { worker, table, new: Vec::new(), numbers: Vec::new(), is_full: false }
    }

    /// Puts those of the worker's states into its part of the table that are new.
    pub fn look_up<S: Plain>(&mut self, round: &Round<'_, S>) {
        let LookedUp { worker, table, new, numbers, is_full } = self;
        let keeps = round.lots.iter().all(|it| it.keeps);
        for (lot, states) in (0..).zip(round.lots) {
            let first = round.first(lot);
            for mine in states.sorted(*worker).chunks(BATCH) {
                let numbers = keeps.then_some(&mut *numbers);
                let (new, is_full) = (&mut *new, &mut *is_full);
                table.settle(&mut Part { round, lot, first, mine, new, numbers, is_full });
            }
        }
    }
}

/// The states of one lot that one worker looks up, as many as make a batch.
struct Part<'a, S> {
    round: &'a Round<'a, S>,
    lot: u32,
    /// The number of the first one of the lot.
    first: u32,
    mine: &'a [u32],
    new: &'a mut Vec<Put>,
    numbers: Option<&'a mut Vec<u32>>,
    is_full: &'a mut bool,
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
        crate::bytes::same(mine, other)
    }

    fn hash_of(&self, number: u32) -> u32 {
        if number < self.round.links.len() {
            return self.round.links.hash(number);
        }
        let (lot, at) = self.round.place(number);
        self.round.lots[lot as usize].hash(at) as u32
    }

    fn has_room(&self) -> bool {
        !*self.is_full
    }

    fn make_room(&mut self, _: usize, _: usize) -> bool {
        !*self.is_full
    }

    fn refuse(&mut self, _: usize) {
        *self.is_full = true;
    }

    fn keep(&mut self, at: usize, hash: u64, place: u32) -> u32 {
        let (lot, at) = (self.lot, self.mine[at]);
        let number = self.first + at;
        self.new.push(Put { hash, place, number, lot, at });
        number
    }

    fn tell(&mut self, numbers: &[u32; BATCH]) {
        if let Some(all) = &mut self.numbers {
            all.extend_from_slice(&numbers[..self.mine.len()]);
        }
    }
}
