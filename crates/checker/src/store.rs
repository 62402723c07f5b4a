//! What is stored of each visited state.

use crate::column::{CHUNK, Column, in_one_chunk};
use crate::{Bound, Limits, bytes, fingerprints};
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
    /// The lower half of each key's hash: by itself, since the table reads it as it grows.
    pub hashes: Column<u32>,
    len: u32,
    states_max: u32,
    pub bytes_max: usize,
    /// There was no room for a state, and so there is none for any other.
    full: Option<Bound>,
}

/// Successors on their way into the store, by their place in a batch.
#[derive(Clone, Copy)]
pub struct Successors<'a> {
    pub states: &'a [u8],
    /// The same as `states` where keys are states.
    pub keys: &'a [u8],
    pub parents: &'a [u32],
    pub hashes: &'a [u64],
}

impl Store {
    /// Room for states of that width, to be told apart by fingerprints or by themselves.
    pub fn new(width: usize, by_fingerprints: bool, limits: Limits) -> Store {
        let key_width = if by_fingerprints { fingerprints::WIDTH } else { width };
        let mut store = Store {
            keys: Column::new(key_width),
            frontier: by_fingerprints.then(|| Column::new(width)),
            parents: Column::new(1),
            hashes: Column::new(1),
            len: 0,
            // the first state is always stored
            states_max: u32::try_from(limits.states_max)
                .map_or(STATES_MAX, |it| it.clamp(1, STATES_MAX)),
            bytes_max: limits.bytes_max,
            full: None,
        };
        assert!(store.grow(), "there is memory for a start");
        store
    }

    /// How many states there may be, as far as is known before there are any.
    pub fn numbers_max(&self) -> u32 {
        let each = self.keys.stride + 2 * size_of::<u32>();
        // the first chunk is there whatever it takes
        let by_memory = (self.bytes_max / each).max(CHUNK);
        self.states_max.min(u32::try_from(by_memory).unwrap_or(STATES_MAX))
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

    /// The lower half of the hash of a state's key.
    #[inline]
    pub fn hash(&self, number: u32) -> u32 {
        self.hashes.get(number)[0]
    }

    /// Whether a key is that of a state.
    #[inline]
    pub fn is(&self, key: &[u8], number: u32) -> bool {
        bytes::same(key, self.keys.get(number))
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

    /// Stores some of the successors under the next numbers. There must be room.
    pub fn add(&mut self, successors: Successors<'_>, mut new: &[u8]) {
        while !new.is_empty() {
            let numbers = in_one_chunk(self.len..self.len + new.len() as u32);
            let (fit, rest) = new.split_at(numbers.len());
            copy_all(&mut self.keys, &numbers, fit, successors.keys);
            if let Some(frontier) = &mut self.frontier {
                copy_all(frontier, &numbers, fit, successors.states);
            }
            let parents = self.parents.range_mut(numbers.clone());
            let hashes = self.hashes.range_mut(numbers.clone());
            for ((&at, parent), hash) in fit.iter().zip(parents).zip(hashes) {
                let at = usize::from(at);
                *parent = successors.parents[at];
                *hash = successors.hashes[at] as u32;
            }
            self.len = numbers.end;
            new = rest;
        }
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
    }

    /// There are as many states as are allowed.
    pub fn close_at_states_max(&mut self) -> bool {
        let is_full = self.len == self.states_max;
        if is_full {
            self.full = Some(Bound::StatesMax(self.states_max as usize));
        }
        is_full
    }

    pub fn full(&self) -> Option<Bound> {
        self.full
    }

    /// The first number for which there is no room.
    pub fn room_end(&self) -> u32 {
        match self.full {
            None => (self.parents.chunks.len() * CHUNK).min(self.states_max as usize) as u32,
            Some(_) => 0,
        }
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
        let Store { keys, parents, hashes, .. } = self;
        keys.bytes() + parents.bytes() + hashes.bytes() + frontier
    }

    /// How many more bytes so many more chunks are.
    pub fn growth(&self, chunks: usize) -> usize {
        let frontier = self.frontier.as_ref().map_or(0, |it| it.growth(chunks));
        let Store { keys, parents, hashes, .. } = self;
        let numbers = parents.growth(chunks) + hashes.growth(chunks);
        keys.growth(chunks) + numbers + frontier
    }

    /// Makes room for one more chunk; false if there is no memory.
    pub fn grow(&mut self) -> bool {
        // parents last: their chunks are the ones that are counted
        self.keys.grow()
            && self.frontier.as_mut().is_none_or(Column::grow)
            && self.hashes.grow()
            && self.parents.grow()
    }
}

/// Copies what some successors have to the places of some numbers.
#[inline]
fn copy_all(column: &mut Column<u8>, numbers: &Range<u32>, successors: &[u8], from: &[u8]) {
    let stride = column.stride;
    let places = column.range_mut(numbers.clone()).chunks_exact_mut(stride);
    for (place, &at) in places.zip(successors) {
        let at = usize::from(at) * stride;
        bytes::copy(place, &from[at..at + stride]);
    }
}
