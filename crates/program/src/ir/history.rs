//! What happens to processes.

use super::SlotId;
use crate::value::Words;
use std::ops::Range;

/// What happens to processes, as variables of the program say.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// No process has more events.
    pub events_max: usize,
    pub lanes: Vec<Lane>,
    /// Those of which it is counted how many of their events led to another.
    pub processes: Range<usize>,
}

/// The events of one process.
#[derive(Clone, PartialEq, Debug)]
pub struct Lane {
    pub process: usize,
    /// How many there are.
    pub count: SlotId,
    /// What the process writes down of each: where the first is, and how one reads.
    pub stamps: Vec<(SlotId, Words)>,
    /// For each event how many of each process led to it: where the first number is.
    pub causes: SlotId,
}
