//! Which item is in which row, and who enqueues it.

use super::{CassandraQueue, Local};
use model::{PROCESSES_MAX, Pid};

impl CassandraQueue {
    pub fn rows(&self) -> usize {
        if self.has_equal_timestamps { 1 } else { self.items }
    }

    /// The key of an item's row: its timestamp.
    pub fn row_of(&self, item: usize) -> usize {
        if self.has_equal_timestamps { 0 } else { item }
    }

    /// A client for each item, if there is room for so many.
    pub fn clients(&self) -> usize {
        if self.has_clients { self.items.min(PROCESSES_MAX - self.workers) } else { 0 }
    }

    /// How many items client `i` enqueues.
    pub fn share(&self, i: Pid) -> usize {
        (i - self.workers..self.items).step_by(self.clients()).count()
    }

    /// The item that client `i` enqueues next.
    pub fn next_of(&self, i: Pid, my: &Local) -> Option<usize> {
        let item = i - self.workers + usize::from(my.enqueued) * self.clients();
        (item < self.items).then_some(item)
    }
}
