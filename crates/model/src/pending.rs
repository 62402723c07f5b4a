//! Writes that wait for memory, as a reader sees them.

use crate::Cell;
use std::fmt;

/// The store buffer of a process.
#[derive(Clone, PartialEq, Eq)]
pub struct BufferView {
    pub process: u8,
    /// How many writes have room.
    pub places: usize,
    /// The oldest first; where they may overtake each other, those to a cell together.
    pub writes: Vec<PendingView>,
    /// Of each store fence, how many of the writes are before it: no other one passes it.
    pub fences: Vec<usize>,
}

/// Without fences where there are none: a view is told apart by what it shows.
impl fmt::Debug for BufferView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BufferView { process, places, writes, fences } = self;
        let mut all = f.debug_struct("BufferView");
        all.field("process", process).field("places", places).field("writes", writes);
        if !fences.is_empty() {
            all.field("fences", fences);
        }
        all.finish()
    }
}

impl BufferView {
    /// "flag[0] ← true, a store fence, turn ← 1": what waits, the oldest first; none where nothing does.
    pub fn words(&self) -> Option<String> {
        let write =
            |pending_view: &PendingView| format!("{} ← {}", pending_view.cell, pending_view.value);
        let mut all: Vec<String> = self.writes.iter().map(write).collect();
        for &nth in self.fences.iter().rev() {
            all.insert(nth, "a store fence".into());
        }
        (!all.is_empty()).then(|| all.join(", "))
    }
}

/// A write that only its process sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingView {
    pub cell: Cell,
    pub value: String,
    /// No other one has to reach memory before it.
    pub may_arrive: bool,
}
