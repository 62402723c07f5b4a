//! Which fences a text needs, so that what it claims holds with store buffers as it does without; and whether it comes
//! to the same with both.
//!
//! The sets are found as minimal hitting sets: a run that fails passes some places while a write is pending, and
//! needs a fence at one of them. Who searches is behind a closure, so this crate does no input or output and reads no
//! clock.

mod assumed;
mod hitting;
mod memory;
mod passed;
mod places;
mod question;
mod robust;
mod written;

pub use assumed::{offered, with_memory};
pub use hitting::{Answer, Outcome, SEARCHES_MAX, Set, Stop, Sufficient, minimal};
pub use memory::Memory;
pub use places::{Place, places};
pub use question::{Counterexample, Question, Refused};
pub use robust::{Difference, Robust};
pub use written::{fences, written};
