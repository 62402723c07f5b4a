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
    let is_good = args::parse().and_then(|args| run(&args, &mut to));
    match is_good.and_then(|is_good| Ok(to.flush().map(|()| is_good)?)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
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

/// Whether all is as it should be.
fn run(args: &Args, to: &mut impl Write) -> Result<bool, Failure> {
    match &args.command {
        Command::Help => to.write_all(args::HELP.as_bytes())?,
        Command::Version => writeln!(to, "interleave {}", env!("CARGO_PKG_VERSION"))?,
        Command::List => list::run(args.json, to)?,
        Command::Play { link } => return play::run(&parse(link)?, args.json, to),
        Command::Check { link, how } => {
            return check::run(&parse_whole(link, "checked")?, how, args.json, to);
        }
        Command::Swarm { link, part } => swarm::run(&parse_whole(link, "checked")?, part, to)?,
        Command::Merge { files } => return merge::run(files, args.json, to),
        Command::Plot { link } => plot::run(&parse_whole(link, "measured")?, args.json, to)?,
        Command::Valence { link, states_max } => {
            return valence::run(&parse_whole(link, "checked")?, *states_max, args.json, to);
        }
        Command::Export { link, format, file } => {
            let scenario = parse_whole(link, "exported")?;
            export_run::run(&scenario, *format, file.as_deref(), to)?;
        }
    }
    Ok(true)
}

fn parse(link: &str) -> Result<Parsed, Failure> {
    Scenario::parse(link).map_err(|problem| Failure::Usage(problem.to_string()))
}

/// An answer to another question would be worse than none.
fn parse_whole(link: &str, done: &str) -> Result<Scenario, Failure> {
    let Parsed { scenario, notices } = parse(link)?;
    if !notices.is_empty() {
        return Err(Failure::Usage(format!("{} Nothing was {done}.", notices.join(" "))));
    }
    Ok(scenario)
}

fn write_json(value: &impl Serialize, to: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *to, value).map_err(io::Error::from)?;
    Ok(writeln!(to)?)
}
