//! What each line is for, as a page shows it: made by the worker, a search after the other.

mod job;
mod told;

pub use job::LinesJob;
pub use told::{LineFound, LineSign, LinesFound, OtherChange};

#[cfg(test)]
mod tests;
