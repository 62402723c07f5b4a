//! All states of a small setting and the steps between them: for Graphviz, or as data.

use catalog::{
    ArrayView, Choice, GRAPH_MAX, Graph, IN_DOMAINS, Moment, Node, ProcessView, ReplicaView, Row,
    Scenario, TooLarge, View, Walk, Zone, capital,
};
use serde::Serialize;
use std::fmt::Write;

/// As many colours as `dark28` of Graphviz has.
const COLOURS: usize = 8;

/// The states that a setting can come to; the run of its link does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StateGraph {
    format: &'static str,
    format_version: u8,
    /// The setting, the end of a link.
    pub link: String,
    pub name: String,
    /// Some steps lead beyond the bound of the model, or cannot be computed.
    pub is_bounded: bool,
    /// The nearest first. The first are those in which an initial value is still to be chosen.
    pub states: Vec<State>,
    pub steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct State {
    /// The fewest steps that lead to it.
    pub depth: usize,
    /// An initial value is still to be chosen: this is no state of the program.
    pub chooses: bool,
    /// Where each process is, and what it knows.
    pub processes: Vec<String>,
    /// Each shared variable with its value, or its values.
    pub shared: Vec<String>,
    /// What is in transit: sender, receiver, message.
    pub messages: Vec<String>,
    /// The properties that are false here.
    pub broken: Vec<&'static str>,
    /// Nobody can take a step, and not all are done.
    pub deadlock: bool,
    /// Those that are in the critical section.
    #[serde(skip)]
    pub inside: Vec<usize>,
    /// The moment at the end of a shortest run to it, the end of a link.
    pub link: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    pub from: usize,
    pub to: usize,
    /// As in the check of a link: `s0`, `d01a`.
    pub action: String,
    /// Whose step it is, or who receives; none for what the network does with a replica.
    pub process: Option<u8>,
    /// What is done, in a few words.
    pub label: String,
    /// A crash, a loss, a duplicate.
    pub fault: bool,
}

impl StateGraph {
    /// None of a setting with more states than anybody could look at.
    pub fn of(scenario: &Scenario) -> Result<StateGraph, TooLarge> {
        Ok(StateGraph::of_graph(scenario, &scenario.valence(GRAPH_MAX)?))
    }

    /// The same of a graph that is known.
    pub fn of_graph(scenario: &Scenario, graph: &Graph) -> StateGraph {
        let start = scenario.start();
        let last = graph.nodes.last().map_or(Vec::new(), |node| node.run.clone());
        let trace = start.with_run(last).trace();
        let mut walk = Walk::new(&start);
        let (mut states, mut steps) = (Vec::new(), Vec::new());
        for (from, node) in graph.nodes.iter().enumerate() {
            walk.follow(&node.run);
            let moment = walk.moment();
            for edge in graph.steps(from) {
                let is_it = |choice: &&Choice| choice.action == edge.action;
                let choice = moment.next.iter().find(is_it);
                steps.push(Step {
                    from,
                    to: edge.to,
                    action: edge.action.to_string(),
                    process: edge.process,
                    label: choice.map_or(String::new(), |choice| choice.label.clone()),
                    fault: edge.action.is_fault(),
                });
            }
            states.push(state(&start, node, &moment, &trace.rows, trace.choices));
        }
        StateGraph {
            format: "interleave graph",
            format_version: 1,
            link: start.to_string(),
            name: start.entry().name.to_owned(),
            is_bounded: graph.bounded,
            states,
            steps,
        }
    }

    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("all keys are strings")
    }

    /// A text for Graphviz, <https://graphviz.org/doc/info/lang.html>.
    pub fn dot(&self) -> String {
        let mut dot = format!("digraph {} {{\n", quoted(&self.name));
        let states = self.states.iter().filter(|state| !state.chooses).count();
        let bound = if self.is_bounded { ", with steps beyond the bound of the model" } else { "" };
        let _ =
            writeln!(dot, "  // {}: {states} states{bound}", self.link.replace(['\n', '\r'], " "));
        dot.push_str("  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=10]\n");
        dot.push_str("  edge [colorscheme=dark28, fontname=\"Helvetica\", fontsize=9]\n");
        for (nth, state) in self.states.iter().enumerate() {
            let _ = writeln!(dot, "  n{nth} [{}]", state.attributes());
        }
        for step in &self.steps {
            let colour = step.process.map_or(String::new(), |process| {
                let colour = 1 + usize::from(process) % COLOURS;
                format!(", color={colour}, fontcolor={colour}")
            });
            let style = if step.fault { ", style=dashed" } else { "" };
            let label = match step.process {
                Some(process) => format!("{process}: {}", step.label),
                None => step.label.clone(),
            };
            let _ = writeln!(
                dot,
                "  n{} -> n{} [label={}{colour}{style}]",
                step.from,
                step.to,
                quoted(&label)
            );
        }
        dot.push_str("}\n");
        dot
    }
}

impl State {
    /// All that is known of it: processes, shared variables, messages, and what is false.
    pub fn words(&self) -> String {
        if self.chooses {
            return "An initial value is still to be chosen.".into();
        }
        let mut sentences: Vec<String> =
            self.processes.iter().map(|process| format!("{}.", capital(process))).collect();
        let list = |all: &[String]| (!all.is_empty()).then(|| format!("{}.", all.join("; ")));
        sentences.extend(list(&self.shared));
        sentences.extend(list(&self.messages).map(|all| format!("In transit: {all}")));
        sentences.extend(self.broken.iter().map(|name| format!("“{name}” is false.")));
        sentences.extend(self.deadlock.then(|| "Nobody can take a step.".into()));
        sentences.join(" ")
    }

    fn attributes(&self) -> String {
        if self.chooses {
            return "shape=point".into();
        }
        let mut lines: Vec<&str> = Vec::new();
        for all in [&self.processes, &self.shared, &self.messages] {
            lines.extend(all.iter().map(String::as_str));
        }
        lines.extend(&self.broken);
        if self.deadlock {
            lines.push("deadlock");
        }
        // each line ends on the left
        let label: String = lines.iter().map(|line| escaped(line) + "\\l").collect();
        let is_bad = self.deadlock || !self.broken.is_empty();
        let colour = if is_bad { ", color=red, fontcolor=red" } else { "" };
        let first = if self.depth == 0 { ", penwidth=2" } else { "" };
        format!("label=\"{label}\"{colour}{first}")
    }
}

fn state(start: &Scenario, node: &Node, moment: &Moment, rows: &[Row], choices: usize) -> State {
    let view = &moment.view;
    let error = moment.error(rows).map(|_| IN_DOMAINS);
    let of_process = |(nth, it)| process(view, nth, it, rows);
    State {
        depth: node.depth.saturating_sub(choices),
        chooses: node.depth < choices,
        processes: view.processes.iter().enumerate().map(of_process).collect(),
        shared: shared(view),
        messages: view
            .messages
            .iter()
            .map(|message| {
                let [from, to] =
                    [message.from, message.to].map(|lane| view.label(usize::from(lane)));
                format!("{from} → {to}: {}", message.text)
            })
            .collect(),
        broken: moment.broken.iter().copied().chain(error).collect(),
        deadlock: moment.is_deadlock(),
        inside: (0..view.processes.len())
            .filter(|process| view.processes[*process].zone == Zone::Critical)
            .collect(),
        link: start.with_run(node.run.clone()).to_string(),
    }
}

/// "process 0: waiting, line 14, a = 3"
fn process(view: &View, nth: usize, process: &ProcessView, rows: &[Row]) -> String {
    let mut words = format!("{}: {}", view.label(nth), process.zone.name());
    let row = process.row.and_then(|row| rows.get(usize::from(row)));
    if let Some(row) = row.filter(|row| !row.label.is_empty()) {
        let _ = write!(words, ", line {}", row.label);
    }
    for (name, value) in &process.locals {
        let _ = write!(words, ", {name} = {value}");
    }
    if let Some(decision) = process.decision() {
        let _ = write!(words, ", {decision}");
    }
    words
}

fn shared(view: &View) -> Vec<String> {
    let of_array = |array: &ArrayView| {
        let values: Vec<&str> = array.cells.iter().map(|cell| cell.value.as_str()).collect();
        format!("{} = {}", array.name, values.join(" "))
    };
    let of_replica = |(nth, replica): (usize, &ReplicaView)| {
        let cells: Vec<String> =
            replica.cells.iter().map(|cell| format!("{} = {}", cell.column, cell.value)).collect();
        format!("{}: {}", view.label(view.processes.len() + nth), cells.join(", "))
    };
    let arrays = view.arrays.iter().map(of_array);
    arrays.chain(view.replicas.iter().enumerate().map(of_replica)).collect()
}

fn quoted(words: &str) -> String {
    format!("\"{}\"", escaped(words))
}

fn escaped(words: &str) -> String {
    words.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}
