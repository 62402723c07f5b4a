//! A log of a real program: a run that explains it, or where every way ended.

mod logged;
mod passed;

use crate::args::Follow;
use crate::commands::Commands;
use crate::interrupt::Interrupt;
use crate::target::{self, Subject};
use crate::{Answer, FORMAT_VERSION, Failure, algorithm, file, moment, play, write_json};
use catalog::{Action, Enabledness, Moment, Scenario, Trace, grouped, plain, steps};
use follow::{End, Ends, Fact, Limits, Run, follow};
use logged::Logged;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// So many different ends are shown.
const SHOWN_MAX: usize = 4;

/// So many steps of a run are told in words.
const TOLD_MAX: usize = 1_000;

/// What was found of a log, and whose it is.
struct Followed<'a> {
    scenario: &'a Scenario,
    commands: &'a Commands,
    logged: Logged<'a>,
    answer: follow::Answer,
}

/// Good if there is a run.
pub fn run(args: &Follow, to: &mut impl Write) -> Result<Answer, Failure> {
    let subject = target::subject(&args.target)?;
    let scenario = subject.scenario("followed")?;
    let limits = Limits { states_max: args.states_max, bytes_max: args.memory };
    let logged = Logged::read(&args.logs, args.names.as_deref(), args.known.as_deref(), &scenario)?;
    followed(&scenario, &subject.commands, logged, &limits)?.write(args.print.json, to)
}

/// The scenario with the run that TLC found, or the answer that there is none, which has been written.
pub fn traced(
    subject: &Subject,
    trace: &PathBuf,
    is_json: bool,
    to: &mut impl Write,
) -> Result<Result<Scenario, Answer>, Failure> {
    let scenario = subject.scenario("played")?.start();
    let limits = Limits { states_max: 1_000_000, bytes_max: 2_000_000_000 };
    let files = std::slice::from_ref(trace);
    let logged = Logged::read(files, None, None, &scenario)?;
    let followed = followed(&scenario, &subject.commands, logged, &limits)?;
    if !followed.logged.log.is_whole {
        let name = file::name(trace);
        return Err(Failure::Usage(format!(
            "{name} is no trace of whole states. `interleave follow` reads logs."
        )));
    }
    match &followed.answer {
        follow::Answer::Fits(run) => Ok(Ok(with_run(&scenario, run))),
        _ => followed.write(is_json, to).map(Err),
    }
}

fn followed<'a>(
    scenario: &'a Scenario,
    commands: &'a Commands,
    logged: Logged<'a>,
    limits: &Limits,
) -> Result<Followed<'a>, Failure> {
    let interrupt = Interrupt::listen();
    let compiled = algorithm::compiled(scenario)?;
    let answer = follow(&compiled, &logged.log, limits, &mut || !interrupt.is_asked());
    Ok(Followed { scenario, commands, logged, answer })
}

fn with_run(scenario: &Scenario, run: &Run) -> Scenario {
    Scenario { loops_from: run.loops_from, ..scenario.with_run(run.actions.clone()) }
}

impl Followed<'_> {
    fn write(&self, is_json: bool, to: &mut impl Write) -> Result<Answer, Failure> {
        if is_json {
            write_json(&self.data(), to)?;
        } else {
            writeln!(to, "{}", self.commands.heading(self.scenario))?;
            match &self.answer {
                follow::Answer::Fits(run) => self.write_run(run, to)?,
                follow::Answer::Ends(ends) => self.write_ends(ends, to)?,
                follow::Answer::Open { .. } => writeln!(to, "{}", self.open())?,
            }
        }
        Ok(match self.answer {
            follow::Answer::Fits(_) => Answer::Good,
            follow::Answer::Ends(_) => Answer::Bad,
            follow::Answer::Open { .. } => Answer::Unproven,
        })
    }

    fn open(&self) -> String {
        let follow::Answer::Open { done, states } = self.answer else { return String::new() };
        format!(
            "Undecided: the search ended after {} states, when {} of {} fitted. Allow more (`--states-max`, \
             `--memory`), or log more.",
            grouped(states),
            grouped(done),
            self.logged.all()
        )
    }

    fn write_run(&self, run: &Run, to: &mut impl Write) -> Result<(), Failure> {
        let trace = self.beginning(run);
        let silent = run.lines.iter().skip(trace.choices).filter(|lines| lines.is_empty()).count();
        writeln!(
            to,
            "The log fits{}: {}, {}, of which {} in no line.\n",
            match run.passed.len() {
                0 => String::new(),
                passed => format!(", {} passed over", self.logged.lines(passed)),
            },
            self.logged.all(),
            steps(trace.steps_in(run.actions.len())),
            match silent {
                1 => "1 is".to_owned(),
                many => format!("{} are", grouped(many)),
            }
        )?;
        let names = run.lines.iter().take(TOLD_MAX).map(|lines| self.names(lines));
        let names: Vec<String> = names.collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let digits = run.actions.len().to_string().len();
        for (index, name) in names.iter().enumerate().take(trace.steps.len()) {
            let number = trace.steps_in(index + 1);
            let (said, notes) = (plain(&trace.said(index)), play::notes(&trace, index));
            writeln!(to, "  {number:digits$}  {name:width$}  {said}{notes}")?;
        }
        if let Some(refused) = &trace.refused {
            writeln!(to, "  {}", refused.why)?;
        }
        if run.actions.len() > TOLD_MAX {
            let more = grouped(run.actions.len() - TOLD_MAX);
            writeln!(to, "  {more} more steps are not shown.")?;
        }
        self.logged.write_passed(&run.passed, to)?;
        writeln!(to, "\n{}", self.commands.play(&with_run(self.scenario, run)))?;
        Ok(())
    }

    /// The steps of a run that are told in words.
    fn beginning(&self, run: &Run) -> Trace {
        let told = &run.actions[..run.actions.len().min(TOLD_MAX)];
        self.scenario.with_run(told.to_vec()).trace()
    }

    fn names(&self, lines: &[usize]) -> String {
        lines.iter().map(|line| self.logged.name(*line)).collect::<Vec<_>>().join(", ")
    }

    fn write_ends(&self, ends: &Ends, to: &mut impl Write) -> Result<(), Failure> {
        let (total, done) = (self.logged.all(), grouped(ends.done));
        writeln!(to, "The log fits no run: {done} of {total} fit, and then none.")?;
        for line in &ends.lines {
            writeln!(to, "\n! {}: {}", self.logged.name(*line), self.logged.log.lines[*line].text)?;
        }
        let groups = self.groups(ends);
        let states = grouped(ends.states);
        match ends.states {
            1 => writeln!(to, "\nOne state is possible there:")?,
            _ => writeln!(to, "\n{states} states are possible there. What can happen in them:")?,
        }
        for Group { count, needs, scenario } in groups.iter().take(SHOWN_MAX) {
            match ends.states {
                1 => {}
                _ if *count == 1 => writeln!(to, "  in 1 state:")?,
                _ => writeln!(to, "  in {} states, such as this:", grouped(*count))?,
            }
            for need in needs {
                writeln!(to, "    {need}")?;
            }
            writeln!(to, "    {}", self.commands.play(scenario))?;
        }
        let told: usize = groups.iter().take(SHOWN_MAX).map(|group| group.count).sum();
        if told < ends.states {
            writeln!(to, "  {} more states are not shown.", grouped(ends.states - told))?;
        }
        self.logged.write_passed(&ends.passed, to)
    }

    /// Ends in which the same can happen. The first comes by the shortest way.
    fn groups(&self, ends: &Ends) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for end in &ends.some {
            let scenario = self.scenario.with_run(end.actions.clone());
            let needs = self.needs(ends, end, &scenario.moment());
            match groups.iter_mut().find(|group| group.needs == needs) {
                Some(group) => group.count += 1,
                None => groups.push(Group { count: 1, needs, scenario }),
            }
        }
        groups
    }

    /// What those whose lines come next can do in a state, or wait for.
    fn needs(&self, ends: &Ends, end: &End, moment: &Moment) -> Vec<String> {
        let asked: Vec<Option<u8>> =
            ends.lines.iter().map(|line| self.logged.log.lines[*line].process).collect();
        let is_asked = |who: Option<u8>| asked.contains(&None) || asked.contains(&who);
        let choices = moment.next.iter().filter(|choice| !choice.fault && is_asked(choice.process));
        let needs = choices.map(|choice| {
            let step = end.possible.iter().find(|step| step.action == choice.action);
            let (facts, missing) =
                step.map(|step| (said(&step.facts), said(&step.missing))).unwrap_or_default();
            let who = choice.who.as_deref().unwrap_or("the network");
            match choice.possible {
                Enabledness::Now if !missing.is_empty() => {
                    format!("{who} can {facts}, but no line follows that says: {missing}")
                }
                Enabledness::Now if !facts.is_empty() => format!("{who} can {facts}"),
                _ => moment::next(choice, &moment.view),
            }
        });
        let mut needs: Vec<String> = needs.collect();
        needs.dedup();
        if needs.is_empty() {
            needs.push("nobody can take a step".into());
        }
        needs
    }

    fn data(&self) -> Value {
        let of =
            |lines: &[usize]| lines.iter().map(|line| self.logged.place(*line)).collect::<Vec<_>>();
        let mut data = json!({
            "format_version": FORMAT_VERSION,
            "link": self.scenario.start().to_string(),
            "lines": self.logged.log.lines.len(),
        });
        match &self.answer {
            follow::Answer::Fits(run) => {
                let trace = self.beginning(run);
                let step = |(index, action): (usize, &Action)| {
                    let mut data =
                        json!({ "action": action.to_string(), "explains": of(&run.lines[index]) });
                    if let Some(step) = trace.steps.get(index) {
                        data["said"] = plain(&trace.said(index)).into();
                        data["breaks"] = step.breaks.as_slice().into();
                    }
                    data
                };
                data["fits"] = true.into();
                data["states"] = run.states.into();
                self.logged.tell_passed(&run.passed, &mut data);
                data["run"] = with_run(self.scenario, run).to_string().into();
                data["choices"] = trace.choices.into();
                data["steps"] = run.actions.iter().enumerate().map(step).collect();
            }
            follow::Answer::Ends(ends) => {
                let end = |group: &Group| json!({ "states": group.count, "possible": group.needs, "run": group.scenario.to_string() });
                data["fits"] = false.into();
                data["fitting"] = ends.done.into();
                self.logged.tell_passed(&ends.passed, &mut data);
                data["next"] = of(&ends.lines).into();
                data["states"] = ends.states.into();
                data["ends"] = self.groups(ends).iter().map(end).collect();
            }
            follow::Answer::Open { done, states } => {
                data["fits"] = Value::Null;
                data["fitting"] = (*done).into();
                data["states"] = (*states).into();
                data["why"] = self.open().into();
            }
        }
        data
    }
}

/// States in which the same can happen, and a run to the first.
struct Group {
    count: usize,
    needs: Vec<String>,
    scenario: Scenario,
}

/// What happens in a step, in the words of a log.
fn said(facts: &[Fact]) -> String {
    let told = facts.iter().filter(|fact| fact.verb != follow::LINE);
    told.map(Fact::to_string).collect::<Vec<_>>().join(", ")
}
