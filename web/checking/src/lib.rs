//! Checking every interleaving for somebody who asks and listens: for the page, by its worker or by
//! the crew, which both say the same.

mod hands;
mod job;
mod protocol;

pub use job::Job;
pub use protocol::{Found, Line, Mark, Pace, Reply, Request};
