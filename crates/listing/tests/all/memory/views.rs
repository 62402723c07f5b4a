//! `seen(i, x)` and `pending(i)`: what is asked of pending writes.

use super::super::searches::{report, verdicts};
use checker::Outcome;
use listing::ErrorCode;

/// What each process reads is what it was said to see, and what is in memory is something else for once.
#[test]
fn a_process_reads_what_it_is_seen_to_see() {
    let text = "algorithm A\noption memory: tso, pso, sequential\noption buffer: 1, 2, 3\nrecord pair(l: 0..2, r: \
                0..2)\nshared x: 0..3\nshared v[0..1]: 0..3\nshared p[process]: pair\nprocess i of 2:\n  own a, b, c: \
                0..4 = 4\n  run:\n    x ← i + 1\n    v[1 − i] ← 3 − i\n    p[i].r ← 2 − i\n    a ← x\n    b ← v[i]\n    \
                c ← p[i].r\nalways x: all i: a[i]′ = a[i] or a[i]′ = seen(i, x)\nalways v: all i: b[i]′ = b[i] or b[i]′ = \
                seen(i, v[i])\nalways p: all i: c[i]′ = c[i] or c[i]′ = seen(i, p[i].r)\nalways memory: all i: a[i]′ = \
                a[i] or a[i]′ = x\nalways of the other: all i: seen(1 − i, p[i].r) = p[i].r\n";
    for memory in ["tso", "pso", "sequential"] {
        for buffer in ["1", "2", "3"] {
            let setting = [("memory", memory), ("buffer", buffer)];
            let found = verdicts(listing::compile(text, &setting).unwrap());
            for always in ["x", "v", "p", "of the other"] {
                assert!(found.contains(&format!(" {always}: yes")), "{setting:?}: {found}");
            }
            // where the third write has room, the first is in memory; only with pso it need not have been that one
            let is_memory = match memory {
                "tso" => buffer != "3",
                "pso" => buffer == "1",
                _ => true,
            };
            assert_eq!(found.contains(" memory: yes"), is_memory, "{setting:?}: {found}");
        }
    }
}

const FULL: &str = "algorithm A\noption memory: tso, pso, sequential\noption buffer: 2, 1, 3\nshared x, y: 0..2\none:\n  \
                    ghost most: 0..3\n  ghost other: 0..2\n  run:\n    x ← 1; most ← pending(one)\n    y ← 1; most ← \
                    max(most, pending(one))\n    x ← 2; most ← max(most, pending(one)); other ← seen(two, x)\n    fence\n  \
                    drained:\n    pause\ntwo:\n  own a: 0..2\n  run:\n    await x = 2\n    a ← y\nreachable three: \
                    one.most = 3\nreachable two: one.most = 2\nreachable one: one.most = 1 and one in end\nnever \
                    pending behind a fence: one in drained and pending(one) > 0\nalways none of two: pending(two) = \
                    0\nreachable late: one.other = 0 and seen(one, x) = 2 and x = 0\nat end arrived: all i in process: \
                    pending(i) = 0 and seen(i, x) = 2\nreachable of some: some i in process: seen(i, x) ≠ x\n";

/// So many are pending as the buffer has places; ghosts see it, too.
#[test]
fn pending_counts_the_writes_of_a_process() {
    for (memory, buffer, most) in [
        ("tso", "1", "one"),
        ("tso", "2", "two"),
        ("tso", "3", "three"),
        ("pso", "3", "three"),
        ("sequential", "3", "none"),
    ] {
        let report = report(FULL, &[("memory", memory), ("buffer", buffer)]);
        let outcome = |name| {
            &report.verdicts.iter().find(|verdict| verdict.property == name).unwrap().outcome
        };
        let is_met = |name| matches!(outcome(name), Outcome::Found { .. } | Outcome::Holds);
        let buffered = memory != "sequential";
        let counts = ["one", "two", "three"];
        let place = counts.iter().position(|count| *count == most);
        for (at, name) in counts.into_iter().enumerate().skip(1) {
            assert_eq!(
                is_met(name),
                place.is_some_and(|most| at <= most),
                "{memory} {buffer} {name}"
            );
        }
        assert!(
            is_met("never pending behind a fence") && is_met("none of two") && is_met("arrived")
        );
        assert_eq!(is_met("late"), buffered && buffer == "3", "{memory} {buffer}");
        assert_eq!(is_met("of some"), buffered, "{memory} {buffer}");
    }
}

/// A pointer that only its process sees leads to a cell; fields of it are memory.
#[test]
fn what_is_seen_is_of_the_kind_of_its_variable() {
    let text = "algorithm A\noption memory: tso\npool node of 1: value: 0..2\nshared head: none | node\nshared s: none | \
                up\nprocess i of 1:\n  own n: none | node\n  run:\n    n ← new node\n    n.value ← 2\n    head ← n\n    \
                s ← up\nreachable both: head = none and seen(0, head) ≠ none and seen(0, head).value = 0 and seen(0, \
                seen(0, head).value) = 2\nreachable symbol: s = none and seen(0, s) = up\ndefine late(j): seen(j, \
                s)\nreachable in a definition: s ≠ late(0)\n";
    let found = verdicts(listing::compile(text, &[]).unwrap());
    for name in ["both", "symbol", "in a definition"] {
        assert!(found.contains(&format!("{name}: in ")), "{name}: {found}");
    }
}

#[test]
fn what_is_pending_is_asked_of_memory_and_in_no_line() {
    let text = |line: &str, claim: &str| {
        format!(
            "algorithm A\noption memory: tso, sequential\nshared x: 0..2\nprocess i of 2:\n  own a: 0..2\n  run:\n    \
             {line}\n  when a > 0 and a < 0: a ← 0\nnever p: {claim}\n"
        )
    };
    for (line, claim, kind, place, says) in [
        ("a ← seen(i, x)", "x > 0", ErrorCode::OutOfPlace, "7:9", "assign it to a `ghost`"),
        ("await pending(i) = 0", "x > 0", ErrorCode::OutOfPlace, "7:11", "A `fence` waits"),
        ("a ← x", "seen(0, x + 1) > 0", ErrorCode::WrongArguments, "9:18", "asks for a variable"),
        (
            "a ← x",
            "seen(0, a[0]) > 0",
            ErrorCode::WrongArguments,
            "9:18",
            "Write `a[0]` without `seen`.",
        ),
        ("a ← x", "seen(0) > 0", ErrorCode::WrongArguments, "9:10", "another number of arguments"),
        (
            "a ← x",
            "pending(0, x) > 0",
            ErrorCode::WrongArguments,
            "9:10",
            "another number of arguments",
        ),
        ("a ← x", "pending(2) > 0", ErrorCode::WrongDomain, "9:18", ""),
        ("a ← x", "seen(true, x) > 0", ErrorCode::WrongDomain, "9:15", ""),
    ] {
        let text = text(line, claim);
        let found = listing::check(&text);
        let is_it = |error: &listing::Diagnostic| {
            error.kind == kind
                && error.to_string().starts_with(&format!("{place}: "))
                && error.help.contains(says)
                || error.message.contains(says)
        };
        assert!(found.iter().any(is_it), "{line}, {claim}: {found:?}");
    }
    assert_eq!(listing::check(&text("a ← x", "seen(0, x) > pending(1)")), []);
}

/// What a text calls so itself keeps its meaning.
#[test]
fn a_text_may_have_these_names() {
    let text = "algorithm A\nshared x: 0..1\ndefine pending(k): k + 1\nprocess i of 2:\n  own seen: 0..1\n  run:\n    \
                seen ← x\nalways own: seen[i] = 0 and pending(1) = 2\n".replace("seen[i]", "seen[0]");
    let found = verdicts(listing::compile(&text, &[]).unwrap());
    assert!(found.contains("own: yes"), "{found}");
}
