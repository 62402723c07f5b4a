//! An open-addressing table of numbers, found by the hash of what they stand for.
//!
//! It is split into shards that grow one by one, each at another time: growing never pauses the
//! search for long, and never needs the old and the new table at once.

use reports::NOWHERE;
use reports::at_once;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use zerocopy::FromZeros;

pub const SHARDS: usize = 256;

/// How many numbers are looked up together.
pub const BATCH: usize = 64;

/// How many slots the smallest shard begins with. The largest begins with almost [`GROWTH`] times as
/// many.
const SLOTS_MIN: usize = 16;

/// How many times as many slots a shard has when it has grown. If it were two, all would be put in
/// anew twice as often, which takes longer than less memory saves.
const GROWTH: usize = 4;

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

    /// Asks for the slot where that search begins, so that it is at hand later.
    #[inline]
    pub fn fetch(&self, hash: u64) {
        prefetch_index::prefetch_index(&*self.shard(hash).slots, self.home(hash) as usize);
    }

    #[inline]
    pub fn slot(&self, hash: u64, place: u32) -> Slot {
        self.shard(hash).slot(place)
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
            slot = shard.slot(place);
        }
    }

    /// Looks for what has those hashes, at most [`BATCH`] of them. Which candidates are what their
    /// numbers stand for is for [`Lookup::compare`] to tell.
    ///
    /// Most of a search's time goes by waiting for memory. Here all wait together, first for their
    /// slots and then for what these name.
    #[inline(never)]
    pub fn look_up(&self, hashes: &[u64], lookup: &mut Lookup) {
        let Lookup { places, numbers, candidates, slots, .. } = lookup;
        let mut homes = [&self.shards[0].slots[0]; BATCH];
        for ((place, home), &hash) in places.iter_mut().zip(&mut homes).zip(hashes) {
            let shard = self.shard(hash);
            *place = shard.home(hash as u32);
            *home = &shard.slots[*place as usize];
        }
        // by itself, so that a processor comes to many of them before the first is there
        for (slot, home) in slots.iter_mut().zip(&homes) {
            *slot = home.load(Relaxed);
        }
        // where the first slot decides, as it mostly does, without a jump that depends on it
        let (mut count, mut undecided) = (0, 0_u64);
        for (at, &hash) in hashes.iter().enumerate() {
            let slot = slots[at];
            let fits = u64::from(slot & !self.number_mask == self.tag(hash));
            let taken = u64::from(slot != VACANT);
            numbers[at] = NOWHERE;
            candidates[count % BATCH] = (at as u8, (slot & self.number_mask).wrapping_sub(1));
            count += (taken & fits) as usize;
            undecided |= (taken & !fits) << at;
        }
        while undecided != 0 {
            let at = undecided.trailing_zeros() as usize;
            undecided &= undecided - 1;
            let (place, number) = self.find(hashes[at], places[at], slots[at], |_| true);
            places[at] = place;
            if let Some(number) = number {
                candidates[count] = (at as u8, number);
                count += 1;
            }
        }
        lookup.count = count;
    }

    /// Puts a number in, if its place is vacant and that leaves the shard at most half taken. Tells
    /// whether it is in.
    #[inline]
    pub fn fill(&mut self, hash: u64, place: u32, number: u32) -> bool {
        let new = self.tag(hash) | (number + 1);
        let shard = &mut self.shards[shard(hash)];
        let slot = shard.slots[place as usize].get_mut();
        let fits = *slot == VACANT && shard.taken < shard.taken_max;
        if fits {
            *slot = new;
            shard.taken += 1;
        }
        fits
    }

    /// Whether one more number with that hash leaves its shard at most half taken.
    #[inline]
    pub fn has_room(&self, hash: u64) -> bool {
        let shard = self.shard(hash);
        shard.taken < shard.taken_max
    }

    /// Makes room for more numbers with that hash; false if there is no memory. `hash_of` tells
    /// the lower half of the hash of any number.
    pub fn grow(&mut self, hash: u64, hash_of: impl Fn(u32) -> u32) -> bool {
        let number_mask = self.number_mask;
        self.shards[shard(hash)].grow(number_mask, hash_of)
    }

    /// How many more bytes there are after [`Self::grow`].
    pub fn growth(&self, hash: u64) -> usize {
        (GROWTH - 1) * size_of_val(&*self.shard(hash).slots)
    }

    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|it| size_of_val(&*it.slots)).sum()
    }

    /// Puts a number in, while others put in theirs. `place` is one from which it would be found, and
    /// in `slot` is what that one held. Of equal ones the lowest stays.
    pub fn claim(
        &self,
        hash: u64,
        mut place: u32,
        mut slot: Slot,
        number: u32,
        is_it: impl Fn(u32) -> bool,
    ) -> Claim {
        let shard = self.shard(hash);
        loop {
            let (at, other) = self.find(hash, place, slot, &is_it);
            if let Some(other) = other.filter(|&other| other < number) {
                return Claim::Lost(other);
            }
            let old = other.map_or(VACANT, |other| self.tag(hash) | (other + 1));
            let new = self.tag(hash) | (number + 1);
            match shard.slots[at as usize].compare_exchange(old, new, Relaxed, Relaxed) {
                Ok(_) => return other.map_or(Claim::Vacant(at), |other| Claim::Won(at, other)),
                Err(now) => (place, slot) = (at, now),
            }
        }
    }

    /// Gives what was put in at a place another number.
    pub fn renumber(&self, hash: u64, place: u32, number: u32) {
        self.shard(hash).slots[place as usize].store(self.tag(hash) | (number + 1), Relaxed);
    }

    /// So many were put in by [`Self::claim`]. Shards that are too full now grow, by several workers;
    /// false if there is no memory.
    pub fn took(
        &mut self,
        workers: usize,
        of_shard: impl Fn(usize) -> u32,
        hash_of: impl Fn(u32) -> u32 + Sync,
    ) -> bool {
        let number_mask = self.number_mask;
        let all = self.shards.iter_mut().enumerate();
        let full = all.filter_map(|(at, shard)| {
            shard.taken += of_shard(at);
            shard.is_too_full().then_some((shard, true))
        });
        let mut full: Vec<_> = full.collect();
        let part = full.len().div_ceil(workers).max(1);
        let mut parts: Vec<_> = full.chunks_mut(part).collect();
        at_once(&mut parts, |shards| {
            for (shard, has_grown) in shards.iter_mut() {
                while *has_grown && shard.is_too_full() {
                    *has_grown = shard.grow(number_mask, &hash_of);
                }
            }
        });
        full.iter().all(|(_, has_grown)| *has_grown)
    }

    /// Whether so many more can be put in by [`Self::claim`]: some place must stay vacant.
    pub fn fits(&self, of_shard: impl Fn(usize) -> u32) -> bool {
        let fits = |(at, it): (usize, &Shard)| {
            (it.taken + of_shard(at)) as usize <= it.slots.len() / 16 * 15
        };
        self.shards.iter().enumerate().all(fits)
    }

    /// How many more bytes there may be when so many more are in each shard.
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

/// Up to [`BATCH`] look-ups. It is used again for the next ones, as there are many and this is not
/// small.
pub struct Lookup {
    /// How far each search has got.
    pub places: [u32; BATCH],
    /// What it has found, if anything.
    pub numbers: [u32; BATCH],
    /// Which ones may be in, and under which numbers.
    candidates: [(u8, u32); BATCH],
    /// How many candidates there are.
    count: usize,
    slots: [Slot; BATCH],
}

impl Default for Lookup {
    fn default() -> Lookup {
        Lookup {
            places: [0; BATCH],
            numbers: [NOWHERE; BATCH],
            candidates: [(0, 0); BATCH],
            count: 0,
            slots: [VACANT; BATCH],
        }
    }
}

impl Lookup {
    /// Tells the numbers of those candidates that are what their numbers stand for.
    #[inline]
    pub fn compare(&mut self, is: impl Fn(usize, u32) -> bool) {
        for &(at, number) in &self.candidates[..self.count] {
            let at = usize::from(at);
            self.numbers[at] = if is(at, number) { number } else { NOWHERE };
        }
    }
}

/// What came of putting a number in.
pub enum Claim {
    /// It is in at that place.
    Vacant(u32),
    /// It is in at that place, where a higher one was.
    Won(u32, u32),
    /// A lower one is in.
    Lost(u32),
}

/// Bits that neither the place in the shard nor, where numbers are large, the tag uses.
#[inline]
pub fn shard(hash: u64) -> usize {
    (hash >> 32) as usize % SHARDS
}

struct Shard {
    slots: Box<[AtomicU32]>,
    taken: u32,
    taken_max: u32,
}

impl Shard {
    fn new(index: usize) -> Shard {
        let slots = SLOTS_MIN * (SHARDS + (GROWTH - 1) * index) / SHARDS;
        Shard {
            slots: (0..slots).map(|_| VACANT.into()).collect(),
            taken: 0,
            taken_max: taken_max(slots),
        }
    }

    #[inline]
    fn home(&self, hash: u32) -> u32 {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as u32
    }

    #[inline]
    fn slot(&self, place: u32) -> Slot {
        self.slots[place as usize].load(Relaxed)
    }

    #[inline]
    fn after(&self, place: u32) -> u32 {
        if place as usize + 1 == self.slots.len() { 0 } else { place + 1 }
    }

    fn is_too_full(&self) -> bool {
        self.taken > self.taken_max
    }

    #[inline(never)]
    fn grow(&mut self, number_mask: u32, hash_of: impl Fn(u32) -> u32) -> bool {
        let slots = self.slots.len() * GROWTH;
        let Ok(bigger) = <[AtomicU32]>::new_box_zeroed_with_elems(slots) else { return false };
        let old = std::mem::replace(&mut self.slots, bigger);
        self.taken_max = taken_max(slots);
        // in three loops for each batch, so that the hashes wait for memory together
        for batch in old.chunks(BATCH) {
            let (mut taken, mut len) = ([VACANT; BATCH], 0);
            for slot in batch {
                let slot = slot.load(Relaxed);
                taken[len] = slot;
                len += usize::from(slot != VACANT);
            }
            let mut hashes = [0; BATCH];
            for (hash, &slot) in hashes.iter_mut().zip(&taken[..len]) {
                *hash = hash_of((slot & number_mask) - 1);
            }
            for (&hash, &slot) in hashes.iter().zip(&taken[..len]) {
                let mut place = self.home(hash);
                while self.slot(place) != VACANT {
                    place = self.after(place);
                }
                *self.slots[place as usize].get_mut() = slot;
            }
        }
        true
    }
}

/// A half: searches get long where a shard is fuller, and waiting for memory takes no shorter where
/// it is emptier.
fn taken_max(slots: usize) -> u32 {
    (slots / 2) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes;

    /// A prime; so many fit, and some shards are too full then.
    const KEYS: u32 = 1_801;

    fn hash(key: u32) -> u64 {
        bytes::hash(&key.to_le_bytes())
    }

    /// The number that is in, if one is.
    fn get(table: &Table, key: u32) -> Option<u32> {
        let (hash, place) = (hash(key), table.home(hash(key)));
        table.find(hash, place, table.slot(hash, place), |it| it % KEYS == key).1
    }

    /// As many threads as there are numbers for each key, in orders of their own.
    #[test]
    fn of_equal_ones_the_lowest_stays() {
        let mut table = Table::new(1 << 20);
        let of_shard = |at| (0..KEYS).filter(|&key| shard(hash(key)) == at).count() as u32;
        assert!(table.fits(of_shard));
        let claim = |thread: u32| {
            let (mut taken, mut instead) = ([0; SHARDS], 0);
            for nth in 0..KEYS {
                let key = (nth * (2 * thread + 7)) % KEYS;
                let hash = hash(key);
                let (home, is_it) = (table.home(hash), |it: u32| it % KEYS == key);
                match table.claim(hash, home, table.slot(hash, home), thread * KEYS + key, is_it) {
                    Claim::Vacant(_) => taken[shard(hash)] += 1,
                    Claim::Won(_, other) => {
                        assert!(is_it(other) && other / KEYS > thread);
                        instead += 1;
                    }
                    Claim::Lost(other) => assert!(is_it(other) && other / KEYS < thread),
                }
            }
            (taken, instead)
        };
        let all = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).rev().map(|it| scope.spawn(move || claim(it))).collect();
            threads.into_iter().map(|it| it.join().unwrap()).collect::<Vec<_>>()
        });
        let taken = |at: usize| all.iter().map(|it| it.0[at]).sum::<u32>();
        assert_eq!((0..SHARDS).map(taken).sum::<u32>(), KEYS);
        assert!((0..KEYS).all(|key| get(&table, key) == Some(key)));

        let before = table.bytes();
        table.took(2, taken, |number| hash(number % KEYS) as u32);
        assert!(table.bytes() > before);
        assert!((0..KEYS).all(|key| get(&table, key) == Some(key)));
        assert_eq!(get(&table, KEYS), None);
    }
}
