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
        let hash = bytes::hash(states.draft(0));
        let place = table.home(hash);
        let number = Drafts { links: &mut links, states }.keep(0, hash);
        table.put(hash, place, number);
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
                hashes[at] = bytes::hash(state);
                places[at] = self.table.home(hashes[at]);
            }
            for (at, _) in wanted() {
                slots[at] = self.table.slot(hashes[at], places[at]);
            }
            for (at, state) in wanted() {
                let is_it = |number| bytes::same(state, states.kept(number));
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

    /// Makes sure that all drafts are in, in their order. Tells which of them are new.
    #[inline(never)]
    pub fn settle(&mut self, states: &mut dyn Store) -> Range<u32> {
        let first = self.len();
        if self.links.full.is_none() {
            Drafts { links: &mut self.links, states }.settle(&mut self.table);
        }
        self.links.batch = 0;
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

    fn has_room(&self) -> bool {
        (self.len as usize) < self.parents.len() * CHUNK
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
}

impl Drafts<'_> {
    /// Makes sure that all are in, in their order.
    #[inline]
    fn settle(&mut self, table: &mut Table) {
        let mut hashes = [0; BATCH];
        let hashes = &mut hashes[..self.links.batch];
        self.states.hash(hashes);
        let looked = table.look(hashes, |numbers, are| self.states.are(numbers, are));
        let Looked { mut places, mut numbers, is_known } = looked;
        for at in (0..hashes.len()).filter(|&at| !is_known[at]) {
            numbers[at] = self.insert(table, at, hashes, &mut places).unwrap_or(NOWHERE);
        }
        self.links.numbers = numbers;
    }

    /// Puts a state in if it is new. The search for it got as far as its place. Tells its number,
    /// if there is room for it.
    fn insert(
        &mut self,
        table: &mut Table,
        at: usize,
        hashes: &[u64],
        places: &mut [u32; BATCH],
    ) -> Option<u32> {
        let (hash, place) = (hashes[at], places[at]);
        let slot = table.slot(hash, place);
        let (mut place, number) =
            table.find(hash, place, slot, |number| self.states.is(at, number));
        if number.is_some() {
            return number;
        }
        if !self.has_room() || !table.has_room(hash) {
            if !self.make_room(table, hash) {
                return None;
            }
            for (place, &hash) in places.iter_mut().zip(hashes) {
                *place = table.home(hash);
            }
            let home = places[at];
            place = table.find(hash, home, table.slot(hash, home), |_| false).0;
        }
        let number = self.keep(at, hash);
        table.put(hash, place, number);
        Some(number)
    }

    /// Whether one more can be kept, as far as the table does not have to grow for it.
    fn has_room(&self) -> bool {
        let links = &*self.links;
        links.full.is_none() && links.len != links.states_max && links.has_room()
    }

    /// Makes room for one more with that hash; false if there is none.
    #[cold]
    fn make_room(&mut self, table: &mut Table, hash: u64) -> bool {
        let links = &mut *self.links;
        if links.full.is_some() {
            return false;
        }
        if links.len == links.states_max {
            links.full = Some(Bound::StatesMax(links.states_max as usize));
            return false;
        }
        let chunks = usize::from(!links.has_room());
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
        is_fine
    }

    /// Keeps a state that is new, and tells its number.
    fn keep(&mut self, at: usize, hash: u64) -> u32 {
        let links = &mut *self.links;
        let number = links.len;
        self.states.keep(at, number);
        let (chunk, place) = (number as usize / CHUNK, number as usize % CHUNK);
        let (parent, asleep) = links.origins[at];
        links.parents[chunk][place] = parent;
        links.hashes[chunk][place] = hash as u32;
        links.asleep.set(number, asleep);
        links.len += 1;
        number
    }
}
