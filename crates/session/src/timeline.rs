//! The space-time diagram: what stands where, and what is said of a step.

// pixels and counts are small
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

pub mod flags;
pub mod keys;
pub mod plan;
pub mod split;
pub mod words;
