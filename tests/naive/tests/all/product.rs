//! What the product says of a text: its states as a reader sees them, with all steps, and its verdicts.

use checker::{Limits, Outcome, Report};
use model::{Action, Expansion, System, View};
use naive::Label;
use program::Compiled;
use std::collections::HashMap;
use std::sync::Arc;

/// A graph of what can be seen.
#[derive(Default)]
pub struct Graph {
    pub seen: Vec<String>,
    pub edges: Vec<Vec<(Label, usize)>>,
    pub initial: Vec<usize>,
    pub is_cut: bool,
}

impl Graph {
    /// Whether something cannot be computed in some state.
    pub fn has_an_error(&self) -> bool {
        self.seen.iter().any(|text| text.contains(" wrong true"))
    }
}

/// What a reader sees of a state.
fn seen(view: &View) -> String {
    let mut words = String::new();
    let ended = &view.watched[view.watched.len().saturating_sub(view.processes.len())..];
    let mut last = "";
    for array in &view.arrays {
        let values: Vec<&str> = array.cells.iter().map(|cell| &cell.value[..]).collect();
        // an array of two indices is shown as one array for each value of the first
        let name = array.name.split('[').next().unwrap_or_default();
        words += &match name == last {
            true => format!("{} ", values.join(" ")),
            false => format!("; {name} = {} ", values.join(" ")),
        };
        last = name;
    }
    for (at, process) in view.processes.iter().enumerate() {
        // a process that has ended may be drawn elsewhere
        let has_ended = ended.get(at).is_some_and(|watched| watched.value == "true");
        let zone = if has_ended { "end" } else { process.zone.name() };
        words += &format!("[{at} {zone}: ");
        for (name, value) in &process.locals {
            words += &format!("{name} = {value}, ");
        }
        words += &format!("{:?}] ", process.decided);
    }
    let mut mail: Vec<String> = view
        .messages
        .iter()
        .map(|message| format!("{}→{} {}", message.from, message.to, message.text))
        .collect();
    mail.sort();
    words + &mail.join(", ")
}

fn label(action: Action) -> Label {
    let index = usize::from;
    match action {
        Action::Step { process, .. } => Label::Step(index(process)),
        Action::Deliver(mail) | Action::DeliverAs(mail, _) => Label::Step(index(mail.to)),
        Action::Lose(mail) => Label::Lose(index(mail.from), index(mail.to)),
        Action::Duplicate(mail) => Label::Duplicate(index(mail.from), index(mail.to)),
        Action::Crash(it) | Action::Restart(it) => Label::Crash(index(it)),
        Action::Timeout(it) | Action::TimeoutAs(it, _) => Label::Timeout(index(it)),
        Action::Arrive(..) => unreachable!("each write is seen at once"),
    }
}

pub fn graph(system: &Compiled, most: usize) -> Graph {
    let mut graph = Graph::default();
    let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut open = vec![system.initial()];
    let mut states = Vec::new();
    let width = system.width();
    // what is chosen before the first step is no state
    while let Some(state) = open.pop() {
        let mut expansion = Expansion::new(true);
        if system.choices_left(&state) > 0 {
            system.expand(&state, &mut expansion);
            open.extend(expansion.states().chunks_exact(width).map(<[u8]>::to_vec));
        } else if !known.contains_key(&state) {
            known.insert(state.clone(), states.len());
            graph.initial.push(states.len());
            states.push(state);
        }
    }
    let mut at = 0;
    while at < states.len() {
        if states.len() > most {
            graph.is_cut = true;
            return graph;
        }
        let mut expansion = Expansion::new(true);
        system.expand(&states[at], &mut expansion);
        let mut edges = Vec::new();
        for (next, step) in expansion.states().chunks_exact(width).zip(expansion.steps()) {
            let to = *known.entry(next.to_vec()).or_insert_with(|| {
                states.push(next.to_vec());
                states.len() - 1
            });
            edges.push((label(step.action), to));
        }
        let found = expansion.expanded()[0];
        graph.edges.push(edges);
        graph.seen.push(format!(
            "{} end {} stuck {} wrong {} beyond {}",
            seen(&system.view(&states[at])),
            found.is_final,
            found.is_deadlock,
            found.is_error,
            found.is_beyond && !found.is_error,
        ));
        at += 1;
    }
    graph
}

pub fn report(system: Arc<dyn System>, most: usize) -> Report {
    checker::check(system, Limits::states(most))
}

/// After how many steps a claim breaks, or what is asked for is reached.
pub fn after(report: &Report, outcome: &Outcome) -> Option<usize> {
    match outcome {
        Outcome::Fails { run } | Outcome::Found { run } => Some(report.steps_of(run.len())),
        _ => None,
    }
}
