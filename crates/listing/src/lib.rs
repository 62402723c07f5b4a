//! The text of an algorithm: from characters to a syntax tree, and from there to a program.
//!
//! No input or output, no clock: the same text gives the same result everywhere.

pub mod compare;
pub mod diagnostic;
pub mod edit;
mod format;
mod highlight;
mod lexer;
pub mod limits;
mod parse;
mod rows;
mod token;
pub mod tree;

pub use diagnostic::{Diagnostic, Kind, Replacement};
pub use format::{format, tidy_line};
pub use highlight::{Piece, Shade, highlight};
pub use parse::{Parsed, parse};
