//! Every interleaving, and what it comes to.

mod folder;
mod litmus;
mod memory;
mod needs;
mod print;
mod reasons;
mod robust;
mod telling;

use crate::args::Check;
use crate::bounds::Runner;
use crate::commands::Commands;
use crate::output::Output;
use crate::sweep::SweptLine;
use crate::{
    Answer, FORMAT_VERSION, Failure, effects, require_run, swarm, target, write_json, write_line,
};
use ::litmus::Test;
use catalog::{
    Coverage, Limits, LongestOrders, OneAtATime, Outcome, Report, Scenario, Verdict, entry,
};
use checker::Search;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use telling::Telling;

#[derive(Serialize)]
struct Checked {
    format_version: u32,
    /// The file, where the text is one.
    file: Option<String>,
    link: String,
    /// Only what can follow this step of the link's run was looked at; steps are counted from there.
    from_step: Option<usize>,
    /// That was asked of a state that the link says, and was not done.
    #[serde(skip)]
    is_from_beginning: bool,
    /// Nothing fails that was claimed, as far as it was asked.
    ok: bool,
    /// How many classes of states were seen, where these are what was searched.
    classes: Option<usize>,
    /// Options of the link without which the search finds the same.
    no_effect: Vec<String>,
    /// Why no machine code was run, where some was to: a sentence.
    interpreted: Option<String>,
    #[serde(flatten)]
    report: Report,
    /// How many states of the program those are, where properties remember more than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    states_of_program: Option<usize>,
    /// One for each verdict of the report.
    sentences: Vec<Told>,
    /// Whether claims that are to carry themselves do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inductive: Vec<reasons::Told>,
    /// What comes of a litmus test.
    #[serde(skip_serializing_if = "Option::is_none")]
    litmus: Option<litmus::Tested>,
    /// Whether it comes to the same with sequential memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    robust: Option<robust::Compared>,
    /// What the operations do one at a time, where a claim is about their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_at_a_time: Option<OneAtATime>,
    /// What readers get, in other words.
    #[serde(skip)]
    head: Head,
    /// What the verdicts assume of memory: a sentence.
    #[serde(skip)]
    memory: Option<String>,
}

#[derive(Serialize)]
struct Impossible {
    format_version: u32,
    file: Option<String>,
    /// Why the options make no program: a sentence.
    problem: String,
}

struct Head {
    /// The file, or the link, and how many of everything there are.
    title: String,
    /// How the states are reduced, behind their number.
    classes: String,
    /// How to get to where the model's bound is, and a line that says why it is there.
    beyond: Option<(String, String)>,
}

#[derive(Serialize)]
struct Told {
    property: &'static str,
    sentence: String,
    /// Why that run fails, in a sentence.
    why: Option<String>,
    /// What such a failure needs, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<needs::Told>,
    /// For each operation of that run the longest order that contains it, where it has none as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_orders: Option<LongestOrders>,
    /// The run that proves it.
    link: Option<String>,
    /// The command that plays it.
    #[serde(skip)]
    play: Option<String>,
    /// How runs can end, where that is the question.
    ends: Vec<ToldEnd>,
}

#[derive(Serialize)]
struct ToldEnd {
    value: String,
    sentence: String,
    /// A shortest run that ends so.
    link: String,
    #[serde(skip)]
    play: String,
}

pub fn run(args: &Check, to: &mut Output) -> Result<Answer, Failure> {
    let path = Path::new(&args.target.link);
    let answer = match path.is_dir() && entry(&args.target.link).is_none() {
        true => folder::run(path, args, to)?,
        false => one(args, to)?,
    };
    Ok(if args.exit_zero && answer == Answer::Bad { Answer::Good } else { answer })
}

fn one(args: &Check, to: &mut Output) -> Result<Answer, Failure> {
    let subject = target::subject(&args.target)?;
    let parsed = subject.parse()?;
    if let Some(problem) = parsed.cannot_run.filter(|_| args.exit_zero) {
        if args.line {
            write_line(&SweptLine::impossible(problem), to)?;
            return Ok(Answer::Good);
        }
        impossible(subject.commands.file_name(), problem, args.print.json, to)?;
        return Ok(Answer::Good);
    }
    let scenario = subject.scenario("checked")?;
    if args.from_here {
        require_run(&scenario, "checked")?;
    }
    if let Some(part) = args.swarm {
        swarm::run(&scenario, part, args, to)?;
        return Ok(Answer::Good);
    }
    let checked = match args.robust {
        Some(memory) => robust::check(&scenario, &subject, memory, args)?,
        None => search(&scenario, &subject.commands, subject.litmus.as_ref(), args)?,
    };
    match (args.line, args.print.json) {
        (true, _) => write_line(&SweptLine::of(&scenario, &checked.report), to)?,
        (_, true) => write_json(&checked, to)?,
        _ => print::write(&checked, to)?,
    }
    Ok(checked.answer(args))
}

/// A setting that makes no program is an answer, too, where settings are searched one by one.
fn impossible(
    file: Option<String>,
    problem: String,
    json: bool,
    to: &mut impl Write,
) -> Result<(), Failure> {
    if json {
        return write_json(&Impossible { format_version: FORMAT_VERSION, file, problem }, to);
    }
    Ok(writeln!(to, "These options make no program. {problem}")?)
}

/// Searches, and says what was found.
fn search(
    scenario: &Scenario,
    commands: &Commands,
    test: Option<&Test>,
    args: &Check,
) -> Result<Checked, Failure> {
    let runner = args.bounds.runner(args.safety);
    // a search begins where runs begin, and so do the runs that it finds
    let is_lead = scenario.state.is_some();
    let start = match args.from_here && !is_lead {
        true => scenario.then(&[], None),
        false => Scenario { state: None, ..scenario.with_run(Vec::new()) },
    };
    let (mut search, limits) = begin(scenario, &start, &runner, args);
    runner.run(&mut search, limits)?;
    let (report, classes) = (search.report(), search.classes());
    let telling = Telling { start: &start, report: &report, classes, commands, args };
    let head = telling.head(scenario);
    let sentences: Vec<Told> =
        report.verdicts.iter().map(|verdict| telling.verdict(verdict)).collect();
    let inductive = reasons::of(scenario, &report, &runner, commands);
    Ok(Checked {
        format_version: FORMAT_VERSION,
        litmus: test.and_then(|test| litmus::tested(test, scenario, &report, &sentences)),
        file: commands.file_name(),
        link: Scenario { state: scenario.state, ..start.clone() }.to_string(),
        from_step: args.from_here.then_some(start.at),
        is_from_beginning: args.from_here && is_lead,
        ok: report.ok() && inductive.iter().all(reasons::Told::is_good),
        inductive,
        classes,
        no_effect: effects::without_effect(scenario, args, &report, limits),
        interpreted: search.interpreted(),
        states_of_program: search
            .counted_report()
            .states_of_program
            .filter(|of_program| *of_program < report.states),
        sentences,
        head,
        memory: memory::sentence(scenario, commands),
        one_at_a_time: scenario.one_at_a_time(),
        robust: None,
        report,
    })
}

/// A search of what can follow `start`, reduced or by fingerprints where that is asked for.
fn begin(scenario: &Scenario, start: &Scenario, runner: &Runner, args: &Check) -> (Search, Limits) {
    let entry = scenario.entry();
    let system = match args.safety && !args.reduce {
        true => entry.safety_system(&scenario.setting),
        false => entry.search_system(&scenario.setting),
    };
    let limits = runner.limits(system.bytes(runner.threads()));
    let reduced = || Search::reduced(Arc::clone(&system), limits);
    let search = args.reduce.then(reduced).flatten().unwrap_or_else(|| match args.fingerprints {
        true => Search::by_fingerprints(Arc::clone(&system), limits),
        false => Search::after(Arc::clone(&system), &start.run, limits),
    });
    (search, limits)
}

impl Checked {
    fn answer(&self, args: &Check) -> Answer {
        // who asks for `--safety` has left the others out; `--reduce` does so by itself
        let is_left_out =
            |verdict: &Verdict| matches!(verdict.outcome, Outcome::NotAsked) && !args.safety;
        match self.report.coverage {
            Coverage::Bounded(_) if self.ok => Answer::Unproven,
            _ if self.ok && self.report.verdicts.iter().any(is_left_out) => Answer::Unproven,
            _ if self.ok && self.inductive.iter().any(|told| told.reason.is_none()) => {
                Answer::Unproven
            }
            _ if self.ok => self.robust.as_ref().map_or(Answer::Good, robust::Compared::answer),
            _ => Answer::Bad,
        }
    }
}
