//! Whether what a real program has logged is a run of an algorithm.
//!
//! A log has a part of what happens in each step; the search finds the rest. It knows an algorithm as a
//! [`model::System`] and nothing of how it is checked.

// a log has far fewer lines, and a search far fewer states, than the bounds of these types
#![allow(clippy::cast_possible_wrap)]

mod explain;
mod fact;
mod itf;
mod known;
mod log;
mod mermaid;
mod names;
mod ndjson;
mod order;
mod phrase;
mod search;
mod shiviz;
mod state;
mod tlc;
mod value;

pub use fact::{Fact, LINE};
pub use known::Known;
pub use log::{Line, Log};
pub use names::Names;
pub use search::{Answer, End, Ends, Limits, Possible, Run, follow};

/// Why a log cannot be followed: a line of a file, counted from 1, and a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub file: usize,
    pub line: usize,
    pub why: String,
}
