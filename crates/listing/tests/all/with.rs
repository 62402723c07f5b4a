//! `with` at the end of a line: for each kind of line it is heeded, or it is an error.

mod kinds;
mod rows;

use crate::searches::verdicts;
use kinds::with_conditions;
use listing::{ErrorCode, check, compile, parse};
use rows::{HEEDED, REFUSED};
use std::collections::BTreeSet;

const TITLE: &str = "algorithm A\noption o: on, off\n";

/// A text without the lines that end in a mark and what is below them, and without the other mark.
fn plain(text: &str, left_out: &str, kept: &str) -> String {
    let mut below = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if below.is_some_and(|head| indent > head) {
            continue;
        }
        below = line.ends_with(left_out).then_some(indent);
        if below.is_none() {
            lines.push(line.strip_suffix(kept).unwrap_or(line));
        }
    }
    format!("{TITLE}{}\n", lines.join("\n"))
}

/// How a meaning begins where there is none.
const ERROR: &str = "error: ";

/// What a program does, and what is said of it.
fn meaning(text: &str, value: &str) -> String {
    let system = match compile(text, &[("o", value)]) {
        Ok(system) => system,
        Err(found) => return format!("{ERROR}{}", found[0]),
    };
    let program = system.program();
    let said = (program.watched.len(), program.history.is_some(), program.limits.len());
    format!("{said:?} {}", verdicts(system))
}

/// With a condition, a line is as if it was there, or as if it was not.
#[test]
fn with_is_heeded_on_every_kind_of_line() {
    let wrong: Vec<String> = HEEDED.iter().filter_map(|(kind, text)| wrong(kind, text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with a row.
fn wrong(kind: &str, text: &str) -> Option<String> {
    let (on, off) = (plain(text, " off", " on"), plain(text, " on", " off"));
    let conditional = text.lines().map(|line| match line.rsplit_once(' ') {
        Some((line, value @ ("on" | "off"))) => format!("{line}    with o = {value}\n"),
        _ => format!("{line}\n"),
    });
    let conditional = TITLE.to_owned() + &conditional.collect::<String>();
    if !with_conditions(&parse(&conditional).listing).contains(kind) {
        return Some(format!("no line of the kind {kind} has a condition in {conditional}"));
    }
    let [with, without] = ["on", "off"].map(|value| meaning(&conditional, value));
    let (there, away) = (meaning(&on, "on"), meaning(&off, "off"));
    let says_nothing = with == without;
    let is_heeded = with == there && without == away && !(there + &away).contains(ERROR);
    (says_nothing || !is_heeded).then(|| format!("{conditional}{with}\n{without}\n{on}{off}"))
}

#[test]
fn with_is_an_error_where_it_is_not_heeded() {
    for (_, text) in REFUSED {
        let found = check(&format!("{TITLE}{text}"));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].kind, ErrorCode::OutOfPlace, "{text}: {}", found[0]);
        assert!(found[0].message.ends_with("so no `with` stands here."), "{text}: {}", found[0]);
    }
}

/// The kinds are those of the syntax tree, where one that is new has no name yet.
#[test]
fn every_kind_of_line_has_a_row() {
    let rows: BTreeSet<&str> =
        HEEDED.iter().chain(REFUSED).map(|it| it.0).chain(["expect"]).collect();
    assert_eq!(rows, kinds::all());
}

/// An expectation names a setting behind `with`.
#[test]
fn an_expectation_is_of_its_setting() {
    let text =
        format!("{TITLE}process i of 1:\n  going:\n    pause\nexpect 2 states    with o = off\n");
    let listing = parse(&text).listing;
    let options: Vec<_> = listing
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            listing::tree::ItemKind::Expect(it) => Some(&it.options),
            _ => None,
        })
        .collect();
    assert_eq!(options.len(), 1);
    assert_eq!((&*options[0][0].0.text, &*options[0][0].1.text), ("o", "off"));
}
