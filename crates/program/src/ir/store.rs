//! A replicated row: each replica is a process, and has a cell for each column.
//!
//! A cell is one number, `timestamp · 16 + value`: the newest is the highest. Value 0 is a column that
//! was never written, [`TOMBSTONE`](Store::TOMBSTONE) one that was deleted.

use super::{Query, SlotId};
use crate::value::Words;
use std::ops::Range;

#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// "number:0"
    pub name: &'static str,
    /// How the values read that are not nothing.
    pub words: Words,
    /// The value with the number 0.
    pub low: i64,
    /// How many symbols come before the numbers, `none` among them.
    pub symbols: Vec<i64>,
}

impl Column {
    /// The value of a cell; none where nothing is there.
    pub fn value(&self, cell: i64) -> Option<i64> {
        match cell % Store::VALUES {
            0 | Store::TOMBSTONE => None,
            code => Some(match self.symbols.get(code as usize) {
                Some(&symbol) => symbol,
                None => self.low + code - self.symbols.len() as i64,
            }),
        }
    }

    /// The value of a cell in words; none where nothing is there.
    pub fn say(&self, symbols: &[String], cell: i64) -> Option<String> {
        Some(self.words.say(symbols, &mut std::iter::once(self.value(cell)?)))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Store {
    /// The processes that are replicas: the last ones.
    pub replicas: Range<usize>,
    pub columns: Vec<Column>,
    /// The cells, replica by replica.
    pub cells: SlotId,
    /// For each process before the replicas, what it writes and has not been told of: the columns, the
    /// cell, and the set of the replicas that have it.
    pub writes: [SlotId; 3],
    /// How many replicas have to have a write.
    pub needed: usize,
    /// For each process before the replicas, the set of those that have answered, where they answer one
    /// after the other; and how many have to.
    pub answers: Option<SlotId>,
    pub asked: usize,
    /// For each replica: whether the mutation in hand is of no more use to it.
    pub useless: Vec<Query>,
}

impl Store {
    /// What each kind of mutation is called. The third is one that is sent a second time.
    pub const KINDS: [&'static str; 3] = ["write", "delete", "late"];
    /// How many values a cell can have beside its timestamp.
    pub const VALUES: i64 = 16;
    pub const TOMBSTONE: i64 = 15;
    /// The timestamp of what gets one later: nothing is newer until then.
    pub const UNSTAMPED: i64 = 15;
    /// The fields of a mutation: whether it was sent at once, the columns, and the cell.
    pub const FIELDS: usize = 3;
}
