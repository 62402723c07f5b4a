//! Visits every reachable state of any model, nearest first, and says what it found.
//!
//! The set of visited states is exact, and states are visited in the order of their distance from
//! the first: so every count is exact, and every run in a [`Report`] is a shortest one. The same
//! model gives the same report everywhere, in however many steps the search is taken.

mod arena;
mod bytes;
mod front;
mod judge;
mod lasso;
mod limits;
mod looks;
mod loops;
mod paths;
mod report;
mod search;
mod seen;
mod sentence;
mod set;
mod table;
mod ways;

pub use limits::{Limits, STATES_MAX};
pub use report::{Bound, Coverage, End, Outcome, Report, Verdict};
pub use search::{Progress, Search, check, explore};
pub use sentence::{grouped, steps};
