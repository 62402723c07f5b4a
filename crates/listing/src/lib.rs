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
mod lower;
mod parse;
mod rows;
mod token;
pub mod tree;

pub use diagnostic::{Diagnostic, Kind, Replacement};
pub use format::{format, tidy_line};
pub use highlight::{Piece, Shade, highlight};
pub use parse::{Parsed, parse};

use program::Compiled;
use std::collections::BTreeMap;

/// The options of a text: name, and its values, the first of which is the default.
pub fn options(listing: &tree::Listing) -> Vec<(String, Vec<String>)> {
    let options = listing.items.iter().filter_map(|it| match &it.kind {
        tree::ItemKind::Option(option) => Some(option),
        _ => None,
    });
    let values = |it: &tree::Choice| it.values.iter().map(|it| it.text.clone()).collect();
    options.map(|it| (it.name.text.clone(), values(it))).collect()
}

/// How an option or a value is called in a link: with hyphens where the text has underscores.
pub fn link_name(name: &str) -> String {
    name.replace('_', "-")
}

/// Compiles a text with these options, given by name and value as in the text or as in a link.
///
/// An option that the text does not have, or a value that it does not have, is passed over: the
/// default stands.
pub fn compile(text: &str, chosen: &[(&str, &str)]) -> Result<Compiled, Vec<Diagnostic>> {
    let parsed = parse(text);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let mut settings = BTreeMap::new();
    for (name, values) in options(&parsed.listing) {
        let given = chosen.iter().find(|it| it.0 == name || it.0 == link_name(&name));
        let value = given.and_then(|(_, value)| {
            values.iter().position(|it| it == value || link_name(it) == *value)
        });
        settings.insert(name, value.unwrap_or(0));
    }
    let (program, found) = lower::lower(text, &parsed.listing, &settings);
    match program {
        Some(program) if found.is_empty() => Ok(Compiled::new(program)),
        _ => Err(parse::place_all(text, found)),
    }
}
