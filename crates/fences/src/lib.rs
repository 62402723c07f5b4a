//! Which fences a text needs, so that what it claims holds with store buffers as it does without; and whether it comes
//! to the same with both.
//!
//! The sets are found as minimal hitting sets: a run that fails passes some places while a write is pending, and
//! needs a fence at one of them. Who asks does the searches, so this crate does no input or output and reads no clock.

mod asking;
mod assumed;
mod hitting;
mod memory;
mod passed;
mod places;
mod question;
mod robust;
mod told;
mod written;

pub use asking::Asking;
pub use assumed::{chosen, offered, with_memory};
pub use hitting::{Answer, Known, Outcome, SEARCHES_MAX, Set, Sufficient, minimal};
pub use memory::Memory;
pub use places::{Place, places};
pub use question::{Counterexample, Question, Refused};
pub use robust::{Difference, Robust};
pub use told::{Failing, FailingRun, Fence, FenceSet, Told, TrialPlace};
pub use written::{fences, written};
