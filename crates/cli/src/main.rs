//! `interleave`: lists the algorithms, plays a run, checks every interleaving, writes a run as a
//! file. It prints what the page shows.

mod algorithm;
mod args;
mod bounds;
mod check;
mod commands;
mod complete;
mod cover;
mod diagnostics;
mod effects;
mod expectations;
mod export_run;
mod fences;
mod file;
mod files;
mod fmt;
mod follow;
mod grade;
mod history;
mod interrupt;
mod list;
mod lsp;
mod mcp;
mod mdbook;
mod memory;
mod merge;
mod moment;
mod mutate;
mod new;
mod output;
mod page;
mod play;
mod plot;
mod poster;
mod progress;
mod swarm;
mod sweep;
mod target;
mod valence;

use args::{Args, Command};
use catalog::{Parsed, Scenario};
use clap::Parser;
use diagnostics::{ErrorList, WrongText};
use output::{Output, tell, tell_errors};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// Of what `check` and `test` print as JSON: `docs/schema`. Another one where a program that reads it could
/// go wrong.
const FORMAT_VERSION: u32 = 1;

/// What comes of a question, by its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl From<String> for Failure {
    fn from(sentence: String) -> Failure {
        Failure::Usage(sentence)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

fn main() -> ExitCode {
    let command = match Args::try_parse() {
        Ok(args) => args.command,
        Err(error) => return explain(&error),
    };
    catalog::search_by_generated_code_within(memory::for_machine_code(&command));
    let mut to = Output::new(command.is_json());
    let is_asked_for_json = command.asks_for_json();
    let answer = match run(command, &mut to) {
        Err(Failure::Text(wrong)) if is_asked_for_json => write_errors(&wrong, &mut to),
        answer => answer,
    };
    match answer.and_then(|answer| Ok(to.flush().map(|()| answer)?)) {
        Ok(answer) => ExitCode::from(answer as u8),
        Err(Failure::Output(error)) => fail(&format!("The output cannot be written: {error}.")),
        Err(Failure::Usage(sentence)) => fail(&sentence),
        Err(Failure::Text(wrong)) => {
            tell_errors(&wrong);
            ExitCode::from(2)
        }
    }
}

/// Help, the version, or what is wrong with the arguments.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    if error.use_stderr() {
        return fail(text.trim_end());
    }
    let mut to = Output::new(false);
    match write!(to, "{text}").and_then(|()| to.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("The output cannot be written: {error}.")),
    }
}

/// Errors of a text, as JSON.
fn write_errors(wrong: &WrongText, to: &mut Output) -> Result<Answer, Failure> {
    write_json(&ErrorList::of(wrong), to)?;
    Ok(Answer::Damaged)
}

fn fail(sentence: &str) -> ExitCode {
    tell(sentence);
    ExitCode::from(2)
}

fn run(command: Command, to: &mut Output) -> Result<Answer, Failure> {
    match command {
        Command::List { print } => list::run(print.json, to)?,
        Command::Play { target, watched, trace, print } => {
            let subject = target::subject(&target)?;
            let mut parsed = subject.parse()?;
            if let Some(file) = trace {
                match follow::traced(&subject, &file, print.json, to)? {
                    Ok(scenario) => parsed = scenario.into(),
                    Err(answer) => return Ok(answer),
                }
            }
            play::watch(&mut parsed.scenario, &watched)?;
            return play::run(&parsed, &subject.commands, print.json, to);
        }
        Command::Follow(args) => return follow::run(&args, to),
        Command::History(args) => return history::run(&args, to),
        Command::Check(check) => return check::run(&check, to),
        Command::Test(test) => return expectations::run(&test, to),
        Command::Sweep(args) => {
            let subject = target::subject(&args.target)?;
            let scenario = subject.scenario("searched")?;
            return sweep::run(&scenario, &subject.commands, &args, to);
        }
        Command::Fences(args) => return fences::run(&args, to),
        Command::Mutate(args) => return mutate::run(&args, to),
        Command::Grade(args) => return grade::run(&args, to),
        Command::Merge { files, print } => return merge::run(&files, print.json, to),
        Command::Valence { target, states_max, print } => {
            let subject = target::subject(&target)?;
            let scenario = subject.scenario("checked")?;
            let all_agree = valence::run(&scenario, &subject.commands, states_max, print.json, to)?;
            return Ok(all_agree.into());
        }
        Command::Plot { target, print } => {
            plot::run(&target::subject(&target)?.scenario("measured")?, print.json, to)?;
        }
        Command::Export { target, format, output, cover, states_max } => {
            let scenario = target::subject(&target)?.scenario("exported")?;
            if cover {
                return cover::run(&scenario, format, states_max, output.as_deref(), to);
            }
            export_run::run(&scenario, format, output.as_deref(), to)?;
        }
        Command::Page(args) => page::run(&args, to)?,
        Command::New { file, from } => new::run(&file, from.as_deref(), to)?,
        Command::Fmt { paths, check } => return fmt::run(&paths, check, to),
        Command::Mcp => return mcp::run(),
        Command::Lsp(args) => return lsp::run(&args),
        Command::Mdbook(args) => return mdbook::run(&args, to),
        Command::Completions { shell } => {
            to.write_document(&complete::script(shell))?;
        }
        Command::Complete { words } => {
            for candidate in complete::candidates(&words) {
                writeln!(to, "{candidate}")?;
            }
        }
    }
    Ok(Answer::Good)
}

const SEE: &str = "`interleave list` shows every option and its values.";

fn parse(link: &str) -> Result<Parsed, Failure> {
    Scenario::parse(link).map_err(|problem| Failure::Usage(format!("{problem} {SEE}")))
}

/// An answer to another question would be worse than none.
fn parse_whole(link: &str, done: &str) -> Result<Scenario, Failure> {
    whole(parse(link)?, What::Link, done)
}

/// What was to be read.
#[derive(Clone, Copy)]
enum What {
    Link,
    /// With options and a run that were given apart.
    File,
}

fn whole(parsed: Parsed, what: What, done: &str) -> Result<Scenario, Failure> {
    let Parsed { scenario, notices, cannot_run, .. } = parsed;
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
        let faults: Vec<String> = notices.iter().map(|notice| catalog::fault(notice)).collect();
        let faults = faults.join(" ");
        return Err(Failure::Usage(match what {
            What::Link => format!("Nothing was {done}. {faults} {SEE}"),
            What::File => {
                format!("Nothing was {done}: the options or the run are none of the file. {faults}")
            }
        }));
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

/// In one line, which others can stand behind.
fn write_line(value: &impl Serialize, to: &mut impl Write) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(io::Error::from)?;
    Ok(writeln!(to, "{line}")?)
}

fn write_json(value: &impl Serialize, to: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *to, value).map_err(io::Error::from)?;
    Ok(writeln!(to)?)
}
