//! Every algorithm with its types forgotten: what may be run and searched.
//!
//! A crate of its own because it is where the kits and the checker become code for each model:
//! for a browser this is compiled for speed, and all that is built on it for size.

#[macro_use]
mod search;

mod entry;
mod live;
pub mod module;
#[cfg(not(target_os = "unknown"))]
mod reduced;

pub use algorithms::{MODULES, Module};
pub use entry::{Claimed, Collect, Entry, entries, entry, install};
pub use live::Live;
#[cfg(not(target_os = "unknown"))]
pub use reduced::reduced;
pub use search::Search;
