//! Checking every interleaving: what is asked, in slices of time, and what is answered.

mod inquiry;
mod job;
mod protocol;
mod reasons;
mod status;

pub use inquiry::{Inquest, Inquiry};
pub use job::Job;
pub use protocol::{Answer, Found, Line, Mark, Pace, Reply, Request, Topic};
pub use reasons::ClaimReason;
pub use status::{Limit, Status, claims};
