//! Every algorithm with its types forgotten: what can be run and searched.
//!
//! A crate of its own because it is where the kits and the checker become code for each model:
//! it is compiled for speed, and what is built on it need not be.

mod about;
mod entry;
mod live;
mod search;

pub use about::About;
pub use algorithms::TOUR;
pub use entry::{Claimed, Entry, entries, entry};
pub use live::Live;
pub use search::Search;
