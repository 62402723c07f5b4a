//! `operation`, `call`, `return`, and whether what they do has an order.

use crate::meaning::{check, outcome};
use checker::{Outcome, Report};
use listing::{Kind, compile};

/// The length of the shortest run without an order; none if `linearizable` holds.
fn length(report: &Report, text: &str) -> Option<usize> {
    match outcome(report, "linearizable") {
        Some(Outcome::Holds) => None,
        Some(Outcome::Fails { run }) => Some(run.len()),
        other => panic!("{other:?} in\n{text}"),
    }
}

fn no_order(text: &str) -> Option<usize> {
    length(&check(text), text)
}

/// Processes that each call one of these operations so often.
fn object(declared: &str, processes: usize, times: usize, call: &str) -> String {
    format!(
        "algorithm An object\n{declared}process i of {processes}, {times} times:\n  own got: 0..3\n  idle:\n    call {call}\nlinearizable\n"
    )
}

const REGISTER: &str =
    "shared x: 0..2\noperation write(v: 1..2):\n  x ← v\noperation read → 0..2:\n  return x\n";

/// A read returns what it has read first.
const STALE: &str = "shared x: 0..2\noperation write(v: 1..2):\n  x ← v\noperation read → 0..2:\n  own k: 0..2\n  k ← x\n  pause\n  return k\n";

/// Two halves, one after the other.
const HALVES: &str = "shared x: 0..1\nshared y: 0..1\noperation write:\n  x ← 1\n  y ← 1\noperation read → 0..3:\n  own k: 0..1\n  \
                      k ← x\n  return 2 · k + y\n";

#[test]
fn a_register_is_linearizable_and_two_halves_are_not() {
    assert_eq!(no_order(&object(REGISTER, 2, 2, "write(1 + i) | got ← read")), None);
    assert_eq!(no_order(&object(REGISTER, 3, 1, "write(1) | got ← read")), None);
    assert_eq!(no_order(&object(STALE, 2, 2, "write(1 + i) | got ← read")), None);
    // 0 and 1 are the halves before it, 2 and 3 behind: 2 is in between
    assert_eq!(no_order(&object(HALVES, 2, 1, "write | got ← read")), Some(3));
}

/// A counter that two processes read before either writes.
#[test]
fn a_lost_update_has_no_order() {
    let lost =
        "shared n: 0..3\noperation add → 0..3:\n  own k: 0..3\n  k ← n\n  n ← k + 1\n  return k\n";
    assert_eq!(no_order(&object(lost, 2, 1, "got ← add")), Some(4));
    let whole = lost.replace("  k ← n\n  n ← k + 1\n", "  k ← fetch_and_add(n, 1)\n");
    assert_eq!(no_order(&object(&whole, 3, 1, "got ← add")), None);
}

/// The value of the first of two reads is new, and that of the second old.
#[test]
fn new_and_then_old_has_no_order() {
    let cached = "shared x: 0..1\nshared copied: 0..1\noperation write:\n  x ← 1\n  copied ← 1\noperation fresh → 0..1:\n  return x\n\
                  operation cached → 0..1:\n  return copied\n";
    let text = object(cached, 2, 2, "write | got ← fresh | got ← cached");
    assert_eq!(no_order(&text), Some(3));
    // alone, a process reads what it has written
    assert_eq!(no_order(&object(cached, 1, 3, "write | got ← fresh | got ← cached")), None);
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
    object(&stack, processes, times, "push(1 + i) | got ← pop")
}

#[test]
fn a_stack_of_cells_is_linearizable() {
    let text = treiber("t.number + 1", 2, 2);
    let program = compile(&text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let monitor = program.program().monitor.as_ref().expect("a monitor");
    let sets = program.program().slots[monitor.slot].high + 1;
    let report = check(&text);
    eprintln!("{sets} sets, {} events, {} states", monitor.events, report.states);
    assert_eq!(length(&report, &text), None);
    let simple = treiber("0", 2, 2);
    eprintln!("{:?}", no_order(&simple));
}

#[test]
fn what_is_wrong_with_an_operation_is_said() {
    for (declared, call, kind, place) in [
        ("operation a → 0..1:\n  pause\n", "a", Kind::WrongArguments, "a"),
        ("operation a → 0..1:\n  return\n", "a", Kind::WrongArguments, "return"),
        ("operation a:\n  return 1\n", "a", Kind::WrongArguments, "1"),
        ("operation a(v: 0..1):\n  pause\n", "a", Kind::WrongArguments, "a"),
        ("operation a(v: 0..1):\n  v ← 1\n", "a(0)", Kind::NotAssignable, "v"),
        ("operation a:\n  pause\n", "got ← a", Kind::WrongArguments, "got"),
        ("operation a:\n  pause\n", "b", Kind::UnknownName, "b"),
        ("define b: pause\noperation a:\n  pause\n", "b", Kind::OutOfPlace, "b"),
        ("operation a:\n  call a\n", "a", Kind::OutOfPlace, "call a"),
        ("operation a:\n  pause\n  become idle\n", "a", Kind::OutOfPlace, "become"),
        ("operation a:\n  own k: 0..1 = any\n  pause\n", "a", Kind::OutOfPlace, "any"),
        ("shared x: 0..1\noperation a → 0..1:\n  return x\n", "x ← a", Kind::NotAssignable, "x"),
    ] {
        let text = object(declared, 1, 1, call);
        let found = listing::check(&text);
        let first = found.first().unwrap_or_else(|| panic!("nothing is wrong in {text}"));
        let here = text.lines().nth(first.line as usize - 1).unwrap_or_default();
        assert_eq!(first.kind, kind, "{first}\n{text}");
        assert!(here.contains(place), "{first}\n{text}");
    }
}
