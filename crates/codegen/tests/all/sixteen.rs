//! As many processes as there may be: searches come to what a formula says, interpreted and in generated
//! code, with several workers, and by classes.

use crate::executor::Wasmi;
use crate::searches::find_the_same;
use checker::{Limits, Outcome, Report, Search};
use codegen::Generated;
use model::{SYSTEM_PROCESSES_MAX, System};
use std::sync::Arc;

const STATES: usize = 1 << 17;

/// Each takes one step, in any order.
const BARRIER: &str = "algorithm A barrier

shared arrived: set of process
process i of 16:
  own k: 0..15 = i
  arriving:
    atomic: arrived ← arrived + {k}
at end all: arrived = process
most together: size(arrived)
eventually open: arrived = process
";

/// Each takes its turn after the one before.
const RING: &str = "algorithm A ring

shared token: process
process i of 16, for ever:
  waiting:
    await token = i
  critical:
    pause
  exit:
    token ← (i + 1) mod 16
always mutual exclusion: at most 1 in critical
eventually served: waiting → critical
eventually always over: token ≠ 15
most overtaken: overtakes in waiting
";

/// Nobody’s number says anything, and whoever is inside keeps the others out.
const LOCK: &str = "algorithm A lock

shared taken: bool
process i of 16, for ever:
  waiting:
    await not test_and_set(taken)
  critical:
    taken ← false
always mutual exclusion: at most 1 in critical
eventually served: waiting → critical
reachable last inside: 15 in critical
";

/// A message goes from the first to the last, and each keeps who it came from.
const LETTERS: &str = "algorithm A letter

message token
process i of 16:
  own from: none | process
  when i = 0 and from = none and in_transit(any) = 0:
    from ← i
    send token to 1
  on token from j:
    from ← j
    if i < 15: send token to i + 1
at end through: all k in process: from[k] = (0 if k = 0 else k − 1)
eventually last: from[15] = 14
";

fn system(text: &str) -> Arc<dyn System> {
    let compiled = listing::compile(text, &[]).unwrap_or_else(|found| panic!("{}", found[0]));
    assert_eq!(compiled.program().processes.len(), SYSTEM_PROCESSES_MAX);
    let interpreter = Arc::new(compiled);
    let generated = Generated::new(Arc::clone(&interpreter), &Wasmi::default()).unwrap();
    let generated: Arc<dyn System> = Arc::new(generated);
    assert!(generated.interpreted().is_none());
    find_the_same(interpreter, Arc::clone(&generated), STATES, text);
    generated
}

fn report(system: &Arc<dyn System>) -> Report {
    let mut search = Search::new(Arc::clone(system), Limits::states(STATES));
    while search.advance(10_000) {}
    search.report()
}

fn outcome<'a>(report: &'a Report, property: &str) -> &'a Outcome {
    let found = report.verdicts.iter().find(|verdict| verdict.property == property);
    &found.unwrap_or_else(|| panic!("{property}")).outcome
}

#[test]
fn all_subsets_of_sixteen_are_found() {
    let report = report(&system(BARRIER));
    assert_eq!((report.states, report.transitions, report.depth), (1 << 16, 16 << 15, 16));
    assert_eq!(*outcome(&report, "all"), Outcome::Holds);
    assert_eq!(*outcome(&report, "open"), Outcome::Holds);
    assert!(
        matches!(outcome(&report, "together"), Outcome::Most { value: 16, run } if run.len() == 16)
    );
}

#[test]
fn each_of_sixteen_takes_its_turn() {
    let report = report(&system(RING));
    assert_eq!((report.states, report.transitions, report.depth), (3 * 16, 3 * 16, 3 * 16 - 1));
    assert_eq!(*outcome(&report, "served"), Outcome::Holds);
    assert!(matches!(outcome(&report, "over"), Outcome::Loops { .. }));
    let Outcome::Most { value, run } = outcome(&report, "overtaken") else {
        panic!("{report:?}");
    };
    assert_eq!(*value, 15);
    assert!(run.iter().any(|it| it.to_string() == "sf"), "{run:?}");
}

/// It waits for ever, and nobody else does.
#[test]
fn the_last_of_sixteen_is_left_out() {
    let report = report(&system(&RING.replace("mod 16", "mod 15")));
    assert_eq!((report.states, report.transitions), (3 * 15, 3 * 15));
    assert!(matches!(outcome(&report, "served"), Outcome::Loops { .. }), "{report:?}");
}

#[test]
fn of_sixteen_that_are_alike_six_exchange_names() {
    let system = system(LOCK);
    let report = report(&system);
    assert_eq!((report.states, report.transitions, report.depth), (1 + 16, 2 * 16, 1));
    assert!(matches!(outcome(&report, "served"), Outcome::Loops { .. }));
    let mut search = Search::reduced(system, Limits::states(STATES)).expect("all are alike");
    while search.advance(1_000) {}
    // nobody is inside, one of the six, or one of the ten
    assert_eq!(search.classes(), Some(1 + 1 + 10));
    let classes = search.report();
    assert_eq!(classes.states, report.states);
    assert_eq!(*outcome(&classes, "mutual exclusion"), Outcome::Holds);
    let Outcome::Found { run } = outcome(&classes, "last inside") else { panic!("{classes:?}") };
    assert_eq!(run.iter().map(ToString::to_string).collect::<Vec<_>>(), ["sf"]);
}

#[test]
fn a_letter_goes_through_sixteen() {
    let report = report(&system(LETTERS));
    assert_eq!((report.states, report.transitions, report.depth), (17, 16, 16));
    assert_eq!(*outcome(&report, "through"), Outcome::Holds);
    assert_eq!(*outcome(&report, "last"), Outcome::Holds);
}
