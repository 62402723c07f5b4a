//! What is kept of states only until their steps have been taken.

use crate::arena::{CHUNK, together};
use std::collections::VecDeque;
use std::ops::Range;
use zerocopy::FromZeros;

pub struct Ahead<T> {
    /// From the chunk on that has the next state.
    pub chunks: VecDeque<Box<[T; CHUNK]>>,
    /// Which chunk that is.
    pub first: usize,
}

impl<T> Default for Ahead<T> {
    fn default() -> Ahead<T> {
        Ahead { chunks: VecDeque::new(), first: 0 }
    }
}

impl<T: FromZeros> Ahead<T> {
    #[inline]
    pub fn get(&self, number: u32) -> &T {
        &self.chunks[number as usize / CHUNK - self.first][number as usize % CHUNK]
    }

    /// The first of those, as many as lie together.
    pub fn together(&self, numbers: Range<u32>) -> &[T] {
        together(&self.chunks[numbers.start as usize / CHUNK - self.first], numbers)
    }

    /// The chunk where that number goes.
    #[inline]
    pub fn chunk(&mut self, number: u32) -> &mut [T; CHUNK] {
        &mut self.chunks[number as usize / CHUNK - self.first]
    }

    /// Makes room for one more chunk; false if there is no memory.
    pub fn grow(&mut self) -> bool {
        let Ok(chunk) = FromZeros::new_box_zeroed() else { return false };
        self.chunks.push_back(chunk);
        true
    }

    /// The steps have been taken from all states before `number`.
    #[inline]
    pub fn leave(&mut self, number: u32) {
        while self.first < number as usize / CHUNK && self.chunks.pop_front().is_some() {
            self.first += 1;
        }
    }

    /// The memory taken, when there are so many more chunks.
    pub fn bytes(&self, more: usize) -> usize {
        (self.chunks.len() + more) * size_of::<[T; CHUNK]>()
    }
}
