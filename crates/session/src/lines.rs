//! What each line is for, as a page shows it: made by the worker, a search after the other.

mod asked;
mod protocol;

pub use asked::Lines;
pub use protocol::{LineFound, LineSign, LinesFound, OtherChange};

#[cfg(test)]
mod tests;
