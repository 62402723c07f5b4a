//! Visits every reachable state of any model, nearest first, and says what it found.
//!
//! The set of visited states is exact, and states are visited in the order of their distance from
//! the first: so every count is exact, and every run in a [`Report`] is a shortest one. The same
//! model gives the same report everywhere, in however many steps the search is taken.

mod ahead;
mod arena;
mod bytes;
mod expand;
mod explored;
mod fingerprints;
mod front;
mod judge;
mod limits;
mod parallel;
mod reduced;
mod reserve;
mod search;
mod seen;
mod set;
pub mod swarm;
mod table;

pub use fingerprints::Fingerprints;
pub use limits::{Limits, STATES_MAX};
pub use parallel::Workers;
pub use reduced::Reduced;
pub use reports::{
    Bound, Coverage, End, FAIR, HOLDS_IF_FAIR, Outcome, Report, Verdict, failing, grouped, steps,
};
pub use search::{Progress, Search, check, explore};
