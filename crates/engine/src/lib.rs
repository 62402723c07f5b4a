//! Every algorithm with its types forgotten: what may be run and searched.
//!
//! A crate of its own because it is where the kits and the checker become code for each model:
//! for a browser this is compiled for speed, and all that is built on it for size.

mod entry;
mod live;
mod search;

pub use entry::{Claimed, Entry, entries, entry};
pub use live::Live;
pub use search::Search;
