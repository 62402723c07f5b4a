//! Verdicts about the order of operations, against all orders of all histories.

use crate::linearizable::{REGISTER, STALE, length_of, object_of};
use crate::meaning::check;
use listing::compile;
use model::{Event, Stepped, System};
use std::collections::BTreeSet;

/// A call with its arguments, or a return with its result: whose, which of the two, and the operation.
type Mark = (u8, bool, String, String);
type History = Vec<Mark>;

fn mark(process: u8, event: Event) -> Option<Mark> {
    match event {
        Event::Called { operation, arguments } => {
            Some((process, false, operation.into(), arguments))
        }
        Event::Returned { operation, result } => Some((process, true, operation.into(), result)),
        _ => None,
    }
}

/// The calls and returns of every run.
fn histories(text: &str) -> BTreeSet<History> {
    let compiled = compile(text, &[]).unwrap_or_else(|errors| panic!("{}: {text}", errors[0]));
    let system = &compiled;
    let first = (system.initial(), History::new());
    let (mut seen, mut open) = (BTreeSet::new(), vec![first]);
    let mut all = BTreeSet::new();
    while let Some((state, history)) = open.pop() {
        all.insert(history.clone());
        system.attempts(&state, true, &mut |action, stepped, after, events| {
            if !matches!(stepped, Stepped::Ran(_)) {
                return;
            }
            let mut history = history.clone();
            history.extend(events.into_iter().filter_map(|event| mark(action.process(), event)));
            // without what the claim remembers
            let mut after = after.to_vec();
            system.forget(&mut after);
            if seen.insert((after.clone(), history.clone())) {
                open.push((after, history));
            }
        });
    }
    all
}

/// An object, one operation at a time: by the operation and its arguments its result, from one number.
type Object = fn(&mut i64, &str, &str) -> String;

struct Done<'a> {
    who: u8,
    operation: &'a str,
    arguments: &'a str,
    /// Where it begins and ends in the history, and its result.
    begins: usize,
    ends: Option<(usize, &'a str)>,
}

/// What an order has to keep.
#[derive(Clone, Copy, PartialEq)]
enum Keeps {
    Time,
    EachProcess,
}

/// Whether some order of all that returned, and of some that are pending, is a run of the object.
fn has_order(all: &[Done<'_>], placed: u32, state: i64, object: Object, keeps: Keeps) -> bool {
    let is_placed = |at: usize| placed >> at & 1 == 1;
    if (0..all.len()).all(|at| is_placed(at) || all[at].ends.is_none()) {
        return true;
    }
    (0..all.len()).filter(|&at| !is_placed(at)).any(|at| {
        let comes_before = |other: usize| match keeps {
            Keeps::Time => all[other].ends.is_some_and(|(end, _)| end < all[at].begins),
            Keeps::EachProcess => {
                all[other].who == all[at].who && all[other].begins < all[at].begins
            }
        };
        if (0..all.len()).any(|other| !is_placed(other) && comes_before(other)) {
            return false;
        }
        let mut state = state;
        let result = object(&mut state, all[at].operation, all[at].arguments);
        let fits = all[at].ends.is_none_or(|(_, returned)| returned == result);
        fits && has_order(all, placed | 1 << at, state, object, keeps)
    })
}

fn is_ordered(history: &History, object: Object, keeps: Keeps) -> bool {
    let mut all: Vec<Done<'_>> = Vec::new();
    for (at, (who, returns, operation, said)) in history.iter().enumerate() {
        if *returns {
            let last = all.iter_mut().rev().find(|one| one.who == *who).expect("a call");
            last.ends = Some((at, said));
        } else {
            all.push(Done { who: *who, operation, arguments: said, begins: at, ends: None });
        }
    }
    has_order(&all, 0, 0, object, keeps)
}

/// Every order of every history of every run is tried, and the object is written down once more.
#[test]
fn the_verdicts_are_those_of_all_orders_of_all_histories() {
    let register: Object = |state, operation, arguments| match operation {
        "write" => {
            *state = arguments.parse().unwrap_or(1);
            String::new()
        }
        _ => state.to_string(),
    };
    let counter: Object = |state, _, _| {
        *state += 1;
        (*state - 1).to_string()
    };
    let slow = "shared x: 0..2\noperation write(v: 1..2):\n  pause\n  x ← v\n  pause\noperation read → 0..2:\n  own k: 0..2\n  \
                pause\n  k ← x\n  pause\n  return k\n";
    let copies = "shared x: 0..2\nshared y: 0..2\noperation write(v: 1..2):\n  x ← v\n  y ← v\noperation read → 0..2:\n  own k: 0..2; first: bool\n  \
                  choose first in bool\n  if first: k ← x\n  else: k ← y\n  return k\n";
    let twice = "shared x: 0..2\noperation write(v: 1..2):\n  x ← v\noperation read → 0..2:\n  own k: 0..2\n  k ← x\n  await x = k\n  return k\n";
    let clears = "shared x: 0..2\noperation write(v: 1..2):\n  x ← 0\n  x ← v\noperation read → 0..2:\n  return x\n";
    let add = |lines: &str| {
        format!("shared n: 0..3\noperation add → 0..3:\n  own k: 0..3\n{lines}  return k\n")
    };
    let calls = "write(1 + i) | got ← read";
    let mut tally = [0; 3];
    for (declared, processes, times, call, object) in [
        (REGISTER.to_owned(), 2, 2, calls, register),
        (STALE.to_owned(), 2, 2, calls, register),
        (format!("define memory: tso\n{REGISTER}"), 2, 2, calls, register),
        (slow.to_owned(), 2, 1, calls, register),
        (copies.to_owned(), 2, 1, calls, register),
        (copies.to_owned(), 2, 2, calls, register),
        (twice.to_owned(), 2, 2, calls, register),
        (clears.to_owned(), 2, 2, calls, register),
        (clears.to_owned(), 2, 1, calls, register),
        (add("  k ← n\n  n ← k + 1\n"), 2, 1, "got ← add", counter),
        (add("  k ← fetch_and_add(n, 1)\n"), 3, 1, "got ← add", counter),
        (
            add("  k ← n\n  if not cas(n, k, k + 1):\n    k ← fetch_and_add(n, 1)\n"),
            2,
            1,
            "got ← add",
            counter,
        ),
        (add("  k ← n\n  if not cas(n, k, k + 1): k ← n\n"), 2, 1, "got ← add", counter),
    ] {
        let text = object_of(&declared, processes, times, call);
        let all = histories(&text);
        let [in_time, of_each] = [Keeps::Time, Keeps::EachProcess]
            .map(|keeps| all.iter().all(|history| is_ordered(history, object, keeps)));
        let sequential = text.replace("linearizable", "sequentially consistent");
        let both = format!("{text}sequentially consistent\n");
        for (text, claim, ordered) in [
            (&text, "linearizable", in_time),
            (&both, "linearizable", in_time),
            (&sequential, "sequentially consistent", of_each),
            (&both, "sequentially consistent", of_each),
        ] {
            let length = length_of(&check(text), claim, text);
            assert_eq!(length.is_none(), ordered, "{claim}, {} histories of\n{text}", all.len());
        }
        let nth = usize::from(in_time) + usize::from(of_each);
        tally[nth] += 1;
    }
    assert!(tally.iter().all(|&count| count > 0), "{tally:?}");
}
