//! Programs of two texts in the same words.

use crate::programs::dump::dump;
use checker::{Limits, Outcome, check};
use listing::compile;
use program::SYMBOLS;
use program::ir::Program;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::mem::discriminant;
use std::sync::Arc;

/// As far as the programs of two texts are searched.
const STATES_MAX: usize = 5_000;

/// A program as text, without where its lines stand in their text, and with symbols by their names.
pub fn told(program: &Program) -> String {
    let mut program = program.clone();
    program.lines.clear();
    let symbols = std::mem::take(&mut program.symbols);
    // lines that the setting leaves out have no number here
    let mut count = 0;
    let rows: Vec<usize> = program
        .rows
        .iter()
        .map(|row| {
            count += usize::from(!row.left_out);
            count
        })
        .collect();
    let of_row = |row: usize| rows.get(row).map_or(0, |number| (*number).max(1));
    program.rows.clear();
    let strongly = std::mem::take(&mut program.strongly);
    let strongly: Vec<usize> = strongly.into_iter().map(|row| of_row(usize::from(row))).collect();
    let dumped = dump(program);
    let mut text = format!("{strongly:?}\n");
    for line in dumped.lines().filter(|line| !is_about_the_text(line)) {
        let mut rest = line;
        while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (before, from) = rest.split_at(at);
            let end = from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len());
            let (digits, behind) = from.split_at(end);
            let number: i64 = digits.parse().unwrap_or_default();
            let symbol = usize::try_from(number - SYMBOLS).ok().and_then(|at| symbols.get(at));
            text += before;
            match symbol {
                Some(symbol) => text += symbol,
                None if before.ends_with("row: ") => {
                    _ = write!(text, "{}", of_row(usize::try_from(number).unwrap_or_default()));
                }
                None => text += digits,
            }
            rest = behind;
        }
        text += rest;
        text.push('\n');
    }
    text
}

/// Lines of a dump that say how the text spells something, and where.
fn is_about_the_text(line: &str) -> bool {
    ["words: ", "line: "].iter().any(|field| line.trim_start().starts_with(field))
}

/// What a search finds: the numbers of states and transitions, and of each property the outcome. Not of progress, of
/// which a text claims nothing where the section is not there.
pub fn verdicts(text: &str, chosen: &[(&str, &str)]) -> (usize, usize, BTreeMap<String, String>) {
    let system = compile(text, chosen).unwrap_or_else(|found| panic!("{}", found[0]));
    let report = check(Arc::new(system), Limits::states(STATES_MAX));
    let outcomes = report.verdicts.iter().map(|verdict| {
        let words = match &verdict.outcome {
            Outcome::Fails { run } | Outcome::Found { run } => format!("after {}", run.len()),
            other => format!("{:?}", discriminant(other)),
        };
        (verdict.property.to_string(), words)
    });
    let outcomes = outcomes.filter(|(property, _)| !property.contains("-free"));
    (report.states, report.transitions, outcomes.collect())
}
