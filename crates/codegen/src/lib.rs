//! A program as one WebAssembly module, so that searches run at the speed of compiled code.
//!
//! The module expands batches of states and checks properties in them. Whatever it cannot decide
//! (a loop that may not end, a state in which perhaps nobody can get on), it leaves to the
//! interpreter, state by state; so both agree to the bit.
//!
//! The crate does no input or output. Who runs a module is behind [`Executor`].

// addresses, offsets and numbers of blocks are small
#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod bits;
mod body;
mod channel;
mod emitter;
mod executor;
mod expr;
mod functions;
mod generated;
mod graph;
mod layout;
mod module;
#[cfg(feature = "wasmtime")]
mod native;
mod places;
mod properties;
mod steps;
mod successors;
mod supports;
#[cfg(target_arch = "wasm32")]
mod tab;

pub use executor::{Code, Executor, Instance};
pub use generated::{Generated, system};
pub use layout::Layout;
pub use module::{Module, generate};
#[cfg(feature = "wasmtime")]
pub use native::Native;
pub use supports::supports;
#[cfg(target_arch = "wasm32")]
pub use tab::Tab;
