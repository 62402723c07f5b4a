//! A row of a listing, as a reader sees it.

use crate::Zone;
use serde::Serialize;

/// Index of a row in [`Model::rows`](crate::Model::rows).
pub type RowId = u8;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// The label in the source: `Pick`.
    pub label: String,
    /// The words, on one or more lines.
    pub text: String,
    /// What the process is about here, as the end of a sentence: "while it picks a number".
    pub purpose: &'static str,
    pub zone: Option<Zone>,
    /// The knobs have taken this row out of the program.
    pub left_out: bool,
    /// What the environment does, not the algorithm.
    pub fault: bool,
}
