//! What is needed in a place, and values that were written there instead.

use crate::misread::errors;
use crate::searches::report;
use listing::{ErrorCode, check};
use model::{Action, Log, Stepped, System};
use std::fmt::Write;

/// Whether these properties hold of a text.
fn holds(text: &str, claims: &[&str]) {
    let claims = claims.iter().enumerate();
    let text = claims.fold(text.to_owned(), |mut text, (nth, claim)| {
        let _ = writeln!(text, "always claim {nth}: {claim}");
        text
    });
    assert!(report(&text, &[]).ok(), "{text}");
}

const ARRAYS: &str = "algorithm Arrays\nworker i of COUNT:\n  own a[0..2]: 0..9\n  own grid[0..1, 0..1]: 0..1\n  \
                      going:\n    a[1] ← 2\n";

#[test]
fn a_role_of_one_process_has_arrays_of_its_own() {
    for count in ["1", "2"] {
        let text = ARRAYS.replace("COUNT", count);
        holds(&text, &["all i: a[i][0] = 0 and a[i][1] ≤ 2 and i.a[0] = 0 and grid[i][0, 1] = 0"]);
        errors(
            &format!("{text}always a: worker.a[0] = 0\n"),
            &[("7:11", ErrorCode::WrongDomain, "Write `some j in worker: j.a`")],
        );
    }
    // a single process needs no index of its own
    let single = ARRAYS.replace("worker i of COUNT:", "worker:");
    holds(&single, &["a[0] = 0 and worker.a[1] ≤ 2"]);
}

#[test]
fn sets_that_are_written_out_are_compared() {
    let text = "algorithm Sets\nshared x: 0..2 = 1\nshared up[process]: bool = true\n\
                process i of 2:\n  going:\n    x ← 1\n";
    holds(
        text,
        &[
            "{k in 0..2: k = x} = {1}",
            "{i in process: up[i]} = {0, 1}",
            "{i in process: up[i]} ≠ {0}",
            "{1, 1, x} = {x}",
            "{2, 1} = {1, 2}",
        ],
    );
}

#[test]
fn an_index_that_is_outside_has_the_name_that_the_text_gives_it() {
    for (index, own, words) in [
        ("1..3", "0..3", "The index 0 is outside of `f`, which has 1..3."),
        ("−1..1", "2..3", "The index 2 is outside of `f`, which has −1..1."),
        ("1..3", "none | 1..3", "The index `none` is outside of `f`, which has 1..3."),
        ("A | 0..1", "none | A | 0..1", "An index is outside of `f`, which has A | 0..1."),
    ] {
        let text = format!(
            "algorithm Indices\nprocess i of 1:\n  own f[{index}]: 0..3\n  own k: {own}\n  going:\n    \
             f[k] ← 3\n    pause\n"
        );
        errors(&text, &[("2:1", ErrorCode::CannotBegin, words)]);
    }
    let fault = |text: &str| {
        let system =
            listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}: {text}", errors[0]));
        let (mut state, mut events) = (system.initial(), Vec::new());
        let log = &mut Log::to(&mut events);
        assert_eq!(system.step(&mut state, Action::step(0), log), Stepped::Error, "{text}");
        format!("{events:?}")
    };
    let pool = "algorithm Cells\npool c of 2: next: none | c\nprocess i of 1:\n  own k: none | c\n  going:\n";
    for line in ["free k", "k.next ← k"] {
        let said = fault(&format!("{pool}    {line}\n"));
        assert!(said.contains("`none` is no cell of `c`."), "{said}");
    }
    let row = "algorithm Rows\nrow r on 1:\n  f: none | 1..3\nprocess i of 1:\n  own k: 0..3\n  going:\n    \
               write r.f = k\n";
    let said = fault(row);
    assert!(said.contains("A column is given a value that is not in 1..3."), "{said}");
}

#[test]
fn what_holds_from_then_on_is_a_whole_property() {
    let text = "algorithm Latch\nshared x: 0..2\nprocess i of 2:\n  going:\n    x ← 1\n";
    let words = "Write `always NAME: P ⇒ always Q`";
    for claim in ["always f: all i: x = 1 ⇒ always x = 1", "at end f: x = 1 ⇒ always x = 1"] {
        let found = check(&format!("{text}{claim}\n"));
        assert_eq!((found.len(), found[0].kind), (1, ErrorCode::OutOfPlace), "{claim}");
        assert!(found[0].to_string().contains(words), "{}", found[0]);
    }
    holds(text, &["x = 1 ⇒ always x = 1", "(x = 1 ⇒ always (all j in process: x = 1))"]);
}

#[test]
fn cells_have_symbols_in_their_fields() {
    let text = "algorithm Lamps\npool lamp of 2: light: red | green; next: none | lamp\nprocess i of 1:\n  \
                own l: none | lamp\n  going:\n    l ← new lamp\n    l.light ← green\n  resting:\n    pause\n";
    holds(text, &["all i in resting: l[i].light = green", "some k in lamp: light[k] = red"]);
}

#[test]
fn at_most_as_many_as_are_known_before() {
    let text = |count: &str| {
        format!(
            "algorithm A\noption n: 1, 2\nshared x: 0..3\nprocess i of 2:\n  c:\n    pause\n    x ← 1\n\
             always a: at most {count} in c\n"
        )
    };
    for (count, is_enough) in [("n", false), ("n + 1", true), ("2", true), ("2 · n", true)] {
        let report = report(&text(count), &[]);
        let verdict =
            report.verdicts.iter().find(|verdict| verdict.property == "a").expect("a property");
        assert_eq!(verdict.good(), is_enough, "{count}");
    }
    errors(&text("x"), &[("8:19", ErrorCode::NotConstant, "")]);
}
