//! Processes that differ by name only, with writes that are pending.

use super::super::symmetry::told_apart;
use checker::{Limits, Outcome, Report, Search, check};
use model::System;
use std::sync::Arc;

/// Texts with pending writes to cells of processes and to others, of values that name processes and of others: cells
/// written by a computed index, a set, a record.
const TEXTS: [&str; 5] = [
    "shared owner: none | process\nshared flag[process]: bool\nprocess i of 3:\n  own n: none | process\n  asking:\n    \
     flag[i] ← true\n    owner ← i\n  waiting:\n    n ← owner\n    if n ≠ none and n ≠ i: flag[n] ← false\n  critical:\n    \
     pause\nalways exclusion: at most 1 in critical\nreachable late: some i: seen(i, owner) = i and owner ≠ i and pending(i) \
     = 2\nnever forgotten: some i: i in end and not flag[i]\n",
    "shared met: set of process\nshared count: 0..3\nprocess i of 3, 2 times:\n  going:\n    met ← {i}\n    count ← 2\n  \
     behind:\n    await count = 2\n    count ← 0\nalways one: size(met) ≤ 1\nreachable apart: some i, j: seen(i, met) ≠ \
     seen(j, met) and met = {}\nnever at once: all i: pending(i) > 0\n",
    "record pair(who: none | process, n: 0..2)\nshared p[process]: pair\nshared q: pair\nprocess i of 2:\n  own to: \
     none | process\n  running:\n    choose to in process where to ≠ i\n    p[to].who ← i\n    q.who ← to\n    q.n ← 1\n    \
     fence\n    p[i].n ← 2\nalways other: all i: p[i].who ≠ i\nreachable both: all i: p[i].who ≠ none and \
     pending(i) = 0\nat end ended: q.n = 1 and all i: p[i].n = 2\n",
    "shared taken: bool\nshared x, y: 0..1\nworker w of 3:\n  entering:\n    await not test_and_set(taken)\n  inside:\n    \
     x ← 1\n    y ← 1\n    x ← 0\n    taken ← false\nclerk:\n  own seen: 0..2\n  looking:\n    seen ← y\n    if x = 1: \
     seen ← 2\nalways alone: at most 1 in inside\nreachable odd: clerk.seen = 2\n",
    "shared flag[process]: bool\nshared last: none | process\nprocess i of 3:\n  own n: none | process\n  asking:\n    \
     flag[i] ← true\n    fence stores\n    choose n in process where n ≠ i\n    flag[n] ← true\n    last ← n\n  \
     behind:\n    n ← last\nreachable apart: some i ≠ j: last = i and not flag[j] and pending(j) > 1\nalways kept: some i: \
     seen(i, flag[i]) or last = none\n",
];

fn text(body: &str) -> String {
    format!("algorithm A\noption memory: tso, pso\noption buffer: 2, 3\n{body}")
}

fn outcomes(report: &Report) -> Vec<(&str, String)> {
    let outcome = |outcome: &Outcome| match outcome {
        Outcome::Fails { run } => format!("fails in {}", run.len()),
        Outcome::Found { run } => format!("found in {}", run.len()),
        other => format!("{other:?}"),
    };
    report.verdicts.iter().map(|verdict| (verdict.property, outcome(&verdict.outcome))).collect()
}

/// A search of classes has the verdicts of one of all states, each with as short a run; and the classes have together
/// as many states.
#[test]
fn classes_of_states_with_pending_writes_say_what_all_states_say() {
    for body in TEXTS {
        for memory in ["tso", "pso"] {
            let compile = || {
                listing::compile(&text(body), &[("memory", memory)])
                    .unwrap_or_else(|found| panic!("{}", found[0]))
            };
            let whole = check(Arc::new(compile()), Limits::states(5_000_000));
            let mut search = Search::reduced(Arc::new(compile()), Limits::default())
                .unwrap_or_else(|| panic!("nobody is alike: {body}"));
            while search.advance(10_000) {}
            let reduced = search.report();
            assert_eq!(outcomes(&reduced), outcomes(&whole), "{memory}: {body}");
            assert_eq!(
                (reduced.states, reduced.depth),
                (whole.states, whole.depth),
                "{memory}: {body}"
            );
            let classes = search.classes().unwrap();
            assert!(10 * classes < 7 * whole.states, "{classes} of {}: {body}", whole.states);
        }
    }
}

#[test]
fn exchanging_names_exchanges_pending_writes() {
    for body in TEXTS {
        for memory in ["tso", "pso"] {
            for buffer in ["2", "3"] {
                let setting = [("memory", memory), ("buffer", buffer)];
                let system = listing::compile(&text(body), &setting).unwrap();
                assert!(system.symmetry().is_some(), "{body}");
                assert_eq!(told_apart(system), None, "{setting:?}: {body}");
            }
        }
    }
}

/// Of an element behind the end of a list nobody knows whether it still names somebody.
#[test]
fn where_elements_of_lists_can_be_pending_nobody_is_alike() {
    let text = text(
        "shared q: list of process up to 2\nprocess i of 2:\n  run:\n    atomic: q ← q + [i]\n    q[0] ← i\nalways \
         some: length(q) ≤ 2\n",
    );
    let system = listing::compile(&text, &[]).unwrap();
    assert!(system.symmetry().is_none());
    assert!(system.no_symmetry().is_some_and(|why| why.contains("store buffers")));
}
