//! What searches of single settings have found elsewhere.

use crate::{Failure, file};
use catalog::{Report, Scenario};
use serde::{Deserialize, Serialize};
use session::check::Found;
use session::variants::{SearchSummary, Variants};
use std::path::PathBuf;

/// The longest file in bytes: a thousand settings, each with its text and long runs.
const FILE_MAX: usize = 500_000_000;

/// What a search of a setting found, as `check --line` prints it.
#[derive(Serialize, Deserialize)]
pub struct SweptLine {
    /// None where the options make no program together: no link has them then.
    link: Option<String>,
    found: Option<Found>,
    /// Why they make none.
    problem: Option<String>,
}

impl SweptLine {
    pub fn of(setting: &Scenario, report: &Report) -> SweptLine {
        let (link, found) = (Some(setting.to_string()), Some(Found::of(report, 0)));
        SweptLine { link, found, problem: None }
    }

    pub fn impossible(problem: String) -> SweptLine {
        SweptLine { link: None, found: None, problem: Some(problem) }
    }
}

/// Of a setting that is there twice, a search that saw every state counts. Which settings make no program is known
/// without a search.
pub fn take_all(variants: &mut Variants, files: &[PathBuf]) -> Result<(), Failure> {
    for file in files {
        let (text, name) = (file::read(file, FILE_MAX)?, file::title(file));
        for (at, line) in text.lines().enumerate().filter(|line| !line.1.trim().is_empty()) {
            take(variants, line)
                .map_err(|why| Failure::Usage(format!("{name}:{}: {why}", at + 1)))?;
        }
    }
    for row in 0..variants.rows.len() {
        let Scenario { setting, .. } = &variants.rows[row].scenario;
        if let Some(why) = variants.rows[row].scenario.entry().problem(setting) {
            variants.take(row, SearchSummary::impossible(why));
        }
    }
    Ok(())
}

fn take(variants: &mut Variants, text: &str) -> Result<(), String> {
    let no_line = |why: &str| format!("This is no line of `interleave check --line`: {why}.");
    let swept: SweptLine = serde_json::from_str(text).map_err(|why| no_line(&why.to_string()))?;
    let (link, found) = match (&swept.link, &swept.found, &swept.problem) {
        (Some(link), Some(found), None) => (link, found),
        (None, None, Some(_)) => return Ok(()),
        _ => return Err(no_line("it says nothing of a setting")),
    };
    let other = || format!("`{link}` is no setting of this sweep.");
    let scenario = Scenario::parse(link).map_err(|_| other())?.scenario.start();
    let row = variants.rows.iter().position(|row| row.scenario == scenario).ok_or_else(other)?;
    for verdict in &found.lines {
        let run = verdict.run().map(|run| scenario.with_run(run));
        if run.is_some_and(|run| run.trace().refused.is_some()) {
            return Err(format!("The run for {} cannot be taken.", verdict.property));
        }
    }
    let known = &variants.rows[row].outcome;
    if !known.as_ref().is_some_and(|known| known.is_whole) {
        variants.take(row, SearchSummary::from(found));
    }
    Ok(())
}
