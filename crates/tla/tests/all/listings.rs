//! TLC finds in the module what our search finds in the text: as many states, transitions and levels, and the
//! same verdicts; those on single states after as many steps.

use crate::shape::listing;
use crate::tlc::{check, is_installed};
use checker::{Limits, Outcome};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use tla::Sort;

/// States that TLC takes no longer than half a minute for.
const STATES_MAX: usize = 30_000;
/// The same where it looks for loops.
const LIVENESS_MAX: usize = 2_500;

/// The listings that are not compared, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("abd_register", TOO_LARGE),
    ("bakery", TOO_LARGE),
    ("bakery_messages", TOO_LARGE),
    ("cf23", ROW),
    ("erlang_lock", AT_ONCE),
    ("jones_bakery", TOO_LARGE),
    ("logical_clocks", TOO_LARGE),
    ("raft_membership", TOO_LARGE),
    ("row_lock", ROW),
    ("termination_detection", AT_ONCE),
    ("treiber_stack", TOO_LARGE),
];
const TOO_LARGE: &str = "It has more than 30000 states.";
const ROW: &str = "A replicated row is not exported to TLA+.";
const AT_ONCE: &str = "Messages to oneself that arrive at once are not exported to TLA+.";

/// What is different, or why nothing was compared.
fn compare(title: &str, text: &str, options: &[(&str, &str)]) -> Result<Vec<String>, String> {
    let compiled = listing::compile(text, options).map_err(|errors| errors[0].message.clone())?;
    let tla = tla::tla(&compiled, "A", "")?;
    // the module says with `~>` what our search remembers
    let safe = Arc::new(compiled.for_safety());
    let limits = |safety_only| Limits { safety_only, ..Limits::states(STATES_MAX) };
    let report = checker::check(safe, limits(true));
    if report.coverage.is_cut() {
        return Err(format!("It has more than {STATES_MAX} states."));
    }
    let asks_for_loops = report.states <= LIVENESS_MAX;
    let whole = asks_for_loops.then(|| checker::check(Arc::new(compiled), limits(false)));
    let steps = |property: &str, sort| {
        let of = if sort == Sort::Temporal { whole.as_ref()? } else { &report };
        let verdict = of.verdicts.iter().find(|verdict| verdict.property == property)?;
        match &verdict.outcome {
            Outcome::Fails { run } | Outcome::Found { run } | Outcome::Loops { run, .. } => {
                Some(Some(run.len()))
            }
            Outcome::Holds | Outcome::NotFound => Some(None),
            _ => None,
        }
    };
    let mut different = Vec::new();
    let (mut holding, mut failing) = (Vec::new(), Vec::new());
    for it in &tla.checks {
        match steps(it.property, it.sort) {
            Some(None) => holding.push((it.sort, &it.operator[..])),
            Some(Some(steps)) => failing.push((it, steps)),
            None if it.sort == Sort::Temporal && !asks_for_loops => {}
            None => different.push(format!("{title}: nothing is said of {}", it.property)),
        }
    }
    let found = check(title, &tla, &holding);
    let ours = Some((report.states, report.transitions, report.depth));
    if found.counts != ours || found.violated.is_some() {
        let (theirs, printed) = (found.counts, found.printed);
        different.push(format!(
            "{title}: ours {ours:?}, TLC's {theirs:?}, asked for {holding:?}: {printed}"
        ));
    }
    for (it, steps) in failing {
        let found = check(title, &tla, &[(it.sort, &it.operator)]);
        // a loop that TLC finds is no shortest one
        let is_same = found.violated.is_some_and(|it| it == steps) || it.sort == Sort::Temporal;
        if !is_same || found.violated.is_none() {
            let theirs = found.violated;
            different.push(format!(
                "{title}: {} fails after {steps}, TLC {theirs:?}: {}",
                it.property, found.printed
            ));
        }
    }
    Ok(different)
}

#[test]
fn every_listing() {
    if !golden::is_everything() || !is_installed() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut names: Vec<String> = files
        .filter(|it| it.extension().is_some_and(|it| it == "ilv"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    // those whose names begin so
    let only = std::env::var("LISTINGS").unwrap_or_default();
    names.retain(|text| text.starts_with(&only));
    let next = Mutex::new(names.into_iter());
    let found = Mutex::new((Vec::new(), Vec::new()));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(name) = next.lock().unwrap().next() else { break };
                    let compared = compare(&name, &listing(&name), &[]);
                    let (different, left_out) = &mut *found.lock().unwrap();
                    match compared {
                        Ok(found) => different.extend(found),
                        Err(why) => left_out.push((name, why)),
                    }
                }
            });
        }
    });
    let (different, mut left_out) = found.into_inner().unwrap();
    left_out.sort();
    assert!(different.is_empty(), "{}", different.join("\n"));
    // objects have no module: what they claim is about orders of operations
    left_out.retain(|(name, why)| {
        let is_object = why.starts_with(ways::paths::OPERATIONS);
        assert!(!is_object || listing(name).contains("\nlinearizable"), "{name}: {why}");
        !is_object
    });
    let known = LEFT_OUT.iter().filter(|it| it.0.starts_with(&only));
    assert!(
        known.map(|it| (it.0, it.1)).eq(left_out.iter().map(|it| (&*it.0, &*it.1))),
        "{left_out:#?}"
    );
}

fn agrees(title: &str, text: &str, options: &[(&str, &str)]) {
    if golden::is_everything() && is_installed() {
        assert_eq!(compare(title, text, options).expect("a module"), Vec::<String>::new());
    }
}

/// What fails here: a lock, an order, an end, and that somebody gets on.
#[test]
fn what_fails_fails_in_both() {
    for (name, options) in [
        ("peterson", &[("order", "turn_first")][..]),
        ("ricart_agrawala", &[("processes", "2"), ("between_requesters", "wait")]),
        (
            "ricart_agrawala",
            &[("processes", "2"), ("channels", "unordered"), ("faults", "duplicate")],
        ),
        ("token_ring", &[("faults", "holder_dies")]),
        ("bakery", &[("processes", "2"), ("tie_break", "none")]),
    ] {
        agrees(&format!("{name}-{}", options[options.len() - 1].1), &listing(name), options);
    }
}

/// A state beyond a limit is judged, and not followed; a value that is open is chosen in `Init`; what a property
/// remembers is a part of the state.
#[test]
fn limits_open_values_and_memories() {
    let limit = "algorithm A\nshared x: 0..9\nprocess i of 2, for ever:\n  going:\n    await x < 9\n    atomic x ← x + \
                 1 + i\nlimit small: x < 4\nreachable four: x = 4\nreachable six: x = 6\nat end five: x < 5\n";
    let open = "algorithm A\nshared x, y: 0..2 = any\nassume apart: x ≠ y\nprocess i of 2:\n  going:\n    x ← i\n    y \
                ← 1\nalways ever: x = 2 ⇒ always y ≠ 2\n";
    let mailbox = "algorithm A\noption channels: mailbox\ndefine losses: 1\nmessage m(n: 0..3)\nprocess i of 2:\n  own \
                   got: set of 0..3\n  going: send m(2 · i) to 1 − i; send m(1) to 1 − i\n  on m(n): got ← got + \
                   {n}\nreachable all: got[0] = {1, 2}\n";
    for (name, text) in [("limit", limit), ("open", open), ("mailbox", mailbox)] {
        agrees(name, text, &[]);
    }
}

/// What waits in a store buffer is a part of the state, and reaches memory in steps of its own, which are fair.
#[test]
fn store_buffers() {
    let peterson = "algorithm A\noption memory: tso, pso\noption buffer: 2, 1, 3\nshared flag[process]: bool\nshared turn: none | \
                    process\nprocess i of 2, for ever:\n  remainder:\n    pause\n  doorway:\n    flag[i] ← true\n    turn ← 1 − \
                    i\n  waiting:\n    await not flag[1 − i] or turn = i\n  critical:\n    pause\n    fence\n  exit:\n    flag[i] ← \
                    false\nalways mutual exclusion: at most 1 in critical\nreachable late: some i: seen(i, turn) ≠ turn and \
                    pending(1 − i) = 0\nnever two: some i: pending(i) = 2\neventually served: waiting → critical\n";
    let lost = "algorithm A\noption memory: pso, tso\noption pending: lost, arrive\ndefine crashes: 1\nshared x, y: 0..2\nshared z: \
                bool\none:\n  own n: 0..2\n  going:\n    x ← 1\n    fence stores\n    y ← 2\n    z ← true\n    n ← \
                x\ntwo:\n  own m: 0..2\n  going:\n    await z\n    m ← y + x\n    if test_and_set(z): x ← 2\nreachable \
                apart: x = 0 and y > 0\nreachable early: two in end and m = 0\nat end there: z\n";
    let lost = &lost.replace("m = 0", "two.m = 0");
    let arrives = "algorithm A\noption memory: pso\nshared x, y: 0..3\none, for ever:\n  run:\n    y ← 1\n    y ← 2\nother:\n  run:\n    x ← 1\n    \
                   await y = 2\n    x ← 2\neventually first: x = 1\neventually both: y = 1 → y = 2\n";
    for (buffer, memory) in [("2", "tso"), ("2", "pso"), ("1", "tso"), ("3", "pso")] {
        let options = [("memory", memory), ("buffer", buffer)];
        agrees(&format!("buffers-{memory}-{buffer}"), peterson, &options);
    }
    for (memory, pending) in [("pso", "lost"), ("pso", "arrive"), ("tso", "lost")] {
        let options = [("memory", memory), ("pending", pending)];
        agrees(&format!("lost-{memory}-{pending}"), lost, &options);
    }
    agrees("arrives", arrives, &[]);
    for name in ["store_buffering", "message_passing", "independent_reads"] {
        for memory in ["sequential", "tso", "pso"] {
            agrees(&format!("{name}-{memory}"), &listing(name), &[("memory", memory)]);
        }
    }
}

/// What no random algorithm has.
#[test]
fn what_is_not_drawn() {
    for (name, text) in sampler::TEXTS {
        let compiled = listing::compile(text, &[]).expect("no errors");
        let why = tla::tla(&compiled, "A", "").err();
        match name {
            "orders" => assert!(why.is_some_and(|it| it.starts_with(ways::paths::OPERATIONS))),
            "row" => assert_eq!(why.as_deref(), Some(ROW)),
            _ => agrees(name, text, &[]),
        }
    }
}

/// Both read in vain for ever; neither search goes on then.
#[test]
fn an_await_that_can_never_pass() {
    let text = "algorithm A\nshared a, b: bool\nprocess i of 2:\n  trying:\n    a ← false\n    b ← false\n  waiting:\n    \
                await a or b\nreachable both wait: all i: i in waiting\n";
    agrees("stuck", text, &[]);
}
