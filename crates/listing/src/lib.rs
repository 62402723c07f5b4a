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
mod show;
mod token;
pub mod tree;
mod words;
pub mod work;

pub use diagnostic::{Diagnostic, Kind, Replacement};
pub use format::{format, tidy_line};
pub use highlight::{Piece, Shade, highlight, shade};
pub use parse::{Parsed, parse};
pub use rows::property_of;
pub use token::Span;
pub use words::is_taken;

use diagnostic::Found;
use limits::SETTINGS_MAX;
use made::Made;
use program::Compiled;
use resolve::{Meant, Resolved};
use std::collections::{BTreeMap, BTreeSet};
use work::Work;

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
    let names = |it: &tree::Choice| OptionNames {
        name: it.name.text.clone(),
        link: link_name(&it.link.as_ref().unwrap_or(&it.name).text),
        values: it.values.iter().map(|it| it.text.clone()).collect(),
    };
    listing.options().map(names).collect()
}

/// How an option or a value is called in a link: with hyphens where the text has underscores.
pub fn link_name(name: &str) -> String {
    name.replace('_', "-")
}

/// Everything that is wrong with a text, whatever its options are: the lines that the default leaves
/// out are read with the options that leave them in. Bounds count only for the default.
pub fn check(text: &str) -> Vec<Diagnostic> {
    check_within(text, &Work::new())
}

/// The same, with so much work for all settings together.
pub fn check_within(text: &str, work: &Work) -> Vec<Diagnostic> {
    let parsed = parse(text);
    if !parsed.diagnostics.is_empty() {
        return parsed.diagnostics;
    }
    let listing = &parsed.listing;
    let Resolved { mut found, meant, .. } = resolve::resolve(text, listing, work);
    found.extend(expect::find(text, listing));
    let default = run_ready(text, listing, &meant, &BTreeMap::new(), work, None);
    add_others(text, &mut found, default.err().unwrap_or_default());
    if found.is_empty() {
        let others = options(listing).into_iter().flat_map(|option| {
            (1..option.values.len()).map(move |value| (option.name.clone(), value))
        });
        for (name, value) in others.take(SETTINGS_MAX) {
            let chosen = BTreeMap::from([(name, value)]);
            let more = made::make(text, listing, &meant, &chosen, work, None).found;
            found.extend(more.into_iter().filter(|it| !it.kind.is_bound()));
        }
    }
    parse::place_all(text, found)
}

/// Compiles a text with these options, given by name and value as in the text or as in a link.
///
/// An option that the text does not have, or a value that it does not have, is passed over: the
/// default stands.
pub fn compile(text: &str, chosen: &[(&str, &str)]) -> Result<Compiled, Vec<Diagnostic>> {
    compile_asked(text, chosen, None)
}

/// The same, to explain why one of its properties is false in a state, if that can be told.
pub fn compile_to_explain(
    text: &str,
    chosen: &[(&str, &str)],
    property: &str,
) -> Result<Compiled, Vec<Diagnostic>> {
    compile_asked(text, chosen, Some(property))
}

fn compile_asked(
    text: &str,
    chosen: &[(&str, &str)],
    asked: Option<&str>,
) -> Result<Compiled, Vec<Diagnostic>> {
    let parsed = parse(text);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let settings = settings(&parsed.listing, chosen);
    let work = Work::new();
    let resolved = resolve::resolve(text, &parsed.listing, &work);
    let Resolved { mut found, meant, unused } = resolved;
    found.extend(expect::find(text, &parsed.listing));
    let compiled = run_ready(text, &parsed.listing, &meant, &settings, &work, asked);
    match compiled {
        Ok((compiled, more)) if found.is_empty() => {
            Ok(compiled.with_unused(unused.into_iter().chain(more).collect()))
        }
        compiled => {
            add_others(text, &mut found, compiled.err().unwrap_or_default());
            Err(parse::place_all(text, found))
        }
    }
}

/// Adds what the instantiation finds: in lines of which the names are right, and of names that are new and
/// mean one thing.
fn add_others(text: &str, found: &mut Vec<Found>, others: Vec<Found>) {
    let line = |it: &Found| it.span.line(text);
    let is_unknown = |found: &&Found| matches!(found.kind, Kind::UnknownName | Kind::DeclaredTwice);
    let lines: BTreeSet<_> = found.iter().map(line).collect();
    let names: BTreeSet<&str> =
        found.iter().filter(is_unknown).map(|it| it.span.of(text)).collect();
    let follows =
        |other: &Found| other.kind != Kind::DeclaredTwice && names.contains(other.span.of(text));
    let others =
        others.into_iter().filter(|other| !lines.contains(&line(other)) && !follows(other));
    found.extend(others);
}

fn run_ready(
    text: &str,
    listing: &tree::Listing,
    meant: &Meant,
    settings: &BTreeMap<String, usize>,
    work: &Work,
    asked: Option<&str>,
) -> Result<(Compiled, Vec<String>), Vec<Found>> {
    let Made { program, found, unused, explained } =
        made::make(text, listing, meant, settings, work, asked);
    let Some(program) = program.filter(|_| found.is_empty()) else { return Err(found) };
    let mut compiled = Compiled::new(program);
    if let Some(claim) = explained {
        compiled = compiled.explaining(claim);
    }
    let Some((process, why)) = compiled.cannot_begin() else { return Ok((compiled, unused)) };
    let noun = compiled.program().processes[process].role;
    let is_it = |it: &&tree::Item| matches!(&it.kind, tree::ItemKind::Role(it) if it.noun.text.replace('_', " ") == noun);
    let span = listing.items.iter().find(is_it).map_or_else(Default::default, |it| it.span);
    let message = format!("A {noun} cannot run its lines before the first step. {why}");
    Err(vec![Found::new(Kind::CannotBegin, span, message)])
}

/// The lines with a condition over options: the number of each, counted from 1, and whether it is part
/// of the program with these options. Lines below a header with a condition are not named.
pub fn conditions(text: &str, chosen: &[(&str, &str)]) -> BTreeMap<usize, bool> {
    let listing = parse(text).listing;
    instantiate::conditions(text, &listing, &settings(&listing, chosen), &Work::new())
}

/// For each option the number of its value.
fn settings(listing: &tree::Listing, chosen: &[(&str, &str)]) -> BTreeMap<String, usize> {
    let number = |option: OptionNames| {
        let given = chosen.iter().find(|it| it.0 == option.name || it.0 == option.link);
        let value = given.and_then(|(_, value)| {
            option.values.iter().position(|it| it == value || link_name(it) == *value)
        });
        (option.name, value.unwrap_or(0))
    };
    options(listing).into_iter().map(number).collect()
}
