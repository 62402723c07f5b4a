//! An algorithm as data: variables, steps and properties, and the interpreter that runs them.
//!
//! The crate knows no text and does no input or output. `listing` makes a [`Program`](ir::Program)
//! of a text; [`Compiled`] is the [`System`](model::System) that runs it.

// every number is bounded far below what its type holds
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]
#![allow(clippy::too_many_lines)]

mod channel;
mod compiled;
mod contended;
mod coverage;
mod crash_preview;
pub mod effects;
mod errors;
mod flat;
pub mod flow;
mod history;
pub mod ir;
mod live_slots;
mod machine;
mod monitor;
mod packed;
pub mod passes;
mod process_steps;
pub mod reason;
mod renamed;
mod runner;
mod silent_cycle;
mod stage;
mod value;
mod view;
mod work;

pub use channel::ENTRY_MAX;
pub use compiled::{Compiled, Done, NotSerial, SERIAL_MAX, Transactions, interpreted};
pub use contended::contended;
pub use coverage::CoverageItems;
pub use flat::fits;
pub use history::STAMPS;
pub use live_slots::live;
pub use machine::{binary, unary};
pub use monitor::{Alone, Criteria, MONITOR_MAX, NotMonitored, Several, Specification};
pub use process_steps::{Local, points, written};
pub use runner::ROUNDS_MAX;
pub use stage::stage;
pub use value::{REVOKED, SYMBOLS, Words};
pub use work::STATE_WORK;
