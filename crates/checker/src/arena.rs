//! The states seen, in the order in which they came, in chunks that never move.

use model::Plain;
use zerocopy::FromZeros;

/// Small enough not to waste memory, large enough that a search of millions has few of them.
const CHUNK: usize = 1 << 14;

pub struct Arena<S> {
    states: Vec<Box<[S; CHUNK]>>,
    links: Vec<Box<[Link; CHUNK]>>,
    len: u32,
}

/// What is kept of a state besides the state.
#[derive(Clone, Copy, FromZeros)]
pub struct Link {
    /// Where it was reached from first. The first state is its own parent.
    pub parent: u32,
    pub hash: u32,
}

impl<S: Plain> Arena<S> {
    pub fn new() -> Arena<S> {
        Arena { states: Vec::new(), links: Vec::new(), len: 0 }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    pub fn state(&self, index: u32) -> &S {
        &self.states[index as usize / CHUNK][index as usize % CHUNK]
    }

    #[inline]
    pub fn link(&self, index: u32) -> &Link {
        &self.links[index as usize / CHUNK][index as usize % CHUNK]
    }

    /// There must be room.
    #[inline]
    pub fn push(&mut self, state: &S, link: Link) {
        let index = self.len as usize;
        self.states[index / CHUNK][index % CHUNK] = *state;
        self.links[index / CHUNK][index % CHUNK] = link;
        self.len += 1;
    }

    #[inline]
    pub fn has_room(&self) -> bool {
        (self.len as usize) < self.states.len() * CHUNK
    }

    /// Makes room for one more chunk; false if there is no memory.
    pub fn grow(&mut self) -> bool {
        let (Ok(states), Ok(links)) = (FromZeros::new_box_zeroed(), FromZeros::new_box_zeroed())
        else {
            return false;
        };
        self.states.push(states);
        self.links.push(links);
        true
    }

    /// What [`Self::grow`] takes.
    pub const CHUNK_BYTES: usize = CHUNK * (size_of::<S>() + size_of::<Link>());

    pub fn bytes(&self) -> usize {
        self.states.len() * Self::CHUNK_BYTES
    }
}
