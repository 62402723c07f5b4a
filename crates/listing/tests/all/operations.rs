//! Operations, from a section to a section, and what they take.

use crate::meaning::{check, outcome};
use checker::Outcome;

fn number(text: &str, property: &str) -> u32 {
    match outcome(&check(text), property) {
        Some(
            Outcome::Most { value, .. }
            | Outcome::Least { value, .. }
            | Outcome::Within { value, .. },
        ) => *value,
        other => panic!("{property}: {other:?}"),
    }
}

const ONE: &str = "algorithm A
shared x: 0..9
p i of 1:
  s:
    x ← 1
  t:
    x ← 2
  u:
    pause
most all: steps from t to u
most outside: steps in s from t to u
most inside: steps in t from s to u
least least: steps from t to u
wait-free: t to u
";

#[test]
fn the_step_that_comes_to_an_operation_is_none_of_it() {
    for (property, value) in
        [("all", 1), ("outside", 0), ("inside", 1), ("least", 1), ("wait-free", 1)]
    {
        assert_eq!(number(ONE, property), value, "{property}");
    }
}

#[test]
fn the_least_is_of_operations_that_come_to_their_end() {
    for (stops, least) in [("if i = 0: stop", 3), ("if i > 1: stop", 3), ("if i = 0: decide 1", 3)]
    {
        let text = format!(
            "algorithm A\nshared x: 0..9\np i of 2:\n  t:\n    x ← 1\n    {stops}\n    x ← 2\n    x ← 3\n  \
             u:\n    pause\nleast all: steps from t to u\nmost most: steps from t to u\n\
             least over: steps from t to end\n"
        );
        assert_eq!((number(&text, "all"), number(&text, "most")), (least, 3), "{stops}");
    }
    let passes = "algorithm A\nshared x: 0..9\np i of 1, 2 times:\n  r:\n    pause\n  t:\n    x ← 1\n    \
                  x ← 2\nleast all: steps from t to r\n";
    assert_eq!((number(passes, "all"), number(&passes.replace(", 2 times", ""), "all")), (2, 2));
}

/// Who waits for a message, or for what only it changes, takes no step; who waits for what is shared looks.
#[test]
fn who_waits_for_a_message_does_not_look() {
    for (line, looks) in [
        ("await m", false),
        ("await k = 1", false),
        ("await k = 1 and x = 1", true),
        ("await x = 1", true),
        ("if k = 0: await m\n    await x = 1", false),
    ] {
        let text = format!(
            "algorithm A\nmessage m\nshared x: 0..1\na:\n  s:\n    if x = 1: send m to b\nb:\n  own k: 0..1\n  \
             t:\n    {line}\n  u:\n    pause\nmost all: steps from t to u\n"
        );
        let report = check(&text);
        let is_bound = !matches!(outcome(&report, "all"), Some(Outcome::Unbounded { .. }));
        assert_eq!(is_bound, !looks, "{line}: {:?}", outcome(&report, "all"));
    }
    let rests = "algorithm A\nmessage m\na:\n  s:\n    send m to b\nb:\n  sections t, u\n  on m: become u\nmost \
                 all: steps from t to u\n";
    assert_eq!(number(rests, "all"), 0);
}

#[test]
fn a_decision_ends_a_process_of_a_serial_execution() {
    let text = "algorithm A\nshared x: none | process\nprocess i of 2:\n  s:\n    if cas(x, none, i): decide i\n    \
                else: decide x\nserializable d: decision\n";
    assert_eq!(listing::check(text), []);
    let report = check(text);
    assert_eq!(outcome(&report, "d"), Some(&Outcome::Holds));
    // what comes of no order is found where all have decided
    let wrong = text.replace("if cas(x, none, i): decide i\n    else: decide x", "x ← i; decide x");
    let report = check(&wrong);
    let outcome = outcome(&report, "d");
    assert!(matches!(outcome, Some(Outcome::Fails { .. })), "{outcome:?}");
}
