//! The text of an algorithm: from characters to a syntax tree, and from there to a program.
//!
//! No input or output, no clock: the same text gives the same result everywhere.

// every number is bounded far below what its type holds
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]
#![allow(clippy::similar_names, clippy::ref_option, clippy::unnecessary_wraps)]

pub mod advice;
mod claims;
pub mod compare;
mod core;
pub mod diagnostic;
mod document;
pub mod edit;
pub mod edition;
pub mod editor;
pub mod expect;
mod format;
mod functions;
pub mod hidden;
mod highlight;
mod instantiate;
mod layout;
mod lexer;
pub mod limits;
mod made;
mod occurrences;
mod parse;
mod resolve;
mod rows;
mod sequence;
mod setting;
mod show;
mod token;
pub mod tree;
mod words;
pub mod work;

pub use diagnostic::{Diagnostic, ErrorCode, Replacement};
pub use document::Document;
pub use format::{format, tidy_line};
pub use highlight::{Piece, Shade, highlight, shade};
pub use parse::{Parsed, parse};
pub use rows::property_of;
pub use token::{Span, edited};
pub use words::is_taken;

use program::Compiled;
use std::sync::Arc;

/// An option as links and the page know it. The first value is the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionNames {
    /// As in the text.
    pub name: String,
    /// As in links.
    pub link: String,
    /// As in the text; in links with hyphens.
    pub values: Vec<String>,
}

/// The options of a text, in its order.
pub fn options(listing: &tree::Listing) -> Vec<OptionNames> {
    let names = |choice: &tree::Choice| OptionNames {
        name: choice.name.text.clone(),
        link: link_name(&choice.link.as_ref().unwrap_or(&choice.name).text),
        values: choice.values.iter().map(|value| value.text.clone()).collect(),
    };
    listing.options().map(names).collect()
}

/// How an option or a value is called in a link: with hyphens where the text has underscores.
pub fn link_name(name: &str) -> String {
    name.replace('_', "-")
}

/// Everything that is wrong with a text, as [`Document::errors`].
pub fn check(text: &str) -> Vec<Diagnostic> {
    Document::new(text).errors().to_vec()
}

/// Compiles a text, as [`Document::compile`].
pub fn compile(text: &str, chosen: &[(&str, &str)]) -> Result<Compiled, Vec<Diagnostic>> {
    let program = Document::new(text).compile(chosen)?;
    Ok(Arc::into_inner(program).expect("the document that had it, too, is gone"))
}
