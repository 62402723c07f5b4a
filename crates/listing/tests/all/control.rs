//! Where a process goes, and what it goes on with: choices, jumps and loops.

use crate::meaning::{check, outcome};
use checker::Outcome;

/// Where a condition reads what is shared, it is read before the choice, which is between what is left.
#[test]
fn a_choice_is_between_the_values_that_its_condition_leaves() {
    let head = "algorithm A\nshared x: 0..2\nshared f[process]: bool\nprocess i of 2:\n  own p: none | \
                process\n  own v: 0..2\n  going:\n    f[i] ← true\n";
    let behind = "\nalways up: all i: p[i] = none or f[p[i]]\nat end above: all i: v[i] ≤ 2\n";
    for (line, same) in [
        ("choose v in 0..2 where v > x", "choose v in {k in 0..2: k > x}"),
        ("choose a in 0..2 where a > x; v ← a", "choose a in {k in 0..2: k > x}; v ← a"),
        ("if i = 1: choose p in process where f[p]", "if i = 1: choose p in {j in process: f[j]}"),
        ("choose v ≠ x in 0..2", "choose v in {k in 0..2: k ≠ x}"),
    ] {
        let [one, other] = [line, same].map(|line| check(&format!("{head}    {line}\n{behind}")));
        assert_eq!((one.states, one.depth), (other.states, other.depth), "{line}");
        assert!(
            one.verdicts.iter().all(|verdict| verdict.outcome == Outcome::Holds),
            "{line}: {one:?}"
        );
    }
    let two = format!("{head}    choose a, b in 0..2 where a < b and b > x; v ← b\n{behind}");
    assert!(check(&two).verdicts.iter().all(|verdict| verdict.outcome == Outcome::Holds));
    // of pairs that are left out anyway, nothing is read
    let one = two.replace("a, b in 0..2", "a in 0..0, b in 0..1");
    assert_eq!(
        check(&one).states,
        check(&one.replace("a < b and b > x", "b > a and b > x")).states
    );
    let unknown = listing::check(&format!("{head}    choose v ≠ w in 0..2 where f[i]\n"));
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert_eq!(unknown[0].message, "Nothing is called `w`.");
}

/// Of several names, none is what stands behind `≠`.
#[test]
fn all_chosen_names_differ_from_what_they_are_compared_with() {
    let text = "algorithm A\nprocess i of 1:\n  own x, y: 0..2\n  going:\n    choose a, b ≠ 1 in 0..2\n    \
                x, y ← a, b\n    pause\nalways both: x[0] ≠ 1 and y[0] ≠ 1\nreachable 2: x[0] = 2 and y[0] = 0\n";
    let report = check(text);
    assert_eq!(outcome(&report, "both"), Some(&Outcome::Holds));
    assert!(matches!(outcome(&report, "2"), Some(Outcome::Found { .. })), "{report:?}");
}

/// A jump to a section that options leave out goes on behind it, as a process does that comes there by itself.
#[test]
fn a_section_that_options_leave_out_is_passed() {
    let text = "algorithm A\noption m: a, b\nmessage go\nsender:\n  own x: 0..3\n  sending:\n    x ← 1\n    \
                send go to rules\n    become t\n  between:\n    x ← 3\n  t:    with m = b\n    x ← 2\n  \
                done:\n    pause\nrules:\n  first:\n    await false\n  t:    with m = b\n    pause\n  \
                behind:\n    pause\n  on go: become t\nat end one: sender.x = 1\nat end all: rules in end\n";
    let report = check(text);
    for name in ["one", "all", "no deadlock"] {
        assert_eq!(outcome(&report, name), Some(&Outcome::Holds), "{name}");
    }
    // the last section is left out: the process ends, or begins again
    let last = "algorithm A\noption m: a, b\nshared x: 0..3\nprocess i of 1:\n  going:\n    \
                if x = 0: x ← 1; become t\n    x ← 2\n  t:    with m = b\n    pause\nat end 1: x = 1\n";
    assert_eq!(outcome(&check(last), "1"), Some(&Outcome::Holds));
    let again = last.replace("of 1:", "of 1, for ever:").replace("at end 1", "reachable 2");
    assert!(matches!(outcome(&check(&again), "2"), Some(Outcome::Found { .. })));
    // a section that a line names is one to stand in
    let named = last.replace("  going", "  sections t\n  going");
    assert!(matches!(outcome(&check(&named), "no deadlock"), Some(Outcome::Fails { .. })));
}

/// What a loop runs over is read before its first round.
#[test]
fn a_loop_keeps_its_members() {
    let head = "algorithm A\nshared x: 0..9 = 9\nshared r: 0..3\nprocess i of 1:\n  own s: list of 1..3 up to 4 \
                = [2, 3]\n  own a[0..1]: 0..3 = [2, 3]\n  own m: set of 0..3 = {2, 3}\n  going:\n";
    let behind = "\ndefine pop(q): q ← tail(q)\nalways one: x in {9, 2, 3}\nat end last: x = 3\n";
    for line in [
        "for each j in s: s ← []; x ← j",
        "for each j in s: s[0] ← 1; x ← j",
        "for each j in s: s ← tail(s); x ← j",
        "for each j in s: pop(s); x ← j",
        "for each j in s: choose s in [[1]]; x ← j",
        "for each j in a: a[0], a[1] ← 0, 0; x ← j",
        "for each j in m: m ← {}; x ← j",
        "atomic: for each j in s: s ← []; x ← j",
    ] {
        let report = check(&format!("{head}    {line}\n{behind}"));
        for name in ["one", "last", "no deadlock"] {
            assert_eq!(outcome(&report, name), Some(&Outcome::Holds), "{name}: {line}");
        }
    }
    let rules = "algorithm A\nmessage ask, grant\nclient c of 2:\n  asking:\n    send ask to server\n    await \
                 grant\nserver:\n  own queue: list of client up to 2\n  on ask from j:\n    \
                 queue ← queue + [j]\n    if length(queue) = 2:\n      for each c in queue: queue ← \
                 tail(queue); send grant to c\nat end all: client ⊆ end\n";
    assert_eq!(outcome(&check(rules), "no deadlock"), Some(&Outcome::Holds));
}
