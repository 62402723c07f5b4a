//! Writes that wait for memory, as a reader sees them.

use crate::Cell;

/// The store buffer of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BufferView {
    pub process: u8,
    /// How many writes have room.
    pub places: usize,
    /// The oldest first; where they may overtake each other, those to a cell together.
    pub writes: Vec<PendingView>,
}

impl BufferView {
    /// "flag[0] ← true, turn ← 1": what waits, the oldest first; none where nothing does.
    pub fn words(&self) -> Option<String> {
        let write = |it: &PendingView| format!("{} ← {}", it.cell, it.value);
        let all: Vec<String> = self.writes.iter().map(write).collect();
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
