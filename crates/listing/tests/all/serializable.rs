//! `serializable`: what committed is what some order of the committed ones comes to.

use crate::meaning::{check, outcome};
use checker::{Outcome, Report};
use listing::ErrorCode;
use std::collections::BTreeSet;

/// The length of the shortest run that no order explains; none if the claim holds.
fn no_order(report: &Report, text: &str) -> Option<usize> {
    match outcome(report, "s") {
        Some(Outcome::Holds) => None,
        Some(Outcome::Fails { run }) => Some(run.len()),
        other => panic!("{other:?} in\n{text}"),
    }
}

fn length(text: &str) -> Option<usize> {
    no_order(&check(text), text)
}

fn optimistic(committing: &str, aborted: &str) -> String {
    format!(
        "algorithm A\nshared x, version: 0..2\np i of 2:\n  own seen, v: 0..2\n  beginning:\n    atomic seen, v ← x, version\n  \
         committing:\n    atomic:\n{committing}{aborted}serializable s: x\nreachable one gives up: aborted ≠ {{}}\n"
    )
}

const CHECKED: &str =
    "      if version = v: x ← seen + 1; version ← version + 1\n      else: become aborted\n";

#[test]
fn who_has_given_up_is_left_out_of_the_order() {
    let stops = "    stop\n  aborted:\n    stop\n";
    let rests = "  sections aborted\n  rests in aborted\n";
    for aborted in [stops, rests] {
        let text = optimistic(CHECKED, aborted);
        let report = check(&text);
        assert_eq!(no_order(&report, &text), None);
        assert_eq!(outcome(&report, "no deadlock"), Some(&Outcome::Holds), "{text}");
        assert!(matches!(outcome(&report, "one gives up"), Some(Outcome::Found { .. })));
    }
    // who does not say that it has given up is part of the order
    let silent = optimistic(&CHECKED.replace("become aborted", "skip"), stops);
    assert_eq!(length(&silent), Some(4));
    // one update is lost, though both have committed
    let unchecked = optimistic(
        "      if version < 3: x ← seen + 1; version ← 1\n      else: become aborted\n",
        stops,
    );
    assert_eq!(length(&unchecked), Some(4));
    // who gives up leaves nothing behind
    let trace = optimistic(&CHECKED.replace("become aborted", "x ← 0; become aborted"), stops);
    assert_eq!(length(&trace), Some(4));
}

/// What a process has that gave up belongs to no transaction.
#[test]
fn what_belongs_to_who_has_given_up_is_not_compared() {
    let text = "algorithm A\nshared free: 0..1 = 1\np i of 2:\n  own got: 0..2 = 2\n  taking:\n    got ← swap(free, 0)\n    \
                if got = 0: become aborted\n  sections aborted\n  rests in aborted\nserializable s: free, got\n";
    assert_eq!(length(text), None);
    assert_eq!(length(&text.replace("if got = 0: become aborted", "skip")), None);
    assert_eq!(length(&text.replace("if got = 0", "if got = 1")), Some(2));
}

#[test]
fn who_crashes_may_have_committed() {
    let text = |lines: &str, crash: &str| {
        format!(
            "algorithm A\ndefine crashes: 1\nshared x, y: 0..2\np i of 2:\n  a:\n{lines}{crash}serializable s: x, y\n"
        )
    };
    let whole = "    atomic: x ← x + 1; y ← y + 1\n    pause\n";
    assert_eq!(length(&text(whole, "")), None);
    // between the two writes
    assert!(length(&text("    atomic x ← x + 1\n    atomic y ← y + 1\n", "")).is_some());
    // what is half done is taken back behind the crash
    let undone = "    x ← 1\n    y ← 1\n";
    assert_eq!(length(&text(undone, "  on crash: x ← y\n").replace("of 2", "of 1")), None);
    assert!(length(&text(undone, "  on crash: pause\n").replace("of 2", "of 1")).is_some());
}

/// A pass is a transaction: those of two processes come in any order that keeps each process's own.
#[test]
fn passes_are_transactions() {
    let text = |line: &str| {
        format!(
            "algorithm A\nshared x: 0..4\np i of 2, 2 times:\n  own got: 0..4\n  a:\n    pause\n  b:\n    {line}\n    got ← x\n\
             serializable s: x, got\n"
        )
    };
    assert_eq!(length(&text("atomic x, got ← x + 1, x + 1").replace("    got ← x\n", "")), None);
    assert_eq!(length(&text("got ← fetch_and_add(x, 1)").replace("    got ← x\n", "")), None);
    assert!(length(&text("atomic x ← x + 1")).is_some());
    let second = "algorithm A\nshared x: 0..4\nshared taken: bool\np i of 2, 2 times:\n  a:\n    if test_and_set(taken): become aborted\n  \
                  b:\n    atomic: x ← x + 1; taken ← false\n  aborted:\n    stop\nserializable s: x\n";
    let second = second.replace("taken ← false\n", "taken ← false\n    become a\n");
    assert_eq!(length(&second), None);
    assert!(length(&second.replace("become aborted", "x ← 0; become aborted")).is_some());
}

fn outcomes(text: &str) -> BTreeSet<String> {
    match outcome(&check(text), "all") {
        Some(Outcome::Ends(all)) => all.iter().map(|end| end.value.clone()).collect(),
        other => panic!("{other:?} in\n{text}"),
    }
}

/// Another text has each transaction as one step, and lets it give up at will: its outcomes are those that are right.
#[test]
fn the_verdict_is_that_of_the_outcomes_of_whole_transactions() {
    let (mut holds, mut fails) = (0, 0);
    for lines in [
        ["x ← x + 1"].as_slice(),
        &["atomic x ← x + 1"],
        &["x ← 1", "y ← x"],
        &["x ← y + 1", "y ← x"],
        &["got ← x", "x ← i + 1"],
        &["got ← x", "if got > 0: become aborted", "x ← i + 1"],
        &["got ← x", "x ← got + 1", "if y > 0: become aborted", "y ← 1"],
        &["if test_and_set(up): become aborted", "x ← x + 1", "y ← x", "up ← false"],
        &["if test_and_set(up): become aborted", "x ← x + 1", "up ← false", "y ← x"],
        &["await not test_and_set(up)", "got ← x", "x ← got + 1", "up ← false"],
    ] {
        for processes in [1, 2, 3] {
            let text = |body: &str| {
                format!(
                    "algorithm A\nshared x, y: 0..4\nshared up: bool\np i of {processes}:\n  own got: 0..4; g: bool\n  a:\n{body}  \
                     sections aborted\n  rests in aborted\nserializable s: x, y\noutcomes all: x, y, aborted, end\n"
                )
            };
            let stepped = format!("    {}\n", lines.join("\n    "));
            let whole = stepped.replace("    ", "      ").replace("atomic ", "");
            // one that gives up by itself is none of those that are right
            let whole = whole.replace("become aborted", "await y = 4");
            let whole = format!(
                "    pause\n    choose g in bool\n    if g: become aborted\n    atomic:\n{whole}"
            );
            let (text, whole) = (text(&stepped), outcomes(&text(&whole)));
            let all = outcomes(&text);
            let right = all.is_subset(&whole);
            assert_eq!(length(&text).is_none(), right, "{all:?} for {whole:?}\n{text}");
            *if right { &mut holds } else { &mut fails } += 1;
        }
    }
    assert!(holds >= 8 && fails >= 6, "{holds} hold, {fails} fail");
}

#[test]
fn what_is_left_out_of_several_passes_is_an_error() {
    let text = "algorithm A\nshared x: 0..4\np i of 2, 2 times:\n  a:\n    atomic x ← x + 1\nserializable s: x\n";
    assert_eq!(length(text), None);
    for (from, to) in
        [("shared x", "define crashes: 1\nshared x"), ("x + 1", "x + 1\n    if x = 9: restart")]
    {
        let found = listing::check(&text.replace(from, to));
        let line = text.lines().count() + 1;
        assert_eq!(
            (found.len(), found[0].kind, found[0].line as usize),
            (1, ErrorCode::NotYetSupported, line),
            "{found:?}"
        );
    }
}
