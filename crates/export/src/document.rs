//! A whole run as plain data, from which every format is written.

use crate::Mark;
use catalog::{Action, Arrow, ArrowKind, Event, Moment, Scenario, Step, Trace, plain};
use serde::{Serialize, Serializer};

/// The fields are described in `docs/EXPORT.md`.
#[derive(Serialize)]
pub struct Document {
    format: &'static str,
    /// Goes up when a field goes, or changes its meaning.
    format_version: u8,
    /// The scenario: the end of a link.
    pub(crate) link: String,
    algorithm: &'static str,
    algorithm_version: u16,
    pub(crate) name: &'static str,
    #[serde(serialize_with = "as_map")]
    knobs: Vec<(&'static str, &'static str)>,
    /// How many steps have been taken at the moment of the link.
    pub(crate) at: usize,
    pub(crate) loops_from: Option<usize>,
    picked: Option<usize>,
    pub(crate) lanes: Vec<String>,
    pub(crate) trace: Trace,
    /// What happened in each step, in a sentence.
    pub(crate) said: Vec<String>,
    pub(crate) marks: Vec<Mark>,
    /// For each step; none for what the network does by itself.
    pub(crate) clocks: Vec<Option<Clock>>,
    /// Before the first step, and after each; none where no format asks for them.
    pub(crate) moments: Vec<Moment>,
}

#[derive(Serialize)]
pub(crate) struct Clock {
    lamport: u32,
    pub(crate) vector: Vec<u32>,
}

impl Document {
    /// The run goes to its end, wherever the cursor is. Moments are many, and only some formats
    /// have them.
    pub fn of(scenario: &Scenario, moments: bool) -> Document {
        let trace = scenario.trace();
        let entry = scenario.entry();
        let taken = trace.steps.len();
        Document {
            format: "interleave run",
            format_version: 1,
            link: scenario.to_string(),
            algorithm: entry.slug,
            algorithm_version: entry.version,
            name: entry.name,
            knobs: scenario.setting.names().into_iter().collect(),
            at: scenario.at.min(taken),
            loops_from: scenario.loops_from,
            picked: scenario.picked.filter(|&picked| picked < taken),
            lanes: (0..trace.processes).map(|it| trace.label(it)).collect(),
            said: (0..taken).map(|step| plain(&trace.said(step))).collect(),
            marks: trace.steps.iter().map(Mark::of).collect(),
            clocks: (0..taken).map(|step| clock(&trace, step)).collect(),
            moments: if moments { scenario.moments() } else { Vec::new() },
            trace,
        }
    }

    /// The number of processes. Their lanes come first; the replicas' lanes follow.
    pub(crate) fn processes(&self) -> usize {
        self.lanes.len() - self.trace.replicas
    }

    /// The options' names and values, sorted by name.
    pub(crate) fn sorted_knobs(&self) -> Vec<(&'static str, &'static str)> {
        let mut knobs = self.knobs.clone();
        knobs.sort_unstable();
        knobs
    }

    /// Of each step the later steps at which what it sends arrives or is lost.
    pub(crate) fn arrivals(&self) -> Vec<Vec<usize>> {
        let mut arrivals = vec![Vec::new(); self.trace.steps.len()];
        for arrow in self.trace.arrows.iter().filter(|arrow| is_mail(arrow)) {
            arrivals[arrow.from].push(arrow.to);
        }
        arrivals
    }

    /// Whether one of some steps receives or loses the message `text` to the lane `to`.
    pub(crate) fn arrives(&self, steps: &[usize], to: u8, text: &str) -> bool {
        let ends = |step: &Step| {
            let (Action::Deliver(mail) | Action::DeliverAs(mail, _) | Action::Lose(mail)) =
                step.action
            else {
                return false;
            };
            let ended = step.events.iter().find_map(|event| match event {
                Event::Receive { text, .. } | Event::Lost { text, .. } => Some(text.as_str()),
                _ => None,
            });
            mail.to == to && ended == Some(text)
        };
        steps.iter().map(|&step| &self.trace.steps[step]).any(ends)
    }

    /// The step that sent the message `text` which `step` receives, loses or duplicates.
    pub(crate) fn sent(&self, step: usize, from: u8, to: u8, text: &str) -> Option<usize> {
        let arrow = self.trace.arrows.iter().find(|arrow| arrow.to == step && is_mail(arrow));
        let sends = |step: &Step| {
            let is_same = |event: &Event| {
                matches!(event, Event::Send { to: receiver, text: sent, .. }
                    if *receiver == to && sent == text)
            };
            step.process == Some(from) && step.events.iter().any(is_same)
        };
        match arrow {
            Some(arrow) => Some(arrow.from),
            None => self.trace.steps[..step].iter().rposition(sends),
        }
    }
}

fn is_mail(arrow: &Arrow) -> bool {
    matches!(arrow.kind, ArrowKind::Message | ArrowKind::Lost)
}

fn clock(trace: &Trace, step: usize) -> Option<Clock> {
    trace.steps[step].process.map(|_| Clock {
        lamport: trace.order.lamport(step),
        vector: trace.order.vector(step)[..trace.processes].to_vec(),
    })
}

fn as_map<S: Serializer>(pairs: &[(&str, &str)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().copied())
}
