//! Texts of which it is known whether they come to the same with store buffers.

use super::{of_link, of_text, search};
use catalog::{Limits, Report, Scenario};
use fences::Memory::{Pso, Tso};
use fences::{Memory, Question, Robust, Set};

fn question(scenario: &Scenario, memory: Memory) -> Question {
    Question::of(scenario, Some(memory), None).unwrap()
}

/// With fences at some places.
fn with(scenario: &Scenario, memory: Memory, fences: &[usize]) -> Robust {
    let question = question(scenario, memory);
    let fences: Set = fences.iter().copied().collect();
    Robust::of(&search(&question.sequential()), &search(&question.with(&fences)))
}

fn of(scenario: &Scenario, memory: Memory) -> Robust {
    with(scenario, memory, &[])
}

fn differing(robust: &Robust) -> Vec<&str> {
    robust.differences.iter().map(|difference| difference.property).collect()
}

fn up_to(scenario: &Scenario, states_max: usize) -> Report {
    let mut search = scenario.search(Limits { states_max, ..Limits::default() });
    while search.advance(1 << 16) {}
    search.report()
}

/// Two threads of two accesses, and how they end.
fn litmus(first: [&str; 2], second: [&str; 2], seen: &str) -> Scenario {
    of_text(&format!(
        "algorithm A test\n\nshared x, y: 0..1\n\none:\n  own a, c: 0..1\n  running:\n    {}\n    {}\n\n\
         two:\n  own b, d: 0..1\n  running:\n    {}\n    {}\n\noutcomes seen: {seen}\n",
        first[0], first[1], second[0], second[1]
    ))
}

#[test]
fn locks_are_robust_with_the_fences_that_they_need() {
    let peterson = of_link("peterson");
    let without = of(&peterson, Tso);
    assert_eq!(without.is_same(), Some(false));
    assert_eq!(differing(&without), ["mutual exclusion", "overtaken"]);
    let first = &without.differences[0];
    assert_eq!(first.sequential, "holds in all 58 states");
    assert_eq!(first.buffered, "fails: shortest run 8 steps");
    let places = question(&peterson, Tso).places;
    let place = |words: &str| places.iter().rposition(|place| place.words == words).unwrap();
    let (flag, turn) = (place("flag[i] ← true"), place("turn ← 1 − i"));
    assert_eq!(with(&peterson, Tso, &[turn]).is_same(), Some(true));
    assert_eq!(with(&peterson, Pso, &[turn]).is_same(), Some(false));
    assert_eq!(with(&peterson, Pso, &[flag, turn]).is_same(), Some(true));
    for link in ["ticket-dispenser", "mcs-lock?processes=2"] {
        assert_eq!(of(&of_link(link), Pso).is_same(), Some(true), "{link}");
    }
}

/// A claim that fails with both is no difference.
#[test]
fn what_fails_with_sequential_memory_too_is_the_same() {
    let text = "algorithm Both\nshared x: 0..1\nshared y: 0..1\nprocess i of 2:\n  work:\n    x ← 1\n    y ← x\n\
                always low: x = 0\nreachable read: y = 1\n";
    assert_eq!(of(&of_text(text), Pso).is_same(), Some(true));
}

#[test]
fn ends_of_litmus_tests_are_those_of_the_weaker_memory() {
    let buffering = || litmus(["x ← 1", "a ← y"], ["y ← 1", "b ← x"], "a, b");
    let loads = || litmus(["a ← x", "y ← 1"], ["b ← y", "x ← 1"], "a, b");
    let passing = || litmus(["x ← 1", "y ← 1"], ["b ← y", "d ← x"], "b, d");
    for (test, tso, pso) in [
        (buffering(), vec!["0 and 0"], vec!["0 and 0"]),
        (loads(), vec![], vec![]),
        (passing(), vec![], vec!["1 and 0"]),
    ] {
        for (memory, new) in [(Tso, tso), (Pso, pso)] {
            let robust = of(&test, memory);
            assert_eq!(robust.is_same(), Some(new.is_empty()));
            let ends: Vec<_> =
                robust.differences.iter().flat_map(|difference| &difference.new_ends).collect();
            assert_eq!(ends, new);
        }
    }
}

#[test]
fn what_is_reached_with_buffers_alone_is_a_difference() {
    let text = "algorithm Reached\nshared x, y: 0..1\nshared a, b: 0..1 = 1\none:\n  running:\n    x ← 1\n    a ← y\n\
                two:\n  running:\n    y ← 1\n    b ← x\nreachable both: a = 0 and b = 0\nmost zeros: 2 − a − b\n";
    let robust = of(&of_text(text), Tso);
    assert_eq!(differing(&robust), ["both", "zeros"]);
    assert!(robust.differences[1].sequential.starts_with("at most 1 "), "{robust:?}");
    assert!(robust.differences[1].buffered.starts_with("at most 2 "), "{robust:?}");
}

/// What a bound leaves open is not taken for the same; a failure stays one.
#[test]
fn a_bound_proves_no_sameness() {
    let peterson = of_link("peterson");
    let question = question(&peterson, Tso);
    let [sequential, buffered] = [question.sequential(), question.with(&Set::new())];
    let whole = search(&sequential);
    assert_eq!(Robust::of(&whole, &up_to(&buffered, 60)).is_same(), None);
    assert_eq!(Robust::of(&up_to(&sequential, 20), &search(&buffered)).is_same(), None);
    let nearly = Robust::of(&whole, &up_to(&buffered, 700));
    assert_eq!((nearly.is_same(), nearly.is_decided), (Some(false), false));
    assert_eq!(differing(&nearly), ["mutual exclusion"]);
}
