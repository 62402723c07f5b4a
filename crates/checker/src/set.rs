//! Which states were visited: exactly, whatever the states are.

use crate::ahead::Ahead;
use crate::arena::{BATCH, CHUNK, Store};
use crate::table::{Looked, Table};
use crate::{Bound, Limits, bytes};
use model::Asleep;
use reports::NOWHERE;
use std::ops::Range;
use zerocopy::FromZeros;

/// A slot of the table holds a number plus one.
const STATES_MAX: u32 = u32::MAX - 1;

pub struct Set {
    pub table: Table,
    pub links: Links,
}

/// All but the table.
pub struct Links {
    /// Where each state was reached from first. The first state is its own parent.
    pub parents: Vec<Box<[u32; CHUNK]>>,
    /// The lower half of each state's hash: by itself, since the table looks at it as it grows.
    pub hashes: Vec<Box<[u32; CHUNK]>>,
    pub asleep: Ahead<Asleep>,
    len: u32,
    /// Of the batch, where each was reached from, and what sleeps there.
    origins: [(u32, Asleep); BATCH],
    batch: usize,
    batch_hashes: [u64; BATCH],
    /// How many of them are known.
    hashed: usize,
    /// The numbers of the last batch.
    pub numbers: [u32; BATCH],
    /// What one state takes, with what is kept besides it.
    state_bytes: usize,
    states_max: u32,
    bytes_max: usize,
    /// There was no room for a state, and so there is none for any other.
    full: Option<Bound>,
    #[cfg(target_os = "unknown")]
    reserve: crate::reserve::Reserve,
}

impl Set {
    /// A set of one state, which is the first draft.
    pub fn new(states: &mut dyn Store, limits: Limits) -> Set {
        let Limits { states_max, bytes_max, .. } = limits;
        let state_bytes = states.draft(0).len() + 2 * size_of::<u32>();
        // the first chunk is there whatever it takes
        let numbers_max = states_max.min((bytes_max / state_bytes).max(CHUNK));
        let mut links = Links {
            parents: Vec::new(),
            hashes: Vec::new(),
            asleep: Ahead::default(),
            len: 0,
            origins: [(0, Asleep::default()); BATCH],
            batch: 0,
            batch_hashes: [0; BATCH],
            hashed: 0,
            numbers: [NOWHERE; BATCH],
            state_bytes,
            states_max: u32::try_from(states_max).unwrap_or(STATES_MAX).min(STATES_MAX),
            bytes_max,
            full: None,
            #[cfg(target_os = "unknown")]
            reserve: crate::reserve::Reserve::default(),
        };
        assert!(links.grow(states), "there is memory for a start");
        let mut table = Table::new(u32::try_from(numbers_max).unwrap_or(STATES_MAX));
        links.batch = 1;
        let hash = links.hash_batch(states)[0];
        table.fill(hash, table.home(hash), 0);
        Drafts { count: 1, ..Drafts::of(&mut links, states) }.keep();
        links.begin_batch();
        Set { table, links }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.links.len
    }

    pub fn parent(&self, number: u32) -> u32 {
        self.links.parents[number as usize / CHUNK][number as usize % CHUNK]
    }

    /// Tells `each` the number of each of some states, one after the other in `bytes`; none where
    /// it is not in. As in [`Self::settle`], they wait for memory together.
    #[inline(never)]
    pub fn find(&self, states: &dyn Store, bytes: &[u8], each: &mut dyn FnMut(Option<u32>)) {
        let size = states.kept(0).len();
        for batch in bytes.chunks(size * BATCH) {
            let wanted = || batch.chunks_exact(size).enumerate();
            let (mut hashes, mut places, mut slots) = ([0; BATCH], [0; BATCH], [0; BATCH]);
            for (at, state) in wanted() {
                hashes[at] = states.hash_of(state);
                places[at] = self.table.home(hashes[at]);
            }
            for (at, _) in wanted() {
                slots[at] = self.table.slot(hashes[at], places[at]);
            }
            for (at, state) in wanted() {
                let is_it = |number| states.is(state, number);
                each(self.table.find(hashes[at], places[at], slots[at], is_it).1);
            }
        }
    }

    pub fn full(&self) -> Option<Bound> {
        self.links.full
    }

    pub fn bytes(&self) -> usize {
        self.links.bytes() + self.table.bytes()
    }

    /// Whether there would be half of the memory left, had so many bytes been taken besides.
    pub fn has_half(&self, bytes: usize) -> bool {
        self.full().is_none() && self.bytes().saturating_add(bytes) <= self.links.bytes_max / 2
    }

    /// How many drafts there are.
    #[inline]
    pub fn drafts(&self) -> usize {
        self.links.batch
    }

    /// One more draft. True if it is time for [`Self::settle`].
    #[inline]
    pub fn add(&mut self, parent: u32, asleep: Asleep) -> bool {
        let links = &mut self.links;
        links.origins[links.batch] = (parent, asleep);
        links.batch += 1;
        links.batch == BATCH
    }

    /// Asks for the slots of the last drafts, every now and then, so that they are at hand when all are
    /// looked for.
    #[cfg(not(target_os = "unknown"))]
    #[inline]
    pub fn look_ahead(&mut self, states: &dyn Store) {
        if self.links.batch.is_multiple_of(BATCH / 4) {
            self.fetch(states);
        }
    }

    #[cfg(not(target_os = "unknown"))]
    #[inline(never)]
    fn fetch(&mut self, states: &dyn Store) {
        for &hash in self.links.hash_batch(states) {
            self.table.fetch(hash);
        }
    }

    /// Makes sure that all drafts are in, in their order. Tells which of them are new.
    #[inline(never)]
    pub fn settle(&mut self, states: &mut dyn Store) -> Range<u32> {
        let first = self.len();
        if self.links.full.is_none() {
            Drafts::of(&mut self.links, states).settle(&mut self.table);
        }
        self.links.begin_batch();
        first..self.len()
    }

    /// Makes room for so many more states, of which so many may be in each shard of the table,
    /// where `taken` bytes are taken elsewhere; false if that is more than is allowed or to be had.
    #[cfg(not(target_os = "unknown"))]
    pub fn reserve(
        &mut self,
        states: &mut dyn Store,
        count: usize,
        of_shard: impl Fn(usize) -> u32,
        taken: usize,
    ) -> bool {
        let links = &mut self.links;
        let wanted = links.len as usize + count;
        let chunks = wanted.div_ceil(CHUNK).saturating_sub(links.parents.len());
        let growth = links.growth(chunks) + self.table.growth_for(of_shard);
        wanted <= links.states_max.min(self.table.numbers_end()) as usize
            && links.bytes() + self.table.bytes() + growth + taken <= links.bytes_max
            && (0..chunks).all(|_| links.grow(states))
    }
}

impl Links {
    /// How many states there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// The lower half of a state's hash.
    #[inline]
    pub fn hash(&self, number: u32) -> u32 {
        self.hashes[number as usize / CHUNK][number as usize % CHUNK]
    }

    fn begin_batch(&mut self) {
        (self.batch, self.hashed) = (0, 0);
    }

    /// Hashes the drafts that are not, and tells the hashes of those.
    fn hash_batch(&mut self, states: &dyn Store) -> &[u64] {
        let hashes = &mut self.batch_hashes[self.hashed..self.batch];
        states.hash(self.hashed, hashes);
        self.hashed = self.batch;
        hashes
    }

    /// So many more are in; `table` is the size of the table if there was no memory for some.
    #[cfg(not(target_os = "unknown"))]
    pub fn add(&mut self, count: u32, table: Option<usize>) {
        self.len += count;
        if let Some(bytes) = table {
            self.close(bytes);
        }
    }

    /// There was no memory for some, with so many bytes taken besides.
    fn close(&mut self, bytes: usize) {
        self.full = Some(Bound::Memory(self.bytes() + bytes));
    }

    /// The first number for which there is no room.
    fn room_end(&self) -> u32 {
        match self.full {
            None => (self.parents.len() * CHUNK).min(self.states_max as usize) as u32,
            Some(_) => 0,
        }
    }

    fn bytes(&self) -> usize {
        self.parents.len() * CHUNK * self.state_bytes + self.asleep.bytes(0)
    }

    /// How many more bytes so many more chunks are.
    fn growth(&self, chunks: usize) -> usize {
        chunks * CHUNK * (self.state_bytes + size_of::<Asleep>())
    }

    fn grow(&mut self, states: &mut dyn Store) -> bool {
        let Ok(parents) = FromZeros::new_box_zeroed() else { return false };
        let Ok(hashes) = FromZeros::new_box_zeroed() else { return false };
        let has_grown = self.asleep.grow() && states.grow();
        if has_grown {
            self.parents.push(parents);
            self.hashes.push(hashes);
        }
        has_grown
    }
}

/// The drafts of a set, to be put in.
struct Drafts<'a> {
    links: &'a mut Links,
    states: &'a mut dyn Store,
    /// Those that are new, in their order. They have the next numbers, and are not kept yet.
    new: [u8; BATCH],
    count: usize,
    /// The first number for which there is no room, as far as the table does not have to grow.
    room_end: u32,
}

impl Drafts<'_> {
    fn of<'a>(links: &'a mut Links, states: &'a mut dyn Store) -> Drafts<'a> {
        let room_end = links.room_end();
        Drafts { links, states, new: [0; BATCH], count: 0, room_end }
    }

    /// Makes sure that all are in, in their order.
    #[inline]
    fn settle(&mut self, table: &mut Table) {
        self.links.hash_batch(self.states);
        let hashes = self.links.batch_hashes;
        let hashes = &hashes[..self.links.batch];
        let compare = |all: &[_], numbers: &mut _| self.states.compare(all, numbers);
        let Looked { mut places, mut numbers } = table.look(hashes, compare);
        for ((at, &hash), number) in hashes.iter().enumerate().zip(&mut numbers) {
            if *number == NOWHERE {
                *number = self.insert(table, at, hash, &mut places).unwrap_or(NOWHERE);
            }
        }
        self.keep();
        self.links.numbers = numbers;
    }

    /// Puts a state in if it is new. The search for it got as far as its place. Tells its number,
    /// if there is room for it.
    #[inline]
    fn insert(
        &mut self,
        table: &mut Table,
        at: usize,
        hash: u64,
        places: &mut [u32; BATCH],
    ) -> Option<u32> {
        loop {
            let number = self.links.len + self.count as u32;
            if number < self.room_end && table.fill(hash, places[at], number) {
                self.new[self.count] = at as u8;
                self.count += 1;
                return Some(number);
            }
            let slot = table.slot(hash, places[at]);
            let found = table.find(hash, places[at], slot, |number| self.is(at, number));
            places[at] = found.0;
            if found.1.is_some() {
                return found.1;
            }
            if number >= self.room_end || !table.has_room(hash) {
                if !self.make_room(table, hash) {
                    return None;
                }
                for (place, &hash) in places.iter_mut().zip(&self.links.batch_hashes) {
                    *place = table.home(hash);
                }
            }
        }
    }

    /// Whether a draft is the state with that number.
    fn is(&self, at: usize, number: u32) -> bool {
        match number.checked_sub(self.links.len) {
            None => self.states.is(self.states.draft(at), number),
            Some(nth) => {
                let new = usize::from(self.new[nth as usize]);
                bytes::same(self.states.draft(at), self.states.draft(new))
            }
        }
    }

    /// Makes room for one more with that hash; false if there is none.
    #[cold]
    fn make_room(&mut self, table: &mut Table, hash: u64) -> bool {
        // as the table looks at them
        self.keep();
        let links = &mut *self.links;
        if links.full.is_some() {
            return false;
        }
        if links.len == links.states_max {
            links.full = Some(Bound::StatesMax(links.states_max as usize));
            return false;
        }
        let chunks = usize::from(links.len == self.room_end);
        let growth = if table.has_room(hash) { 0 } else { table.growth(hash) };
        let wanted = links.growth(chunks) + self.states.beside(chunks) + growth;
        let total = links.bytes() + table.bytes() + wanted;
        #[cfg(target_os = "unknown")]
        links.reserve.ahead(total, wanted, links.bytes_max);
        let is_fine = total <= links.bytes_max
            && (chunks == 0 || links.grow(self.states))
            && (growth == 0 || table.grow(hash, |number| links.hash(number)));
        if !is_fine {
            links.close(table.bytes() + self.states.beside(0));
        }
        self.room_end = links.room_end();
        is_fine
    }

    /// Keeps those that are new.
    #[inline(never)]
    fn keep(&mut self) {
        let Drafts { links, states, .. } = self;
        let mut new = &self.new[..std::mem::take(&mut self.count)];
        while !new.is_empty() {
            let first = links.len;
            let (chunk, place) = (first as usize / CHUNK, first as usize % CHUNK);
            let (fit, rest) = new.split_at(new.len().min(CHUNK - place));
            let parents = &mut links.parents[chunk][place..];
            let hashes = &mut links.hashes[chunk][place..];
            let asleep = &mut links.asleep.chunk(first)[place..];
            for (((&at, parent), hash), asleep) in fit.iter().zip(parents).zip(hashes).zip(asleep) {
                (*parent, *asleep) = links.origins[usize::from(at)];
                *hash = links.batch_hashes[usize::from(at)] as u32;
            }
            states.keep(fit, first);
            links.len += fit.len() as u32;
            new = rest;
        }
    }
}
