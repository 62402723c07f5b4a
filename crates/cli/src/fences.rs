//! Which fences a text needs.

mod print;

use crate::args::Fences;
use crate::bounds::Runner;
use crate::commands::Commands;
use crate::diagnostics::WrongText;
use crate::output::Output;
use crate::target::{self, Subject};
use crate::{Answer, Failure, expectations, file, write_json};
use ::fences::{Answer as Sets, Counterexample, Outcome, Question, Refused, Set, Stop, minimal};
use catalog::claims::{Claims, is_claim};
use catalog::{Coverage, Report, Scenario};
use checker::Search;
use std::path::Path;

/// What was found.
struct Found<'a> {
    scenario: &'a Scenario,
    question: &'a Question,
    commands: &'a Commands,
    claims: Claims,
    /// The search with sequential memory.
    sequential: Report,
    sets: Sets<Counterexample>,
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
    let claims = Claims::of(&sequential, only);
    let is_asked = claims.asked(&sequential).next().is_some();
    let sets = match is_asked && !runner.is_interrupted() {
        true => search(&question, &claims, &runner)?,
        false => Sets { sets: Vec::new(), hopeless: None, is_complete: !is_asked, searches: 0 },
    };
    let first = sets.sets.first().map(|it| &it.places).filter(|places| !places.is_empty());
    let written = match (path, first) {
        (Some(path), Some(first)) => {
            write_fences(path, &question, first)?;
            Some(path)
        }
        _ => None,
    };
    let commands = &subject.commands;
    let (question, scenario) = (&question, &scenario.start());
    let found = Found { scenario, question, commands, claims, sequential, sets, written };
    match args.print.json {
        true => write_json(&found.data(), to)?,
        false => found.write(to)?,
    }
    Ok(found.answer())
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
fn search(
    question: &Question,
    claims: &Claims,
    runner: &Runner,
) -> Result<Sets<Counterexample>, Failure> {
    minimal(question.places.len(), |set: &Set| {
        let report = one(&question.with(set), claims, runner).map_err(Stop::Failed)?;
        match question.outcome(set, &report, claims) {
            Outcome::Holds { .. } if runner.is_interrupted() => Err(Stop::Interrupted),
            outcome => Ok(outcome),
        }
    })
}

/// A search to the first failure: once there are states farther from the first, all that are as near are known.
fn one(scenario: &Scenario, claims: &Claims, runner: &Runner) -> Result<Report, Failure> {
    let has_failed = |search: &Search| {
        let progress = search.progress();
        let is_behind = |report: &Report| {
            let run = claims.broken(report).and_then(|it| it.run());
            run.is_some_and(|run| run.len() + 1 < progress.depth)
        };
        progress.failures > 0 && !progress.is_at_runs && is_behind(&search.report())
    };
    Ok(runner.search_until(scenario, has_failed)?.report())
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

impl Found<'_> {
    fn answer(&self) -> Answer {
        let is_bad = !self.claims.failing().is_empty() || self.sets.hopeless.is_some();
        let is_proven = self.sets.is_complete
            && self.sequential.coverage == Coverage::Exhausted
            && self.sets.sets.iter().all(|it| it.is_proven);
        match (is_bad, is_proven) {
            (true, _) => Answer::Bad,
            (false, true) => Answer::Good,
            (false, false) => Answer::Unproven,
        }
    }
}
