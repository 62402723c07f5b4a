//! Which states were visited: exactly, whatever the states are.

use crate::ahead::Ahead;
use crate::arena::{BATCH, CHUNK, Store};
use crate::table::{Looked, Table};
use crate::{Bound, Limits, bytes};
use model::SleepSet;
use reports::NOWHERE;
use std::ops::Range;
use zerocopy::FromZeros;

/// A slot of the table holds a number plus one.
const STATES_MAX: u32 = u32::MAX - 1;

pub struct Set {
    pub table: Table,
    pub links: Links,
    pub batch: Batch,
}

/// What is known of the drafts.
pub struct Batch {
    len: usize,
    /// Where each was reached from, and what sleeps there.
    origins: [(u32, SleepSet); BATCH],
    hashes: [u64; BATCH],
    /// How many hashes are known.
    hashed: usize,
    pub looked: Looked,
}

/// What is known of states that are in.
pub struct Links {
    /// Where each state was reached from first. The first state is its own parent.
    pub parents: Vec<Box<[u32; CHUNK]>>,
    /// The lower half of each state's hash: by itself, since the table looks at it as it grows.
    pub hashes: Vec<Box<[u32; CHUNK]>>,
    pub asleep: Ahead<SleepSet>,
    len: u32,
    /// What one state takes, with what is kept besides it.
    state_bytes: usize,
    states_max: u32,
    bytes_max: usize,
    /// There was no room for a state, and so there is none for any other.
    full: Option<Bound>,
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
            state_bytes,
            states_max: u32::try_from(states_max).unwrap_or(STATES_MAX).min(STATES_MAX),
            bytes_max,
            full: None,
            reserve: crate::reserve::Reserve::default(),
        };
        assert!(links.grow(states), "there is memory for a start");
        let mut table = Table::new(u32::try_from(numbers_max).unwrap_or(STATES_MAX));
        let mut batch = Batch {
            len: 1,
            origins: [(0, SleepSet::default()); BATCH],
            hashes: [0; BATCH],
            hashed: 0,
            looked: Looked::default(),
        };
        let hash = batch.hash(states)[0];
        table.fill(hash, table.home(hash), 0);
        Drafts { count: 1, ..Drafts::of(&mut links, &mut batch, states) }.keep();
        batch.begin();
        Set { table, links, batch }
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
        self.batch.len
    }

    /// One more draft. True if it is time for [`Self::settle`].
    #[inline]
    pub fn add(&mut self, parent: u32, asleep: SleepSet) -> bool {
        let batch = &mut self.batch;
        batch.origins[batch.len] = (parent, asleep);
        batch.len += 1;
        batch.len == BATCH
    }

    /// Asks for the slots of the last drafts, every now and then, so that they are at hand when all are
    /// looked for.
    #[inline]
    pub fn look_ahead(&mut self, states: &dyn Store) {
        if self.batch.len.is_multiple_of(BATCH / 4) {
            self.fetch(states);
        }
    }

    #[inline(never)]
    fn fetch(&mut self, states: &dyn Store) {
        for &hash in self.batch.hash(states) {
            self.table.fetch(hash);
        }
    }

    /// Makes sure that all drafts are in, in their order. Tells which of them are new.
    #[inline(never)]
    pub fn settle(&mut self, states: &mut dyn Store) -> Range<u32> {
        let first = self.len();
        if self.links.full.is_none() {
            Drafts::of(&mut self.links, &mut self.batch, states).settle(&mut self.table);
        }
        self.batch.begin();
        first..self.len()
    }

    /// Makes room for so many more states, of which so many may be in each shard of the table,
    /// where `taken` bytes are taken elsewhere; false if that is more than is allowed or to be had.
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

impl Batch {
    fn begin(&mut self) {
        (self.len, self.hashed) = (0, 0);
    }

    /// Hashes the drafts that are not, and tells the hashes of those.
    fn hash(&mut self, states: &dyn Store) -> &[u64] {
        let hashes = &mut self.hashes[self.hashed..self.len];
        states.hash(self.hashed, hashes);
        self.hashed = self.len;
        hashes
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

    /// So many more are in; `table` is the size of the table if there was no memory for some.
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
        chunks * CHUNK * (self.state_bytes + size_of::<SleepSet>())
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
    batch: &'a mut Batch,
    states: &'a mut dyn Store,
    /// Those that are new, in their order. They have the next numbers, and are not kept yet.
    new: [u8; BATCH],
    count: usize,
    /// The first number for which there is no room, as far as the table does not have to grow.
    room_end: u32,
}

impl Drafts<'_> {
    fn of<'a>(links: &'a mut Links, batch: &'a mut Batch, states: &'a mut dyn Store) -> Drafts<'a> {
        let room_end = links.room_end();
        Drafts { links, batch, states, new: [0; BATCH], count: 0, room_end }
    }

    /// Makes sure that all are in, in their order.
    #[inline]
    fn settle(&mut self, table: &mut Table) {
        self.batch.hash(self.states);
        let Batch { len, hashes, looked, .. } = &mut *self.batch;
        let len = *len;
        table.look(&hashes[..len], looked);
        self.states.compare(looked);
        for at in 0..len {
            if self.batch.looked.numbers[at] == NOWHERE {
                self.batch.looked.numbers[at] = self.insert(table, at).unwrap_or(NOWHERE);
            }
        }
        self.keep();
    }

    /// Puts a state in if it is new. The search for it got as far as its place. Tells its number,
    /// if there is room for it.
    #[inline]
    fn insert(&mut self, table: &mut Table, at: usize) -> Option<u32> {
        let hash = self.batch.hashes[at];
        loop {
            let number = self.links.len + self.count as u32;
            let place = self.batch.looked.places[at];
            if number < self.room_end && table.fill(hash, place, number) {
                self.new[self.count] = at as u8;
                self.count += 1;
                return Some(number);
            }
            let slot = table.slot(hash, place);
            let found = table.find(hash, place, slot, |number| self.is(at, number));
            self.batch.looked.places[at] = found.0;
            if found.1.is_some() {
                return found.1;
            }
            if number >= self.room_end || !table.has_room(hash) {
                if !self.make_room(table, hash) {
                    return None;
                }
                let Batch { hashes, looked, .. } = &mut *self.batch;
                for (place, &hash) in looked.places.iter_mut().zip(hashes.iter()) {
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
        let Drafts { links, batch, states, .. } = self;
        let mut new = &self.new[..std::mem::take(&mut self.count)];
        while !new.is_empty() {
            let first = links.len;
            let (chunk, place) = (first as usize / CHUNK, first as usize % CHUNK);
            let (fit, rest) = new.split_at(new.len().min(CHUNK - place));
            let parents = &mut links.parents[chunk][place..];
            let hashes = &mut links.hashes[chunk][place..];
            let asleep = &mut links.asleep.chunk(first)[place..];
            for (((&at, parent), hash), asleep) in fit.iter().zip(parents).zip(hashes).zip(asleep) {
                (*parent, *asleep) = batch.origins[usize::from(at)];
                *hash = batch.hashes[usize::from(at)] as u32;
            }
            states.keep(fit, first);
            links.len += fit.len() as u32;
            new = rest;
        }
    }
}
