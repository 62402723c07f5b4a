//! Rows of a store, as they are drawn.

use super::SlotId;
use crate::value::Words;

/// Shared variables that make rows of columns together, and rows that processes have of their own.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<TableRow>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TableRow {
    pub name: String,
    /// The process that alone sees it.
    pub owner: Option<usize>,
    pub cells: Vec<TableCell>,
}

/// What lies in one column of a row.
#[derive(Clone, PartialEq, Debug)]
pub struct TableCell {
    pub column: usize,
    pub slot: SlotId,
    pub words: Words,
    /// The process whose column it is.
    pub writer: Option<usize>,
    /// Where its value is a process: the number of the first one.
    pub processes: Option<usize>,
}
