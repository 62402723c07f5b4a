//! A chart of all states of a small setting: where they stand, and which part is seen.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

pub mod keys;
pub mod plan;
pub mod view;
