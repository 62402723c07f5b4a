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
mod crash;
pub mod effects;
mod fault;
mod flat;
pub mod flow;
mod history;
pub mod ir;
mod live;
mod local;
mod machine;
mod monitor;
mod packed;
mod parts;
pub mod passes;
pub mod reason;
mod renamed;
mod round;
mod runner;
mod stage;
mod value;
mod view;
mod work;

pub use channel::ENTRY_MAX;
pub use compiled::{Compiled, Done, NotSerial, SERIAL_MAX, Transactions, interpreted};
pub use contended::contended;
pub use flat::fits;
pub use history::STAMPS;
pub use live::live;
pub use local::{Local, points, written};
pub use machine::{binary, unary};
pub use monitor::{Alone, Criteria, MONITOR_MAX, NotMonitored, Several, Specification};
pub use parts::Parts;
pub use runner::ROUNDS_MAX;
pub use stage::stage;
pub use value::{REVOKED, SYMBOLS, Words};
pub use work::STATE_WORK;
