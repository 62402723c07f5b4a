//! Every setting that differs by a few options, as a table, and the smallest sets of changes.

mod merged;

pub use merged::SweptLine;

use crate::args::Sweep;
use crate::commands::Commands;
use crate::{Answer, Failure, write_json};
use catalog::Scenario;
use serde::Serialize;
use session::check::{Found, Mark};
use session::variants::{Finding, Goal, Row, SearchSummary, SettingVerdict, Table, Variants};
use std::io::{self, Write};

#[derive(Serialize)]
struct Swept {
    link: String,
    /// There is a row for each set of at most so many changes.
    at_most: usize,
    /// The property that was asked of; none: all that is claimed.
    property: Option<String>,
    goal: Option<&'static str>,
    /// A sentence; none if it is not decided.
    finding: Option<String>,
    rows: Vec<Setting>,
}

#[derive(Serialize)]
struct Setting {
    /// As in a link: `tie-break=none`.
    changes: Vec<String>,
    link: String,
    judged: &'static str,
    /// No subset of its changes does the same.
    smallest: bool,
    states: usize,
    /// Why these options make no program together.
    problem: Option<String>,
    properties: Vec<Property>,
}

#[derive(Serialize)]
struct Property {
    #[serde(rename = "property")]
    name: String,
    fails: bool,
    found: String,
}

pub fn run(
    scenario: &Scenario,
    commands: &Commands,
    args: &Sweep,
    to: &mut impl Write,
) -> Result<Answer, Failure> {
    let options: Vec<&str> = args.changing.iter().map(String::as_str).collect();
    let mut variants = Variants::of(scenario, &options).map_err(Failure::Usage)?;
    if args.list {
        for row in &variants.rows {
            let command = commands.check(&row.scenario);
            writeln!(to, "{command} --exit-zero --line{}", args.bounds.words())?;
        }
        return Ok(Answer::Good);
    }
    match &args.merged[..] {
        [] => search_all(&mut variants, args)?,
        files => merged::take_all(&mut variants, files)?,
    }
    let by = match &args.property {
        Some(name) => Some(
            variants
                .property(name)
                .map(str::to_owned)
                .ok_or_else(|| Failure::Usage(format!("No setting has a property “{name}”.")))?,
        ),
        None => None,
    };
    let by = by.as_deref();
    let finding = variants.finding(by);
    let table = variants.table(finding.as_ref(), by);
    match args.print.json {
        true => write_json(&data(&variants, finding, &table, by), to)?,
        false => write(&variants, commands, finding.as_ref(), &table, to)?,
    }
    let is_open = table.rows.iter().any(|row| row.judged == SettingVerdict::Open);
    Ok(if is_open { Answer::Unproven } else { Answer::Good })
}

fn search_all(variants: &mut Variants, args: &Sweep) -> Result<(), Failure> {
    let runner = args.bounds.runner(false);
    while let Some(next) = variants.next_open() {
        let found = Found::of(&runner.search(&variants.rows[next].scenario)?, 0);
        variants.take(next, SearchSummary::from(&found));
        if runner.is_interrupted() {
            break;
        }
    }
    Ok(())
}

fn judged(judged: SettingVerdict) -> &'static str {
    match judged {
        SettingVerdict::Holds => "holds",
        SettingVerdict::Fails => "fails",
        SettingVerdict::Open => "open",
        SettingVerdict::Impossible => "impossible",
    }
}

fn data(variants: &Variants, finding: Option<Finding>, table: &Table, by: Option<&str>) -> Swept {
    let goal = finding.as_ref().map(|finding| match finding.goal {
        Goal::Repair => "repair",
        Goal::Break => "break",
    });
    let setting = |row: &Row| {
        let variant = &variants.rows[row.variant];
        let outcome = variant.outcome.as_ref();
        let lines = outcome.map_or(&[][..], |outcome| &outcome.lines);
        Setting {
            changes: variant
                .changes
                .iter()
                .map(|&change| variants.changes[change].pair())
                .collect(),
            link: variant.scenario.to_string(),
            judged: judged(row.judged),
            smallest: row.is_smallest,
            states: outcome.map_or(0, |outcome| outcome.states),
            problem: row.problem.clone(),
            properties: lines
                .iter()
                .map(|line| Property {
                    name: line.property.clone(),
                    fails: variants.mark(line, by) == Mark::Fails,
                    found: line.short.clone(),
                })
                .collect(),
        }
    };
    Swept {
        link: variants.rows[0].scenario.to_string(),
        at_most: variants.at_most,
        property: by.map(str::to_owned),
        goal,
        finding: finding
            .filter(|finding| !finding.sentence.is_empty())
            .map(|finding| variants.title_with_changes(Some(&finding))),
        rows: table.rows.iter().map(setting).collect(),
    }
}

fn write(
    variants: &Variants,
    commands: &Commands,
    finding: Option<&Finding>,
    table: &Table,
    to: &mut impl Write,
) -> io::Result<()> {
    writeln!(to, "{}", commands.heading(&variants.rows[0].scenario))?;
    writeln!(to, "{}", variants.size())?;
    writeln!(to, "\n{}\n", variants.title_with_changes(finding))?;
    let wide = |text: &str| text.chars().count();
    let first = table.rows.iter().map(|row| wide(&row.words)).max().unwrap_or(0);
    let cell = |row: &Row, at: usize| match &row.cells[at] {
        Some((Mark::Fails, short)) => format!("fails: {short}"),
        Some((_, short)) => short.clone(),
        None => "–".into(),
    };
    let widths: Vec<usize> = (0..table.columns.len())
        .map(|at| {
            let cells = table.rows.iter().map(|row| wide(&cell(row, at)));
            cells.chain([wide(&table.columns[at])]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: Vec<String>| -> String {
        let all = cells.iter().zip(&widths).map(|(cell, &width)| format!("  {cell:width$}"));
        all.collect()
    };
    let head = line(table.columns.clone());
    writeln!(to, "  {:first$}{}", "", head.trim_end())?;
    for row in &table.rows {
        let mark = if row.is_smallest { "*" } else { " " };
        let cells = match &row.problem {
            Some(why) => format!("  {why}"),
            None => line((0..table.columns.len()).map(|at| cell(row, at)).collect()),
        };
        writeln!(to, "{mark} {:first$}{}", row.words, cells.trim_end())?;
    }
    if let Some(finding) = finding.filter(|finding| !finding.minimal.is_empty()) {
        let what = match finding.goal {
            Goal::Repair => "repairs it",
            Goal::Break => "breaks it",
        };
        writeln!(to, "\n* {what}, and no part of it does.")?;
    }
    if !table.same.is_empty() {
        let same: Vec<String> =
            table.same.iter().map(|(name, short)| format!("{name}: {short}")).collect();
        writeln!(to, "\nThe same in every setting: {}.", same.join("; "))?;
    }
    Ok(())
}
