//! What reads and writes in one breath is one act: a swap, a compare-and-swap, a signal.

use super::{Piece, code, text, who};
use model::{Cell, Event, Row, View, WritePhase};

/// The clauses of a read and a write of the same cell; none if they are two acts.
pub fn clauses(row: &Row, read: &[Event], write: &[Event], view: &View) -> Option<Vec<Vec<Piece>>> {
    let [Event::Read { cell, value: old, overlaps: false, .. }] = read else { return None };
    let [Event::Write { cell: written, value: new, phase: WritePhase::Whole }] = write else {
        return None;
    };
    if cell != written {
        return None;
    }
    if calls(row, "signal") {
        return signals(*cell, old, new, view);
    }
    if calls(row, "swap") {
        let swaps = vec![text("swaps "), code(new), text(" into "), code(cell.to_string())];
        return Some(vec![swaps, vec![text("finds "), code(old)]]);
    }
    let replaces = vec![
        text("finds "),
        code(format!("{cell} = {old}")),
        text(" and replaces it by "),
        code(new),
    ];
    calls(row, "cas").then(|| vec![replaces])
}

/// Whether a line calls a function: its name, and a bracket behind it.
fn calls(row: &Row, function: &str) -> bool {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = row.text.match_indices(function);
    found.any(|(at, _)| {
        row.text[at + function.len()..].starts_with('(') && !row.text[..at].ends_with(is_name)
    })
}

/// A condition variable is the set of those who sleep there.
fn signals(cell: Cell, old: &str, new: &str, view: &View) -> Option<Vec<Vec<Piece>>> {
    let [slept, sleep] = [members(old)?, members(new)?];
    let mut said = vec![text("signals "), code(cell.to_string())];
    let woken: Vec<u8> = slept.iter().filter(|who| !sleep.contains(who)).copied().collect();
    match woken[..] {
        [] if slept.is_empty() => said.push(text("; nobody sleeps there")),
        [one] => said.extend([text(", which wakes "), who(view, one)]),
        _ if sleep.is_empty() => said.push(text(", which wakes all")),
        _ => return None,
    }
    Some(vec![said])
}

/// The numbers in "{1, 2}".
fn members(set: &str) -> Option<Vec<u8>> {
    let inner = set.strip_prefix('{')?.strip_suffix('}')?;
    let parts = inner.split(", ").filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}
