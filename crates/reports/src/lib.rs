//! What a search found, in plain data and in plain words; and what it takes whole runs to tell.
//!
//! A crate of its own because none of it is code for each model.

mod at_once;
mod effort;
mod efforts;
mod findings;
mod inquiry;
mod kept;
mod lasso;
mod looks;
mod loops;
mod parts;
mod paths;
mod question;
mod report;
mod sentence;
mod ways;

pub use at_once::at_once;
pub use findings::{Findings, NO_DEADLOCK, Runs};
pub use kept::{Kept, NOWHERE};
pub use looks::Looks;
pub use paths::{Edge, Paths, WAITING_MAX};
pub use report::{Bound, Coverage, End, Outcome, Report, Verdict};
pub use sentence::{FAIR, HOLDS_IF_FAIR, failing, grouped, steps};
