//! Visits every reachable state of any system, nearest first, and says what it found.
//!
//! The visited set is exact, and states are visited in the order of their distance from the first: so
//! every count is exact, and every run in a [`Report`] is a shortest one. The same system gives the
//! same report everywhere, in however many slices and by however many workers it is searched.
//!
//! Nothing here is generic over the system: it is compiled once.

mod bytes;
mod column;
mod explorer;
mod fingerprints;
mod initial;
mod invariants;
mod limits;
mod needs;
mod parallel;
mod report;
mod reserve;
mod search;
mod state_graph;
mod store;
pub mod swarm;
mod symmetry;
mod table;
mod visited;

pub use initial::has_initial_state;
pub use limits::{Limits, STATES_MAX};
pub use needs::{Cause, Cost, Failing, Needs, NeedsSearch};
pub use parallel::Workers;
pub use report::{
    Bound, Coverage, End, FAIR, HOLDS_IF_FAIR, Outcome, Report, Verdict, comes_to_nothing, counted,
    failing, grouped, no_initial_state, states, steps,
};
pub use search::{Progress, Search, check, explore};
