//! How much work interpreters have done, counted in operations and operands of the code that ran. What is worked
//! out for a reader ends by such a count and by no clock, so it comes to the same everywhere.

use std::cell::Cell;

thread_local! {
    static DONE: Cell<usize> = const { Cell::new(0) };
}

/// Counts work that is done, on this thread.
pub fn add(work: usize) {
    DONE.set(DONE.get().wrapping_add(work));
}

/// The work that is done so far on this thread: the difference of two such numbers says something.
pub fn done() -> usize {
    DONE.get()
}

/// How much work something may take.
#[derive(Clone, Copy)]
pub struct Allowance {
    from: usize,
    most: usize,
}

impl Allowance {
    /// From now on.
    pub fn of(most: usize) -> Allowance {
        Allowance { from: done(), most }
    }

    pub fn is_spent(&self) -> bool {
        done().wrapping_sub(self.from) > self.most
    }
}
