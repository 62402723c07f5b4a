//! `interleave`: lists the algorithms, plays a run, checks every interleaving, writes a run as a
//! file. It prints what the page shows.

mod args;
mod bounds;
mod check;
mod diagnostics;
mod effects;
mod expectations;
mod export_run;
mod file;
mod fmt;
mod grade;
mod interrupt;
mod list;
mod memory;
mod merge;
mod moment;
mod new;
mod output;
mod play;
mod plot;
mod progress;
mod promela_run;
mod swarm;
mod sweep;
mod target;
mod valence;

use args::{Args, Command};
use catalog::{Parsed, Scenario};
use clap::{CommandFactory, Parser};
use diagnostics::{ErrorList, WrongText};
use output::Output;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Write, stderr};
use std::process::ExitCode;

/// What comes of a question, by its exit code.
enum Answer {
    Good = 0,
    Bad = 1,
    /// The link or a file is damaged: what was shown is only what could be read of it.
    Damaged = 2,
    /// Nothing fails, but not every state was seen, or not every question asked.
    Unproven = 3,
}

impl From<bool> for Answer {
    fn from(is_good: bool) -> Answer {
        if is_good { Answer::Good } else { Answer::Bad }
    }
}

/// Why there is no answer.
enum Failure {
    /// What was asked for makes no sense: a sentence.
    Usage(String),
    /// A text has errors.
    Text(WrongText),
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

fn main() -> ExitCode {
    let command = Args::parse().command;
    catalog::search_by_generated_code_within(memory::for_machine_code(&command));
    let mut to = BufWriter::new(Output::default());
    let is_json = command.is_json();
    let answer = match run(command, &mut to) {
        Err(Failure::Text(wrong)) if is_json => write_errors(&wrong, &mut to),
        answer => answer,
    };
    match answer.and_then(|answer| Ok(to.flush().map(|()| answer)?)) {
        Ok(answer) => ExitCode::from(answer as u8),
        Err(Failure::Output(error)) => fail(&format!("The output cannot be written: {error}.")),
        Err(Failure::Usage(sentence)) => fail(&sentence),
        Err(Failure::Text(wrong)) => fail(wrong.render(stderr().is_terminal()).trim_end()),
    }
}

/// Errors of a text, as JSON.
fn write_errors(wrong: &WrongText, to: &mut impl Write) -> Result<Answer, Failure> {
    write_json(&ErrorList { errors: wrong.data() }, to)?;
    Ok(Answer::Damaged)
}

fn fail(sentence: &str) -> ExitCode {
    tell(sentence);
    ExitCode::from(2)
}

/// Writes a sentence to standard error, if anybody reads it.
fn tell(sentence: &str) {
    let _ = writeln!(stderr(), "{sentence}");
}

fn run(command: Command, to: &mut impl Write) -> Result<Answer, Failure> {
    match command {
        Command::List { print } => list::run(print.json, to)?,
        Command::Play { target, watched, print } => {
            let mut parsed = parse(&target::link(&target)?)?;
            play::watch(&mut parsed.scenario, &watched)?;
            return play::run(&parsed, print.json, to);
        }
        Command::Check(check) => {
            let scenario = parse_whole(&target::link(&check.target)?, "checked")?;
            if check.from_here {
                require_run(&scenario, "checked")?;
            }
            match check.swarm {
                Some(part) => swarm::run(&scenario, part, &check, to)?,
                None => return check::run(&scenario, &check, to),
            }
        }
        Command::Test(test) => return expectations::run(&test, to),
        Command::Sweep(args) => {
            let scenario = parse_whole(&target::link(&args.target)?, "searched")?;
            return sweep::run(&scenario, &args, to);
        }
        Command::Grade(args) => return grade::run(&args, to),
        Command::Merge { files, print } => return merge::run(&files, print.json, to),
        Command::Valence { target, states_max, print } => {
            let scenario = parse_whole(&target::link(&target)?, "checked")?;
            return Ok(valence::run(&scenario, states_max, print.json, to)?.into());
        }
        Command::Plot { target, print } => {
            plot::run(&parse_whole(&target::link(&target)?, "measured")?, print.json, to)?;
        }
        Command::Export { target, format, output } => {
            let scenario = parse_whole(&target::link(&target)?, "exported")?;
            export_run::run(&scenario, format, output.as_deref(), to)?;
        }
        Command::New { file, from } => new::run(&file, from.as_deref(), to)?,
        Command::Fmt { files, check } => return fmt::run(&files, check, to),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "interleave", &mut script);
            to.write_all(&script)?;
        }
    }
    Ok(Answer::Good)
}

const SEE: &str = "`interleave list` tells what a link can say.";

fn parse(link: &str) -> Result<Parsed, Failure> {
    Scenario::parse(link).map_err(|problem| Failure::Usage(format!("{problem} {SEE}")))
}

/// An answer to another question would be worse than none.
fn parse_whole(link: &str, done: &str) -> Result<Scenario, Failure> {
    let Parsed { scenario, notices, cannot_run, .. } = parse(link)?;
    if let Some(problem) = cannot_run {
        return Err(Failure::Usage(format!(
            "Nothing was {done}: with these options the listing cannot run. {problem}"
        )));
    }
    if let Some(text) = scenario.text.as_ref().filter(|text| !text.runs()) {
        let (name, source) = (scenario.slug.to_owned(), text.source().to_owned());
        return Err(Failure::Text(WrongText { name, source, errors: text.errors().to_vec() }));
    }
    if !notices.is_empty() {
        let notices = notices.join(" ");
        return Err(Failure::Usage(format!(
            "Nothing was {done}, as the link cannot be read as it stands. A page says of it: {notices} {SEE}"
        )));
    }
    Ok(scenario)
}

/// The model takes every step of the run.
fn require_run(scenario: &Scenario, done: &str) -> Result<(), Failure> {
    match scenario.trace().refused {
        Some(refused) => Err(Failure::Usage(format!("{} Nothing was {done}.", refused.why))),
        None => Ok(()),
    }
}

fn write_json(value: &impl Serialize, to: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *to, value).map_err(io::Error::from)?;
    Ok(writeln!(to)?)
}
