//! Checking every interleaving, in a worker.

mod client;
mod message;
mod worker;

pub use client::{Checker, Heard, WATCH_MS, died, refused, workers};
pub use message::{from_js, to_js};
pub use session::check::{Found, Job, Limit, Line, Mark, Pace, Reply, Request, Status, claims};
pub use worker::serve;
