//! A second interpreter of the language, to hold the first one against.
//!
//! It is written from the reference alone, and shares nothing with the product but the syntax tree. It is
//! slow and plain: a state is a tree of values, and what a process has read within a line is a list from which
//! the line is computed anew at each step.

// every number is bounded far below what its type holds
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod binders;
mod calls;
mod claims;
mod code;
mod conditions;
mod eval;
mod explore;
mod initial;
mod instructions;
mod machine;
mod moves;
mod network;
mod op;
mod operators;
mod own;
mod passes;
mod places;
mod show;
mod state;
mod value;
mod world;
mod writes;

pub use explore::{Explored, Node, Verdict, explore, machine};
pub use machine::Machine;
pub use moves::Label;
pub use state::{Life, State};
pub use value::Value;
pub use world::World;
