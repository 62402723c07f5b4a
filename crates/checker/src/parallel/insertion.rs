//! Inserts the successors in one worker's chunk of work into the table.

use super::WorkChunk;
use crate::bytes;
use crate::table::{Claim, Table};

/// What everybody reads.
pub struct Round<'a> {
    pub chunks: &'a [WorkChunk],
    pub table: &'a Table,
    /// How many states were seen before. Until it is known how many are new before it, a state of a
    /// chunk has the number that it would have if all were.
    pub first: u32,
}

impl Round<'_> {
    /// Whether a state of a chunk is the one with that number. None is one that was seen before.
    fn is(&self, state: &[u8], number: u32) -> bool {
        number.checked_sub(self.first).is_some_and(|at| {
            let (chunk, at) = place(self.chunks, at);
            bytes::same::<0>(state, self.chunks[chunk].state(at))
        })
    }
}

/// Which chunk has a state, and where, of all chunks one after the other.
pub fn place(chunks: &[WorkChunk], mut at: u32) -> (usize, u32) {
    for (index, chunk) in chunks.iter().enumerate() {
        match at.checked_sub(chunk.len() as u32) {
            None => return (index, at),
            Some(rest) => at = rest,
        }
    }
    unreachable!("a number is of a state that was stored or of one of a chunk")
}

/// What was inserted of one chunk.
pub struct Inserted {
    pub worker: usize,
    /// What seems to be new, with its place in the table.
    pub new: Vec<(u32, u32)>,
    /// Numbers that seemed to be new to others, and the lower ones that are in instead.
    pub replaced: Vec<(u32, u32)>,
    /// The number of each state.
    pub numbers: Vec<u32>,
    /// How many more places are taken in the table.
    pub taken: u32,
}

impl Inserted {
    pub fn new(worker: usize) -> Inserted {
        let (new, replaced, numbers) = (Vec::new(), Vec::new(), Vec::new());
        Inserted { worker, new, replaced, numbers, taken: 0 }
    }

    /// Puts those states of the worker's chunk into the table that are new.
    pub fn insert(&mut self, round: &Round<'_>) {
        let chunk = &round.chunks[self.worker];
        let before: usize = round.chunks[..self.worker].iter().map(WorkChunk::len).sum();
        self.new.reserve(chunk.len());
        self.numbers.reserve(chunk.len());
        let number = |at| round.first + before as u32 + at;
        let (hashes, places) = chunk.wanted();
        for ((at, &hash), &place) in (0..).zip(hashes).zip(places) {
            let is_it = |other| round.is(chunk.state(at), other);
            let number = number(at);
            self.numbers.push(match round.table.claim(hash, place, number, is_it) {
                Claim::Vacant(place) => {
                    self.taken += 1;
                    self.new.push((at, place));
                    number
                }
                Claim::Won(place, other) => {
                    self.replaced.push((other, number));
                    self.new.push((at, place));
                    number
                }
                Claim::Lost(other) => other,
            });
        }
    }
}
