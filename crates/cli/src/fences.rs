//! Which fences a text needs.

mod print;

use crate::args::Fences;
use crate::bounds::Runner;
use crate::commands::Commands;
use crate::diagnostics::WrongText;
use crate::output::Output;
use crate::target::{self, Subject};
use crate::{Answer, Failure, expectations, file, write_json};
use ::fences::{Asking, Question, Refused, Set};
use catalog::claims::is_claim;
use catalog::{Report, Scenario};
use std::path::Path;

/// What was found.
struct Found<'a> {
    scenario: &'a Scenario,
    commands: &'a Commands,
    asking: &'a Asking,
    /// The file into which the first set was written.
    written: Option<&'a Path>,
}

pub fn run(args: &Fences, to: &mut Output) -> Result<Answer, Failure> {
    let subject = target::subject(&args.target)?;
    let scenario = subject.scenario("searched")?;
    let path = if args.write { Some(writable(&subject)?) } else { None };
    let question = Question::of(&scenario, args.memory, args.buffer)
        .map_err(|refused| refusal(refused, &subject.commands, &scenario))?;
    let runner = args.bounds().runner(false);
    let sequential = runner.search(&question.sequential())?;
    let only = args.property.as_deref().map(|name| claim(name, &sequential)).transpose()?;
    let mut asking = Asking::of(question, sequential, only);
    search(&mut asking, &runner)?;
    let first = asking.sets.sets.first().map(|set| &set.places).filter(|places| !places.is_empty());
    let written = match (path, first) {
        (Some(path), Some(first)) => {
            write_fences(path, &asking.question, first)?;
            Some(path)
        }
        _ => None,
    };
    let (scenario, commands, asking) = (&scenario.start(), &subject.commands, &asking);
    let found = Found { scenario, commands, asking, written };
    match args.print.json {
        true => write_json(&found.data(), to)?,
        false => found.write(to)?,
    }
    let is_bad = found.asking.failing().next().is_some() || found.asking.sets.hopeless.is_some();
    Ok(match (is_bad, found.asking.is_proven()) {
        (true, _) => Answer::Bad,
        (false, true) => Answer::Good,
        (false, false) => Answer::Unproven,
    })
}

pub fn refusal(refused: Refused, commands: &Commands, scenario: &Scenario) -> Failure {
    match refused {
        Refused::Sentence(sentence) => Failure::Usage(sentence),
        Refused::Errors { source, errors } => {
            let name = commands.file_name().unwrap_or_else(|| scenario.slug.to_owned());
            let name = format!("{name}, as it is searched");
            Failure::Text(WrongText { name, source, errors })
        }
    }
}

/// The file into which fences can be written.
fn writable(subject: &Subject) -> Result<&Path, Failure> {
    let path = subject.commands.path().filter(|_| subject.litmus.is_none());
    path.ok_or_else(|| Failure::Usage("`--write` writes into a file. Name one, FILE.ilv.".into()))
}

/// The claim that is called so.
fn claim(name: &str, report: &Report) -> Result<&'static str, Failure> {
    match expectations::named(name, report) {
        Some(verdict) if is_claim(verdict) => Ok(verdict.property),
        Some(_) => Err(Failure::Usage(format!("“{name}” claims nothing that could fail."))),
        None => Err(Failure::Usage(format!("The text has no claim “{name}”."))),
    }
}

/// Searches until all minimal sets are known, or Ctrl-C.
fn search(asking: &mut Asking, runner: &Runner) -> Result<(), Failure> {
    while let Some(next) = asking.next_search().filter(|_| !runner.is_interrupted()) {
        let report = runner.search_until(&next, |search| asking.has_failed(search))?.report();
        // what was not seen to fail when it was interrupted says nothing
        if runner.is_interrupted() && asking.claims.broken(&report).is_none() {
            break;
        }
        asking.take(&report);
    }
    Ok(())
}

fn write_fences(path: &Path, question: &Question, first: &Set) -> Result<(), Failure> {
    let text = question.written(first);
    if let Some(error) = listing::check(&text).first() {
        return Err(Failure::Usage(format!(
            "{} stays as it is: with the fences it would have an error. Line {}: {}",
            file::name(path),
            error.line,
            error.message
        )));
    }
    Ok(file::write(path, &text)?)
}
