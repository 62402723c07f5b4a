//! `lock-free: pop`: the progress of an operation, from its call to its return.

use crate::meaning::{check, outcome};
use checker::Outcome;

fn text(pop: &str, times: &str) -> String {
    format!(
        "algorithm A\nshared x: 0..3\nshared taken: bool\noperation pop:\n  own k: 0..3\n{pop}p i of 2, {times}:\n  s:\n    call pop\n    \
         call pop\nwait-free: pop\nlock-free: pop\nobstruction-free: pop\n"
    )
}

/// Whether it is wait-free, lock-free and obstruction-free.
fn free(text: &str) -> [bool; 3] {
    let report = check(text);
    ["wait-free", "lock-free", "obstruction-free"].map(|property| {
        match outcome(&report, property) {
            Some(Outcome::Within { .. } | Outcome::Holds) => true,
            Some(Outcome::Unbounded { .. } | Outcome::Loops { .. } | Outcome::Stuck { .. }) => {
                false
            }
            other => panic!("{property}: {other:?} in\n{text}"),
        }
    })
}

#[test]
fn an_operation_is_as_free_as_its_loop() {
    let steps = "  k ← x\n  x ← k\n";
    let retries = "  repeat:\n    k ← x\n  until cas(x, k, (k + 1) mod 4)\n";
    let locks = "  await not test_and_set(taken)\n  k ← x\n  taken ← false\n";
    // a claim and the others' claim, which takes it back
    let polite = "  repeat:\n    x ← 1 + fetch_and_add(x, 0) mod 2\n    k ← x\n    x ← (x + 1) mod 4\n  until x = (k + 1) mod 4\n";
    assert_eq!(free(&text(steps, "for ever")), [true, true, true]);
    assert_eq!(free(&text(retries, "for ever")), [false, true, true]);
    assert_eq!(free(&text(locks, "for ever")), [false, false, false]);
    assert_eq!(free(&text(polite, "for ever")), [false, false, true]);
    // with bounded calls, the others end
    assert_eq!(free(&text(retries, "2 times")), [true, true, true]);
}

/// It is the same as from the section of the caller to itself, where each pass is one call.
#[test]
fn the_numbers_are_those_of_the_steps_behind_the_call() {
    let called = text("  k ← x\n  x ← k\n  x ← 0\n", "2 times")
        .replace("    call pop\n    call pop\n", "    call pop\n");
    let within = |text: &str| match outcome(&check(text), "wait-free") {
        Some(Outcome::Within { value, .. }) => *value,
        other => panic!("{other:?} in\n{text}"),
    };
    // the call is the first of its steps
    assert_eq!(within(&called), 2);
}
