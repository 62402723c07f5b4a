//! Every file of a folder, one after the other.

use super::{Checked, print::write, search};
use crate::args::Check;
use crate::commands::Commands;
use crate::diagnostics::{ErrorData, WrongText};
use crate::output::Output;
use crate::{Answer, FORMAT_VERSION, Failure, What, file, files, parse, target, whole, write_json};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

#[derive(Serialize)]
struct Folder<'a> {
    format_version: u32,
    files: Vec<Entry<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Checked(&'a Checked),
    Wrong { file: &'a str, errors: Vec<ErrorData<'a>> },
    Unread { file: &'a str, problem: &'a str },
}

/// What became of a file.
enum Outcome {
    Checked(Box<Checked>),
    Wrong(WrongText),
    /// Why it was not checked: a sentence.
    Unread(String),
}

pub fn run(folder: &Path, args: &Check, to: &mut Output) -> Result<Answer, Failure> {
    let is_of_file = args.from_here || args.line || args.target.run.is_some();
    if is_of_file || args.swarm.is_some() || args.robust.is_some() {
        let why = "`--from-here`, `--line`, `--swarm`, `--robust` and `--run` are about one file, and this is a folder.";
        return Err(Failure::Usage(why.into()));
    }
    let mut all = Vec::new();
    for path in files::find_to_check(folder)? {
        let outcome = check(&path, args)?;
        if !args.print.json {
            if !all.is_empty() {
                writeln!(to)?;
            }
            print(&path, &outcome, to)?;
            to.flush()?;
        }
        all.push((file::name(&path), outcome));
    }
    if args.print.json {
        let files = all.iter().map(|(name, outcome)| entry(name, outcome)).collect();
        write_json(&Folder { format_version: FORMAT_VERSION, files }, to)?;
    }
    Ok(worst(all.iter().map(|(_, outcome)| outcome.answer(args))))
}

fn check(path: &Path, args: &Check) -> Result<Outcome, Failure> {
    let commands = Commands::of_file(path, args.target.links);
    let checked = target::of_file(path, &args.target)
        .and_then(|(link, test)| Ok((whole(parse(&link)?, What::File, "checked")?, test)))
        .map(|(scenario, test)| search(&scenario, &commands, test.as_ref(), args));
    Ok(match checked {
        Ok(checked) => Outcome::Checked(Box::new(checked?)),
        Err(Failure::Text(wrong)) => Outcome::Wrong(wrong),
        Err(Failure::Usage(why)) => Outcome::Unread(why),
        Err(other) => return Err(other),
    })
}

impl Outcome {
    fn answer(&self, args: &Check) -> Answer {
        match self {
            Outcome::Checked(checked) => checked.answer(args),
            Outcome::Wrong(_) | Outcome::Unread(_) => Answer::Damaged,
        }
    }
}

fn print(path: &Path, outcome: &Outcome, to: &mut Output) -> Result<(), Failure> {
    match outcome {
        Outcome::Checked(checked) => write(checked, to)?,
        Outcome::Wrong(wrong) => to.write_errors(wrong)?,
        Outcome::Unread(why) => writeln!(to, "! {}: {why}", file::name(path))?,
    }
    Ok(())
}

fn entry<'a>(file: &'a str, outcome: &'a Outcome) -> Entry<'a> {
    match outcome {
        Outcome::Checked(checked) => Entry::Checked(checked),
        Outcome::Wrong(wrong) => Entry::Wrong { file, errors: wrong.data() },
        Outcome::Unread(problem) => Entry::Unread { file, problem },
    }
}

/// Of several answers, the one by which the program ends.
fn worst(answers: impl Iterator<Item = Answer>) -> Answer {
    let order = [Answer::Good, Answer::Unproven, Answer::Bad, Answer::Damaged];
    let rank = |answer: &Answer| order.iter().position(|it| it == answer);
    answers.max_by_key(rank).unwrap_or(Answer::Good)
}
