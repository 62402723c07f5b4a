//! Checking every interleaving, in a worker.

mod client;
mod status;
mod worker;

pub use checking::{Found, Job, Line, Mark, Pace, Reply, Request};
pub use client::{Checker, died, refused, workers};
pub use status::{Limit, Status, claims};
pub use worker::serve;
