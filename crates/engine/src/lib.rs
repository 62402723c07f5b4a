//! Every algorithm with its types forgotten: what can be run and searched.
//!
//! A crate of its own because it is where the kits become code for each model: it is compiled for
//! speed, and what is built on it need not be.

mod about;
mod entry;
mod live;

pub use about::About;
pub use checker::Search;
pub use entry::{Entry, Systems, entries, entry};
pub use live::Live;
pub use model::Claimed;
