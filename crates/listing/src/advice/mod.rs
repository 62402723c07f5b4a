//! What is written as in other languages, in mathematics or in plain words: a table of patterns, each with what is
//! written here and why ([`rows`]).
//!
//! It is asked once, after parsing, of lines that could not be read. The first row that fits takes the place of what
//! the parser said of the line.

mod declared;
mod line;
mod pattern;
mod rows;
mod spelling;

pub use declared::{NUMBERS, TYPES};
pub use rows::{Row, is_bracketed, reserved};

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Span, Token};
use line::{Line, Where};

/// What is better said of an error of the parser, if a row fits its line.
pub fn advise(text: &str, tokens: &[(Token, Span)], error: DiagnosticDraft) -> DiagnosticDraft {
    advice(text, tokens, &error).map_or(error, |(better, _)| better)
}

/// All rows of the table.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [rows::ITEMS, rows::PARTS, rows::STATEMENTS, rows::ERRORS].into_iter().flatten()
}

/// The rows that say something of a text.
pub fn used(text: &str) -> Vec<&'static Row> {
    let (tokens, errors) = crate::parse::without_advice(text);
    errors.iter().filter_map(|error| advice(text, &tokens, error)?.1).collect()
}

/// What the parser says of lines that it could not read.
const UNREAD: [ErrorCode; 9] = [
    ErrorCode::Expected,
    ErrorCode::NotAnItem,
    ErrorCode::NotAStatement,
    ErrorCode::NotAnExpression,
    ErrorCode::AssignedWithEquals,
    ErrorCode::UnknownCharacter,
    ErrorCode::ReservedName,
    ErrorCode::OutOfPlace,
    ErrorCode::WrongDomain,
];

/// What is better said of an error, and the row that says it.
fn advice(
    text: &str,
    tokens: &[(Token, Span)],
    error: &DiagnosticDraft,
) -> Option<(DiagnosticDraft, Option<&'static Row>)> {
    // a colon that is missing, and a character that nobody sees, are no spelling
    let is_read = matches!(error.kind, ErrorCode::Expected | ErrorCode::UnknownCharacter);
    if is_read && error.replacement.is_some() || !UNREAD.contains(&error.kind) {
        return None;
    }
    let line = Line::of(text, tokens, error.span)?;
    let starts = line.statements();
    let (declared, misspelt, rows) = match line.stands {
        Where::Item => (declared::outside(&line), None, rows::ITEMS),
        Where::Part => (declared::in_role(&line), spelling::part(&line, error), rows::PARTS),
        Where::Block | Where::Column => (None, None, &[][..]),
    };
    let without_row = |found: DiagnosticDraft| (found, None);
    let from = |rows: &'static [Row], starts: &[usize]| {
        rows.iter().find_map(|row| Some((row.says(&line, starts)?, Some(row))))
    };
    // what the parser says of an operation's own variables is about these
    let is_told = error.kind == ErrorCode::OutOfPlace;
    let in_section = || declared::in_section(&line, &starts).filter(|_| !is_told);
    let anywhere: Vec<usize> = (0..=line.error).collect();
    declared
        .or(misspelt)
        .map(without_row)
        .or_else(|| from(rows, &[0]))
        .or_else(|| in_section().map(without_row))
        .or_else(|| from(rows::STATEMENTS, &starts))
        .or_else(|| from(rows::ERRORS, &anywhere))
        .or_else(|| spelling::word(&line, error).map(without_row))
}
