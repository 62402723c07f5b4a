//! A document as it is read: the parts of it that the formats use.

use crate::Mark;
use catalog::{Action, ArrowKind, WritePhase};
use serde::{Deserialize, Deserializer, de::Error};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Deserialize)]
pub struct Run {
    pub link: String,
    pub name: String,
    pub knobs: BTreeMap<String, String>,
    pub at: usize,
    pub loops_from: Option<usize>,
    pub lanes: Vec<String>,
    pub trace: Trace,
    pub said: Vec<String>,
    pub marks: Vec<Mark>,
    pub clocks: Vec<Option<Clock>>,
    pub moments: Vec<Moment>,
}

#[derive(Deserialize)]
pub struct Trace {
    pub replicas: usize,
    pub rows: Vec<Row>,
    pub steps: Vec<Step>,
    pub arrows: Vec<Arrow>,
    pub spans: Vec<Span>,
}

#[derive(Deserialize)]
pub struct Row {
    pub label: String,
}

#[derive(Deserialize)]
pub struct Step {
    #[serde(deserialize_with = "action")]
    pub action: Action,
    pub process: Option<usize>,
    pub events: Vec<Event>,
    pub breaks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Event {
    Read { cell: Cell, value: String, replicas: Vec<usize> },
    Write { cell: Cell, value: String, phase: WritePhase },
    Send { to: usize, text: String },
    Receive { from: usize, text: String },
    Lost { text: String },
    Duplicated { text: String },
    Moved { from: String, to: String },
    Decided { value: String },
    Crashed,
    Note { text: String },
}

#[derive(Deserialize, PartialEq)]
pub struct Cell {
    pub array: String,
    pub index: u8,
    pub single: bool,
}

#[derive(Deserialize)]
pub struct Arrow {
    pub from: usize,
    pub to: usize,
    pub kind: ArrowKind,
}

#[derive(Deserialize)]
pub struct Span {
    pub process: usize,
    pub zone: String,
    pub from: usize,
    pub to: Option<usize>,
}

#[derive(Deserialize)]
pub struct Clock {
    pub vector: Vec<u32>,
}

#[derive(Deserialize)]
pub struct Moment {
    pub view: View,
    pub broken: Vec<String>,
}

#[derive(Deserialize)]
pub struct View {
    pub processes: Vec<Process>,
    pub arrays: Vec<Array>,
    pub messages: Vec<Message>,
    pub replicas: Vec<Replica>,
}

#[derive(Deserialize)]
pub struct Process {
    pub zone: String,
    pub row: Option<usize>,
    pub life: String,
    pub locals: Vec<(String, String)>,
    pub decided: Option<String>,
}

#[derive(Deserialize)]
pub struct Array {
    pub name: String,
    pub cells: Vec<Content>,
}

#[derive(Deserialize)]
pub struct Content {
    pub value: String,
}

#[derive(Deserialize)]
pub struct Message {
    pub from: usize,
    pub to: usize,
    pub text: String,
}

#[derive(Deserialize)]
pub struct Replica {
    pub up: bool,
    pub cells: Vec<Stored>,
}

#[derive(Deserialize)]
pub struct Stored {
    pub column: String,
    pub value: String,
    pub timestamp: String,
}

impl Run {
    pub fn read(document: &str) -> Result<Run, String> {
        serde_json::from_str(document)
            .map_err(|error| format!("This is not a run that was written by Interleave: {error}."))
    }

    /// How many of the lanes are processes; those behind them are replicas.
    pub fn processes(&self) -> usize {
        self.lanes.len() - self.trace.replicas
    }

    /// Whether what is sent to a lane in `step` is received or lost later on.
    pub fn arrives(&self, step: usize, to: usize, text: &str) -> bool {
        let ends = |it: &Step| {
            let lane = match it.action {
                Action::Deliver(mail) | Action::Lose(mail) => usize::from(mail.to),
                _ => return false,
            };
            let what = it.events.iter().find_map(|it| match it {
                Event::Receive { text, .. } | Event::Lost { text } => Some(text.as_str()),
                _ => None,
            });
            lane == to && what == Some(text)
        };
        let arrows = self.trace.arrows.iter().filter(|it| it.from == step && it.is_mail());
        arrows.map(|it| &self.trace.steps[it.to]).any(ends)
    }

    /// The step that sent what is received, lost or doubled in `step`.
    pub fn sent(&self, step: usize, from: usize, to: usize, text: &str) -> Option<usize> {
        let arrow = self.trace.arrows.iter().find(|it| it.to == step && it.is_mail());
        let sends = |step: &Step| {
            step.process == Some(from)
                && step.events.iter().any(
                    |it| matches!(it, Event::Send { to: whom, text: what } if (*whom, what.as_str()) == (to, text)),
                )
        };
        match arrow {
            Some(arrow) => Some(arrow.from),
            None => self.trace.steps[..step].iter().rposition(sends),
        }
    }
}

impl Arrow {
    pub fn is_mail(&self) -> bool {
        matches!(self.kind, ArrowKind::Message | ArrowKind::Lost)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.single {
            true => f.write_str(&self.array),
            false => write!(f, "{}[{}]", self.array, self.index),
        }
    }
}

fn action<'de, D: Deserializer<'de>>(from: D) -> Result<Action, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}
