//! What a process does in a step, clause by clause.

use super::accesses::{all_read, from, heard, together, written};
use super::{
    Piece, Told, article, at_once, code, is_all, is_open, list, sends, set, text, verb, who,
};
use model::{Action, Cell, Event, Row, View, WritePhase, Zone};
use std::borrow::Cow;

/// What a process does, each as "reads number[0] = 1".
pub fn clauses(told: Told<'_>, view: &View) -> Vec<Vec<Piece>> {
    let Told { action, row, events, kept } = told;
    let events = &match events.contains(&Event::Crashed) {
        true => of_crash(events, kept),
        false => heard(events),
    };
    let step = Step { events, action, row, view };
    let mut clauses: Vec<Vec<Piece>> = Vec::new();
    let mut parts = together(events).peekable();
    while let Some((index, part)) = parts.next() {
        let next = parts.peek().map_or(&[][..], |next| next.1);
        match at_once::clauses(row, part, next, view) {
            Some(one_act) => {
                clauses.extend(one_act);
                parts.next();
            }
            None => clauses.extend(step.clause(index, part)),
        }
    }
    if clauses.is_empty() && events.iter().any(is_stamp) {
        return vec![vec![text("has an event")]];
    }
    if clauses.is_empty() {
        let all = set(events).enumerate();
        clauses.extend(all.map(|(nth, (name, value))| sets(nth == 0, name, value)));
    }
    clauses
}

/// What happens in a step.
struct Step<'a> {
    events: &'a [Event],
    action: Action,
    row: &'a Row,
    view: &'a View,
}

impl Step<'_> {
    /// Of events that are told at once, the first of which stands at `index`; none if they are not told.
    fn clause(&self, index: usize, together: &[Event]) -> Option<Vec<Piece>> {
        let Step { events, view, .. } = self;
        let event = &together[0];
        Some(match event {
            // a row or an array read at once is told at once
            Event::Read { overlaps, replicas, .. } => {
                let during = if *overlaps { " during a write" } else { "" };
                let read = code(all_read(together, view));
                vec![text("reads "), read, text(during), text(from(replicas))]
            }
            Event::Write { phase, .. } => vec![text(writes(*phase)), code(written(together))],
            Event::Receive { from, text: what, .. } => {
                let receives = text(format!("receives {}", article(what)));
                vec![receives, code(what), text(" from "), who(view, *from)]
            }
            // a request that gets stuck there
            Event::Send { to, .. } if self.is_replica_itself(*to) => {
                vec![text("keeps it for later")]
            }
            Event::Send { text: what, .. } => {
                let to = sends(events, index, what)?;
                let sends = text(format!("sends {}", article(what)));
                let mut clause = vec![sends, code(what), text(" to ")];
                clause.extend(list(&to, view));
                clause
            }
            Event::Moved { from, to } => {
                vec![text(self.moves(*from, *to, is_all(events, event))?)]
            }
            Event::Decided { value } => vec![text("decides "), code(value)],
            Event::Called { operation, arguments } => {
                vec![text("calls "), code(model::call(operation, arguments))]
            }
            Event::Returned { operation, result } if result.is_empty() => {
                vec![text("returns from "), code(*operation)]
            }
            Event::Returned { result, .. } => vec![text("returns "), code(result)],
            Event::Crashed if events.iter().any(is_from_critical) => {
                vec![text(format!("{} in the critical section", crashes(self.row)))]
            }
            Event::Crashed => vec![text(crashes(self.row))],
            Event::Set { name, value } if is_open(self.action) => {
                let is_first = !matches!(events[..index].last(), Some(Event::Set { .. }));
                sets(is_first, name, value)
            }
            Event::Chose { name, value } => {
                vec![text("chooses "), code(format!("{name} = {value}"))]
            }
            Event::Set { .. }
            | Event::Note { .. }
            | Event::Lost { .. }
            | Event::Duplicated { .. } => return None,
        })
    }

    /// Whether a replica receives, and is the one to which something goes.
    fn is_replica_itself(&self, to: u8) -> bool {
        let me = self.action.delivered().map(|mail| mail.to);
        me == Some(to) && usize::from(to) >= self.view.processes.len()
    }

    /// From one section to another; what else a step does says most of it.
    fn moves(&self, from: Zone, to: Zone, is_all: bool) -> Option<Cow<'static, str>> {
        // told with the crash
        if self.events.contains(&Event::Crashed) {
            return None;
        }
        Some(match (from, to) {
            (_, Zone::Critical) => "enters the critical section".into(),
            (Zone::Critical, _) => "leaves the critical section".into(),
            (_, Zone::Named(name)) if is_all => verb::into_section(name, true).into(),
            (Zone::Remainder, Zone::Doorway | Zone::Waiting) if is_all => "wants to enter".into(),
            (Zone::Remainder, _) if is_all => "begins".into(),
            _ => return None,
        })
    }
}

fn writes(phase: WritePhase) -> &'static str {
    match phase {
        WritePhase::Whole | WritePhase::Issued => "writes ",
        WritePhase::Begin => "begins to write ",
        WritePhase::End => "finishes writing ",
        WritePhase::Arrives => "has in memory ",
    }
}

/// "sets x to 2", and of those behind it "y to 3".
fn sets(is_first: bool, name: &'static str, value: &str) -> Vec<Piece> {
    let verb = if is_first { "sets " } else { "" };
    vec![text(verb), code(name), text(" to "), code(value)]
}

/// A line of which nothing is seen: "pauses and sets completed".
pub fn runs(line: &str) -> Vec<Piece> {
    let of_section =
        |line: &str| line.split_once(": ").is_some_and(|(section, _)| !section.contains(' '));
    let lines = if of_section(line) {
        line.split_once(": ").map_or(line, |(_, lines)| lines)
    } else {
        line
    };
    let said =
        lines.split(';').map(str::trim).filter(|part| *part != "skip").map(|part| match part {
            "pause" => Some(vec![text("pauses")]),
            _ if part.contains(':') => None,
            _ => {
                let (target, _) = part.split_once('←').or_else(|| part.split_once("<-"))?;
                Some(vec![text("sets "), code(target.trim())])
            }
        });
    match said.collect::<Option<Vec<_>>>() {
        Some(said) if said.len() > 1 => said.join(&text(" and ")),
        // a loop over nothing, a message to nobody
        _ => vec![text("goes on")],
    }
}

/// A crash reads nothing, and of what it writes that is told which becomes another.
fn of_crash(events: &[Event], kept: &[Cell]) -> Vec<Event> {
    let is_told = |event: &&Event| match event {
        Event::Read { .. } => false,
        Event::Write { cell, .. } => !kept.contains(cell),
        _ => true,
    };
    events.iter().filter(is_told).cloned().collect()
}

/// Whether a step is an event that a clock stamps.
fn is_stamp(event: &Event) -> bool {
    matches!(event, Event::Note { text } if text.starts_with(program::STAMPS))
}

/// "crashes", or what the line of it says: "walks away".
pub fn crashes(row: &Row) -> &str {
    if let Some(does) = row.purpose.strip_prefix("it ") {
        return does;
    }
    let says = row.text.lines().next().and_then(|line| line.split_once(" i "));
    says.and_then(|(_, does)| does.split([',', ':']).next()).unwrap_or("crashes")
}

fn is_from_critical(event: &Event) -> bool {
    matches!(event, Event::Moved { from: Zone::Critical, .. })
}
