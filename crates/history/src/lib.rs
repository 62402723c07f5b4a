//! Whether the calls and returns that a real program has logged have an order: linearizability of a recorded history.
//!
//! An object is known by its serial behaviour alone ([`Object`]). No input or output, no clock.

mod check;
mod contradiction;
mod culprits;
mod events;
mod few;
mod foresight;
mod intervals;
mod lanes;
mod log;
mod logged;
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
pub use contradiction::Names;
pub use culprits::Culprits;
pub use few::{Contradiction, Few, Found, Longest, Operations};
pub use intervals::{Interval, intervals, processes};
pub use lanes::lanes;
pub use log::{Wrong, read, value};
pub use logged::{LongestOrders, longest};
pub use object::{Call, Foresight, Object, ToCome, shown};
pub use objects::{by_name, names};
pub use operation::{End, History, Operation};
pub use reason::sentence;
pub use search::Step;
pub use words::{all_but, in_none};

// for tests: each search alone
pub use search::{Engine, decide_by};
