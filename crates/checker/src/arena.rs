//! Values in the order in which they came, in chunks that never move.

/// Small enough not to waste memory, large enough that a search of millions has few of them.
const CHUNK: usize = 1 << 14;

pub struct Arena<T> {
    /// All but the last are full.
    chunks: Vec<Vec<T>>,
    len: u32,
}

impl<T: Copy> Arena<T> {
    pub fn new() -> Arena<T> {
        Arena { chunks: Vec::new(), len: 0 }
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    pub fn get(&self, index: u32) -> &T {
        let index = index as usize;
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    #[inline]
    pub fn push(&mut self, value: T) {
        if self.is_full() {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        self.chunks[self.len as usize / CHUNK].push(value);
        self.len += 1;
    }

    pub fn bytes(&self) -> usize {
        self.chunks.len() * Self::CHUNK_BYTES
    }

    /// What the next [`Self::push`] would add to [`Self::bytes`].
    #[inline]
    pub fn growth(&self) -> usize {
        if self.is_full() { Self::CHUNK_BYTES } else { 0 }
    }

    fn is_full(&self) -> bool {
        (self.len as usize).is_multiple_of(CHUNK)
    }

    const CHUNK_BYTES: usize = CHUNK * size_of::<T>();
}
