//! Values of the same size for each state, by its number, in chunks that never move.

use std::ops::Range;

/// Small enough not to waste memory, large enough that a search of millions has few of them.
pub const CHUNK: usize = 1 << 14;

pub struct Column<T> {
    /// How many values each state has.
    pub stride: usize,
    /// Those that were dropped are empty, and those that were not come to yet.
    pub chunks: Vec<Vec<T>>,
    dropped: usize,
}

impl<T: Copy + Default> Column<T> {
    pub fn new(stride: usize) -> Column<T> {
        Column { stride, chunks: Vec::new(), dropped: 0 }
    }

    /// The values of one state.
    #[inline]
    pub fn get(&self, number: u32) -> &[T] {
        let at = number as usize % CHUNK * self.stride;
        &self.chunks[number as usize / CHUNK][at..at + self.stride]
    }

    /// The values of some states that lie in one chunk.
    #[inline]
    pub fn range(&self, numbers: Range<u32>) -> &[T] {
        let at = numbers.start as usize % CHUNK * self.stride;
        &self.chunks[numbers.start as usize / CHUNK][at..at + numbers.len() * self.stride]
    }

    /// Adds the values of the state with that number, before which all others are in. There must be room.
    #[inline]
    pub fn push(&mut self, number: u32, values: &[T]) {
        self.chunks[number as usize / CHUNK].extend_from_slice(values);
    }

    /// Adds values to be written, until so many states have theirs. There must be room.
    pub fn fill(&mut self, states: u32) {
        for (at, chunk) in self.chunks.iter_mut().enumerate() {
            let wanted = (states as usize).saturating_sub(at * CHUNK).min(CHUNK);
            chunk.resize(wanted * self.stride, T::default());
        }
    }

    /// Makes room for one more chunk; false if there is no memory.
    pub fn grow(&mut self) -> bool {
        let mut chunk = Vec::new();
        let is_room = chunk.try_reserve_exact(CHUNK * self.stride).is_ok();
        self.chunks.extend(is_room.then_some(chunk));
        is_room
    }

    /// Drops the chunks that only have states before `number`.
    #[inline]
    pub fn drop_before(&mut self, number: u32) {
        while self.dropped < number as usize / CHUNK {
            self.chunks[self.dropped] = Vec::new();
            self.dropped += 1;
        }
    }

    /// The memory of so many chunks.
    pub fn growth(&self, chunks: usize) -> usize {
        chunks * CHUNK * self.stride * size_of::<T>()
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.growth(self.chunks.len() - self.dropped)
    }
}

/// The part of some numbers that lies in the chunk of the first.
#[inline]
pub fn in_one_chunk(numbers: Range<u32>) -> Range<u32> {
    let chunk_end = (numbers.start / CHUNK as u32 + 1) * CHUNK as u32;
    numbers.start..numbers.end.min(chunk_end)
}
