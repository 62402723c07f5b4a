//! Lists filtered, sorted, reversed, joined, and by their elements.

use crate::searches::verdicts;
use listing::{ErrorCode, check, compile};
use model::{Action, Event, Log, System};

/// A text in which every list of up to three numbers is tried.
const EVERY: &str = "algorithm Every list

record pair(t: 0..2, nth: 0..2)

process i of 1:
  own a, b, c: 0..2
  own n: 0..3
  own all: list of pair up to 3
  own sorted, kept, turned, twice: list of pair up to 6
  own third: 0..9
  filling:
    choose a in 0..2, b in 0..2, c in 0..2, n in 0..3
    if n > 0: all ← all + [pair(a, 0)]
    if n > 1: all ← all + [pair(b, 1)]
    if n > 2: all ← all + [pair(c, 2)]
    sorted ← sort(all by t)
    kept ← [x in all: x.t ≠ 1]
    turned ← reverse(all)
    twice ← all + turned
    if n = 3: third ← all[2].t
    if n = 3: all[1].t ← 2

define at(q, k): q[i][k]
always as many: length(sorted[0]) = n[0] and length(turned[0]) = n[0] and length(twice[0]) = 2 · n[0]
at end in order: all k in 0..1 where k + 1 < n[0]: comes_before(sorted[0][k], sorted[0][k + 1])
at end filtered: length(kept[0]) = count k in 0..2: k < n[0] and value(k) ≠ 1
at end kept in order: length(kept[0]) < 2 or kept[0][0].nth < kept[0][1].nth
at end turned: all k in 0..2 where k < n[0]: turned[0][n[0] − 1 − k].nth = k
at end twice: n[0] < 3 or (twice[0][3].nth = 2 and twice[0][5].nth = 0)
at end element: n[0] < 3 or (third[0] = c[0] and all[0][1].t = 2)
define value(k): a[0] if k = 0 else b[0] if k = 1 else c[0]
define comes_before(x, y): x.t < y.t or (x.t = y.t and x.nth < y.nth)
";

#[test]
fn every_list_of_three_is_sorted_filtered_and_turned() {
    let text = EVERY.replace("define at(q, k): q[i][k]\nalways as many", "at end as many");
    let system = compile(&text, &[]).unwrap_or_else(|found| panic!("{}", found[0]));
    let found = verdicts(system);
    for name in ["as many", "in order", "filtered", "kept in order", "turned", "twice", "element"] {
        assert!(found.contains(&format!("{name}: yes")), "{name}: {found}");
    }
}

#[test]
fn an_element_that_is_not_there_cannot_be_computed() {
    let text = "algorithm Short

process i of 1:
  own q: list of 0..3 up to 3 = [1, 2]
  own k: 0..3
  reading:
    pause
    k ← q[2]
";
    let system = compile(text, &[]).unwrap_or_else(|found| panic!("{}", found[0]));
    let found = verdicts(system);
    assert!(found.contains("values stay in their domains: NO"), "{found}");
}

/// Of a list alone, and of one in an array.
#[test]
fn an_element_of_a_shared_list_is_read_and_written() {
    let text = "algorithm A\nshared q: list of 0..3 up to 2 = [1, 2]\nshared a[0..1]: list of 0..3 up to \
                2\nprocess i of 1:\n  own x: 0..3\n  going:\n    x ← q[1]\n    q[0] ← x\n    atomic a[1] ← \
                [3]\n    a[x − 1][0] ← 2\n";
    let system = compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let system = &system;
    let (mut state, mut told) = (system.initial(), Vec::new());
    for _ in 0..4 {
        let mut events = Vec::new();
        system.step(&mut state, Action::step(0), &mut Log::to(&mut events));
        told.extend(events.into_iter().filter_map(|event| match event {
            Event::Read { cell, value, .. } | Event::Write { cell, value, .. } => {
                Some(format!("{cell} = {value}"))
            }
            _ => None,
        }));
    }
    assert_eq!(told, ["q[1] = 2", "q[0] = 2", "a[1] = [3]", "a[1][0] = 2"]);
}

/// A list that is written out has its elements by position, and one for each process.
#[test]
fn a_written_list_has_elements() {
    let text = "algorithm A\ndefine ids: [2, 0, 1]\nshared x: 0..9\na:\n  w:\n    pause\nnode i of 3:\n  own mine, \
                next: 0..9\n  w:\n    mine ← ids[i]\n    next ← head(tail(ids)) + [5, 7][i mod 2]\n    x ← ids[0]\nat \
                end mine: all n in node: n.mine = ids[n] and n.next = (5 if n ≠ 1 else 7)\nat end whole: x = 2\n";
    let found = verdicts(compile(text, &[]).unwrap_or_else(|found| panic!("{}", found[0])));
    assert!(found.contains("mine: yes") && found.contains("whole: yes"), "{found}");
    let of_all = text.replace("all n in node: n.mine = ids[n]", "all p in process: ids[p] < 3");
    let found: Vec<ErrorCode> = check(&of_all).iter().map(|found| found.kind).collect();
    assert_eq!(found, [ErrorCode::WrongDomain], "among all, processes are counted otherwise");
}

const ROOMS: &str = "algorithm Two rooms

process i of 1:
  own q: list of 0..3 up to 3
  own few: list of 0..3 up to 2
  own right: bool
  filling:
    q ← [1] if q = [] else [2]
    few ← [3, 2] if q = [1] else []
    pause
    right ← few ≠ q and few + [1] ≠ q
    q ← few if right else q
    pause
    right ← right and q = few
    q ← tail(q) if q = [2] else [0] + q if right else []
  done:
    pause

at end longer: q[0] = [0, 3, 2] and right[0]
";

/// One of two lists has room for what either has, and lists are equal whatever they have room for.
#[test]
fn one_of_two_lists_is_a_list() {
    let system = compile(ROOMS, &[]).unwrap_or_else(|found| panic!("{}", found[0]));
    let found = verdicts(system);
    assert!(found.contains("longer: yes"), "{found}");
    let too_long = ROOMS.replace("q ← [1] if q = [] else [2]", "few ← q + [1, 2] if q = [] else q");
    assert_eq!(check(&too_long), []);
}
