//! Who takes the steps of a search.

use super::threads::Threads;

/// More are of no use, and a number that somebody mistyped does no harm.
const COUNT_MAX: usize = 256;

pub struct Workers {
    /// None where there is one.
    threads: Option<Threads>,
    /// Of fewer states for each of them, a round is made by one.
    pub(super) part_min: usize,
}

impl Workers {
    /// So many, or one if there cannot be more; they work together where that is worth it.
    pub fn new(count: usize) -> Workers {
        let threads = || Threads::new(count.min(COUNT_MAX));
        Workers { threads: (count > 1).then(threads).flatten(), part_min: 1 << 9 }
    }

    /// They work together as soon as there are so many states for each of them.
    pub fn in_parts_of(self, part_min: usize) -> Workers {
        Workers { part_min, ..self }
    }

    pub fn count(&self) -> usize {
        self.threads.as_ref().map_or(1, Threads::count)
    }

    /// What is done there is done by all of them.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.threads {
            Some(threads) => threads.install(work),
            None => work(),
        }
    }
}
