//! Which states were visited: exactly, whatever the states are.

use crate::arena::{BATCH, CHUNK, Store};
use crate::batch::Batch;
use crate::{Bound, Limits, bytes, table::Table};
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
    pub chunks: Vec<Box<[Link; CHUNK]>>,
    len: u32,
    /// Where the states of the batch were reached from.
    parents: [u32; BATCH],
    batch: usize,
    /// What one state takes, with what is kept besides it.
    state_bytes: usize,
    states_max: u32,
    bytes_max: usize,
    /// There was no room for a state, and so there is none for any other.
    full: Option<Bound>,
    #[cfg(target_arch = "wasm32")]
    reserve: crate::reserve::Reserve,
}

/// What is kept of a state besides the state.
#[derive(Clone, Copy, FromZeros)]
pub struct Link {
    /// Where it was reached from first. The first state is its own parent.
    parent: u32,
    hash: u32,
}

impl Link {
    pub fn new(parent: u32, hash: u64) -> Link {
        Link { parent, hash: hash as u32 }
    }
}

impl Set {
    /// A set of one state, which is the first draft.
    pub fn new(states: &mut dyn Store, limits: Limits) -> Set {
        let Limits { states_max, bytes_max } = limits;
        let state_bytes = states.draft(0).len() + size_of::<Link>();
        let numbers_max = states_max.min(bytes_max / state_bytes);
        let mut links = Links {
            chunks: Vec::new(),
            len: 0,
            parents: [0; BATCH],
            batch: 0,
            state_bytes,
            states_max: u32::try_from(states_max).unwrap_or(STATES_MAX).min(STATES_MAX),
            bytes_max,
            full: None,
            #[cfg(target_arch = "wasm32")]
            reserve: crate::reserve::Reserve::default(),
        };
        assert!(links.grow(states), "there is memory for a start");
        let mut table = Table::new(u32::try_from(numbers_max).unwrap_or(STATES_MAX));
        let hash = states.hash(0);
        let number = Drafts { links: &mut links, states }.keep(0, hash);
        table.put(hash, table.home(hash), number);
        Set { table, links }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.links.len
    }

    pub fn parent(&self, number: u32) -> u32 {
        self.links.link(number).parent
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

    /// How many drafts there are.
    #[inline]
    pub fn drafts(&self) -> usize {
        self.links.batch
    }

    /// One more draft. True if it is time for [`Self::settle`].
    #[inline]
    pub fn add(&mut self, parent: u32) -> bool {
        let links = &mut self.links;
        links.parents[links.batch] = parent;
        links.batch += 1;
        links.batch == BATCH
    }

    /// Makes sure that all drafts are in, in their order. Tells which of them are new.
    #[inline(never)]
    pub fn settle(&mut self, states: &mut dyn Store) -> Range<u32> {
        let first = self.len();
        if self.links.full.is_none() {
            self.table.settle(&mut Drafts { links: &mut self.links, states });
        }
        self.links.batch = 0;
        first..self.len()
    }

    /// Makes room for so many more states, of which so many may be in each shard of the table,
    /// where `taken` bytes are taken elsewhere; false if that is more than is allowed or to be had.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn reserve(
        &mut self,
        states: &mut dyn Store,
        count: usize,
        of_shard: impl Fn(usize) -> u32,
        taken: usize,
    ) -> bool {
        let links = &mut self.links;
        let wanted = links.len as usize + count;
        let chunks = wanted.div_ceil(CHUNK).saturating_sub(links.chunks.len());
        let growth = chunks * links.chunk_bytes() + self.table.growth_for(of_shard);
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
        self.link(number).hash
    }

    /// So many more are in; `table` is the size of the table if there was no memory for some.
    #[cfg(not(target_arch = "wasm32"))]
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

    fn link(&self, number: u32) -> &Link {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    fn has_room(&self) -> bool {
        (self.len as usize) < self.chunks.len() * CHUNK
    }

    fn bytes(&self) -> usize {
        self.chunks.len() * self.chunk_bytes()
    }

    fn chunk_bytes(&self) -> usize {
        CHUNK * self.state_bytes
    }

    fn grow(&mut self, states: &mut dyn Store) -> bool {
        let Ok(links) = FromZeros::new_box_zeroed() else { return false };
        let has_grown = states.grow();
        if has_grown {
            self.chunks.push(links);
        }
        has_grown
    }
}

/// The drafts of a set, to be put in.
struct Drafts<'a> {
    links: &'a mut Links,
    states: &'a mut dyn Store,
}

impl Batch for Drafts<'_> {
    fn len(&self) -> usize {
        self.links.batch
    }

    #[inline]
    fn hash(&self, at: usize) -> u64 {
        self.states.hash(at)
    }

    #[inline]
    fn is(&self, at: usize, number: u32) -> bool {
        self.states.is(at, number)
    }

    fn hash_of(&self, number: u32) -> u32 {
        self.links.hash(number)
    }

    fn has_room(&self) -> bool {
        let links = &*self.links;
        links.full.is_none() && links.len != links.states_max && links.has_room()
    }

    fn make_room(&mut self, table: usize, growth: usize) -> bool {
        let links = &mut *self.links;
        if links.full.is_some() {
            return false;
        }
        if links.len == links.states_max {
            links.full = Some(Bound::StatesMax(links.states_max as usize));
            return false;
        }
        let chunks = usize::from(!links.has_room());
        let wanted = chunks * links.chunk_bytes() + self.states.beside(chunks) + growth;
        let total = links.bytes() + table + wanted;
        #[cfg(target_arch = "wasm32")]
        links.reserve.ahead(total, wanted, links.bytes_max);
        let is_fine = total <= links.bytes_max && (chunks == 0 || links.grow(self.states));
        if !is_fine {
            self.refuse(table);
        }
        is_fine
    }

    fn refuse(&mut self, table: usize) {
        self.links.close(table + self.states.beside(0));
    }

    fn keep(&mut self, at: usize, hash: u64) -> u32 {
        let links = &mut *self.links;
        let number = links.len;
        self.states.keep(at, number);
        links.chunks[number as usize / CHUNK][number as usize % CHUNK] =
            Link::new(links.parents[at], hash);
        links.len += 1;
        number
    }
}
