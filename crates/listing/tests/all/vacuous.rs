//! What a verdict says where a claim is about nothing.

use crate::meaning::{check, outcome};
use checker::Outcome;
use model::System;

#[test]
fn without_an_initial_state_nothing_holds() {
    let text = "algorithm A\nshared x: 0..3 = any\nprocess i of 2:\n  w:\n    pause\nassume high: x > 5\n\
                assume low: x < 2\nalways f: false\nreachable r: true\nat end e: false\nmost m: x\n\
                eventually v: false\nwait-free: w to end\noutcomes o: x\n";
    let report = check(text);
    assert!(!report.ok() && report.states == 0);
    for verdict in &report.verdicts {
        assert_eq!(verdict.outcome, Outcome::NoInitialState(vec!["high", "low"]), "{verdict:?}");
        let says = "fails: no initial state satisfies `high` and `low`, so nothing is checked";
        assert_eq!(verdict.sentence(&report), says);
    }
    let satisfied = check(&text.replace("x > 5", "x > 0"));
    assert!(matches!(outcome(&satisfied, "f"), Some(Outcome::Fails { .. })));
    assert_eq!(outcome(&satisfied, "no deadlock"), Some(&Outcome::Holds));
}

/// What is said below the verdict of a property of a text.
fn notes(text: &str, property: &str) -> Vec<String> {
    let report = check(text);
    let verdict =
        report.verdicts.iter().find(|verdict| model::is_called(verdict.property, property));
    let verdict = verdict.unwrap_or_else(|| panic!("{text}"));
    assert!(verdict.good(), "{property}: {verdict:?}");
    verdict.notes.clone()
}

#[test]
fn at_an_end_that_never_comes_nothing_is_said() {
    let text = "algorithm A\nshared x: 0..1\nprocess i of 2, for ever:\n  w:\n    x ← 1 − i\nat end e: false\n\
                at end f: x = 1 ⇒ x = 0\n";
    for property in ["e", "f"] {
        assert_eq!(notes(text, property), ["Holds vacuously: no run ends."]);
    }
    let ends = text.replace(", for ever", "").replace("e: false", "e: x < 2");
    assert!(notes(&ends, "e").is_empty());
}

#[test]
fn a_premise_that_is_never_true_says_nothing() {
    let never = ["Holds vacuously: its premise is never true."];
    for (claim, is_noted) in [
        ("at end t: x = 2 ⇒ x = 0", true),
        // true, but not at the end
        ("at end t: x = 1 ⇒ x = 0", true),
        ("at end t: x = 3 ⇒ x > 0", false),
        ("at end t: all i: x = 2 ⇒ i in w", true),
        ("eventually always t: x = 2 ⇒ x = 0", true),
        ("eventually always t: x = 1 ⇒ x = 0", false),
        ("always t: x = 2 ⇒ always x = 0", true),
        ("always t: x = 1 ⇒ always x > 0", false),
        ("always t: x = 2 ⇒ x′ = 0", true),
        ("always t: x = 1 ⇒ x′ ≥ x", false),
        ("always t: x′ = 2 ⇒ x = 0", false),
    ] {
        let text = format!(
            "algorithm A\nshared x: 0..3\nprocess i of 2:\n  w:\n    x ← 1\n    x ← 3\n{claim}\n"
        );
        let text = text.replace("i of 2", "i of 1");
        assert_eq!(notes(&text, "t"), if is_noted { &never[..] } else { &[] }, "{claim}");
    }
}

#[test]
fn nobody_is_in_a_section_without_lines() {
    let text = "algorithm A\noption m: a, b\nprocess i of 2:\n  waiting:\n    pause    with m = b\n  critical:\n    \
                pause\neventually served: waiting → critical\nwait-free: waiting to end\n";
    assert_eq!(notes(text, "served"), ["Nobody is ever in `waiting`."]);
    assert!(notes(text, "wait-free").is_empty());
    assert!(notes(&text.replace("m: a, b", "m: b, a"), "served").is_empty());
}

#[test]
fn lines_behind_a_crash_that_never_comes_never_run() {
    let text = "algorithm A\nshared x: 0..1\nprocess i of 2:\n  w:\n    pause\n  on crash:\n    x ← 1\n    x ← 0\n";
    assert_eq!(check(text).unreached, [7, 8]);
    assert!(check(&format!("{text}define crashes: 1\n")).unreached.is_empty());
    assert!(check(&format!("{text}define crashes: 0\n")).unreached.is_empty());
}

#[test]
fn nobody_comes_the_wrong_way_round() {
    let text = "algorithm A\np i of 2:\n  waiting:\n    pause\n  critical:\n    pause\neventually served: critical → \
                waiting\nwait-free: critical to waiting\n";
    for property in ["served", "wait-free"] {
        assert_eq!(notes(text, property), ["Nobody comes from `critical` to `waiting`."]);
    }
    let right = text.replace("critical → waiting", "waiting → critical");
    let right = right.replace("critical to waiting", "waiting to critical");
    for text in [&right, &text.replace("of 2", "of 2, for ever")] {
        assert!(notes(text, "served").is_empty() && notes(text, "wait-free").is_empty());
    }
}

#[test]
fn who_ends_on_the_way_is_noted() {
    let text = "algorithm A\nshared x: 0..1\np i of 2:\n  proposing:\n    x ← 1\n    if i = 0: stop\n    decide 1\n\
                wait-free: proposing to decided\n";
    let says =
        |goal: &str| format!("A process that ends before it comes to `{goal}` waits for nothing.");
    let goal =
        text.replace("decide 1", "pause\n  done:\n    pause").replace("to decided", "to done");
    let goal = format!("{goal}eventually all: proposing → done\n");
    assert_eq!(notes(&goal, "wait-free"), [says("done")]);
    assert_eq!(notes(&goal, "all"), [says("done")]);
    assert_eq!(notes(text, "wait-free"), [says("decided")]);
    assert!(notes(&text.replace("if i = 0: stop", "pause"), "wait-free").is_empty());
    assert!(notes(&text.replace("to decided", "to end"), "wait-free").is_empty());
}

#[test]
fn a_number_that_a_variable_never_is_is_noted() {
    let head = "algorithm A\nshared x: 0..3\nshared a[0..1]: none | 1..2\np i of 2:\n  own n: −1..1\n  \
                going:\n    x ← 1\ndefine big: x = FIVE\ndefine FIVE: 5\n";
    for (claim, says) in [
        ("never t: x = 5", "5 is none of the values of `x`: 0..3."),
        ("never t: big", "5 is none of the values of `x`: 0..3."),
        ("never t: −1 = x", "−1 is none of the values of `x`: 0..3."),
        ("at end t: x = 3 or a[0] ≠ 3", "3 is none of the values of `a[0]`: none | 1..2."),
        ("always t: all i: n[i] ≠ −2", "−2 is none of the values of `n[i]`: −1..1."),
        ("eventually t: x ≠ 7", "7 is none of the values of `x`: 0..3."),
        ("never t: x = 3 or a[1] = 1 or x > 7", ""),
        ("always t: x = 0 ⇒ x + 5 ≠ 9", ""),
    ] {
        let says: Vec<&str> = Some(says).filter(|text| !text.is_empty()).into_iter().collect();
        assert_eq!(notes(&format!("{head}{claim}\n"), "t"), says, "{claim}");
    }
}

#[test]
fn sections_to_which_nothing_leads_are_noted() {
    let text = |section: &str| {
        format!(
            "algorithm A\nshared x: 0..3\nprocess i of 2:\n  w:\n    x ← 1\nalways lost: all i in {section}: x = 0\n"
        )
    };
    for section in ["crashed", "decided"] {
        assert_eq!(notes(&text(section), "lost"), [format!("Nobody is ever in `{section}`.")]);
    }
    assert!(notes(&format!("{}define crashes: 0\n", text("crashed")), "lost").is_empty());
    let decides = text("decided").replace("x ← 1", "decide 1");
    assert!(notes(&decides, "lost").is_empty());
    assert!(notes(&text("end").replace("= 0", "= 1"), "lost").is_empty());
}

/// What is declared and makes no difference is said, with the lines that never run.
#[test]
fn options_and_messages_without_a_use_are_noted() {
    let text = |lines: &str| {
        format!(
            "algorithm A\noption foo: one, two\noption losses: 0, 1\noption kind: x, y\ndefine duplicates: 1 if kind = \
             y else 0\nmessage m, k, unsent\nshared x: 0..3\nprocess i of 2:\n  w:\n    send k to 1 − i\n{lines}  on k: \
             x ← 2\n"
        )
    };
    let unused = |lines: &str| check(&text(lines)).unused;
    assert_eq!(unused(""), ["Nothing depends on the option `foo`."]);
    let both = ["Nothing depends on the option `foo`.", "Nobody takes the message `m`."];
    assert_eq!(unused("    send m to 1 − i\n"), both);
    assert!(unused("    send m to 1 − i    with foo = two\n").is_empty());
    assert!(unused("    send m to 1 − i\n    await m\n    x ← 1    with foo = two\n").is_empty());
    for (name, text) in crate::texts::texts() {
        let found = listing::compile(&text, &[]).map(|system| system.unreached().unused);
        assert_eq!(found.unwrap_or_default(), [""; 0], "{name}");
    }
}

#[test]
fn a_section_behind_lines_that_nobody_enters_is_told() {
    let text = "algorithm A\nshared x: 0..1\nasker:\n  asking:\n    x ← 1\n  sections waiting\n";
    let told =
        "Nobody is ever in `waiting`: it has no lines, and only `become waiting` leads there.";
    assert_eq!(check(text).unused, [told]);
    assert!(check(&text.replace("x ← 1", "x ← 1\n    become waiting")).unused.is_empty());
    // of rules alone, each section has no lines
    let rules = text.replace("  asking:\n    x ← 1\n", "  when x = 0: x ← 1\n");
    assert!(check(&rules).unused.is_empty());
}
