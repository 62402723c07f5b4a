//! How much work is done for one text.

use crate::limits::WORK_MAX;
use std::cell::Cell;

/// What is left of the work that may be done for one text. Each look at a part of the text or of its program
/// takes one from it.
pub struct Work(Cell<usize>);

impl Default for Work {
    fn default() -> Work {
        Work::new()
    }
}

impl Work {
    /// As much as one text may take.
    pub fn new() -> Work {
        Work::of(WORK_MAX)
    }

    pub fn of(parts: usize) -> Work {
        Work(Cell::new(parts))
    }

    pub fn left(&self) -> usize {
        self.0.get()
    }

    /// Whether that many more parts may be looked at. Once they may not, none may.
    pub fn take(&self, parts: usize) -> bool {
        let left = self.0.get().checked_sub(parts);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}
