//! The kit for shared memory.
mod threads;
mod turns;
