//! A log: lines, each with what it says of a step.

use crate::fact::{EVENT, Fact, kind, root};
use crate::known::{self, Known};
use crate::names::Names;
use crate::order::Order;
use crate::state::States;
use crate::value::fits;
use crate::{Wrong, itf, mermaid, ndjson, shiviz, tlc};
use model::{ArrayView, System, View};
use program::Compiled;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A log that has been read, and whose names are those of the algorithm.
pub struct Log {
    pub lines: Vec<Line>,
    /// What is in a line whenever it happens: `write:flag`, or `write` of everything.
    pub(crate) logged: BTreeSet<String>,
    /// Every step is in it, with the whole state behind it: its lines are called states.
    pub is_whole: bool,
    /// The line to whose state the last one returns.
    pub(crate) back_to: Option<usize>,
    pub(crate) order: Order,
    pub(crate) states: States,
    /// Divergences that are known.
    pub known: Vec<Known>,
}

/// What a line says: nothing of what it does not name.
pub struct Line {
    pub file: usize,
    /// Counted from 1.
    pub number: usize,
    /// As it stands there, or what it says, shortened.
    pub text: String,
    /// It tells of the beginning, and of no step.
    pub(crate) is_start: bool,
    pub process: Option<u8>,
    /// Whose events a clock counts: those of the process, or of the network.
    pub(crate) lane: Option<u8>,
    /// The line of the algorithm.
    pub(crate) row: Option<String>,
    pub(crate) event: Option<Said>,
    /// What is so behind the step, by name.
    pub(crate) state: Vec<(String, Value)>,
    /// How many events of each process it knows of, its own included; empty where it does not say.
    pub(crate) clock: BTreeMap<u8, u64>,
    /// The divergence that it is.
    pub known: Option<usize>,
}

impl Line {
    pub(crate) fn wrong(&self, why: String) -> Wrong {
        Wrong { file: self.file, line: self.number, why }
    }

    /// Which event of which process it is, by its clock.
    pub(crate) fn event_of_process(&self) -> Option<(u8, u64)> {
        let lane = self.lane?;
        self.clock.get(&lane).map(|event| (lane, *event))
    }
}

/// What a line says that has happened.
pub(crate) struct Said {
    pub verb: &'static str,
    pub name: String,
    pub value: Option<Value>,
    pub other: Option<u8>,
}

impl Said {
    pub fn fits(&self, fact: &Fact) -> bool {
        let has_value = |logged: &Value| fact.value.as_ref().is_some_and(|text| fits(logged, text));
        self.verb == fact.verb
            && fact.is_called(&self.name)
            && self.other.is_none_or(|other| fact.other == Some(other))
            && self.value.as_ref().is_none_or(has_value)
    }

    pub fn kind(&self) -> String {
        kind(self.verb, &self.name)
    }

    /// That its name is one of the algorithm.
    fn check(&self, system: &Compiled, view: &View) -> Result<(), String> {
        let (names, what): (Vec<String>, _) = match self.verb {
            "read" | "write" => {
                let cells = |array: &ArrayView| {
                    (0..array.cells.len()).map(|at| array.cell(at).to_string()).collect()
                };
                (view.arrays.iter().flat_map::<Vec<String>, _>(cells).collect(), "shared variable")
            }
            "enter" | "leave" => {
                (system.zones().iter().map(|zone| zone.name().to_owned()).collect(), "section")
            }
            EVENT => return Err(unsaid(&self.name)),
            _ => return Ok(()),
        };
        let fact =
            |name: &String| Fact { verb: self.verb, name: name.clone(), value: None, other: None };
        if names.iter().any(|name| fact(name).is_called(&self.name)) {
            return Ok(());
        }
        let mut roots: Vec<&str> = names.iter().map(|name| root(name)).collect();
        roots.dedup();
        Err(format!("There is no {what} `{}`. There are {}.", self.name, roots.join(", ")))
    }
}

/// What to write instead of an event in other words.
fn unsaid(text: &str) -> String {
    format!(
        "“{text}” says nothing in the words of a log, such as `write x = 1`, `send request to 2`, `enter critical`. Say \
         in the names what it is, or list it among the known divergences."
    )
}

impl Log {
    /// Lines in which each event is logged of which one says that it happened, or that is `said` to be.
    pub(crate) fn of(lines: Vec<Line>, mut said: BTreeSet<String>, order: Order) -> Log {
        said.extend(lines.iter().filter_map(|line| line.event.as_ref()).map(Said::kind));
        let (is_whole, back_to, states, known) = (false, None, States::Shown, Vec::new());
        Log { lines, logged: said, is_whole, back_to, order, states, known }
    }

    /// The log that stands in some files: lines in JSON, a log of `ShiViz`, a sequence diagram, or a trace of whole
    /// states. Its names become those of the text.
    pub fn read(texts: &[String], compiled: &Compiled, names: &Names) -> Result<Log, Wrong> {
        let system = compiled;
        let view = system.view(&system.initial());
        let forms: Option<Vec<_>> = texts.iter().map(|text| shiviz::find(text)).collect();
        let whole: Option<Value> = match texts {
            [only] => serde_json::from_str(only).ok(),
            _ => None,
        };
        let broken = || Wrong { file: 0, line: 1, why: "This trace in ITF is broken.".into() };
        let log = match whole {
            Some(trace) if tlc::is_trace(&trace) => tlc::read(&trace, compiled)?,
            Some(trace) if itf::is_trace(&trace) => {
                tlc::read(&itf::as_tlc(&trace).ok_or_else(broken)?, compiled)?
            }
            _ => match (texts, forms) {
                (_, Some(forms)) => shiviz::read(&forms, names, &view)?,
                ([only], _) if let Some(diagram) = mermaid::find(only) => {
                    mermaid::read(diagram?, names, &view)?
                }
                _ => ndjson::read(texts, names, &view)?,
            },
        };
        Ok(log)
    }

    /// With divergences that are known, a line of JSON for each.
    pub fn with_known(
        mut self,
        text: &str,
        compiled: &Compiled,
        names: &Names,
    ) -> Result<Log, Wrong> {
        let system = compiled;
        self.known = known::read(text, names, &system.view(&system.initial()))?;
        for line in &mut self.lines {
            line.known = self.known.iter().position(|known| known.is(line));
        }
        Ok(self)
    }

    /// Whether a line says when that happens.
    pub(crate) fn has(&self, fact: &Fact) -> bool {
        self.logged.contains(&kind(fact.verb, &fact.name)) || self.logged.contains(fact.verb)
    }

    /// Every name is one of the algorithm, but in a line that is a known divergence.
    pub fn check(&self, compiled: &Compiled) -> Result<(), Wrong> {
        let system = compiled;
        let (view, rows) = (system.view(&system.initial()), system.rows());
        for line in self.lines.iter().filter(|line| line.known.is_none()) {
            let wrong = |why: String| match self.is_whole {
                true => Wrong { line: 1, ..line.wrong(format!("State {}: {why}", line.number)) },
                false => line.wrong(why),
            };
            let count = view.processes.len();
            let others = line.event.iter().filter_map(|event| event.other);
            let outside = |process: &u8| usize::from(*process) >= count + view.replicas.len();
            if let Some(process) = line.process.into_iter().chain(others).find(outside) {
                return Err(wrong(format!(
                    "There is no process {process}: they are 0 to {}.",
                    count - 1
                )));
            }
            if let Some(row) =
                line.row.as_ref().filter(|row| rows.iter().all(|known| known.label != **row))
            {
                return Err(wrong(format!("Line {row} of the text is no step.")));
            }
            if let Some(said) = &line.event {
                said.check(system, &view).map_err(wrong)?;
            }
            for (name, _) in &line.state {
                self.states.check(name, line.process, &view).map_err(wrong)?;
            }
        }
        Ok(())
    }
}
