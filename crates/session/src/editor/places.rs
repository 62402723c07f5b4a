//! Places in a text: where the editor opens, and the lines of bytes.

use catalog::listing::{Diagnostic, compare::compare, parse, tree::ItemKind};

/// The byte at which the editor opens: the first error, else the first line that is not as published,
/// else the first line of the first process.
pub fn begin(text: &str, published: &str, errors: &[Diagnostic]) -> usize {
    let changed = || {
        let comparison = compare(published, text);
        comparison.first_change().map(|line| line_start(text, line))
    };
    match errors.first() {
        Some(error) => error.span.start as usize,
        None => changed().unwrap_or_else(|| process(text)),
    }
}

/// The first byte of the first role.
fn process(text: &str) -> usize {
    let listing = parse(text).listing;
    let role = listing.items.iter().find(|item| matches!(item.kind, ItemKind::Role(_)));
    role.map_or(0, |role| role.span.start as usize)
}

/// The line of a byte, from 1.
pub fn line_at(text: &str, at: usize) -> usize {
    text.get(..at).map_or(1, |before| before.matches('\n').count() + 1)
}

/// The errors in lines that can be changed, if there are any: lines that stay as they are only become wrong by those.
pub fn own_errors(errors: &[Diagnostic], are_free: &[bool]) -> Vec<Diagnostic> {
    let is_free = |error: &&Diagnostic| {
        are_free.get((error.line as usize).wrapping_sub(1)).is_some_and(|free| *free)
    };
    let own: Vec<Diagnostic> = errors.iter().filter(is_free).cloned().collect();
    if own.is_empty() { errors.to_vec() } else { own }
}

/// The first byte of a line, from 1, behind its indentation.
pub fn line_start(text: &str, line: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    start + text[start..].bytes().take_while(|it| *it == b' ').count()
}
