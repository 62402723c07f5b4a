//! Which decisions are still open: where the states stand.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

pub mod keys;
pub mod plan;
