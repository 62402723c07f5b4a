//! Claims and numbers where they cannot be computed; and that they change nothing.

use crate::meaning::{check, error, outcome};
use checker::{Outcome, Report};

/// In one step `n` comes to 3, where `a[n]` is nothing; in two more to 0.
fn outside_once(claim: &str) -> Report {
    check(&format!(
        "algorithm A\nshared n: 0..3\nshared a[0..1]: 0..3\np i of 1:\n  outside:\n    n ← 3\n  \
         inside:\n    n ← 1\n    n ← 0\n{claim}\n"
    ))
}

#[test]
fn a_claim_that_cannot_be_computed_fails() {
    for (claim, is_run) in [
        ("always t: a[n] = 0", true),
        ("never t: a[n] = 2", true),
        ("always t: a[n] = 2 ⇒ always n < 3", true),
        ("always t: a[n] = 2 ⇒ n = 3", true),
        ("eventually t: a[n] = 2 → n = 2", false),
        ("eventually t: n = 1 → a[n + 3] = 0", false),
    ] {
        let report = outside_once(claim);
        let name = if claim.starts_with("never") { "never t" } else { "t" };
        let Some(Outcome::Fails { run }) = outcome(&report, name) else { panic!("{claim}") };
        assert_eq!(run.len(), if is_run { 1 } else { 3 }, "{claim}");
    }
    let stays = outside_once("eventually always t: a[n + 2] = 0");
    assert!(matches!(outcome(&stays, "t"), Some(Outcome::Fails { .. })));
    let holds = outside_once("eventually always t: a[n] = 0");
    assert_eq!(outcome(&holds, "t"), Some(&Outcome::Holds));
}

#[test]
fn a_number_that_cannot_be_computed_is_a_failed_claim() {
    for (measure, fails) in [
        ("most t: n + a[n]", true),
        ("least t: n + a[n]", true),
        ("most t: n + (a[n] if n < 2 else 0)", false),
    ] {
        let report = outside_once(measure);
        let computed = outcome(&report, "t can be computed");
        match fails {
            true => assert!(matches!(computed, Some(Outcome::Fails { run }) if run.len() == 1)),
            false => assert_eq!(computed, None),
        }
    }
    assert_eq!(outcome(&outside_once("most t: n + a[1]"), "t can be computed"), None);
}

#[test]
fn an_assumption_that_cannot_be_computed_is_an_error() {
    let text = "algorithm A\nshared n: 0..3 = any\nshared a[0..1]: 0..3\nassume t: a[n] = 0\n\
                p i of 1:\n  going:\n    n ← 0\n";
    assert_eq!(error(text), Some(0));
    assert_eq!(error(&text.replace("t: a", "t: n < 2 and a")), None);
}

#[test]
fn a_limit_that_cannot_be_computed_is_an_error() {
    let text = "algorithm A\nshared n: 0..3\nshared a[0..1]: 0..3\nlimit t: not a[n] = 1\n\
                p i of 1, for ever:\n  going:\n    atomic n ← (n + 1) mod 4\n";
    assert_eq!(error(text), Some(2));
    assert_eq!(error(&text.replace("t: not", "t: n > 1 or not")), None);
}

/// What is not asked for in a state does not keep a premise from being true there.
#[test]
fn a_premise_is_computed_where_it_decides() {
    let report = check(
        "algorithm A\nshared a[0..1]: 0..3\np i of 2:\n  own n: 0..3 = 3\n  outside:\n    await i = 0\n    \
         atomic n ← 1\n  inside:\n    pause\nalways t: all i in inside: (a[n[i]], i) < (1, 0) ⇒ n[i] < 2\n",
    );
    let verdict = report.verdicts.iter().find(|verdict| verdict.property == "t").unwrap();
    assert!(verdict.outcome == Outcome::Holds && verdict.notes.is_empty(), "{verdict:?}");
}
