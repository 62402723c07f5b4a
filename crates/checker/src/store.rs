//! What is stored of each visited state.

use crate::bytes::{self, WORD};
use crate::column::{CHUNK, Column, in_one_chunk};
use crate::{Bound, Limits, fingerprints};
use std::borrow::Cow;
use std::ops::Range;

/// A slot of the hash table holds a number plus one.
const STATES_MAX: u32 = u32::MAX - 1;

/// The states in the order of discovery, which is also the order of expansion: queue, set and trace
/// at once.
pub struct Store {
    /// What tells states apart: the states themselves, or their fingerprints. Words at the end that are zero in all
    /// of them are not stored: a channel has room for more messages than are ever there.
    pub keys: Column<u8>,
    /// The bytes of a key with these words, and what they add to its hash.
    key_width: usize,
    zeros: u64,
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
            keys: Column::new(WORD),
            key_width,
            zeros: bytes::hash_of_zeros(1..key_width / WORD),
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
        self.frontier.as_ref().map_or(self.key_width, |frontier| frontier.stride)
    }

    pub fn is_exact(&self) -> bool {
        self.frontier.is_none()
    }

    pub fn parent(&self, number: u32) -> u32 {
        self.parents.get(number)[0]
    }

    /// How many words of a key are stored.
    pub fn words(&self) -> usize {
        self.keys.stride / WORD
    }

    /// The first of some states of which more words would have to be stored, and how many.
    pub fn first_wider(&self, states: &[u8]) -> Option<(usize, usize)> {
        match self.is_whole() {
            true => None,
            false => bytes::first_wider(states, self.key_width, self.words()),
        }
    }

    /// Whether every word of a key is stored.
    fn is_whole(&self) -> bool {
        self.keys.stride == self.key_width
    }

    /// What is stored of some states to tell them apart; in `keys`, unless it is the states.
    pub fn keys_of<'a>(&self, states: &'a [u8], keys: &'a mut Vec<u8>) -> &'a [u8] {
        if !self.is_exact() {
            fingerprints::of_all(states, self.width(), keys);
        } else if self.is_whole() {
            return states;
        } else {
            keys.clear();
            let all = states.chunks_exact(self.key_width);
            all.for_each(|state| keys.extend_from_slice(&state[..self.keys.stride]));
        }
        keys
    }

    /// Stores so many words of each key from now on; false if there is no memory for that.
    #[cold]
    pub fn widen(&mut self, words: usize, elsewhere: usize) -> bool {
        let more = self.keys.bytes() / self.keys.stride * (words * WORD - self.keys.stride);
        let is_fine =
            self.bytes() + elsewhere + more <= self.bytes_max && self.keys.widen(words * WORD);
        match is_fine {
            true => self.zeros = bytes::hash_of_zeros(words..self.key_width / WORD),
            false => self.close(elsewhere),
        }
        is_fine
    }

    #[inline]
    pub fn hash<const WORDS: usize>(&self, key: &[u8]) -> u64 {
        bytes::hash::<WORDS>(key, self.zeros)
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
            *hash = self.hash::<WORDS>(self.keys.get(number));
        }
    }

    /// States that have not been expanded, the first of `numbers` as far as they lie together.
    #[inline]
    pub fn together(&self, numbers: Range<u32>) -> (Range<u32>, Cow<'_, [u8]>) {
        let numbers = in_one_chunk(numbers);
        match &self.frontier {
            Some(frontier) => (numbers.clone(), Cow::Borrowed(frontier.range(numbers))),
            None => (numbers.clone(), self.keys(numbers)),
        }
    }

    /// Some keys that lie in one chunk, with all their words.
    pub fn keys(&self, numbers: Range<u32>) -> Cow<'_, [u8]> {
        let stored = self.keys.range(numbers);
        if self.is_whole() {
            return Cow::Borrowed(stored);
        }
        let mut keys = Vec::with_capacity(stored.len() / self.keys.stride * self.key_width);
        for key in stored.chunks_exact(self.keys.stride) {
            keys.extend_from_slice(key);
            keys.resize(keys.len() + self.key_width - self.keys.stride, 0);
        }
        Cow::Owned(keys)
    }

    pub fn key(&self, number: u32) -> Cow<'_, [u8]> {
        self.keys(number..number + 1)
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
