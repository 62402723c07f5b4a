//! Which lines of a text its claims need.

mod data;
mod merged;
mod print;
mod search;

pub use search::{Lines, lines};

use crate::args::Mutate;
use crate::commands::Commands;
use crate::output::Output;
use crate::target;
use crate::{Answer, Failure, expectations, write_json};
use catalog::claims::is_claim;
use catalog::{Report, Scenario};
use data::Data;
use mutants::{Break, Mutation, Weighing};
use std::io::Write;

/// What was found.
struct Found<'a> {
    scenario: &'a Scenario,
    mutation: Mutation,
    /// Lines that nothing needs, and what breaks without both.
    pairs: Vec<((usize, usize), Break)>,
}

pub fn run(args: &Mutate, to: &mut Output) -> Result<Answer, Failure> {
    let subject = target::subject(&args.target)?;
    let scenario = subject.scenario("changed")?.start();
    let commands = &subject.commands;
    let runner = args.bounds.runner(false);
    if args.list {
        return list(&scenario, commands, args, to);
    }
    let (rank, lines) = (args.rank.into(), &args.lines[..]);
    if !args.merged.is_empty() {
        let asked = numbers(&scenario, args);
        return tell(
            &merged::merged(&scenario, &asked, &args.merged)?,
            &scenario,
            commands,
            args,
            to,
        );
    }
    let report = runner.search(&scenario)?;
    let property = args.property.as_deref().map(|name| claim(name, &report)).transpose()?;
    let mut weighing = Weighing::of(&scenario, &report, property, rank, lines);
    if weighing.mutation.lines.is_empty() {
        return Err(Failure::Usage(nothing_to_change(lines)));
    }
    search::all(&mut weighing, &runner)?;
    let mutation = weighing.mutation;
    let pairs = if args.pairs { search::pairs(&mutation, &runner)? } else { Vec::new() };
    let found = Data::of(&Found { scenario: &scenario, mutation, pairs });
    tell(&found, &scenario, commands, args, to)
}

fn tell(
    found: &Data,
    scenario: &Scenario,
    commands: &Commands,
    args: &Mutate,
    to: &mut Output,
) -> Result<Answer, Failure> {
    match args.print.json {
        true => write_json(found, to)?,
        false => print::write(found, &commands.heading(scenario), args.target.links, to)?,
    }
    let is_open = found.bounded || found.undecided > 0;
    Ok(if is_open { Answer::Unproven } else { Answer::Good })
}

/// The lines that are asked about.
fn numbers(scenario: &Scenario, args: &Mutate) -> Vec<usize> {
    let lines = mutants::lines(scenario, args.rank.into(), &args.lines);
    lines.iter().map(|line| line.number).collect()
}

/// The claim that is called so.
fn claim(name: &str, report: &Report) -> Result<&'static str, Failure> {
    match expectations::named(name, report) {
        Some(verdict) if is_claim(verdict) => Ok(verdict.property),
        Some(_) => Err(Failure::Usage(format!("“{name}” claims nothing that could fail."))),
        None => Err(Failure::Usage(format!("The text has no claim “{name}”."))),
    }
}

fn nothing_to_change(lines: &[usize]) -> String {
    match lines {
        [] => "The text has no line that can be changed in this setting.".into(),
        [line] => format!("Line {line} has nothing that can be changed in this setting."),
        _ => "These lines have nothing that can be changed in this setting.".into(),
    }
}

fn list(
    scenario: &Scenario,
    commands: &Commands,
    args: &Mutate,
    to: &mut Output,
) -> Result<Answer, Failure> {
    for line in numbers(scenario, args) {
        let command = commands.mutate(scenario);
        let property = args.property.as_ref().map_or_else(String::new, |name| {
            format!(" --property '{}'", name.replace('\'', r"'\''"))
        });
        let rank = args.rank;
        let words = args.bounds.words();
        writeln!(to, "{command} --json --lines {line} --rank {rank}{property}{words}")?;
    }
    Ok(Answer::Good)
}
