//! A log with vector clocks, as `ShiViz` opens it from a file: an expression that tells how a line is
//! read, an empty line (there is one execution), and a line for each step.
//!
//! <https://bestchai.bitbucket.io/shiviz/>: a clock names hosts, counts each host's own events from
//! one without gaps, and stands for every message.

use crate::Document;
use crate::document::Clock;
use catalog::{Action, Event};
use std::fmt::Write;

/// `ShiViz` itself puts `^` before it and `$` behind it. `interleave` is what `interleave follow` reads of the event.
const LINE: &str =
    r"(?<host>\S+) (?<clock>\{[^}]*\}) (?<step>\d+) (?<interleave>\{[^}]*\}) (?<event>.*)";

/// Whoever loses and doubles messages.
const NETWORK: &str = "network";

pub fn write(run: &Document) -> String {
    let mut log = format!("{LINE}\n\n");
    let hosts: Vec<String> = run.lanes.iter().map(|lane| lane.replace(' ', "-")).collect();
    let mut faults = 0;
    for (index, step) in run.trace.steps.iter().enumerate() {
        let counts = run.clocks[index].as_ref().or_else(|| heard(run, index));
        let counts = counts.map_or(&[][..], |counts| &counts.vector);
        let mut clock: Vec<(&str, u32)> =
            hosts.iter().map(String::as_str).zip(counts.iter().copied()).collect();
        clock.retain(|(_, count)| *count > 0);
        let host = if let Some(lane) = step.process {
            &hosts[usize::from(lane)]
        } else {
            faults += 1;
            clock.push((NETWORK, faults));
            NETWORK
        };
        let clock: Vec<String> =
            clock.iter().map(|(host, count)| format!("\"{host}\":{count}")).collect();
        let said = run.said[index].replace('\n', " ");
        let (clock, logged) = (clock.join(","), logged(run, index));
        let _ = writeln!(log, "{host} {{{clock}}} {} {logged} {said}", index + 1);
    }
    log
}

/// A step in the words of a log: its line, or what the network does with which kind of message.
fn logged(run: &Document, index: usize) -> String {
    let step = &run.trace.steps[index];
    if index < run.trace.choices {
        return r#"{"start":true}"#.into();
    }
    let said = step.events.iter().find_map(|event| match event {
        Event::Lost { text, .. } => Some(("lose", text)),
        Event::Duplicated { text, .. } => Some(("double", text)),
        _ => None,
    });
    if let Some((verb, message)) = said {
        let kind = message.split('(').next().unwrap_or_default();
        return format!(r#"{{"{verb}":"{kind}"}}"#);
    }
    match run.trace.rows[usize::from(step.row)].label.parse::<u32>() {
        Ok(line) => format!(r#"{{"line":{line}}}"#),
        Err(_) => "{}".into(),
    }
}

/// What the network has heard of when it loses or doubles a message: its sending.
fn heard(run: &Document, index: usize) -> Option<&Clock> {
    let step = &run.trace.steps[index];
    let (Action::Lose(mail) | Action::Duplicate(mail)) = step.action else { return None };
    let text = step.events.iter().find_map(|event| match event {
        Event::Lost { text, .. } | Event::Duplicated { text, .. } => Some(text),
        _ => None,
    })?;
    let sent = run.sent(index, mail.from, mail.to, text)?;
    run.clocks[sent].as_ref()
}
