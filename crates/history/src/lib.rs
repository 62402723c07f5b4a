//! Whether the calls and returns that a real program has logged have an order: linearizability of a recorded history.
//!
//! An object is known by its serial behaviour alone ([`Object`]). No input or output, no clock.

mod check;
mod culprits;
mod events;
mod foresight;
mod intervals;
mod lanes;
mod log;
mod lookup;
mod object;
mod objects;
mod operation;
mod orders;
mod reason;
mod search;
mod transactions;
mod words;

pub use check::{Failure, Limits, Verdict, check};
pub use culprits::Culprits;
pub use intervals::{Interval, intervals, processes};
pub use lanes::lanes;
pub use log::{Wrong, read, value};
pub use object::{Call, Foresight, Object, ToCome, shown};
pub use objects::{by_name, names};
pub use operation::{End, History, Operation};
pub use reason::sentence;
pub use search::Step;

// for tests: each search alone
pub use search::{Engine, decide_by};
