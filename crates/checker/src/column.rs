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

    /// Gives each state more values, which are none yet; false if there is no memory for that, and all is as before.
    pub fn widen(&mut self, stride: usize) -> bool {
        let narrow = std::mem::replace(&mut self.stride, stride);
        for at in self.dropped..self.chunks.len() {
            let mut wider = Vec::new();
            if wider.try_reserve_exact(CHUNK * stride).is_err() {
                self.chunks[self.dropped..at].iter_mut().for_each(|it| tighten(it, stride, narrow));
                self.stride = narrow;
                return false;
            }
            for values in self.chunks[at].chunks_exact(narrow) {
                wider.extend_from_slice(values);
                wider.resize(wider.len() + stride - narrow, T::default());
            }
            self.chunks[at] = wider;
        }
        true
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

/// Takes the last values of each state away again, where it lies.
fn tighten<T: Copy>(chunk: &mut Vec<T>, stride: usize, narrow: usize) {
    let states = chunk.len() / stride;
    (0..states).for_each(|at| chunk.copy_within(at * stride..at * stride + narrow, at * narrow));
    chunk.truncate(states * narrow);
}

/// The part of some numbers that lies in the chunk of the first.
#[inline]
pub fn in_one_chunk(numbers: Range<u32>) -> Range<u32> {
    let chunk_end = (numbers.start / CHUNK as u32 + 1) * CHUNK as u32;
    numbers.start..numbers.end.min(chunk_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_widened_has_its_values() {
        let mut column = Column::new(2);
        let states = CHUNK as u32 + 3;
        (0..2).for_each(|_| assert!(column.grow()));
        (0..states).for_each(|number| column.push(number, &[number, number + 1]));
        assert!(column.widen(3));
        for number in [0, 1, CHUNK as u32, states - 1] {
            assert_eq!(column.get(number), [number, number + 1, 0]);
        }
        column.push(states, &[4, 5, 6]);
        assert_eq!(column.get(states), [4, 5, 6]);
        tighten(&mut column.chunks[1], 3, 2);
        assert_eq!(column.chunks[1][4..], [states - 1, states, 4, 5]);
        assert!(!column.widen(usize::MAX / CHUNK));
        assert_eq!((column.stride, column.get(1)), (3, &[1, 2, 0][..]));
    }
}
