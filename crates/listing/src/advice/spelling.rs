//! Words of the language that are misspelt.
//!
//! No row: which word is meant is a question of how alike two words are.

use super::line::Line;
use crate::diagnostic::{DiagnosticDraft, ErrorCode, nearest};
use crate::parse::SIMPLE;
use crate::words::{self, Place, is_reserved};

/// Those that stand before an operand.
const BEFORE: &[&str] = &["all", "count", "max", "min", "new", "not", "read", "some", "sum"];
/// Those that stand behind one.
const BEHIND: &[&str] = &[
    "and", "else", "from", "if", "in", "mod", "not", "or", "times", "to", "until", "when", "where",
    "with",
];

/// The error for a line, where a word at its place or before that is nearly one of the language.
pub fn word(line: &Line<'_>, error: &DiagnosticDraft) -> Option<DiagnosticDraft> {
    if error.kind != ErrorCode::Expected {
        return None;
    }
    let last = line.error.checked_sub(1)?;
    let is_begun = matches!(line.word(0), "atomic" | "strongly") && last == 1;
    if last == 0 || is_begun {
        let is_alone = |word: &str| SIMPLE.iter().any(|simple| simple.0 == word);
        let words = words::at(Place::Statement).filter(|word| *word != "with" && !is_alone(word));
        return nearly(line, last, &words.collect::<Vec<_>>());
    }
    nearly(line, line.error, BEHIND).or_else(|| nearly(line, last, BEFORE))
}

/// `whne x = 1: …` beside the sections of a role.
pub fn part(line: &Line<'_>, error: &DiagnosticDraft) -> Option<DiagnosticDraft> {
    // `sent off:` is a section of two words
    let begins_a_block = line.word(0).chars().count() < 4 && line.has_block;
    let is_read = error.kind != ErrorCode::OutOfPlace;
    if is_read || !line.is_class("WORD", 1) || begins_a_block {
        return None;
    }
    nearly(line, 0, &words::at(Place::Part).collect::<Vec<_>>())
}

fn nearly(line: &Line<'_>, at: usize, words: &[&'static str]) -> Option<DiagnosticDraft> {
    let word = line.word(at);
    let is_free = !is_reserved(word) && word.starts_with(char::is_alphabetic);
    let near = nearest(word, words.iter().copied()).filter(|_| is_free)?;
    let message = format!("The language has no word `{word}`, and a name cannot stand here.");
    let span = line.tokens[at].1;
    let found = DiagnosticDraft::new(ErrorCode::Expected, span, message);
    Some(found.help(format!("Did you mean `{near}`?")).replace(span, near))
}
