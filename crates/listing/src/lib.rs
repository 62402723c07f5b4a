//! The text of an algorithm: from characters to a syntax tree, and from there to a program.
//!
//! No input or output, no clock: the same text gives the same result everywhere.

pub mod diagnostic;
mod lexer;
pub mod limits;
mod parse;
mod token;
pub mod tree;

pub use diagnostic::{Diagnostic, Kind, Replacement};
pub use parse::{Parsed, parse};
