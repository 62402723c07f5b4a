//! An open-addressing table of numbers, found by the hash of what they stand for.
//!
//! It is split into shards that grow one by one: growing never pauses the search for long, and
//! never needs the old and the new table at once.

const SHARDS: usize = 256;
const SLOTS_MIN: usize = 16;

pub struct Table {
    shards: Vec<Shard>,
    /// The bits of a slot that hold a number. The others hold a tag.
    number_mask: u32,
    /// In all shards.
    slots: usize,
}

struct Shard {
    /// A power of two of them, at most three quarters taken.
    slots: Box<[Slot]>,
    taken: usize,
}

/// Zero where it is vacant, else a number, plus one, and a tag: bits of the hash that spare most
/// looks at what is not wanted.
pub type Slot = u32;

const VACANT: Slot = 0;

impl Table {
    /// A table for numbers below `numbers_max`. The fewer there may be, the longer the tags.
    pub fn new(numbers_max: u32) -> Table {
        let shard = || Shard { slots: vec![VACANT; SLOTS_MIN].into(), taken: 0 };
        Table {
            shards: std::iter::repeat_with(shard).take(SHARDS).collect(),
            number_mask: u32::MAX >> numbers_max.max(1).leading_zeros(),
            slots: SHARDS * SLOTS_MIN,
        }
    }

    /// The slot where a search for `hash` begins.
    #[inline]
    pub fn home(&self, hash: u64) -> Slot {
        let slots = &self.shards[shard(hash)].slots;
        slots[hash as usize & (slots.len() - 1)]
    }

    /// The first number whose tag fits, given the slot where the search begins.
    #[inline]
    pub fn candidate(&self, hash: u64, home: Slot) -> Option<u32> {
        let tag = self.tag(hash);
        let slots = &self.shards[shard(hash)].slots;
        let mut at = hash as usize & (slots.len() - 1);
        let mut slot = home;
        loop {
            if slot == VACANT {
                return None;
            }
            if slot & !self.number_mask == tag {
                return Some((slot & self.number_mask) - 1);
            }
            at = (at + 1) & (slots.len() - 1);
            slot = slots[at];
        }
    }

    /// Looks for a number that `is_it`; where there is none, tells the vacancy for it.
    #[inline]
    pub fn vacancy(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<usize> {
        let tag = self.tag(hash);
        let slots = &self.shards[shard(hash)].slots;
        let mut at = hash as usize & (slots.len() - 1);
        loop {
            let slot = slots[at];
            if slot == VACANT {
                return Some(at);
            }
            if slot & !self.number_mask == tag && is_it((slot & self.number_mask) - 1) {
                return None;
            }
            at = (at + 1) & (slots.len() - 1);
        }
    }

    /// Puts a number into a vacancy that was just found. `hash_of` tells the hash of any number.
    #[inline]
    pub fn put(&mut self, hash: u64, at: usize, number: u32, hash_of: impl Fn(u32) -> u64) {
        let slot = self.tag(hash) | (number + 1);
        let shard = &mut self.shards[shard(hash)];
        shard.slots[at] = slot;
        shard.taken += 1;
        if shard.is_full() {
            self.slots += shard.slots.len();
            shard.grow(self.number_mask, hash_of);
        }
    }

    pub fn bytes(&self) -> usize {
        self.slots * size_of::<Slot>()
    }

    /// What a [`Self::put`] with that hash would add to [`Self::bytes`].
    #[inline]
    pub fn growth(&self, hash: u64) -> usize {
        let shard = &self.shards[shard(hash)];
        if shard.is_next_full() { shard.slots.len() * size_of::<Slot>() } else { 0 }
    }

    #[inline]
    fn tag(&self, hash: u64) -> Slot {
        (hash >> 32) as u32 & !self.number_mask
    }
}

/// Bits that neither the place in a shard nor, in a table of fewer than 2^24 numbers, the tag uses.
#[inline]
fn shard(hash: u64) -> usize {
    (hash >> 24) as usize % SHARDS
}

impl Shard {
    fn is_full(&self) -> bool {
        self.taken > self.slots.len() / 4 * 3
    }

    fn is_next_full(&self) -> bool {
        self.taken + 1 > self.slots.len() / 4 * 3
    }

    #[inline(never)]
    fn grow(&mut self, number_mask: u32, hash_of: impl Fn(u32) -> u64) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![VACANT; mask + 1].into_boxed_slice();
        for &slot in self.slots.iter().filter(|&&slot| slot != VACANT) {
            let mut at = hash_of((slot & number_mask) - 1) as usize & mask;
            while slots[at] != VACANT {
                at = (at + 1) & mask;
            }
            slots[at] = slot;
        }
        self.slots = slots;
    }
}
