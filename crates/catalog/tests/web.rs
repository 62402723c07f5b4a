//! The golden table, natively and in a browser: the same link gives the same run, the same final
//! state and the same counts everywhere. `UPDATE=1 cargo test -p catalog` writes all of it anew, and
//! `UPDATE=new` those lines that are links alone.

use catalog::{End, Limits, Outcome, Parsed, Point, Report, Scenario, Series, plain};
#[cfg(target_os = "unknown")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_os = "unknown")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Large enough for every line of the table, and small enough for a tab.
const STATES_MAX: usize = 4_000_000;

/// What a browser searches of everything.
#[cfg(target_os = "unknown")]
const STATES_IN_A_BROWSER: usize = 50_000;
/// And in a quick run, which has searched more of the same natively.
#[cfg(target_os = "unknown")]
const STATES_IN_A_BROWSER_QUICK: usize = 1_000;

/// The driver of a browser waits half a minute for a page that says nothing.
#[cfg(target_os = "unknown")]
async fn breathe() {
    gloo_timers::future::TimeoutFuture::new(0).await;
}

#[cfg(target_os = "unknown")]
#[test]
async fn golden_table() {
    catalog::search_by_generated_code();
    let most = golden::quick_or(STATES_IN_A_BROWSER_QUICK, STATES_IN_A_BROWSER);
    for old in golden::lines().filter(|line| golden::states(line) <= Some(most)) {
        assert_eq!(old, line(old));
        breathe().await;
    }
}

/// Searches of listings run generated code, which another program would silently not.
#[cfg(target_os = "unknown")]
#[test]
async fn a_browser_runs_generated_code() {
    use codegen::{Generated, Tab};
    use model::System;
    use std::sync::Arc;
    let mut count = 0;
    for entry in catalog::entries() {
        let interpreter = Arc::new(listing::compile(entry.source, &[]).unwrap());
        let generated = Generated::new(Arc::clone(&interpreter), &Tab).map(Arc::new);
        let generated: Arc<dyn System> = generated.unwrap();
        let limits = Limits::states(2_000);
        let report = |system| format!("{:?}", checker::check(system, limits));
        assert_eq!(report(generated), report(interpreter));
        breathe().await;
        count += 1;
    }
    assert!(count > 3);
}

#[cfg(not(target_os = "unknown"))]
#[test]
fn golden_table() {
    use std::{env, fs, thread};
    catalog::search_by_generated_code();
    let update = env::var("UPDATE").ok();
    let is_update = update.is_some();
    let is_kept = |old: &str| {
        let is_bare = old.split_whitespace().filter(|word| *word != "plot").count() == 1;
        update.as_deref() == Some("new") && !is_bare
    };
    let anew = |old: &str| if is_kept(old) { old.to_owned() } else { line(old) };
    let lines: Vec<&str> = match is_update {
        true => golden::TABLE.lines().collect(),
        false => golden::lines().collect(),
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let anew: Vec<Vec<String>> = thread::scope(|scope| {
        let (lines, anew) = (&lines, &anew);
        let part =
            |nth| move || lines.iter().skip(nth).step_by(threads).map(|old| anew(old)).collect();
        let parts: Vec<_> = (0..threads).map(|nth| scope.spawn(part(nth))).collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect()
    });
    let anew = (0..lines.len()).map(|nth| anew[nth % threads][nth / threads].as_str());
    if is_update {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden.txt");
        fs::write(file, anew.collect::<Vec<_>>().join("\n") + "\n").unwrap();
        return;
    }
    let wrong: Vec<&str> =
        lines.into_iter().zip(anew).filter(|(old, new)| old != new).map(|it| it.1).collect();
    assert!(wrong.is_empty(), "these lines should be:\n{}", wrong.join("\n"));
}

/// A quick run leaves out no algorithm, no kind of property and no kind of answer.
#[test]
fn quick_rows_are_of_every_kind() {
    use std::collections::BTreeSet;
    let rows = |is_quick: bool| {
        let rows = golden::TABLE.lines().filter(|line| golden::states(line).is_some());
        rows.filter(move |line| !is_quick || golden::is_quick(line))
    };
    let scenario = |row: &str| Scenario::parse(row.split_whitespace().next().unwrap()).unwrap();
    let slugs = |is_quick| -> BTreeSet<&str> {
        rows(is_quick).filter_map(|row| row.split(['?', ' ']).next()).collect()
    };
    let all: BTreeSet<&str> = catalog::entries().iter().map(|entry| entry.slug).collect();
    assert_eq!(slugs(true), all);
    // a kind shows in the names of the properties: of rows with the same names one is asked
    let names = |row: &str| -> Vec<String> {
        let verdicts = row.split(", ").filter_map(|text| text.rsplit_once(": ")).map(|it| it.0);
        verdicts.skip(1).map(str::to_owned).collect()
    };
    let kinds = |is_quick| -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let is_new = |row: &&'static str| seen.insert((row.split(['?', ' ']).next(), names(row)));
        let claims = |row| {
            let Parsed { scenario, .. } = scenario(row);
            scenario.entry().claims(&scenario.setting)
        };
        let rows = rows(is_quick).filter(is_new);
        rows.flat_map(claims).map(|claim| format!("{:?}", claim.kind)).collect()
    };
    assert_eq!(kinds(true), kinds(false));
    let answers = [
        " Exhausted ",
        " Bounded([BeyondModel]) ",
        ": yes",
        ": NO in ",
        ": NO, loop of ",
        " waits after ",
        ": yes, within ",
        ": no bound, loop of ",
        ": not asked",
        ": never",
        ": in ",
        " runs, nearest ",
    ];
    for answer in answers {
        assert!(rows(true).any(|row| row.contains(answer)), "{answer}");
    }
}

/// A line as it should be: what comes of the link at its beginning.
fn line(old: &str) -> String {
    let link = old.split_whitespace().next().unwrap_or_default();
    match old.strip_prefix("plot ").and_then(|text| text.split_whitespace().next()) {
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
        let y = it.y.map_or("none".into(), |count| count.to_string());
        let spread = it.spread.map(|spread| format!(" ({}, {})", spread.ninety, spread.most));
        format!("{}: {y}{}", it.x, spread.unwrap_or_default())
    };
    let series = |it: &Series| {
        let points: Vec<String> = it.points.iter().map(point).collect();
        format!("{} {}", it.name, points.join(" / "))
    };
    let plots = scenario.plots().into_iter().map(|plotting| {
        let plot = plotting.whole();
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
    let goes_round = scenario
        .loops_from
        .map_or_else(String::new, |loops_from| format!("  loop from {loops_from}"));
    format!(
        "{link:66} {:3} steps{goes_round}  view {:08x}  arrows {:2}  clock {:2}  broken {:?}  {}",
        trace.steps_in(moment.at),
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
    let steps = |actions: usize| report.steps_of(actions);
    let verdicts: Vec<String> = report
        .verdicts
        .iter()
        .map(|it| match &it.outcome {
            Outcome::Holds => format!("{}: yes", it.property),
            Outcome::Fails { run } => format!("{}: NO in {}", it.property, steps(run.len())),
            Outcome::Found { run } => format!("{}: in {}", it.property, steps(run.len())),
            Outcome::Loops { run, from } => {
                format!("{}: NO, loop of {} after {}", it.property, run.len() - from, steps(*from))
            }
            Outcome::Ends(ends) => {
                let runs = |end: &End| end.runs.map_or("?".into(), |runs| runs.to_string());
                let end = |end: &End| {
                    format!("{} ({} runs, nearest {})", end.value, runs(end), steps(end.run.len()))
                };
                let ends: Vec<String> = ends.iter().map(end).collect();
                format!("{}: {}", it.property, ends.join(" / "))
            }
            Outcome::Stuck { run, process } => {
                format!("{}: NO, {process} waits after {}", it.property, steps(run.len()))
            }
            Outcome::Within { value, .. } => format!("{}: yes, within {value}", it.property),
            Outcome::Unbounded { run, from } => {
                let (len, from) = (run.len() - from, steps(*from));
                format!("{}: no bound, loop of {len} after {from}", it.property)
            }
            Outcome::NotAsked => format!("{}: not asked", it.property),
            Outcome::NoInitialState(_) => format!("{}: not checked", it.property),
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
