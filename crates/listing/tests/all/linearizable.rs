//! `operation`, `call`, `return`, and whether what they do has an order.

use crate::meaning::{check, outcome};
use checker::{Outcome, Report};
use listing::compile;

/// The length of the shortest run without an order; none if the claim holds.
pub fn length_of(report: &Report, claim: &str, text: &str) -> Option<usize> {
    match outcome(report, claim) {
        Some(Outcome::Holds) => None,
        Some(Outcome::Fails { run }) => Some(run.len()),
        other => panic!("{other:?} in\n{text}"),
    }
}

fn length(report: &Report, text: &str) -> Option<usize> {
    length_of(report, "linearizable", text)
}

fn no_order(text: &str) -> Option<usize> {
    length(&check(text), text)
}

/// Processes that each call one of these operations so often.
pub fn object_of(declared: &str, processes: usize, times: usize, call: &str) -> String {
    format!(
        "algorithm An object\n{declared}process i of {processes}, {times} times:\n  own got: 0..3\n  idle:\n    call {call}\nlinearizable\n"
    )
}

pub const REGISTER: &str =
    "shared x: 0..2\noperation write(v: 1..2):\n  x ← v\noperation read → 0..2:\n  return x\n";

/// A read returns what it has read first.
pub const STALE: &str = "shared x: 0..2\noperation write(v: 1..2):\n  x ← v\noperation read → 0..2:\n  own k: 0..2\n  k ← x\n  pause\n  return k\n";

/// Two halves, one after the other.
const HALVES: &str = "shared x: 0..1\nshared y: 0..1\noperation write:\n  x ← 1\n  y ← 1\noperation read → 0..3:\n  own k: 0..1\n  \
                      k ← x\n  return 2 · k + y\n";

#[test]
fn a_register_is_linearizable_and_two_halves_are_not() {
    assert_eq!(no_order(&object_of(REGISTER, 2, 2, "write(1 + i) | got ← read")), None);
    assert_eq!(no_order(&object_of(REGISTER, 3, 1, "write(1) | got ← read")), None);
    assert_eq!(no_order(&object_of(STALE, 2, 2, "write(1 + i) | got ← read")), None);
    // 0 and 1 are the halves before it, 2 and 3 behind: 2 is in between
    assert_eq!(no_order(&object_of(HALVES, 2, 1, "write | got ← read")), Some(3));
}

/// A counter that two processes read before either writes.
#[test]
fn a_lost_update_has_no_order() {
    let lost =
        "shared n: 0..3\noperation add → 0..3:\n  own k: 0..3\n  k ← n\n  n ← k + 1\n  return k\n";
    assert_eq!(no_order(&object_of(lost, 2, 1, "got ← add")), Some(4));
    let whole = lost.replace("  k ← n\n  n ← k + 1\n", "  k ← fetch_and_add(n, 1)\n");
    assert_eq!(no_order(&object_of(&whole, 3, 1, "got ← add")), None);
}

/// The value of the first of two reads is new, and that of the second old.
#[test]
fn new_and_then_old_has_no_order() {
    let cached = "shared x: 0..1\nshared copied: 0..1\noperation write:\n  x ← 1\n  copied ← 1\noperation fresh → 0..1:\n  return x\n\
                  operation cached → 0..1:\n  return copied\n";
    let text = object_of(cached, 2, 2, "write | got ← fresh | got ← cached");
    assert_eq!(no_order(&text), Some(3));
    // alone, a process reads what it has written
    assert_eq!(no_order(&object_of(cached, 1, 3, "write | got ← fresh | got ← cached")), None);
}

fn treiber(count: &str, processes: usize, times: usize) -> String {
    let stack = format!(
        "record ref(to: none | cell, number: 0..9)
pool cell of {}: value: 0..2; next: none | cell
option reuse: any
shared top: ref = ref(none, 0)
operation push(v: 1..2):
  own c: none | cell; t: ref
  c ← new cell
  c.value ← v
  repeat:
    t ← top
    c.next ← t.to
  until cas(top, t, ref(c, {count}))
operation pop → 0..2:
  own t: ref; n: none | cell; v: 0..2
  repeat:
    t ← top
    if t.to = none: return 0
    n ← t.to.next
    v ← t.to.value
  until cas(top, t, ref(n, {count}))
  free t.to
  return v
",
        processes * times
    );
    object_of(&stack, processes, times, "push(1 + i) | got ← pop")
}

#[test]
fn a_stack_of_cells_is_linearizable() {
    let text = treiber("t.number + 1", 2, 2);
    let program = compile(&text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let monitor = program.program().order_monitor.as_ref().expect("a monitor");
    let table = program.program().slots[monitor.slot].high + 1;
    let report = check(&text);
    assert_eq!((table, report.states, length(&report, &text)), (227, 6045, None));
    // the top is the same cell again, and the stack below it is another
    assert_eq!(no_order(&treiber("0", 2, 2)), Some(22));
}

/// Where writes are buffered, the object is what it is in memory.
#[test]
fn a_read_that_misses_a_pending_write_has_no_order() {
    let text = |memory: &str, fence: &str| {
        format!(
            "algorithm A\ndefine memory: {memory}\nshared x: 0..1\noperation write:\n  x ← 1\n{fence}operation read → 0..1:\n  \
             return x\none:\n  own g: 0..1\n  s:\n    call write\n    call g ← read\nother:\n  own h: 0..1\n  s:\n    \
             call h ← read\nlinearizable\n"
        )
    };
    assert_eq!(no_order(&text("sequential", "")), None);
    assert!(no_order(&text("tso", "")).is_some());
    assert_eq!(no_order(&text("tso", "  fence\n")), None);
}

/// Of two operations of one name, the options leave one; and its name is that of a section.
#[test]
fn an_operation_has_variants_and_is_a_section() {
    let text = "algorithm A\noption kind: plain, swapped\nshared x: 0..3\noperation add(v: 1..1): with kind = plain\n  own k: 0..3\n  \
                k ← x\n  x ← k + v\noperation add: with kind = swapped\n  own k, u: 0..3\n  k ← x\n  u ← k + 1\n  x ← u\n\
                process i of 2:\n  s:\n    call add(1) with kind = plain\n    call add    with kind = swapped\n\
                always one at most: (count i: i in add) ≤ 1\nreachable both: all i: i in add\n";
    for kind in ["plain", "swapped"] {
        let compiled =
            compile(text, &[("kind", kind)]).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let report = checker::check(std::sync::Arc::new(compiled), checker::Limits::default());
        assert!(matches!(outcome(&report, "both"), Some(Outcome::Found { .. })), "{kind}");
        assert!(matches!(outcome(&report, "one at most"), Some(Outcome::Fails { .. })), "{kind}");
    }
    assert_eq!(listing::check(text), []);
}
