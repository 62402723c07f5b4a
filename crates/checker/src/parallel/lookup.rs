//! One worker's look-up: which states of its lot are new.

use super::Lot;
use crate::arena::{Arena, BATCH, Store};
use crate::set::Links;
use crate::table::{Claim, Looked, SHARDS, Table};
use crate::{bytes, table};
use model::Plain;

/// What everybody reads.
pub struct Round<'a, S> {
    pub lots: &'a [Lot<S>],
    pub kept: &'a Arena<S>,
    pub links: &'a Links,
    pub table: &'a Table,
    /// All steps are kept.
    pub keeps: bool,
}

impl<S: Plain> Round<'_, S> {
    /// Whether two states are equal. Until it is known how many are new before it, a state of a lot
    /// has the number that it would have if all were.
    fn is(&self, state: &[u8], number: u32) -> bool {
        let other = match number.checked_sub(self.links.len()) {
            None => self.kept.kept(number),
            Some(at) => {
                let (lot, at) = place(self.lots, at);
                self.lots[lot].bytes(at)
            }
        };
        bytes::same(state, other)
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
    /// The number of each state, if steps are kept.
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
        let first = round.links.len() + before as u32;
        self.new.reserve(lot.len());
        for (from, hashes) in (0..).step_by(BATCH).zip(lot.hashes().chunks(BATCH)) {
            let Looked { places, mut numbers, is_known } = round.table.look(hashes, |all, are| {
                for ((at, &number), is) in (from..).zip(all).zip(are) {
                    *is = round.is(lot.bytes(at), number);
                }
            });
            for (nth, &hash) in hashes.iter().enumerate() {
                let at = from + nth as u32;
                let number = first + at;
                if is_known[nth] && numbers[nth] < number {
                    continue;
                }
                let is_it = |number| round.is(lot.bytes(at), number);
                let claim = round.table.claim(hash, places[nth], number, is_it);
                numbers[nth] = number;
                match claim {
                    Claim::Vacant(place) => {
                        self.taken[table::shard(hash)] += 1;
                        self.new.push((at, place));
                    }
                    Claim::Won(place, other) => {
                        self.instead.push((other, number));
                        self.new.push((at, place));
                    }
                    Claim::Lost(other) => numbers[nth] = other,
                }
            }
            if round.keeps {
                self.numbers.extend_from_slice(&numbers[..hashes.len()]);
            }
        }
    }
}
