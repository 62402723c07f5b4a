//! Which decisions are still open, in sentences.

pub mod finding;
