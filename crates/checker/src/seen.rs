//! The states that were visited: queue, set and trace at once.

use crate::{Bound, Limits, arena::Arena, set::Set};
use model::Plain;
use std::ops::Range;

pub struct Seen<S> {
    /// In breadth-first order: the ones to expand next are the first not yet expanded.
    pub arena: Arena<S>,
    pub set: Set,
}

impl<S: Plain> Seen<S> {
    pub fn new(init: S, limits: Limits) -> Seen<S> {
        let mut arena = Arena::new(init);
        let set = Set::new(&mut arena, limits);
        Seen { arena, set }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.set.len()
    }

    #[inline]
    pub fn state(&self, number: u32) -> &S {
        self.arena.state(number)
    }

    /// Tells `each` the number of each of some states, one after the other in `bytes`; none where
    /// it was not seen.
    pub fn find(&self, bytes: &[u8], each: &mut dyn FnMut(Option<u32>)) {
        self.set.find(&self.arena, bytes, each);
    }

    pub fn parent(&self, number: u32) -> u32 {
        self.set.parent(number)
    }

    pub fn full(&self) -> Option<Bound> {
        self.set.full()
    }

    pub fn bytes(&self) -> usize {
        self.set.bytes()
    }

    /// A copy of `state`, to become the one that [`Self::add`] takes.
    #[inline]
    pub fn draft(&mut self, state: &S) -> &mut S {
        self.arena.draft_of(self.set.drafts(), state)
    }

    /// Puts the draft in if it is new: not at once, but before all that come later. True if it is
    /// time for [`Self::settle`].
    #[inline]
    pub fn add(&mut self, parent: u32) -> bool {
        self.set.add(parent)
    }

    /// Makes sure that all states are in. Tells which of them are new.
    pub fn settle(&mut self) -> Range<u32> {
        self.set.settle(&mut self.arena)
    }

    /// As [`Set::reserve`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn reserve(&mut self, count: usize, of_shard: impl Fn(usize) -> u32, taken: usize) -> bool {
        self.set.reserve(&mut self.arena, count, of_shard, taken)
    }
}
