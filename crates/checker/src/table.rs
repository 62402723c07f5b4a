//! An open-addressing table of numbers, found by the hash of what they stand for.
//!
//! It is split into shards that grow one by one, each at another time: growing never pauses the
//! search for long, and never needs the old and the new table at once.

use zerocopy::FromZeros;

pub const SHARDS: usize = 256;

/// How many slots the smallest shard begins with. The largest begins with almost [`GROWTH`] times as
/// many.
const SLOTS_MIN: usize = 16;

/// How many times as many slots a shard has when it has grown. If it were two, all would be put in
/// anew twice as often, which takes longer than less memory saves.
const GROWTH: usize = 4;

/// How many hashes are asked for at once.
const BATCH: usize = 64;

pub struct Table {
    /// In a part of a table, those of other parts are empty.
    shards: Box<[Shard; SHARDS]>,
    /// The bits of a slot that hold a number. The others hold a tag.
    number_mask: u32,
}

/// Zero where it is vacant, else a number, plus one, and a tag: bits of the hash that spare most
/// looks at what is not wanted.
type Slot = u32;

const VACANT: Slot = 0;

impl Table {
    /// A table for numbers below `numbers_max`. The fewer there may be, the longer the tags.
    pub fn new(numbers_max: u32) -> Table {
        let shards = Box::new(std::array::from_fn(Shard::new));
        let number_mask = u32::MAX >> numbers_max.max(1).leading_zeros();
        Table { shards, number_mask }
    }

    /// Where the search for `hash` begins: a place in its shard.
    #[inline]
    pub fn home(&self, hash: u64) -> u32 {
        self.shard(hash).home(hash as u32)
    }

    #[inline]
    pub fn slot(&self, hash: u64, place: u32) -> Slot {
        self.shard(hash).slots[place as usize]
    }

    /// The first place from `place` on that is vacant, or whose tag fits and whose number `is_it`.
    /// In `slot` is what the first place holds; what the last one holds is returned.
    #[inline]
    pub fn find(
        &self,
        hash: u64,
        mut place: u32,
        mut slot: Slot,
        mut is_it: impl FnMut(u32) -> bool,
    ) -> (u32, Option<u32>) {
        let tag = self.tag(hash);
        let shard = self.shard(hash);
        loop {
            if slot == VACANT {
                return (place, None);
            }
            let number = (slot & self.number_mask) - 1;
            if slot & !self.number_mask == tag && is_it(number) {
                return (place, Some(number));
            }
            place = shard.after(place);
            slot = shard.slots[place as usize];
        }
    }

    /// Puts a number into a vacancy. There must be room.
    #[inline]
    pub fn put(&mut self, hash: u64, place: u32, number: u32) {
        let slot = self.tag(hash) | (number + 1);
        let shard = &mut self.shards[shard(hash)];
        shard.slots[place as usize] = slot;
        shard.taken += 1;
    }

    /// Whether one more number with that hash leaves its shard at most three quarters taken.
    #[inline]
    pub fn has_room(&self, hash: u64) -> bool {
        let shard = self.shard(hash);
        shard.taken < shard.taken_max
    }

    /// Makes room for more numbers with that hash; false if there is no memory. `hash_of` tells
    /// the lower half of the hash of any number.
    pub fn grow(&mut self, hash: u64, hash_of: impl Fn(u32) -> u32) -> bool {
        self.shards[shard(hash)].grow(self.number_mask, hash_of)
    }

    /// How many more bytes there are after [`Self::grow`].
    pub fn growth(&self, hash: u64) -> usize {
        (GROWTH - 1) * size_of_val(&*self.shard(hash).slots)
    }

    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|it| size_of_val(&*it.slots)).sum()
    }

    /// The same table in parts, which share nothing.
    #[cfg(not(target_os = "unknown"))]
    pub fn split(&mut self, parts: usize) -> Vec<Table> {
        let number_mask = self.number_mask;
        let mut of_part = |part, at| match part_of(at, parts) == part {
            true => std::mem::take(&mut self.shards[at]),
            false => Shard::default(),
        };
        let part = |part| Box::new(std::array::from_fn(|at| of_part(part, at)));
        (0..parts).map(part).map(|shards| Table { shards, number_mask }).collect()
    }

    /// The other way round.
    #[cfg(not(target_os = "unknown"))]
    pub fn join(&mut self, parts: Vec<Table>) {
        let count = parts.len();
        for (part, mut it) in parts.into_iter().enumerate() {
            for at in (0..SHARDS).filter(|&at| part_of(at, count) == part) {
                self.shards[at] = std::mem::take(&mut it.shards[at]);
            }
        }
    }

    /// Gives numbers that are in other ones.
    #[cfg(not(target_os = "unknown"))]
    pub fn renumber(&mut self, all: &[Put], number: impl Fn(&Put) -> u32) {
        for batch in all.chunks(BATCH) {
            let mut slots = [VACANT; BATCH];
            for (slot, it) in slots.iter_mut().zip(batch) {
                *slot = self.slot(it.hash, it.place);
            }
            for (slot, it) in slots.iter().zip(batch) {
                let tag = self.tag(it.hash);
                let shard = &mut self.shards[shard(it.hash)];
                let (mut place, old) = (it.place, tag | (it.number + 1));
                if *slot != old {
                    // the shard has grown since
                    place = shard.home(it.hash as u32);
                    while shard.slots[place as usize] != old {
                        place = shard.after(place);
                    }
                }
                shard.slots[place as usize] = tag | (number(it) + 1);
            }
        }
    }

    /// How many more bytes there may be when so many more are in each shard.
    #[cfg(not(target_os = "unknown"))]
    pub fn growth_for(&self, of_shard: impl Fn(usize) -> u32) -> usize {
        let growth = |(at, shard): (usize, &Shard)| {
            let mut slots = shard.slots.len();
            while shard.taken + of_shard(at) > taken_max(slots) {
                slots *= GROWTH;
            }
            (slots - shard.slots.len()) * size_of::<Slot>()
        };
        self.shards.iter().enumerate().map(growth).sum()
    }

    /// The first number that is too large.
    #[cfg(not(target_os = "unknown"))]
    pub fn numbers_end(&self) -> u32 {
        self.number_mask
    }

    #[inline]
    fn shard(&self, hash: u64) -> &Shard {
        &self.shards[shard(hash)]
    }

    #[inline]
    fn tag(&self, hash: u64) -> Slot {
        (hash >> 32) as u32 & !self.number_mask
    }
}

/// What was put in: where, and what it stands for.
#[cfg(not(target_os = "unknown"))]
pub struct Put {
    pub hash: u64,
    pub place: u32,
    pub number: u32,
    /// A state of a lot.
    pub lot: u32,
    pub at: u32,
}

/// Bits that neither the place in the shard nor, where numbers are large, the tag uses.
#[inline]
pub fn shard(hash: u64) -> usize {
    (hash >> 32) as usize % SHARDS
}

/// Which of so many parts a shard belongs to.
#[cfg(not(target_os = "unknown"))]
pub fn part_of(shard: usize, parts: usize) -> usize {
    shard * parts / SHARDS
}

#[derive(Default)]
struct Shard {
    slots: Box<[Slot]>,
    taken: u32,
    taken_max: u32,
}

impl Shard {
    fn new(index: usize) -> Shard {
        let slots = SLOTS_MIN * (SHARDS + (GROWTH - 1) * index) / SHARDS;
        Shard { slots: vec![VACANT; slots].into(), taken: 0, taken_max: taken_max(slots) }
    }

    #[inline]
    fn home(&self, hash: u32) -> u32 {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as u32
    }

    #[inline]
    fn after(&self, place: u32) -> u32 {
        if place as usize + 1 == self.slots.len() { 0 } else { place + 1 }
    }

    #[inline(never)]
    fn grow(&mut self, number_mask: u32, hash_of: impl Fn(u32) -> u32) -> bool {
        let slots = self.slots.len() * GROWTH;
        let Ok(bigger) = <[Slot]>::new_box_zeroed_with_elems(slots) else { return false };
        let old = std::mem::replace(&mut self.slots, bigger);
        self.taken_max = taken_max(slots);
        // in three loops for each batch, so that the hashes wait for memory together
        for batch in old.chunks(BATCH) {
            let (mut taken, mut len) = ([VACANT; BATCH], 0);
            for &slot in batch {
                taken[len] = slot;
                len += usize::from(slot != VACANT);
            }
            let mut hashes = [0; BATCH];
            for (hash, &slot) in hashes.iter_mut().zip(&taken[..len]) {
                *hash = hash_of((slot & number_mask) - 1);
            }
            for (&hash, &slot) in hashes.iter().zip(&taken[..len]) {
                let mut place = self.home(hash);
                while self.slots[place as usize] != VACANT {
                    place = self.after(place);
                }
                self.slots[place as usize] = slot;
            }
        }
        true
    }
}

/// Three quarters: searches get long where a shard is fuller.
fn taken_max(slots: usize) -> u32 {
    (slots / 4 * 3) as u32
}
