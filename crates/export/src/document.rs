//! A run, whole and as plain data: the format `json`, from which the others are made.

use crate::Mark;
use catalog::{Moment, Scenario, Trace, plain};
use serde::{Serialize, Serializer};

/// The fields are described in `docs/EXPORT.md`.
#[derive(Serialize)]
pub struct Document {
    format: &'static str,
    /// Goes up when a field goes, or changes its meaning.
    format_version: u8,
    /// The scenario: the end of a link.
    link: String,
    algorithm: &'static str,
    algorithm_version: u16,
    name: &'static str,
    #[serde(serialize_with = "as_map")]
    knobs: Vec<(&'static str, &'static str)>,
    /// How many steps have been taken at the moment of the link.
    at: usize,
    loops_from: Option<usize>,
    picked: Option<usize>,
    lanes: Vec<String>,
    trace: Trace,
    /// What happened in each step, in a sentence.
    said: Vec<String>,
    marks: Vec<Mark>,
    /// For each step; none for what the network does by itself.
    clocks: Vec<Option<Clock>>,
    /// Before the first step, and after each; none where no format asks for them.
    moments: Vec<Moment>,
}

#[derive(Serialize)]
struct Clock {
    lamport: u32,
    vector: Vec<u32>,
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
            knobs: scenario.setting.iter().map(|(knob, value)| (knob.name, value.name)).collect(),
            at: scenario.at.min(taken),
            loops_from: scenario.loops_from,
            picked: scenario.picked.filter(|&it| it < taken),
            lanes: (0..trace.processes).map(|it| trace.lane(it)).collect(),
            said: (0..taken).map(|step| plain(&trace.said(step))).collect(),
            marks: trace.steps.iter().map(Mark::of).collect(),
            clocks: (0..taken).map(|step| clock(&trace, step)).collect(),
            moments: if moments { scenario.moments() } else { Vec::new() },
            trace,
        }
    }
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
