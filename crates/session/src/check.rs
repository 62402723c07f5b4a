//! Checking every interleaving: what is asked, in slices of time, and what is answered.

mod job;
mod protocol;
mod status;

pub use job::Job;
pub use protocol::{Found, Line, Mark, Pace, Reply, Request};
pub use status::{Limit, Status, claims};
