//! The golden table, natively and in a browser: the same link gives the same run, the same final
//! state and the same counts everywhere. `UPDATE=1 cargo test -p catalog` writes it anew.

use catalog::{End, Limits, Outcome, Point, Report, Scenario, Series, plain};
#[cfg(target_os = "unknown")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_os = "unknown")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const TABLE: &str = include_str!("../../../tests/golden.txt");

/// Large enough for every line of the table, and small enough for a tab.
const STATES_MAX: usize = 2_500_000;

/// What of it is searched in a browser: all but the largest, which would take it minutes.
#[cfg(target_os = "unknown")]
const STATES_IN_A_BROWSER: usize = 200_000;

#[cfg(target_os = "unknown")]
#[test]
fn golden_table() {
    let states =
        |line: &str| line.split_whitespace().nth(1).and_then(|it| it.parse::<usize>().ok());
    for old in TABLE.lines() {
        if old.contains(" transitions ") && states(old) > Some(STATES_IN_A_BROWSER) {
            continue;
        }
        assert_eq!(old, line(old));
    }
}

#[cfg(not(target_os = "unknown"))]
#[test]
fn golden_table() {
    use std::{env, fs, thread};
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let anew: Vec<Vec<String>> = thread::scope(|scope| {
        let part = |nth| move || TABLE.lines().skip(nth).step_by(threads).map(line).collect();
        let parts: Vec<_> = (0..threads).map(|nth| scope.spawn(part(nth))).collect();
        parts.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let anew = (0..TABLE.lines().count()).map(|nth| anew[nth % threads][nth / threads].as_str());
    if env::var_os("UPDATE").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden.txt");
        fs::write(file, anew.collect::<Vec<_>>().join("\n") + "\n").unwrap();
        return;
    }
    for (old, new) in TABLE.lines().zip(anew) {
        assert_eq!(old, new);
    }
}

/// A line as it should be: what comes of the link at its beginning.
fn line(old: &str) -> String {
    let link = old.split_whitespace().next().unwrap_or_default();
    match old.strip_prefix("plot ").and_then(|it| it.split_whitespace().next()) {
        Some(link) => plot(link),
        None if link.is_empty() || link.starts_with('#') => old.to_owned(),
        None => row(link),
    }
}

/// Of each point the mean and, in brackets, where nine in ten are and the worst.
fn plot(link: &str) -> String {
    let scenario = Scenario::parse(link).unwrap().scenario;
    assert_eq!(scenario.to_string(), link, "the shortest link is the one to write");
    let point = |it: &Point| {
        let y = it.y.map_or("none".into(), |it| it.to_string());
        let spread = it.spread.map(|it| format!(" ({}, {})", it.ninety, it.most));
        format!("{}: {y}{}", it.x, spread.unwrap_or_default())
    };
    let series = |it: &Series| {
        let points: Vec<String> = it.points.iter().map(point).collect();
        format!("{} {}", it.name, points.join(" / "))
    };
    let plots = scenario.plots().into_iter().map(|it| {
        let plot = it.whole();
        let series: Vec<String> = plot.series.iter().map(series).collect();
        format!("{}, {}", plot.y, series.join(", "))
    });
    format!("plot {link:61} {}", plots.collect::<Vec<_>>().join("; "))
}

/// A link with a run: where it ends. A link without: what the checker says.
fn row(link: &str) -> String {
    let parsed = Scenario::parse(link).unwrap();
    assert!(parsed.notices.is_empty(), "{link}: {:?}", parsed.notices);
    let scenario = parsed.scenario;
    assert_eq!(scenario.to_string(), link, "the shortest link is the one to write");
    if scenario.run.is_empty() {
        return format!("{link:66} {}", verdicts(&scenario));
    }
    let (trace, moment) = (scenario.trace(), scenario.moment());
    assert_eq!(trace.refused, None, "{link}");
    let clocks: Vec<u32> = (0..trace.steps.len()).map(|step| trace.order.lamport(step)).collect();
    let goes_round = scenario.loops_from.map_or_else(String::new, |it| format!("  loop from {it}"));
    format!(
        "{link:66} {:3} steps{goes_round}  view {:08x}  arrows {:2}  clock {:2}  broken {:?}  {}",
        moment.at,
        digest(&format!("{:?}", moment.view)),
        trace.arrows.len(),
        clocks.iter().max().unwrap_or(&0),
        moment.broken,
        plain(&moment.said),
    )
}

fn verdicts(scenario: &Scenario) -> String {
    let mut search = scenario.search(Limits { states_max: STATES_MAX, ..Limits::default() });
    while search.advance(10_000) {}
    let report: Report = search.report();
    let verdicts: Vec<String> = report
        .verdicts
        .iter()
        .map(|it| match &it.outcome {
            Outcome::Holds => format!("{}: yes", it.property),
            Outcome::Fails { run } => format!("{}: NO in {}", it.property, run.len()),
            Outcome::Found { run } => format!("{}: in {}", it.property, run.len()),
            Outcome::Loops { run, from } => {
                format!("{}: NO, loop of {} after {from}", it.property, run.len() - from)
            }
            Outcome::Ends(ends) => {
                let runs = |it: &End| it.runs.map_or("?".into(), |it| it.to_string());
                let end = |it: &End| {
                    format!("{} ({} runs, nearest {})", it.value, runs(it), it.run.len())
                };
                let ends: Vec<String> = ends.iter().map(end).collect();
                format!("{}: {}", it.property, ends.join(" / "))
            }
            Outcome::Stuck { run, process } => {
                format!("{}: NO, {process} waits after {}", it.property, run.len())
            }
            Outcome::Within { value, .. } => format!("{}: yes, within {value}", it.property),
            Outcome::Unbounded { run, from } => {
                let len = run.len() - from;
                format!("{}: no bound, loop of {len} after {from}", it.property)
            }
            Outcome::NotAsked => format!("{}: not asked", it.property),
            Outcome::NotFound => format!("{}: never", it.property),
            Outcome::Most { value, .. } | Outcome::Least { value, .. } => {
                format!("{}: {value}", it.property)
            }
        })
        .collect();
    format!(
        "{:7} states {:8} transitions {:3} deep {:?}  {}",
        report.states,
        report.transitions,
        report.depth,
        report.coverage,
        verdicts.join(", ")
    )
}

/// FNV-1a, 32 bits.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
