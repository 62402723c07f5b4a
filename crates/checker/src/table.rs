//! An open-addressing table of numbers, found by the hash of what they stand for.

use crate::report::at_once;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use zerocopy::FromZeros;

/// How many numbers are looked up together.
pub const BATCH: usize = 64;

/// How many bits say where a slot is, at first and at most.
const BITS_MIN: u32 = 12;
const BITS_MAX: u32 = 31;

pub struct Table {
    slots: Box<[Slot]>,
    /// How many bits of a hash say where the search begins. As many of a slot hold the number.
    bits: u32,
    taken: u32,
    /// So many may be taken before the table grows: three quarters, or more where it cannot.
    taken_max: u32,
}

/// Zero where it is vacant, else a number, plus one, and above it a tag: bits of the hash that spare
/// most looks at what is not wanted.
type Slot = AtomicU32;

const VACANT: u32 = 0;

impl Table {
    /// A table with room for so many numbers.
    pub fn new(numbers: usize) -> Table {
        let bits = (numbers.saturating_mul(4) / 3 + 1).next_power_of_two().ilog2();
        let bits = bits.clamp(BITS_MIN, BITS_MAX);
        let slots = slots(1 << bits).or_else(|| slots(1 << BITS_MIN));
        let slots = slots.expect("there is memory for a start");
        let (bits, taken_max) = (slots.len().ilog2(), taken_max(slots.len()));
        Table { slots, bits, taken: 0, taken_max }
    }

    /// Where the search for `hash` begins.
    #[inline]
    pub fn home(&self, hash: u64) -> u32 {
        (hash >> (64 - self.bits)) as u32
    }

    #[inline]
    pub fn slot(&self, place: u32) -> u32 {
        self.slots[place as usize].load(Relaxed)
    }

    /// Whose number is in a slot, if its tag fits.
    #[inline]
    pub fn candidate(&self, hash: u64, slot: u32) -> Option<u32> {
        let numbers = self.numbers();
        (slot != VACANT && slot & !numbers == self.tag(hash)).then(|| (slot & numbers) - 1)
    }

    /// The first place from `place` on that is vacant, or whose tag fits and whose number `is_it`.
    #[inline]
    pub fn find(
        &self,
        hash: u64,
        mut place: u32,
        mut is_it: impl FnMut(u32) -> bool,
    ) -> (u32, Option<u32>) {
        loop {
            let slot = self.slot(place);
            if slot == VACANT {
                return (place, None);
            }
            if let Some(number) = self.candidate(hash, slot).filter(|&it| is_it(it)) {
                return (place, Some(number));
            }
            place = self.after(place);
        }
    }

    /// Puts a number in at a vacant place. There must be room.
    #[inline]
    pub fn fill(&mut self, hash: u64, place: u32, number: u32) {
        let new = self.tag(hash) | (number + 1);
        *self.slots[place as usize].get_mut() = new;
        self.taken += 1;
    }

    /// Whether there is room for one more number.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.taken < self.taken_max
    }

    /// Makes room for more numbers; false if there is no memory. `hashes` tells the hashes of some
    /// numbers, all of which are below the number that are in.
    pub fn grow(
        &mut self,
        workers: usize,
        hashes: impl Fn(Range<u32>, &mut [u64; BATCH]) + Sync,
    ) -> bool {
        let old = self.slots.len();
        // never both at once
        self.slots = Box::default();
        let bigger = if self.bits < BITS_MAX { slots(2 * old) } else { None };
        let has_grown = bigger.is_some();
        let slots = bigger.or_else(|| slots(old)).expect("there was memory for as much");
        (self.bits, self.taken_max) = (slots.len().ilog2(), taken_max(slots.len()));
        self.slots = slots;
        let (all, table) = (self.taken, &*self);
        let edge = |at: usize| (u64::from(all) * at as u64 / workers as u64) as u32;
        let mut parts: Vec<Range<u32>> = (0..workers).map(|at| edge(at)..edge(at + 1)).collect();
        at_once(&mut parts, |part| table.put_back(part.clone(), workers > 1, &hashes));
        has_grown
    }

    /// Puts numbers in that are not, where others may put in theirs at the same time.
    #[inline(never)]
    fn put_back(
        &self,
        numbers: Range<u32>,
        is_shared: bool,
        hashes: &impl Fn(Range<u32>, &mut [u64; BATCH]),
    ) {
        let mut all = [0; BATCH];
        for first in numbers.clone().step_by(BATCH) {
            let batch = first..numbers.end.min(first + BATCH as u32);
            hashes(batch.clone(), &mut all);
            // all wait for memory together
            let touched = all.iter().fold(0, |any, &hash| any | self.slot(self.home(hash)));
            std::hint::black_box(touched);
            for (number, &hash) in batch.zip(&all) {
                let (mut place, new) = (self.home(hash), self.tag(hash) | (number + 1));
                let put = |place: u32| {
                    let slot = &self.slots[place as usize];
                    if is_shared {
                        return slot.compare_exchange(VACANT, new, Relaxed, Relaxed).is_ok();
                    }
                    slot.store(new, Relaxed);
                    true
                };
                while self.slot(place) != VACANT || !put(place) {
                    place = self.after(place);
                }
            }
        }
    }

    /// How many more bytes there are after [`Self::grow`].
    pub fn growth(&self) -> usize {
        self.bytes()
    }

    /// Lets more of it be taken, where it cannot grow; false if it is as full as may be.
    pub fn fill_up(&mut self) -> bool {
        self.taken_max = full(self.slots.len());
        self.has_room()
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Puts a number in, while others put in theirs. `place` is one from which it would be found. Of
    /// equal ones the lowest stays.
    pub fn claim(
        &self,
        hash: u64,
        mut place: u32,
        number: u32,
        is_it: impl Fn(u32) -> bool,
    ) -> Claim {
        loop {
            let (at, other) = self.find(hash, place, &is_it);
            if let Some(other) = other.filter(|&other| other < number) {
                return Claim::Lost(other);
            }
            let old = other.map_or(VACANT, |other| self.tag(hash) | (other + 1));
            let new = self.tag(hash) | (number + 1);
            match self.slots[at as usize].compare_exchange(old, new, Relaxed, Relaxed) {
                Ok(_) => return other.map_or(Claim::Vacant(at), |other| Claim::Won(at, other)),
                Err(_) => place = at,
            }
        }
    }

    /// Gives what was put in at a place another number.
    pub fn renumber(&self, hash: u64, place: u32, number: u32) {
        self.slots[place as usize].store(self.tag(hash) | (number + 1), Relaxed);
    }

    /// So many were put in by [`Self::claim`]. A table that is too full now grows, by several workers;
    /// false if there is no memory.
    pub fn took(
        &mut self,
        workers: usize,
        count: u32,
        hashes: impl Fn(Range<u32>, &mut [u64; BATCH]) + Sync,
    ) -> bool {
        self.taken += count;
        while self.taken > self.taken_max {
            if !self.grow(workers, &hashes) {
                return false;
            }
        }
        true
    }

    /// Whether so many more can be put in by [`Self::claim`]: some place must stay vacant.
    pub fn fits(&self, count: usize) -> bool {
        self.taken as usize + count <= full(self.slots.len()) as usize
    }

    /// How many more bytes there may be when so many more are in.
    pub fn growth_for(&self, count: usize) -> usize {
        let mut slots = self.slots.len();
        while self.taken as usize + count > taken_max(slots) as usize {
            slots *= 2;
        }
        (slots - self.slots.len()) * size_of::<Slot>()
    }

    /// The bits of a slot that hold a number.
    #[inline]
    fn numbers(&self) -> u32 {
        (1 << self.bits) - 1
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & !self.numbers()
    }

    #[inline]
    fn after(&self, place: u32) -> u32 {
        (place + 1) & self.numbers()
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

fn slots(count: usize) -> Option<Box<[Slot]>> {
    <[Slot]>::new_box_zeroed_with_elems(count).ok()
}

/// Three quarters: searches get long where a table is fuller, and one that is emptier takes memory.
fn taken_max(slots: usize) -> u32 {
    (slots / 4 * 3) as u32
}

/// So many slots of a table can be taken.
fn full(slots: usize) -> u32 {
    (slots / 16 * 15) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes;

    /// A prime; so many numbers fit of each of four threads.
    const KEYS: u32 = 919;

    fn hash(key: u32) -> u64 {
        bytes::hash::<1>(&u64::from(key).to_le_bytes(), 0)
    }

    /// The number that is in, if one is.
    fn get(table: &Table, key: u32) -> Option<u32> {
        table.find(hash(key), table.home(hash(key)), |it| it % KEYS == key).1
    }

    /// As many threads as there are numbers for each key, in orders of their own.
    #[test]
    fn of_equal_ones_the_lowest_stays() {
        let mut table = Table::new(0);
        assert!(table.fits(4 * KEYS as usize));
        let claim = |thread: u32| {
            let (mut taken, mut instead) = (0, 0);
            for nth in 0..KEYS {
                let key = (nth * (2 * thread + 7)) % KEYS;
                let (hash, is_it) = (hash(key), |it: u32| it % KEYS == key);
                match table.claim(hash, table.home(hash), thread * KEYS + key, is_it) {
                    Claim::Vacant(_) => taken += 1,
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
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let taken = all.iter().map(|it| it.0).sum::<u32>();
        assert_eq!(taken, KEYS);
        assert!((0..KEYS).all(|key| get(&table, key) == Some(key)));

        let hashes = |numbers: Range<u32>, hashes: &mut [u64; BATCH]| {
            hashes.iter_mut().zip(numbers).for_each(|(it, number)| *it = hash(number));
        };
        let before = table.bytes();
        assert!(table.took(2, taken, hashes) && table.bytes() == before);
        assert!(table.grow(2, hashes) && table.bytes() == 2 * before);
        assert!((0..KEYS).all(|key| get(&table, key) == Some(key)));
        assert_eq!(get(&table, KEYS), None);
    }
}
