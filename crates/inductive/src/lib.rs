//! Whether a claim carries itself: each step from a state in which it is true ends in one.
//!
//! All states by type are too many, and most of them nobody would think of. So a process is only where it can come to
//! by itself if all else that it reads may be anything; nobody else changes that, so within these states the
//! claim is as good as proved. A state from which a step leads out is a *lead*: no run comes there, if the claim
//! holds in all states that runs reach.

#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod beginnings;
mod bits;
mod candidates;
mod facts;
mod groups;
mod number;
mod owners;
mod question;
mod reached;
mod said;
mod space;
mod walk;

pub use beginnings::beginnings;
pub use candidates::{Candidate, candidates};
pub use groups::{Group, Lead, groups};
pub use number::Types;
pub use question::{Counts, Question, TooMany, Within};
pub use reached::Reached;
pub use said::Letters;
