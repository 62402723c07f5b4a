//! Which states of one worker's lot are new.

use super::Lot;
use crate::arena::BATCH;
use crate::table::{Claim, SHARDS, Table};
use crate::{bytes, table};
use model::Plain;

/// What everybody reads.
pub struct Round<'a, S> {
    pub lots: &'a [Lot<S>],
    pub table: &'a Table,
    /// How many states were seen before. Until it is known how many are new before it, a state of a
    /// lot has the number that it would have if all were.
    pub first: u32,
}

impl<S: Plain> Round<'_, S> {
    /// Whether a state of a lot is the one with that number. None is one that was seen before.
    fn is(&self, state: &[u8], number: u32) -> bool {
        number.checked_sub(self.first).is_some_and(|at| {
            let (lot, at) = place(self.lots, at);
            bytes::same(state, self.lots[lot].bytes(at))
        })
    }
}

/// Which lot has a state, and where, of all lots one after the other.
pub fn place<S: Plain>(lots: &[Lot<S>], mut at: u32) -> (usize, u32) {
    for (index, lot) in lots.iter().enumerate() {
        match at.checked_sub(lot.len() as u32) {
            None => return (index, at),
            Some(rest) => at = rest,
        }
    }
    unreachable!("a number is of a state that was kept or of one of a lot")
}

/// What came of it.
pub struct LookedUp {
    pub worker: usize,
    /// What seems to be new, with its place in the table.
    pub new: Vec<(u32, u32)>,
    /// Numbers that seemed to be new to others, and the lower ones that are in instead.
    pub instead: Vec<(u32, u32)>,
    /// The number of each state.
    pub numbers: Vec<u32>,
    /// How many more places are taken in each shard of the table.
    pub taken: [u32; SHARDS],
}

impl LookedUp {
    pub fn new(worker: usize) -> LookedUp {
        let (new, instead, numbers) = (Vec::new(), Vec::new(), Vec::new());
        LookedUp { worker, new, instead, numbers, taken: [0; SHARDS] }
    }

    /// Puts those states of the worker's lot into the table that are new.
    pub fn look_up<S: Plain>(&mut self, round: &Round<'_, S>) {
        let lot = &round.lots[self.worker];
        let before: usize = round.lots[..self.worker].iter().map(Lot::len).sum();
        self.new.reserve(lot.len());
        self.numbers.reserve(lot.len());
        let number = |at| round.first + before as u32 + at;
        let (hashes, places) = lot.wanted();
        let batches = hashes.chunks(BATCH).zip(places.chunks(BATCH));
        for (from, (hashes, places)) in (0..).step_by(BATCH).zip(batches) {
            // all at once, as they come from memory
            let mut slots = [0; BATCH];
            for ((slot, &hash), &place) in slots.iter_mut().zip(hashes).zip(places) {
                *slot = round.table.slot(hash, place);
            }
            for (((at, &hash), &place), slot) in (from..).zip(hashes).zip(places).zip(slots) {
                let is_it = |other| round.is(lot.bytes(at), other);
                let number = number(at);
                self.numbers.push(match round.table.claim(hash, place, slot, number, is_it) {
                    Claim::Vacant(place) => {
                        self.taken[table::shard(hash)] += 1;
                        self.new.push((at, place));
                        number
                    }
                    Claim::Won(place, other) => {
                        self.instead.push((other, number));
                        self.new.push((at, place));
                        number
                    }
                    Claim::Lost(other) => other,
                });
            }
        }
    }
}
