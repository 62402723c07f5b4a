//! Checking every interleaving, in a worker.

mod client;
mod job;
mod protocol;
mod status;
mod worker;

pub use client::{Checker, Heard, WATCH_MS, died, refused, workers};
pub use job::Job;
pub use protocol::{Found, Line, Mark, Pace, Reply, Request, from_js, to_js};
pub use status::{Limit, Status, claims};
pub use worker::serve;
