//! Locks and fences: which keep others out, and what waits for what arrives.

use super::super::searches::report;
use checker::{Outcome, Report};

const PETERSON: &str = "algorithm Peterson
option memory: sequential, tso, pso
option buffer: 2, 1, 3
option fences: none, turn, flag, both
shared flag[process]: bool
shared turn: process
process i of 2, for ever:
  remainder:
    pause
  doorway:
    flag[i] ← true
    fence    with fences = flag or fences = both
    turn ← 1 − i
    fence    with fences = turn or fences = both
  waiting:
    await not flag[1 − i] or turn = i
  critical:
    pause
  exit:
    flag[i] ← false
always mutual exclusion: at most 1 in critical
eventually served: waiting → critical
";

const DEKKER: &str = "algorithm Dekker
option memory: sequential, tso, pso
option buffer: 2, 1, 3
option fences: none, first, second, both
shared wants[process]: bool
shared turn: process
process i of 2, for ever:
  remainder:
    pause
  doorway:
    wants[i] ← true
    fence    with fences = first or fences = both
  waiting:
    while wants[1 − i]:
      if turn ≠ i:
        wants[i] ← false
        await turn = i
        wants[i] ← true
        fence    with fences = second or fences = both
  critical:
    pause
  exit:
    turn ← 1 − i
    wants[i] ← false
always mutual exclusion: at most 1 in critical
eventually served: waiting → critical
";

const BAKERY: &str = "algorithm Bakery
option memory: sequential, tso, pso
option buffer: 2, 1
option fences: none, choosing, number, both
shared choosing[process]: bool
shared number[process]: 0..4
process i of 2, 2 times:
  remainder:
    pause
  doorway:
    choosing[i] ← true
    fence    with fences = choosing or fences = both
    number[i] ← 1 + max j ≠ i: number[j]
    fence    with fences = number or fences = both
    choosing[i] ← false
  waiting:
    for each j ≠ i:
      await not choosing[j]
      await number[j] = 0 or (number[i], i) < (number[j], j)
  critical:
    pause
  exit:
    number[i] ← 0
limit number
always mutual exclusion: at most 1 in critical
";

const SPINLOCK: &str = "algorithm Spinlock
option memory: sequential, tso, pso
option buffer: 2, 1, 3
option fences: none, data
shared lock: bool
shared data: 0..2
process i of 2:
  own seen: 0..2
  trying:
    await not test_and_set(lock)
  critical:
    seen ← data
    data ← seen + 1
    fence    with fences = data
    lock ← false
always mutual exclusion: at most 1 in critical
at end counted: data = 2
";

fn verdict<'r>(report: &'r Report, property: &str) -> &'r Outcome {
    let all = report.verdicts.iter();
    let mut all =
        all.filter(|verdict| verdict.property == property).map(|verdict| &verdict.outcome);
    all.next().unwrap_or_else(|| panic!("no {property}: {report:?}"))
}

fn holds(text: &str, options: &[(&str, &str)], property: &str) -> bool {
    let report = report(text, options);
    assert!(!report.coverage.is_cut(), "{options:?}");
    match verdict(&report, property) {
        Outcome::Holds => true,
        Outcome::Fails { .. } | Outcome::Loops { .. } => false,
        other => panic!("{other:?}"),
    }
}

/// With which of these fences a property holds.
fn enough(text: &str, options: &[(&str, &str)], property: &str) -> Vec<&'static str> {
    let all = ["none", "turn", "flag", "first", "second", "choosing", "number", "data", "both"];
    let there = text.lines().find(|line| line.starts_with("option fences")).expect("an option");
    let there = all.into_iter().filter(|text| there.contains(text));
    let with = |fences| [options, &[("fences", fences)]].concat();
    there.filter(|fences| holds(text, &with(fences), property)).collect()
}

#[test]
fn which_fences_keep_others_out() {
    let excludes = "mutual exclusion";
    for text in [PETERSON, DEKKER, BAKERY, SPINLOCK] {
        let all = enough(text, &[("memory", "sequential")], excludes);
        assert!(all.contains(&"none"), "{text}");
    }
    for buffer in ["1", "2", "3"] {
        let total = [("memory", "tso"), ("buffer", buffer)];
        let partial = [("memory", "pso"), ("buffer", buffer)];
        assert_eq!(enough(PETERSON, &total, excludes), ["turn", "both"]);
        // one place lets nothing be overtaken
        let of_pso: &[&str] = if buffer == "1" { &["turn", "both"] } else { &["both"] };
        assert_eq!(enough(PETERSON, &partial, excludes), of_pso);
        for setting in [total, partial] {
            assert_eq!(enough(DEKKER, &setting, excludes), ["both"], "{setting:?}");
        }
        let data = enough(SPINLOCK, &partial, "counted");
        assert_eq!(data.contains(&"none"), buffer == "1", "{buffer}");
        assert_eq!(enough(SPINLOCK, &total, "counted"), ["none", "data"]);
    }
    for memory in ["tso", "pso"] {
        let two = [("memory", memory), ("buffer", "2")];
        assert_eq!(enough(BAKERY, &two, excludes), ["both"], "{memory}");
    }
    assert!(enough(BAKERY, &[("memory", "tso"), ("buffer", "1")], excludes).contains(&"choosing"));
}

#[test]
fn with_its_fences_a_lock_serves_everybody() {
    for memory in ["sequential", "tso", "pso"] {
        let options = [("memory", memory), ("fences", "both")];
        assert!(holds(PETERSON, &options, "served"), "{memory}");
        assert!(holds(PETERSON, &options, "no deadlock"), "{memory}");
        // whose turn it is may reach memory long after the other has read who wants to enter
        assert_eq!(holds(DEKKER, &options, "served"), memory != "pso");
        let fenced = DEKKER.replace("    turn ← 1 − i\n", "    turn ← 1 − i\n    fence\n");
        assert!(holds(&fenced, &options, "served"), "{memory}");
    }
}

/// Each cell's writes arrive, also while others are written for ever; and a write that is pending is no deadlock.
#[test]
fn every_pending_write_arrives() {
    let text = "algorithm Signal
option memory: tso, pso, sequential
shared x, y: bool
writer:
  beginning:
    x ← true
  going:
    while true: y ← not y
reader:
  waiting:
    await x
  through:
    pause
eventually told: waiting → through
";
    for memory in ["sequential", "tso", "pso"] {
        assert!(holds(text, &[("memory", memory)], "told"), "{memory}");
    }
    let once = text.replace("    while true: y ← not y\n", "    pause\n") + "at end seen: x\n";
    for memory in ["tso", "pso"] {
        for property in ["told", "seen", "no deadlock"] {
            assert!(holds(&once, &[("memory", memory)], property), "{memory} {property}");
        }
    }
}

/// An arrival is nobody's step: it costs nothing, and an operation does not wait for it.
#[test]
fn an_arrival_is_no_step_of_an_operation() {
    let text = "algorithm Cost
option memory: sequential, tso, pso
shared x, y: 0..1
process i of 2, for ever:
  remainder:
    pause
  going:
    x ← 1
    y ← 0
    fence    with memory ≠ sequential
  done:
    pause
most steps taken: steps from going to remainder
wait-free: going to done
";
    for (memory, steps) in [("sequential", 2), ("tso", 3), ("pso", 3)] {
        let report = report(text, &[("memory", memory)]);
        let Outcome::Most { value, .. } = verdict(&report, "steps taken") else {
            panic!("{report:?}")
        };
        assert_eq!(*value, steps, "{memory}");
        assert!(matches!(verdict(&report, "wait-free"), Outcome::Holds | Outcome::Within { .. }));
    }
}
