//! A few runs that together take every transition which can be taken, to drive an implementation by.
//!
//! A transition is a line of the text, who takes it, and what kind of thing happens: where the process goes, what it
//! sends or receives.

use crate::args::Written;
use crate::file;
use crate::interrupt::Interrupt;
use crate::output::{Output, tell};
use crate::{Answer, Failure, algorithm};
use catalog::{Action, Event, Scenario, grouped};
use export::{Format, export};
use model::{Row, RowId, Stepped, System};
use program::Compiled;
use program::ir::Program;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

/// Where a run begins, and a step that only chooses an initial value.
const NO_TRANSITION: usize = usize::MAX;

/// One run for each line of the file. What is not covered is told beside it.
pub fn run(
    scenario: &Scenario,
    written: Written,
    states_max: usize,
    path: Option<&Path>,
    to: &mut Output,
) -> Result<Answer, Failure> {
    if !matches!(written, Written::Run(Format::Itf)) {
        let why = "`--cover` writes runs with their states: take `--format itf`.";
        return Err(Failure::Usage(why.into()));
    }
    let compiled = algorithm::compiled(scenario)?;
    let system = &*compiled;
    let interrupt = Interrupt::listen();
    let mut search = Search::new(system);
    let is_complete = search.run(states_max, &mut || !interrupt.is_asked());
    let runs = search.runs();
    let lines: String = runs.iter().map(|run| line(scenario, &search.rows, run)).collect();
    match path {
        None => to.write_document(&lines)?,
        Some(path) => file::write(path, &lines)?,
    }
    search.tell(runs.len(), is_complete);
    search.tell_missing(&rows_with_steps(compiled.program()), is_complete);
    Ok(if is_complete { Answer::Good } else { Answer::Unproven })
}

/// A run in ITF, with the lines of the text that it takes.
fn line(scenario: &Scenario, rows: &[Row], run: &Run) -> String {
    let itf = export(&scenario.with_run(run.actions.clone()), Format::Itf);
    let mut trace: Value = serde_json::from_str(&itf).expect("ITF is JSON");
    let labels: BTreeSet<u32> = run.rows.iter().filter_map(|row| number(&rows[*row])).collect();
    trace["#meta"]["lines"] = labels.into_iter().collect();
    format!("{trace}\n")
}

fn number(row: &Row) -> Option<u32> {
    row.label.parse().ok()
}

#[derive(PartialEq, Eq, Hash)]
struct Transition {
    row: RowId,
    process: u8,
    happens: Vec<String>,
}

struct Node {
    parent: usize,
    /// How it was come to, but for the first.
    action: Option<Action>,
    transition: usize,
    state: Box<[u8]>,
}

struct Run {
    actions: Vec<Action>,
    rows: BTreeSet<usize>,
}

struct Search<'a> {
    system: &'a Compiled,
    rows: Vec<Row>,
    nodes: Vec<Node>,
    /// By number, in the order in which they were found: the nearest first.
    transitions: HashMap<Transition, usize>,
    /// Of each transition the state in which it is first taken, by what, and its row.
    first: Vec<(usize, Action, usize)>,
    /// Some step leads beyond what the text allows for, or cannot be computed.
    is_bounded: bool,
}

impl Search<'_> {
    fn new(system: &Compiled) -> Search<'_> {
        let (parent, state) = (0, system.initial().into());
        let nodes = vec![Node { parent, action: None, transition: NO_TRANSITION, state }];
        let (transitions, first) = (HashMap::new(), Vec::new());
        Search { system, rows: system.rows(), nodes, transitions, first, is_bounded: false }
    }

    /// Breadth first; whether every state was seen.
    fn run(&mut self, states_max: usize, go_on: &mut dyn FnMut() -> bool) -> bool {
        let mut seen = HashSet::from([self.nodes[0].state.clone()]);
        let mut at = 0;
        while at < self.nodes.len() {
            let state = self.nodes[at].state.clone();
            let chooses = self.system.choices_left(&state) > 0;
            let mut steps: Vec<(Action, Option<RowId>, Vec<String>, Box<[u8]>)> = Vec::new();
            let mut is_bounded = false;
            self.system.attempts(
                &state,
                true,
                &mut |action, stepped, after, events| match stepped {
                    Stepped::Ran(row) => {
                        let row = (!chooses).then_some(row);
                        steps.push((action, row, happens(&events), after.into()));
                    }
                    Stepped::BoundReached | Stepped::Error => is_bounded = true,
                    Stepped::Waits | Stepped::Done | Stepped::Refused => {}
                },
            );
            self.is_bounded |= is_bounded;
            for (action, row, happens, after) in steps {
                let transition = row.map_or(NO_TRANSITION, |row| {
                    self.number(Transition { row, process: action.process(), happens }, at, action)
                });
                if seen.insert(after.clone()) {
                    if self.nodes.len() == states_max {
                        return false;
                    }
                    self.nodes.push(Node {
                        parent: at,
                        action: Some(action),
                        transition,
                        state: after,
                    });
                }
            }
            if !go_on() {
                return false;
            }
            at += 1;
        }
        true
    }

    fn number(&mut self, transition: Transition, at: usize, action: Action) -> usize {
        let (next, row) = (self.first.len(), usize::from(transition.row));
        let number = *self.transitions.entry(transition).or_insert(next);
        if number == next {
            self.first.push((at, action, row));
        }
        number
    }

    /// Shortest runs to transitions, the farthest first: the nearer ones lie on the way for the most part. None is in
    /// vain, since what comes later ends nearer.
    fn runs(&self) -> Vec<Run> {
        let mut covered = HashSet::new();
        let mut runs = Vec::new();
        for (number, (from, action, row)) in self.first.iter().enumerate().rev() {
            if !covered.insert(number) {
                continue;
            }
            let (mut actions, mut rows) = (vec![*action], BTreeSet::from([*row]));
            let mut at = *from;
            while let Some(action) = self.nodes[at].action {
                actions.push(action);
                let transition = self.nodes[at].transition;
                if transition != NO_TRANSITION {
                    covered.insert(transition);
                    rows.insert(self.first[transition].2);
                }
                at = self.nodes[at].parent;
            }
            actions.reverse();
            runs.push(Run { actions, rows });
        }
        runs
    }

    fn tell(&self, runs: usize, is_complete: bool) {
        let states = grouped(self.nodes.len());
        let transitions = match self.first.len() {
            1 => "the only transition".to_owned(),
            all => format!("all {} transitions", grouped(all)),
        };
        let seen = match is_complete {
            true => format!("can be taken: all {states} states were searched"),
            false => {
                format!("were found in the {states} nearest states. There are more: `--states-max`")
            }
        };
        let runs = match runs {
            1 => "One run takes".to_owned(),
            runs => format!("{} runs take", grouped(runs)),
        };
        tell(&format!(
            "{runs} {transitions} (a line, who takes it, and what happens) that {seen}."
        ));
    }

    /// What has a step in the program and no place in a run.
    fn tell_missing(&self, rows: &BTreeMap<RowId, BTreeSet<u8>>, is_complete: bool) {
        let view = self.system.view(&self.nodes[0].state);
        for (id, processes) in rows {
            let takes = |process: &u8| {
                self.transitions.keys().any(|taken| taken.row == *id && taken.process == *process)
            };
            let missing: Vec<String> = processes
                .iter()
                .filter(|process| !takes(process))
                .map(|process| view.label(usize::from(*process)))
                .collect();
            if missing.is_empty() {
                continue;
            }
            let row = &self.rows[usize::from(*id)];
            let text = row.text.lines().next().unwrap_or_default().trim();
            let name = match number(row) {
                Some(line) => format!("line {line}, `{text}`"),
                None => format!("that {text}"),
            };
            let who = match missing.len() == processes.len() {
                true => "nobody takes it".to_owned(),
                false => format!("it is not taken by {}", missing.join(", ")),
            };
            let states = if is_complete { "in any state" } else { "in these states" };
            tell(&format!("Not covered: {name}: {who} {states}."));
        }
        if self.is_bounded {
            tell(
                "Not covered: what lies beyond a limit, or behind a step that cannot be computed. `interleave check` names these.",
            );
        }
    }
}

/// Which rows are steps of whom. Others are part of the step before them.
fn rows_with_steps(program: &Program) -> BTreeMap<RowId, BTreeSet<u8>> {
    let mut rows: BTreeMap<RowId, BTreeSet<u8>> = BTreeMap::new();
    for (process, of) in program.processes.iter().enumerate() {
        let own = of.points.iter().filter(|point| point.code.is_some()).map(|point| point.row);
        for row in own.chain(of.rules.iter().map(|rule| rule.row)) {
            rows.entry(row).or_default().insert(process as u8);
        }
    }
    rows.retain(|row, _| !program.rows[usize::from(*row)].left_out);
    rows
}

/// What happens in a step, without values.
fn happens(events: &[Event]) -> Vec<String> {
    let kind = |text: &String| text.split('(').next().unwrap_or_default().to_owned();
    let told = |event: &Event| match event {
        Event::Moved { to, .. } => Some(format!("to {}", to.name())),
        Event::Send { text, .. } => Some(format!("send {}", kind(text))),
        Event::Receive { text, .. } => Some(format!("receive {}", kind(text))),
        Event::Lost { text, .. } | Event::Duplicated { text, .. } => Some(kind(text)),
        Event::Decided { .. } => Some("decide".to_owned()),
        _ => None,
    };
    let mut all: Vec<String> = events.iter().filter_map(told).collect();
    all.sort_unstable();
    all.dedup();
    all
}
