//! What is stored of each visited state.

use crate::bytes::{self, WORD};
use crate::column::{CHUNK, Column, in_one_chunk};
use crate::{Bound, Limits, fingerprints};
use std::ops::Range;

/// A slot of the hash table holds a number plus one.
const STATES_MAX: u32 = u32::MAX - 1;

/// The states in the order of discovery, which is also the order of expansion: queue, set and trace
/// at once.
pub struct Store {
    /// What tells states apart: the states themselves, or their fingerprints.
    pub keys: Column<u8>,
    /// The states until they are expanded, where keys are fingerprints.
    frontier: Option<Column<u8>>,
    /// Where each state was reached from first. The first state is its own parent.
    pub parents: Column<u32>,
    len: u32,
    states_max: u32,
    pub bytes_max: usize,
    /// The first number for which there is no room.
    room_end: u32,
    /// There was no room for a state, and so there is none for any other.
    full: Option<Bound>,
}

impl Store {
    /// Room for states of that width, to be told apart by fingerprints or by themselves.
    pub fn new(width: usize, by_fingerprints: bool, limits: Limits) -> Store {
        let key_width = if by_fingerprints { fingerprints::WIDTH } else { width };
        let mut store = Store {
            keys: Column::new(key_width),
            frontier: by_fingerprints.then(|| Column::new(width)),
            parents: Column::new(1),
            len: 0,
            // the first state is always stored
            states_max: u32::try_from(limits.states_max)
                .map_or(STATES_MAX, |it| it.clamp(1, STATES_MAX)),
            bytes_max: limits.bytes_max,
            room_end: 0,
            full: None,
        };
        assert!(store.grow(), "there is memory for a start");
        store
    }

    /// How many states there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn width(&self) -> usize {
        self.frontier.as_ref().unwrap_or(&self.keys).stride
    }

    pub fn is_exact(&self) -> bool {
        self.frontier.is_none()
    }

    pub fn parent(&self, number: u32) -> u32 {
        self.parents.get(number)[0]
    }

    /// How many words a key has.
    pub fn words(&self) -> usize {
        self.keys.stride / WORD
    }

    /// Whether a key is that of a state.
    #[inline]
    pub fn is<const WORDS: usize>(&self, key: &[u8], number: u32) -> bool {
        bytes::same::<WORDS>(key, self.keys.get(number))
    }

    /// The hashes of the keys of some states.
    #[inline]
    pub fn hashes<const WORDS: usize>(&self, numbers: Range<u32>, hashes: &mut [u64]) {
        for (hash, number) in hashes.iter_mut().zip(numbers) {
            *hash = bytes::hash::<WORDS>(self.keys.get(number));
        }
    }

    /// States that have not been expanded, the first of `numbers` as far as they lie together.
    #[inline]
    pub fn together(&self, numbers: Range<u32>) -> (Range<u32>, &[u8]) {
        let numbers = in_one_chunk(numbers);
        let states = self.frontier.as_ref().unwrap_or(&self.keys).range(numbers.clone());
        (numbers, states)
    }

    /// All states before `number` have been expanded.
    #[inline]
    pub fn drop_before(&mut self, number: u32) {
        if let Some(frontier) = &mut self.frontier {
            frontier.drop_before(number);
        }
    }

    /// Stores a state under the next number. There must be room.
    #[inline]
    pub fn add(&mut self, key: &[u8], state: &[u8], parent: u32) {
        self.keys.push(self.len, key);
        if let Some(frontier) = &mut self.frontier {
            frontier.push(self.len, state);
        }
        self.parents.push(self.len, &[parent]);
        self.len += 1;
    }

    /// Adds so many states that will be written from outside, where each state stands for itself. There
    /// must be room.
    pub fn fill(&mut self, count: u32) {
        self.keys.fill(self.len + count);
        self.parents.fill(self.len + count);
    }

    /// So many more states were stored from outside; `table` is the size of the table if there was no
    /// memory for some.
    pub fn added(&mut self, count: u32, table: Option<usize>) {
        self.len += count;
        if let Some(bytes) = table {
            self.close(bytes);
        }
    }

    /// There is no room for more, as memory has ended; so many bytes are taken elsewhere.
    pub fn close(&mut self, elsewhere: usize) {
        self.full = Some(Bound::Memory(self.bytes() + elsewhere));
        self.room_end = 0;
    }

    /// There are as many states as are allowed.
    pub fn close_at_states_max(&mut self) -> bool {
        let is_full = self.len == self.states_max;
        if is_full {
            self.full = Some(Bound::StatesMax(self.states_max as usize));
            self.room_end = 0;
        }
        is_full
    }

    pub fn full(&self) -> Option<Bound> {
        self.full
    }

    /// The first number for which there is no room.
    #[inline]
    pub fn room_end(&self) -> u32 {
        self.room_end
    }

    /// How many more chunks it takes until there is room for so many more states; none if that is
    /// more states than allowed.
    pub fn chunks_for(&self, states: usize) -> Option<usize> {
        let wanted = self.len as usize + states;
        let chunks = wanted.div_ceil(CHUNK).saturating_sub(self.parents.chunks.len());
        (wanted <= self.states_max as usize).then_some(chunks)
    }

    pub fn bytes(&self) -> usize {
        let frontier = self.frontier.as_ref().map_or(0, Column::bytes);
        self.keys.bytes() + self.parents.bytes() + frontier
    }

    /// How many more bytes so many more chunks are.
    pub fn growth(&self, chunks: usize) -> usize {
        let frontier = self.frontier.as_ref().map_or(0, |frontier| frontier.growth(chunks));
        self.keys.growth(chunks) + self.parents.growth(chunks) + frontier
    }

    /// Makes room for one more chunk; false if there is no memory.
    pub fn grow(&mut self) -> bool {
        // parents last: their chunks are the ones that are counted
        let has_grown = self.keys.grow()
            && self.frontier.as_mut().is_none_or(Column::grow)
            && self.parents.grow();
        self.room_end = (self.parents.chunks.len() * CHUNK).min(self.states_max as usize) as u32;
        has_grown
    }
}
