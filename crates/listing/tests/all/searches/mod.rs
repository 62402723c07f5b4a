//! Searches of texts, in the words of the golden table.

use checker::{End, Limits, Outcome, Report, check};
use program::Compiled;
use std::path::Path;
use std::sync::Arc;

/// A built-in listing.
pub fn listing(name: &str) -> String {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../algorithms/listings"));
    std::fs::read_to_string(folder.join(name).with_extension("ilv")).expect("a listing")
}

pub fn search(system: Compiled) -> Report {
    check(Arc::new(system), Limits::states(5_000_000))
}

/// Of a text with these options: what a search of it reports.
pub fn report(text: &str, chosen: &[(&str, &str)]) -> Report {
    search(listing::compile(text, chosen).unwrap_or_else(|found| panic!("{}", found[0])))
}

/// What a search found, as a row of the golden table.
pub fn verdicts(system: Compiled) -> String {
    let report = search(system);
    let verdicts: Vec<String> = report
        .verdicts
        .iter()
        .map(|verdict| {
            let words = match &verdict.outcome {
                Outcome::Holds => "yes".into(),
                Outcome::Fails { run } => format!("NO in {}", run.len()),
                Outcome::Found { run } => format!("in {}", run.len()),
                Outcome::Loops { run, from } => {
                    format!("NO, loop of {} after {from}", run.len() - from)
                }
                Outcome::Ends(ends) => {
                    let runs = |end: &End| end.runs.map_or("?".into(), |runs| runs.to_string());
                    let end = |end: &End| {
                        format!("{} ({} runs, nearest {})", end.value, runs(end), end.run.len())
                    };
                    ends.iter().map(end).collect::<Vec<_>>().join(" / ")
                }
                Outcome::Stuck { run, process } => {
                    format!("NO, {process} waits after {}", run.len())
                }
                Outcome::Within { value, .. } => format!("yes, within {value}"),
                Outcome::Unbounded { run, from } => {
                    format!("no bound, loop of {} after {from}", run.len() - from)
                }
                Outcome::NotAsked => "not asked".into(),
                Outcome::NoInitialState(_) => "nothing is checked".into(),
                Outcome::NotFound => "never".into(),
                Outcome::Most { value, .. } | Outcome::Least { value, .. } => value.to_string(),
            };
            format!("{}: {words}", verdict.property)
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
