//! Which decisions are still open: where the states stand.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

pub mod finding;
pub mod keys;
pub mod plan;
pub mod view;
