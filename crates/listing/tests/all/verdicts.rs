//! What `docs/LANGUAGE.md` says of its examples is what a search of every interleaving finds.

use crate::texts;
use checker::Limits;
use checker::{Coverage, Outcome, Report};
use std::sync::Arc;

fn check(text: &str, options: &[(&str, &str)]) -> Report {
    let compiled = listing::compile(text, options);
    let compiled = compiled.unwrap_or_else(|errors| panic!("{}: {text}", errors[0]));
    checker::check(Arc::new(compiled), Limits::default())
}

/// The lines below an example that state what a search finds. Whose processes are alike is no verdict
/// on a property.
pub fn stated(verdicts: &texts::Fence) -> impl Iterator<Item = &str> {
    let lines = verdicts.text.lines().filter(|_| verdicts.info == "verdicts");
    lines.filter(|line| !line.is_empty() && !line.starts_with(SYMMETRY))
}

/// How a line begins that says how many processes differ by name only.
pub const SYMMETRY: &str = "symmetry: ";

/// A verdict in the words of the page; `None` where it is a number.
fn words(outcome: &Outcome, report: &Report) -> Option<String> {
    Some(match outcome {
        Outcome::Holds | Outcome::Within { .. } => "holds".into(),
        Outcome::Fails { run } => format!("fails, {} steps", report.steps_of(run.len())),
        Outcome::Loops { .. } | Outcome::Stuck { .. } => "fails".into(),
        Outcome::Found { .. } => "reached".into(),
        Outcome::NoInitialState(_) => "nothing is checked".into(),
        Outcome::NotFound => "not reached".into(),
        Outcome::Most { value, .. } => format!("at most {value}"),
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
        for line in stated(verdicts) {
            let (claim, setting) = line.split_once(" with ").unwrap_or((line, ""));
            let options: Vec<(&str, &str)> =
                setting.split(", ").filter_map(|text| text.split_once(" = ")).collect();
            let (name, said) = claim.split_once(": ").expect("a property and its verdict");
            let report = check(&fence.text, &options);
            let verdict = report.verdicts.iter().find(|verdict| verdict.property == name);
            let verdict = verdict.unwrap_or_else(|| panic!("no property `{name}`: {line}"));
            assert_eq!(words(&verdict.outcome, &report).as_deref(), Some(said), "{line}");
            named.push(name.to_owned());
            lines += 1;
        }
        // a property that the page shows has a verdict on the page, and no other one fails
        for verdict in check(&fence.text, &[]).verdicts {
            let is_named = named.iter().any(|text| text == verdict.property);
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
    let outcome =
        |name| &report.verdicts.iter().find(|verdict| verdict.property == name).unwrap().outcome;
    assert!(matches!(outcome("one"), Outcome::Found { .. }), "{report:?}");
    assert_eq!(*outcome("never two"), Outcome::Holds);
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

/// The verdict on one property.
fn verdict(text: &str, property: &str) -> Option<String> {
    let report = check(text, &[]);
    let verdict = report.verdicts.iter().find(|verdict| verdict.property == property);
    words(&verdict.unwrap_or_else(|| panic!("no property {property}")).outcome, &report)
}

#[test]
fn eventually_always_asks_of_the_end_of_runs_alone() {
    const WALK: &str = "algorithm Walk
shared x: 0..3

process:
  walk:
    x ← 1
    x ← 2
  stay:
    while true:
      x ← 3
      x ← 2

eventually always not one: x ≠ 1
eventually always two: x = 2
eventually always small: x < 3
";
    // it is true, then false, and then true for ever
    assert_eq!(verdict(WALK, "not one").as_deref(), Some("holds"));
    assert_eq!(verdict(WALK, "two").as_deref(), Some("fails"));
    assert_eq!(verdict(WALK, "small").as_deref(), Some("fails"));
    let ends = WALK.replace("    while true:\n      x ← 3\n      x ← 2\n", "    x ← 3\n");
    assert_eq!(verdict(&ends, "small").as_deref(), Some("fails, 3 steps"));
    assert_eq!(verdict(&ends, "not one").as_deref(), Some("holds"));
}

#[test]
fn a_claim_that_cannot_be_computed_fails() {
    const QUEUE: &str = "algorithm Queue
shared x: 0..2

process:
  own q: list of 0..1 up to 2
  start:
    x ← 1
    x ← 2

always first: head(q[0]) = 0
always not first: not (head(q[0]) = 0)
always guarded: q[0] = [] or head(q[0]) = 0
always guarded too: q[0] ≠ [] ⇒ head(q[0]) = 0
at end divides: 4 mod (x − 2) = 0
reachable divided: 4 mod (x − 2) = 0 and x = 2
";
    assert_eq!(verdict(QUEUE, "first").as_deref(), Some("fails, 0 steps"));
    assert_eq!(verdict(QUEUE, "not first").as_deref(), Some("fails, 0 steps"));
    assert_eq!(verdict(QUEUE, "guarded").as_deref(), Some("holds"));
    assert_eq!(verdict(QUEUE, "guarded too").as_deref(), Some("holds"));
    assert_eq!(verdict(QUEUE, "divides").as_deref(), Some("fails, 2 steps"));
    assert_eq!(verdict(QUEUE, "divided").as_deref(), Some("not reached"));
}

#[test]
fn open_initial_values_are_no_steps_of_an_operation_and_no_end_of_a_run() {
    const OPEN: &str = "algorithm Open
shared r[process]: 0..2 = any

process i of 2:
  work:
    pause
  done:
    r[i] ← 2

assume low: r[0] < 2 and r[1] < 2
wait-free work: work to done
outcomes ends: r[0]
at end two: r[0] = 2
";
    assert_eq!(verdict(OPEN, "work").as_deref(), Some("holds"));
    assert_eq!(verdict(OPEN, "two").as_deref(), Some("holds"));
    let report = check(OPEN, &[]);
    let ends = report.verdicts.iter().flat_map(checker::Verdict::ends);
    assert_eq!(ends.map(|end| end.value.as_str()).collect::<Vec<_>>(), ["2"]);
}

/// An `await` over nothing is no step; one that accesses something is.
#[test]
fn an_await_that_is_true_without_an_access_is_no_step() {
    let text = |condition: &str| {
        format!(
            "algorithm Over nothing\nshared up[process]: bool\nshared x: 0..2\n\nprocess i of 1:\n  going:\n    \
             x ← 1\n    await {condition}\n    x ← 2\n  resting:\n    pause\n\nat end two: x = 2\n"
        )
    };
    let states = |condition: &str| check(&text(condition), &[]).states;
    let none = states("true");
    assert_eq!(states("all j ≠ i: up[j]"), none);
    assert_eq!(states("all j where j < i: x = 2"), none);
    assert_eq!(states("not (some j ≠ i: up[j])"), none);
    assert_eq!(states("x = 1"), none + 1);
    assert_eq!(verdict(&text("all j ≠ i: up[j]"), "two").as_deref(), Some("holds"));
}

#[test]
fn a_set_has_each_member_once() {
    const SETS: &str = "algorithm Sets
shared x, y: 0..2
shared seen: set of 0..2 = {0}
define pair: {0, 1}

process i of 2:
  start:
    x ← i
    y ← size({x, y}) − 1

always constant: size({1, 1}) = 1
always once: size({x, y}) = 1 or x ≠ y
always twice: size({x, y}) = 2 or x = y
always mapped: size({j mod 1 for j in process}) = 1
always joined: size({1} + {1}) = 1 and size({1, 2} + {2, 3}) = 3
always one more: size(seen + {0, 7}) = 2
always defined: size(pair + {1}) = 2
always listed: size([1] + [1]) = 2
";
    for property in
        ["constant", "once", "twice", "mapped", "joined", "one more", "defined", "listed"]
    {
        assert_eq!(verdict(SETS, property).as_deref(), Some("holds"), "{property}");
    }
}

#[test]
fn a_branch_that_never_runs_need_not_make_sense() {
    const SHIFT: &str = "algorithm Shift
shared a[0..2]: 0..3

process:
  go:
    a[0] ← 3
    for each k in {0, 1, 2}:
      if k < 2: a[k + 1] ← a[k]
    for each k in {0, 1, 2}:
      if k = 0: skip
      else: a[k − 1] ← 1

at end shifted: a[0] = 1 and a[1] = 1 and a[2] = 3
";
    assert_eq!(verdict(SHIFT, "shifted").as_deref(), Some("holds"));
}

#[test]
fn an_array_is_indexed_by_words_that_only_its_index_names() {
    const LIGHTS: &str = "algorithm Lights
shared cars[red | green]: 0..2 = [0, 1]

process:
  own light: red | green
  go:
    cars[light] ← 2
    light ← green
    cars[light] ← 0

at end gone: cars[red] = 2 and cars[green] = 0
";
    assert_eq!(verdict(LIGHTS, "gone").as_deref(), Some("holds"));
    let alone = "algorithm Lights\nshared cars[red | green]: 0..2\n\nprocess:\n  go:\n    \
                 cars[green] ← 2\n\nat end gone: cars[red] = 0\n";
    assert_eq!(verdict(alone, "gone").as_deref(), Some("holds"));
}
