//! `interleave`: lists the algorithms, plays a run, checks every interleaving, writes a run as a
//! file. It prints what the page shows.

mod args;
mod check;
mod export_run;
mod list;
mod merge;
mod moment;
mod play;
mod plot;
mod progress;
mod swarm;
mod valence;

use args::{Args, Command};
use catalog::{Parsed, Scenario};
use serde::Serialize;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

/// What comes of a question, by its exit code.
enum Answer {
    Good = 0,
    Bad = 1,
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
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

fn main() -> ExitCode {
    let mut to = BufWriter::new(io::stdout().lock());
    let answer = args::parse().and_then(|args| run(&args, &mut to));
    match answer.and_then(|answer| Ok(to.flush().map(|()| answer)?)) {
        Ok(answer) => ExitCode::from(answer as u8),
        // the reader has seen enough
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => fail(&format!("The output cannot be written: {error}.")),
        Err(Failure::Usage(sentence)) => fail(&sentence),
    }
}

fn fail(sentence: &str) -> ExitCode {
    eprintln!("{sentence}");
    ExitCode::from(2)
}

fn run(args: &Args, to: &mut impl Write) -> Result<Answer, Failure> {
    match &args.command {
        Command::Help => to.write_all(args::HELP.as_bytes())?,
        Command::Version => writeln!(to, "interleave {}", env!("CARGO_PKG_VERSION"))?,
        Command::List => list::run(args.json, to)?,
        Command::Play { link } => return Ok(play::run(&parse(link)?, args.json, to)?.into()),
        Command::Check { link, how } => {
            return check::run(&parse_whole(link, "checked")?, how, args.json, to);
        }
        Command::Swarm { link, part } => swarm::run(&parse_whole(link, "checked")?, part, to)?,
        Command::Merge { files } => return merge::run(files, args.json, to),
        Command::Plot { link } => plot::run(&parse_whole(link, "measured")?, args.json, to)?,
        Command::Valence { link, states_max } => {
            let scenario = parse_whole(link, "checked")?;
            return Ok(valence::run(&scenario, *states_max, args.json, to)?.into());
        }
        Command::Export { link, format, file } => {
            let scenario = parse_whole(link, "exported")?;
            export_run::run(&scenario, *format, file.as_deref(), to)?;
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
    let Parsed { scenario, notices } = parse(link)?;
    if !notices.is_empty() {
        let notices = notices.join(" ");
        return Err(Failure::Usage(format!(
            "Nothing was {done}, as the link cannot be read as it stands. A page says of it: {notices} {SEE}"
        )));
    }
    Ok(scenario)
}

fn write_json(value: &impl Serialize, to: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *to, value).map_err(io::Error::from)?;
    Ok(writeln!(to)?)
}
