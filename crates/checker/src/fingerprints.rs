//! States of which only fingerprints are kept, 64 bits each, and those whose steps are not taken yet.
//!
//! Two states with the same fingerprint are taken for one, so a search may miss states: it proves
//! nothing. If fingerprints are as good as random, the chance that any two of N states have the same
//! one is below N² / 2⁶⁵ (the birthday bound; [Stern and Dill, 1995][compaction] on keeping hashes
//! instead of states, [Holzmann, 1998][bitstate] on keeping less).
//!
//! [compaction]: https://doi.org/10.1007/3-540-60385-9_13
//! [bitstate]: https://doi.org/10.1023/A:1008696026254

use crate::ahead::Ahead;
use crate::arena::{BATCH, CHUNK, Keep, Store, put};
use crate::{Bound, seen::Seen};
use model::{Action, Log, Model, Plain, Stepped};
use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;
use zerocopy::FromZeros;

type Fingerprint = [u8; 8];

pub struct Fingerprints<S> {
    chunks: Vec<Box<[Fingerprint; CHUNK]>>,
    /// The states themselves.
    ahead: Ahead<S>,
    /// The very first.
    init: S,
    drafts: Box<[S; BATCH]>,
    completed: [Fingerprint; BATCH],
}

/// Not the hash by which tables find states: that one is quick, and this one as good as random.
pub fn fingerprint(seed: u64, bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(seed);
    hasher.write(bytes);
    hasher.finish()
}

fn of<S: Plain>(state: &S) -> Fingerprint {
    fingerprint(0, state.as_bytes()).to_le_bytes()
}

impl<S: Plain> Store for Fingerprints<S> {
    fn draft(&self, at: usize) -> &[u8] {
        &self.completed[at]
    }

    fn kept(&self, number: u32) -> &[u8] {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    fn keep(&mut self, drafts: &[u8], first: u32) {
        let chunk = &mut self.chunks[first as usize / CHUNK];
        put(chunk, first, drafts, |place, at| *place = self.completed[at]);
        let ahead = self.ahead.chunk(first);
        put(ahead, first, drafts, |place, at| place.clone_from(&self.drafts[at]));
    }

    fn grow(&mut self) -> bool {
        let Ok(chunk) = FromZeros::new_box_zeroed() else { return false };
        self.chunks.push(chunk);
        self.ahead.grow()
    }

    fn beside(&self, chunks: usize) -> usize {
        self.ahead.bytes(chunks)
    }
}

impl<S: Plain> Keep for Fingerprints<S> {
    type State = S;

    fn new(init: S) -> Fingerprints<S> {
        Fingerprints {
            chunks: Vec::new(),
            ahead: Ahead::default(),
            init,
            drafts: Box::new([init; BATCH]),
            completed: [of(&init); BATCH],
        }
    }

    fn state(&self, number: u32) -> &S {
        self.ahead.get(number)
    }

    fn together(&self, numbers: Range<u32>) -> &[S] {
        self.ahead.together(numbers)
    }

    fn draft_of(&mut self, at: usize, state: &S) -> &mut S {
        let draft = &mut self.drafts[at];
        *draft = *state;
        draft
    }

    fn complete(&mut self, at: usize) {
        self.completed[at] = of(&self.drafts[at]);
    }

    fn leave(&mut self, number: u32) {
        self.ahead.leave(number);
    }

    fn key(state: &S, bytes: &mut Vec<u8>) {
        bytes.extend(of(state));
    }

    /// Takes the steps that led to it once more.
    fn recall<M: Model<State = S>>(seen: &Seen<Self>, model: &M, number: u32) -> S {
        let mut path = vec![number];
        while let Some(&number) = path.last().filter(|it| **it != 0) {
            path.push(seen.parent(number));
        }
        let mut state = seen.keep.init;
        for &number in path.iter().rev().skip(1) {
            let wanted = seen.keep.kept(number);
            let mut found = None;
            model.actions(&state, &mut |action: Action| {
                let mut after = state;
                if found.is_none()
                    && matches!(model.step(&mut after, action, &mut Log::off()), Stepped::Ran(_))
                    && of(&after) == wanted
                {
                    found = Some(after);
                }
            });
            state = found.expect("a step leads from a parent to its child");
        }
        state
    }

    fn bound(states: u32) -> Option<Bound> {
        Some(Bound::Fingerprints(states as usize))
    }
}
