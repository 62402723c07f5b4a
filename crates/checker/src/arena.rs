//! The states seen, in the order in which they came, in chunks that never move; and those that are
//! about to be.

use crate::bytes;
use model::Plain;
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
    /// The hash of a draft.
    fn hash(&self, at: usize) -> u64;
    /// Whether a draft is a state that was kept.
    fn is(&self, at: usize, number: u32) -> bool;
    /// Keeps a draft under the next number. There must be room.
    fn keep(&mut self, at: usize, number: u32);
    /// Makes room for one more chunk; false if there is no memory.
    fn grow(&mut self) -> bool;
}

pub struct Arena<S> {
    chunks: Vec<Box<[S; CHUNK]>>,
    drafts: Box<[S; BATCH]>,
}

impl<S: Plain> Arena<S> {
    pub fn new(init: S) -> Arena<S> {
        Arena { chunks: Vec::new(), drafts: Box::new([init; BATCH]) }
    }

    #[inline]
    pub fn state(&self, number: u32) -> &S {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    /// A copy of `state`, to become a draft.
    #[inline]
    pub fn draft_of(&mut self, at: usize, state: &S) -> &mut S {
        let draft = &mut self.drafts[at];
        *draft = *state;
        draft
    }
}

impl<S: Plain> Store for Arena<S> {
    fn draft(&self, at: usize) -> &[u8] {
        self.drafts[at].as_bytes()
    }

    fn kept(&self, number: u32) -> &[u8] {
        self.state(number).as_bytes()
    }

    // these two are here, and not where they are called, because here the size is known

    fn hash(&self, at: usize) -> u64 {
        bytes::hash(self.drafts[at].as_bytes())
    }

    fn is(&self, at: usize, number: u32) -> bool {
        bytes::same(self.drafts[at].as_bytes(), self.state(number).as_bytes())
    }

    fn keep(&mut self, at: usize, number: u32) {
        self.chunks[number as usize / CHUNK][number as usize % CHUNK] = self.drafts[at];
    }

    fn grow(&mut self) -> bool {
        let Ok(chunk) = FromZeros::new_box_zeroed() else { return false };
        self.chunks.push(chunk);
        true
    }
}
