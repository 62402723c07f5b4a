//! The states that were visited: queue, set and trace at once.

use crate::arena::Keep;
use crate::{Bound, Limits, set::Set};
use model::SleepSet;
use std::ops::Range;

pub struct Seen<K> {
    /// In breadth-first order: the ones to expand next are the first not yet expanded.
    pub keep: K,
    pub set: Set,
}

impl<K: Keep> Seen<K> {
    pub fn new(init: K::State, limits: Limits) -> Seen<K> {
        let mut keep = K::new(init);
        let set = Set::new(&mut keep, limits);
        Seen { keep, set }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.set.len()
    }

    /// A state whose steps have not been taken yet, at least.
    #[inline]
    pub fn state(&self, number: u32) -> &K::State {
        self.keep.state(number)
    }

    /// Tells `each` the number of each of some states, one after the other in `bytes`; none where
    /// it was not seen.
    pub fn find(&self, bytes: &[u8], each: &mut dyn FnMut(Option<u32>)) {
        self.set.find(&self.keep, bytes, each);
    }

    pub fn parent(&self, number: u32) -> u32 {
        self.set.parent(number)
    }

    /// What sleeps there.
    #[inline]
    pub fn asleep(&self, number: u32) -> SleepSet {
        *self.set.links.asleep.get(number)
    }

    pub fn full(&self) -> Option<Bound> {
        self.set.full()
    }

    pub fn bytes(&self) -> usize {
        self.set.bytes() + self.keep.beside(0)
    }

    /// A copy of `state`, to become the one that [`Self::add`] takes.
    #[inline]
    pub fn draft(&mut self, state: &K::State) -> &mut K::State {
        self.keep.draft_of(self.set.drafts(), state)
    }

    /// Puts the draft in if it is new: not at once, but before all that come later. True if it is
    /// time for [`Self::settle`].
    #[inline]
    pub fn add(&mut self, parent: u32, asleep: SleepSet) -> bool {
        self.keep.complete(self.set.drafts());
        let is_time = self.set.add(parent, asleep);
        self.set.look_ahead(&self.keep);
        is_time
    }

    /// The steps have been taken from all states before `number`.
    #[inline]
    pub fn leave(&mut self, number: u32) {
        self.keep.leave(number);
        self.set.links.asleep.leave(number);
    }

    /// Makes sure that all states are in. Tells which of them are new.
    pub fn settle(&mut self) -> Range<u32> {
        self.set.settle(&mut self.keep)
    }

    /// As [`Set::reserve`].
    pub fn reserve(&mut self, count: usize, of_shard: impl Fn(usize) -> u32, taken: usize) -> bool {
        self.set.reserve(&mut self.keep, count, of_shard, taken)
    }
}
