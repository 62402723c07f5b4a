//! Whole searches: states, transitions, liveness, costs, outcomes, runs and classes.

use crate::listings::each_listing;
use checker::{Limits, Search, Workers};
use codegen::{Executor, Generated};
use model::System;
use std::sync::Arc;

/// The most states of a listing; of more, the search ends there and says so.
const STATES: usize = 5_000;

/// All that a search finds, in the words of its report.
fn found(mut search: Search, workers: usize) -> String {
    let workers = Workers::new(workers);
    while search.advance_by(&workers, 4_096) {}
    format!("{:#?} {:?}", search.report(), search.classes())
}

fn compare(text: &str, options: &[(&str, &str)], executor: &dyn Executor, what: &str) -> bool {
    let Ok(compiled) = listing::compile(text, options) else { return false };
    let interpreter = Arc::new(compiled);
    let generated = Arc::new(Generated::new(Arc::clone(&interpreter), executor).unwrap());
    find_the_same(interpreter, generated, STATES, what);
    true
}

/// The two find the same in up to so many states, also with several workers and by classes.
pub fn find_the_same(
    interpreter: Arc<dyn System>,
    generated: Arc<dyn System>,
    states: usize,
    what: &str,
) {
    let limits = Limits::states(states);
    let search = |system: &Arc<dyn System>| Search::new(Arc::clone(system), limits);
    let wanted = found(search(&interpreter), 1);
    for workers in [1, 2] {
        assert_eq!(found(search(&generated), workers), wanted, "{what}, {workers} workers");
    }
    let reduced = |system: &Arc<dyn System>| {
        Search::reduced(Arc::clone(system), limits).map(|search| found(search, 1))
    };
    assert_eq!(reduced(&generated), reduced(&interpreter), "{what}, by classes");
}

/// With the default options, and with two processes.
pub fn compare_searches(executor: &dyn Executor) {
    let (mut searches, mut finished) = (0, 0);
    each_listing(|name, text| {
        assert!(compare(text, &[], executor, name), "{name} has errors");
        searches += 1;
        let two = [("processes", "2")];
        finished += usize::from(compare(text, &two, executor, &format!("{name} of two")));
    });
    assert!(searches >= 10 && finished >= 8, "{searches} listings, {finished} of two processes");
}

#[test]
fn searches_of_listings_find_the_same() {
    compare_searches(&crate::executor::Wasmi::default());
}

/// By the compiler that the command line has.
#[cfg(feature = "wasmtime")]
#[test]
fn searches_in_machine_code_find_the_same() {
    compare_searches(&codegen::Native::default());
}

/// Nearly as many bytes of a state as there may be, and room for as many messages.
#[test]
fn searches_find_the_same_in_wide_states() {
    let arrays: Vec<String> = (0..58).map(|it| format!("x{it}[0..63]")).collect();
    let text = format!(
        "algorithm A\ndefine messages_in_transit: 64\nmessage m(n: 0..9999)\nshared {}: 0..255\nprocess \
         i of 2, 3 times:\n  going:\n    atomic:\n      choose k in [0, 63]\n      x57[k] ← x57[k] + 1\n      \
         x0[63 − k] ← k\n    send m(i) to 1 − i\nreachable both: x57[63] = 3 and x0[63] = 0\n",
        arrays.join(", ")
    );
    assert!(compare(&text, &[], &crate::executor::Wasmi::default(), "wide states"));
    assert!(listing::compile(&text, &[]).unwrap().width() > 3_900);
    // each array begins a word, so that packing makes the state longer
    let names: Vec<String> = (0..450).map(|it| format!("x{it}")).collect();
    let text = format!(
        "algorithm A\nshared {}[0..8]: 0..255\nprocess i of 1:\n  going:\n    atomic:\n      choose k in [1, \
         8]\n      {}\n",
        names.join("[0..8], "),
        names.join("[k] ← k; ") + "[k] ← 1"
    );
    let compiled = listing::compile(&text, &[]).unwrap();
    assert!(compiled.width() > 7_000);
    let search = Search::new(Arc::new(compiled), Limits::states(STATES));
    assert!(found(search, 1).contains("states: 3,"));
}

/// A role may have no process, if another has one.
#[test]
fn searches_find_the_same_beside_an_empty_role() {
    let text = "algorithm A lock for readers and writers

option writers: 0, 1
message ask, ok
shared turn: none | writer
shared open: bool

reader i of 2:
  asking:
    send ask to all in writer
    await open or (all j in writer: turn = j)
    open ← true
  inside:
    open ← false
writer k of writers:
  on ask from j:
    turn ← k
    send ok to j

at end quiet: not open
reachable both: size(inside) = 2
";
    let executor = crate::executor::Wasmi::default();
    for writers in ["0", "1"] {
        assert!(compare(text, &[("writers", writers)], &executor, writers), "{writers}: errors");
    }
}
