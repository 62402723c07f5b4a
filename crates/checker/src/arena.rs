//! The states seen, in the order in which they came, in chunks that never move; and those that are
//! about to be.

use crate::table::Looked;
use crate::{Bound, bytes, seen::Seen};
use model::{Model, Plain};
use std::ops::Range;
use zerocopy::FromZeros;

/// Small enough not to waste memory, large enough that a search of millions has few of them.
pub const CHUNK: usize = 1 << 14;

/// How many states are put in together.
pub const BATCH: usize = 64;

/// States of one size, as bytes: all that a set needs to know of them. Behind this, the set is
/// compiled once and not for every model.
pub trait Store {
    /// A state that may be new.
    fn draft(&self, at: usize) -> &[u8];
    /// A state that was kept.
    fn kept(&self, number: u32) -> &[u8];
    /// Tells the hash of each draft from `first` on. All at once, and here, because here their size is
    /// known.
    fn hash(&self, first: usize, hashes: &mut [u64]) {
        for (at, hash) in (first..).zip(hashes) {
            *hash = self.hash_of(self.draft(at));
        }
    }
    /// The hash of a state, which need not be a draft.
    fn hash_of(&self, state: &[u8]) -> u64 {
        bytes::hash(&state[..self.draft(0).len()])
    }
    /// Whether that is a state that was kept.
    fn is(&self, state: &[u8], number: u32) -> bool {
        bytes::same(&state[..self.draft(0).len()], self.kept(number))
    }
    /// Tells the numbers of those drafts that are what was kept under theirs.
    fn compare(&self, looked: &mut Looked) {
        looked.compare(|at, number| self.is(self.draft(at), number));
    }
    /// Keeps drafts under the next numbers. There must be room, all of it in one chunk.
    fn keep(&mut self, drafts: &[u8], first: u32);
    /// Makes room for one more chunk; false if there is no memory.
    fn grow(&mut self) -> bool;
    /// What is taken besides the bytes of each state that is kept, when there are so many more
    /// chunks.
    fn beside(&self, _chunks: usize) -> usize {
        0
    }
}

/// What is kept of the states seen.
pub trait Keep: Store + Send + Sync {
    type State: Plain;
    fn new(init: Self::State) -> Self;
    /// A state whose steps have not been taken yet, at least.
    fn state(&self, number: u32) -> &Self::State;
    /// Such states: the first of those, as many as lie together.
    fn together(&self, numbers: Range<u32>) -> &[Self::State];
    /// A copy of `state`, to become a draft.
    fn draft_of(&mut self, at: usize, state: &Self::State) -> &mut Self::State;
    /// The draft is complete.
    fn complete(&mut self, _at: usize) {}
    /// The steps have been taken from all states before `number`.
    fn leave(&mut self, _number: u32) {}
    /// Adds the bytes by which a state is found.
    fn key(state: &Self::State, bytes: &mut Vec<u8>);
    /// Any state that was seen.
    fn recall<M: Model<State = Self::State>>(seen: &Seen<Self>, model: &M, number: u32) -> M::State
    where
        Self: Sized;
    /// Why so many states seen may not be all.
    fn bound(_states: u32) -> Option<Bound> {
        None
    }
}

/// Of a chunk, those with these numbers, as far as it goes.
pub fn together<T>(chunk: &[T; CHUNK], numbers: Range<u32>) -> &[T] {
    let rest = &chunk[numbers.start as usize % CHUNK..];
    &rest[..numbers.len().min(rest.len())]
}

/// Puts what is to be had of some drafts into a chunk, under the numbers from `first` on.
#[inline]
pub fn put<T>(chunk: &mut [T; CHUNK], first: u32, drafts: &[u8], set: impl Fn(&mut T, usize)) {
    for (place, &at) in chunk[first as usize % CHUNK..].iter_mut().zip(drafts) {
        set(place, usize::from(at));
    }
}

pub struct Arena<S> {
    pub chunks: Vec<Box<[S; CHUNK]>>,
    drafts: Box<[S; BATCH]>,
}

impl<S: Plain> Keep for Arena<S> {
    type State = S;

    fn new(init: S) -> Arena<S> {
        Arena { chunks: Vec::new(), drafts: Box::new([init; BATCH]) }
    }

    #[inline]
    fn state(&self, number: u32) -> &S {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    fn together(&self, numbers: Range<u32>) -> &[S] {
        together(&self.chunks[numbers.start as usize / CHUNK], numbers)
    }

    #[inline]
    fn draft_of(&mut self, at: usize, state: &S) -> &mut S {
        let draft = &mut self.drafts[at];
        draft.clone_from(state);
        draft
    }

    #[inline]
    fn key(state: &S, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(state.as_bytes());
    }

    #[inline]
    fn recall<M: Model<State = S>>(seen: &Seen<Self>, _: &M, number: u32) -> S {
        *seen.state(number)
    }
}

impl<S: Plain> Store for Arena<S> {
    fn draft(&self, at: usize) -> &[u8] {
        self.drafts[at].as_bytes()
    }

    fn kept(&self, number: u32) -> &[u8] {
        self.state(number).as_bytes()
    }

    fn keep(&mut self, drafts: &[u8], first: u32) {
        let chunk = &mut self.chunks[first as usize / CHUNK];
        put(chunk, first, drafts, |place, at| place.clone_from(&self.drafts[at]));
    }

    fn grow(&mut self) -> bool {
        let Ok(chunk) = FromZeros::new_box_zeroed() else { return false };
        self.chunks.push(chunk);
        true
    }
}
