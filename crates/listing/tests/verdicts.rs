//! What `docs/LANGUAGE.md` says of its examples is what a search of every interleaving finds.

mod texts;

use checker::Limits;
use reports::{Coverage, Outcome, Report};
use std::sync::Arc;

fn check(text: &str, options: &[(&str, &str)]) -> Report {
    let compiled = listing::compile(text, options);
    let compiled = compiled.unwrap_or_else(|errors| panic!("{}: {text}", errors[0]));
    checker::check(Arc::new(compiled), Limits::default())
}

/// A verdict in the words of the page; `None` where it is a number.
fn words(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Holds | Outcome::Within { .. } => "holds".into(),
        Outcome::Fails { run } => format!("fails, {} steps", run.len()),
        Outcome::Loops { .. } | Outcome::Stuck { .. } => "fails".into(),
        Outcome::Found { .. } => "reached".into(),
        Outcome::NotFound => "not reached".into(),
        _ => return None,
    })
}

#[test]
fn verdicts_are_as_the_page_states_them() {
    let fences = texts::fences();
    let mut lines = 0;
    for (fence, verdicts) in fences.iter().zip(&fences[1..]) {
        if fence.info != "interleave" {
            continue;
        }
        let mut named = Vec::new();
        for line in verdicts.text.lines().filter(|_| verdicts.info == "verdicts") {
            let (claim, setting) = line.split_once(" with ").unwrap_or((line, ""));
            let options: Vec<(&str, &str)> =
                setting.split(", ").filter_map(|it| it.split_once(" = ")).collect();
            let (name, said) = claim.split_once(": ").expect("a property and its verdict");
            let report = check(&fence.text, &options);
            let verdict = report.verdicts.iter().find(|it| it.property == name);
            let verdict = verdict.unwrap_or_else(|| panic!("no property `{name}`: {line}"));
            assert_eq!(words(&verdict.outcome).as_deref(), Some(said), "{line}");
            named.push(name.to_owned());
            lines += 1;
        }
        // a property that the page shows has a verdict on the page, and no other one fails
        for verdict in check(&fence.text, &[]).verdicts {
            let is_named = named.iter().any(|it| it == verdict.property);
            let is_deadlock = verdict.property == "no deadlock";
            assert!(is_named || is_deadlock, "line {}: {}", fence.line, verdict.property);
            assert!(is_named || verdict.outcome == Outcome::Holds, "line {}", fence.line);
        }
    }
    assert!(lines >= 12, "the page states verdicts");
}

/// The line before the first access belongs to no step of its own; it still sees the value that was
/// chosen.
#[test]
fn lines_before_the_first_access_follow_the_choice_of_open_values() {
    let text = "algorithm Open\nshared s: 0..2\nprocess i of 1, 1 times:\n  own x: 0..2 = any\n  \
                own y: 0..2\n  doorway:\n    if x = 2: y ← 1\n    s ← y\n  exit:\n    s ← 0\n\n\
                reachable one: s = 1\nnever two: s = 2\n";
    let report = check(text, &[]);
    let outcome = |name| &report.verdicts.iter().find(|it| it.property == name).unwrap().outcome;
    assert!(matches!(outcome("one"), Outcome::Found { .. }), "{report:?}");
    assert_eq!(*outcome("two"), Outcome::Holds);
}

/// What the lines of a rule would compute does not matter where the process may not run it again.
#[test]
fn a_process_that_is_done_computes_nothing_beyond_its_domain() {
    const COUNTS: &str = "algorithm Counts

process i of 2, 2 times:
  sections remainder, critical
  own entered: 0..2
  when remainder:
    entered ← entered + 1
    become critical
  when critical:
    become remainder

always counted: all i: entered[i] ≤ 2
";
    let report = check(COUNTS, &[]);
    assert_eq!((report.coverage, report.states), (Coverage::Exhausted, 25));
    // and where it may, there is a state that the search does not follow
    let report = check(&COUNTS.replace("entered: 0..2", "entered: 0..1"), &[]);
    assert!(matches!(report.coverage, Coverage::Bounded(_)));
}
