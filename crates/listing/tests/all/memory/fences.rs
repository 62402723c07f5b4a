//! `fence stores`: what was written before reaches memory before what is written later.

use super::super::searches::{report, verdicts};
use checker::Outcome;
use listing::ErrorCode;

fn found(text: &str, memory: &str, buffer: &str) -> String {
    let options = [("memory", memory), ("buffer", buffer)];
    verdicts(listing::compile(text, &options).unwrap_or_else(|found| panic!("{}", found[0])))
}

fn text(lines: &str) -> String {
    format!(
        "algorithm A\noption memory: sequential, tso, pso\noption buffer: 3, 1, 2\nshared x, y: 0..2\nprocess i of 2:\n  \
         run:\n{lines}at end last: x = 2 or x = 1\nreachable apart: x = 0 and y = 1\n"
    )
}

/// Where no write passes another it is nothing at all, and with partial store order a step of its own.
#[test]
fn a_store_fence_is_a_step_of_partial_store_order_only() {
    let (with, without) = ["    fence stores\n", ""]
        .map(|fence| text(&format!("    x ← 1\n{fence}    y ← 1\n")))
        .into();
    for memory in ["sequential", "tso"] {
        assert_eq!(found(&with, memory, "2"), found(&without, memory, "2"), "{memory}");
    }
    assert_ne!(found(&with, "pso", "2"), found(&without, "pso", "2"));
    let steps = |lines: &str| {
        let report = report(&text(lines), &[("memory", "pso")]);
        let verdict = report.verdicts.iter().find(|verdict| verdict.property == "apart").unwrap();
        matches!(verdict.outcome, Outcome::Found { .. })
    };
    assert!(steps("    x ← 1\n    y ← 1\n"));
    assert!(!steps("    x ← 1\n    fence stores\n    y ← 1\n"));
}

/// It is no write and takes no place of one: what total store order allows, partial store order does, too.
#[test]
fn a_store_fence_takes_no_place_of_a_write() {
    let text = |lines: &str| {
        format!(
            "algorithm A\noption memory: pso\noption buffer: 1, 2, 3\nshared x, y: 0..1\none:\n  run:\n{lines}  behind:\n    \
             pause\nmost at once: pending(one)\nreachable late: one in behind and x = 0 and y = 0\nnever apart: x = 0 and \
             y = 1\n"
        )
    };
    let fence = "    fence stores\n";
    for (lines, places, most) in [
        (format!("    x ← 1\n{fence}    y ← 1\n"), "2", "2"),
        (format!("    x ← 1\n{fence}{fence}    y ← 1\n{fence}"), "2", "2"),
        (format!("{fence}    x ← 1\n{fence}"), "1", "1"),
    ] {
        let found = found(&text(&lines), "pso", places);
        for says in [format!("at once: {most}"), "late: in ".into(), "apart: yes".into()] {
            assert!(found.contains(&says), "{says}: {found}");
        }
    }
}

#[test]
fn a_store_fence_is_no_part_of_a_step() {
    for lines in ["    atomic:\n      fence stores\n", "    x ← 1\n  when x = 1: fence stores\n"]
    {
        let found = listing::check(&text(lines));
        let is_it = |error: &listing::Diagnostic| {
            error.kind == ErrorCode::OutOfPlace && error.help == "Remove `fence stores`."
        };
        assert!(found.iter().any(is_it), "{found:?}");
    }
    // elsewhere the word names something
    let named = text("    x ← 1\n").replace("x, y", "x, y, stores");
    assert_eq!(listing::check(&named), []);
    assert_eq!(listing::check(&text("    x ← 1; fence stores; y ← 1\n")), []);
}
