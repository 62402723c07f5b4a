//! What an `await` takes: a step for each access that it makes, and none for what is left out.

use crate::meaning::{check, outcome};
use checker::{Outcome, Report};

fn found(report: &Report, property: &str) -> Option<usize> {
    match outcome(report, property) {
        Some(Outcome::Found { run } | Outcome::Fails { run }) => Some(run.len()),
        _ => None,
    }
}

/// Of three processes the last has nothing to read, the one before it reads once, and the first twice.
#[test]
fn a_member_that_is_known_to_be_left_out_takes_no_step() {
    for condition in [
        "all j where j > i: not up[j]",
        "all j: j ≤ i or not up[j]",
        "not some j where j > i: up[j]",
        "not some j: j > i and up[j]",
        "(count j where j > i: up[j]) = 0",
    ] {
        let report = check(&format!(
            "algorithm A\nshared up[process]: bool\nprocess i of 3:\n  waiting:\n    await {condition}\n  past:\n    \
             pause\n    up[i] ← true\nreachable 2: 2 in past\nreachable 1: 1 in past\nreachable 0: 0 in past\n"
        ));
        let steps = ["2", "1", "0"].map(|name| found(&report, name));
        assert_eq!(steps, [Some(0), Some(1), Some(2)], "{condition}");
    }
}

/// What one process reads, whatever is written around it: as many states, steps and depth.
#[test]
fn an_await_with_one_access_is_one_step_however_it_is_written() {
    let text = |condition: &str| {
        format!(
            "algorithm A\noption o: a, b\nshared f[0..2]: bool\nprocess i of 2, for ever:\n  own skips: bool = true\n  \
             own mine: set of 0..2 = {{2}}\n  going:\n    f[i] ← true\n    await {condition}\n    f[2] ← i = 0\n    \
             f[i] ← false\n"
        )
    };
    let of = |condition: &str| {
        let report = check(&text(condition));
        (report.states, report.transitions, report.depth)
    };
    let one = of("not f[2]");
    for condition in [
        "all j in 0..2 where j = 2: not f[j]",
        "(o = a or f[0]) and not f[2]",
        "all j in [1, 2]: o = a and j = 1 or not f[j]",
        "not (some j in 0..2 where j > 1: f[j])",
        "(count j in 0..2 where j = 2: f[j]) = 0",
        "not (f[2] if o = a else f[0])",
        // as it runs
        "(skips or f[0]) and not f[2]",
        "all j in 0..2: j not in mine or not f[j]",
        "all j in 0..2 where j in mine: not f[j]",
        "all j in mine: not f[j]",
        "not (f[2] if skips else f[0])",
        "(count j in mine: f[j]) = 0",
        "(max j in mine: (1 if f[j] else 0)) = 0",
    ] {
        assert_eq!(of(condition), one, "{condition}");
    }
    assert_ne!(of("not f[2] and f[i]"), one);
}

/// What is waited for without any access is a step, unless it is known.
#[test]
fn an_await_that_accesses_nothing_is_one_step() {
    let text = |condition: &str| {
        format!(
            "algorithm A\nshared f[0..2]: bool\nprocess i of 1:\n  own k: 0..2\n  own mine: set of 0..2\n  going:\n    \
             pause\n    await {condition}\n    pause\n"
        )
    };
    let states = |condition: &str| check(&text(condition)).states;
    let none = states("true");
    assert_eq!(states("all j in 0..2 where j > 2: f[j]"), none);
    for condition in ["k = 0", "all j in mine: f[j]", "all j in 0..2 where j in mine: f[j]"] {
        assert_eq!(states(condition), none + 1, "{condition}");
    }
}

/// Who comes out of its `await` is not stuck, though it stands in one again.
#[test]
fn an_await_that_comes_out_true_is_no_deadlock() {
    let text = |lines: &str, to: &str| {
        format!(
            "algorithm A\nshared x, y: bool\np, for ever:\n  waiting:\n{lines}q:\n  going:\n    x ← true\n    \
             x ← false\n    y ← true\n    y ← {to}\n"
        )
    };
    let both = "    await not x and not y\n";
    for lines in [both.to_owned(), both.repeat(2), format!("{both}    await not y and not x\n")] {
        let holds = check(&text(&lines, "false"));
        assert_eq!(outcome(&holds, "no deadlock"), Some(&Outcome::Holds), "{lines}");
        let fails = check(&text(&lines, "true"));
        assert_eq!(found(&fails, "no deadlock"), Some(4), "{lines}");
    }
    // it comes out of one, and is stuck in the next
    let next = format!("{both}    await x and y\n");
    let report = check(&text(&next, "false"));
    assert_eq!(found(&report, "no deadlock"), Some(6));
}
