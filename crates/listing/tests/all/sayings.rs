//! What is said of wrong texts: where, in which words, and what the text is once it is mended so.
//!
//! The folder `tests/sayings` has a table of them. A paragraph begins with
//! - `#`: a comment,
//! - `|`: a frame, a text in which what follows is put in place of the line `…`; without that line it is right,
//! - `-`: lines that are wrong in that frame; below them stands what is said of these, and behind `+` or `~` what
//!   they are with all that is proposed: no error is left behind `+`, some are behind `~`,
//! - `=`: lines that are right in that frame.
//!
//! Where lines with `/` stand before these, they take the place of such lines of the frame.
//! `UPDATE=1 cargo test -p listing --test all sayings` writes what is said anew.

use listing::advice::{self, Row};
use listing::{Diagnostic, check};
use std::fmt::Write;
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sayings");

/// The texts of the table, each with whether it is wrong.
fn texts() -> Vec<(String, bool)> {
    let mut texts = Vec::new();
    for (_, table) in tables() {
        rewritten(&table, &mut |text, is_wrong| texts.push((text.to_owned(), is_wrong)));
    }
    texts
}

fn tables() -> Vec<(std::path::PathBuf, String)> {
    let mut paths: Vec<_> = fs::read_dir(FOLDER)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let table = fs::read_to_string(&path).expect("a table");
        (path, table)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn what_is_said_of_wrong_texts() {
    let updates = std::env::var("UPDATE").is_ok_and(|value| value == "1");
    for (path, table) in tables() {
        let mut failures = Vec::new();
        let now = rewritten(&table, &mut |text, is_wrong| {
            let found = check(text);
            if is_wrong == found.is_empty() {
                failures.push(format!("{text}{found:#?}"));
            }
        });
        assert!(failures.is_empty(), "{path:?}: {}", failures.join("\n"));
        if updates {
            fs::write(&path, now).expect("the table");
            continue;
        }
        for (now, before) in now.split("\n\n").zip(table.split("\n\n")) {
            assert_eq!(before, now, "{path:?}");
        }
        assert_eq!(now, table, "{path:?}");
    }
}

/// Each row of the table of advice says something of a wrong text here.
#[test]
fn every_row_of_advice_is_used() {
    let wrong = texts().into_iter().filter(|(_, is_wrong)| *is_wrong);
    let used: Vec<&Row> = wrong.flat_map(|(text, _)| advice::used(&text)).collect();
    let is_unused = |row: &&Row| !used.iter().any(|used| std::ptr::eq(*used, *row));
    let unused: Vec<&str> = advice::rows().filter(is_unused).map(|row| row.pattern).collect();
    assert_eq!(unused, [""; 0]);
}

/// The table with what is said now; each text is shown, with whether it is wrong.
fn rewritten(table: &str, show: &mut dyn FnMut(&str, bool)) -> String {
    let mut frame = Vec::new();
    let paragraphs =
        table.trim_end().split("\n\n").map(|paragraph| match paragraph.chars().next() {
            Some('#') => paragraph.to_owned(),
            Some('|') => {
                frame = lines(paragraph, '|');
                if !frame.contains(&"…") {
                    show(&(frame.join("\n") + "\n"), false);
                }
                paragraph.to_owned()
            }
            _ => entry(&frame, paragraph, show),
        });
    paragraphs.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// The lines of a paragraph that have this mark.
fn lines(paragraph: &str, mark: char) -> Vec<&str> {
    let marked = paragraph.lines().filter_map(|line| line.strip_prefix(mark));
    marked.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect()
}

fn entry(frame: &[&str], paragraph: &str, show: &mut dyn FnMut(&str, bool)) -> String {
    let (right, wrong) = (lines(paragraph, '='), lines(paragraph, '-'));
    assert!(right.is_empty() != wrong.is_empty(), "lines that are right or wrong:\n{paragraph}");
    let mut old = lines(paragraph, '/');
    if old.is_empty() {
        old.push("…");
    }
    let at = frame.windows(old.len()).position(|window| window == old);
    let at = at.unwrap_or_else(|| panic!("the frame has these lines:\n{paragraph}"));
    let (before, behind) = (&frame[..at], &frame[at + old.len()..]);
    let new = if right.is_empty() { &wrong } else { &right };
    let text = [before, new, behind].concat().join("\n") + "\n";
    show(&text, right.is_empty());
    let is_given = |line: &&str| line.starts_with(['/', '-', '=']);
    let given: Vec<&str> = paragraph.lines().filter(is_given).collect();
    let said = if right.is_empty() { said(&text) } else { String::new() };
    (given.join("\n") + "\n" + &said).trim_end().to_owned()
}

/// What is said of a text, and the lines that it has with all that is proposed.
fn said(text: &str) -> String {
    let (found, mut said) = (check(text), String::new());
    for Diagnostic { kind, line, columns: (first, behind), message, help, .. } in &found {
        let last = if behind - 1 > *first { format!("-{}", behind - 1) } else { String::new() };
        _ = writeln!(said, "{line}:{first}{last} {}: {message}", kind.name());
        if !help.is_empty() {
            _ = writeln!(said, "    {help}");
        }
    }
    let mended = mended(text, &found);
    if mended == text {
        return said;
    }
    let mark = if check(&mended).is_empty() { '+' } else { '~' };
    let (before, now): (Vec<&str>, Vec<&str>) = (text.lines().collect(), mended.lines().collect());
    let alike = |count: &usize, one: &[&str], other: &[&str]| one[..*count] == other[..*count];
    let most = before.len().min(now.len());
    let first = (0..=most).rev().find(|count| alike(count, &before, &now)).unwrap_or(0);
    let [ends, now_ends] =
        [&before, &now].map(|lines| lines[first..].iter().rev().copied().collect::<Vec<_>>());
    let last = (0..=most - first).rev().find(|count| alike(count, &ends, &now_ends)).unwrap_or(0);
    for line in &now[first..now.len() - last] {
        _ = writeln!(said, "{mark} {line}");
    }
    said
}

/// The text with what its errors propose.
fn mended(text: &str, found: &[Diagnostic]) -> String {
    let mut mended = text.to_owned();
    for edit in found.iter().rev().filter_map(|error| error.replacement.as_ref()) {
        mended.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    mended
}
