//! What may be tried next, and what would come of it.

use super::whose;
use crate::engine::Simulator;
use crate::words;
use model::{Action, Cell, Event, Life, ProcessView, Row, RowId, Stepped, View, Zone};
use serde::Serialize;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    #[serde(serialize_with = "crate::words::as_text")]
    pub action: Action,
    /// Whose step it is, or who receives; for a fault, whom it hits; none where that is a replica.
    pub process: Option<u8>,
    /// What that one is called: "process 1".
    pub who: Option<String>,
    /// "read number[1]", "receive request(4) from 1", "crash".
    pub label: String,
    pub possible: Enabledness,
    /// Why it is not possible now.
    pub why: Option<String>,
    /// Processes that it waits for.
    pub waits_for: Vec<u8>,
    /// Of those, who will not do that any more.
    #[serde(skip)]
    pub cannot_help: Vec<u8>,
    pub row: Option<RowId>,
    /// The shared variable that it reads or writes.
    pub cell: Option<Cell>,
    /// The shared variables that it writes, if there are several.
    #[serde(skip)]
    pub writes: Vec<Cell>,
    /// Something that the environment does.
    pub fault: bool,
    /// Index into the view's messages.
    pub message: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Enabledness {
    Now,
    Waits,
    /// The process has finished, or has crashed.
    Done,
    /// The model's bound is reached.
    #[serde(rename = "beyond")]
    BoundReached,
    /// The step cannot be computed: a value would leave its domain.
    Error,
}

/// Whether it makes no difference which way a step would go, because it goes none.
pub fn is_same_wait(a: &Choice, b: &Choice) -> bool {
    let steps = matches!([a.action, b.action], [Action::Step { .. }, Action::Step { .. }]);
    let is_stuck = a.possible != Enabledness::Now && b.possible != Enabledness::Now;
    steps && is_stuck && (a.process, &a.label, &a.why) == (b.process, &b.label, &b.why)
}

/// Shortens long labels of outcomes to their first act, where they still differ.
pub fn shorten(next: &mut [Choice]) {
    let short: Vec<String> = next.iter().map(|choice| words::beginning(&choice.label)).collect();
    let is_taken = |at: usize, next: &[Choice]| {
        let same = |other: &usize| *other != at && next[*other].process == next[at].process;
        (0..next.len()).filter(same).any(|other| short[other] == short[at])
    };
    for at in 0..next.len() {
        if short[at] != next[at].label && !is_taken(at, next) {
            next[at].label.clone_from(&short[at]);
        }
    }
}

/// A choice, of what came of attempting it.
pub fn choice(
    live: &Simulator,
    rows: &[Row],
    view: &View,
    action: Action,
    (stepped, events): (Stepped, &[Event]),
) -> Option<Choice> {
    let process = whose(action, view.processes.len());
    let shown = process.and_then(|process| view.processes.get(usize::from(process)));
    let tried = Tried { live, rows, view, action, events, process, shown };
    let (possible, row) = tried.possible(stepped)?;
    let wait = match possible {
        Enabledness::Waits => tried.wait(),
        _ => Wait::default(),
    };
    let cell = events.iter().find_map(|event| match event {
        Event::Read { cell, .. } | Event::Write { cell, .. } => Some(*cell),
        _ => None,
    });
    let writes = events.iter().filter_map(|event| match event {
        Event::Write { cell, .. } => Some(*cell),
        _ => None,
    });
    let writes: Vec<Cell> = writes.collect();
    let mail = match action {
        Action::Lose(mail) | Action::Duplicate(mail) => Some(mail),
        _ => action.delivered(),
    };
    Some(Choice {
        action,
        process,
        who: process.map(|process| view.name(process.into())),
        label: tried.label(possible, row),
        possible,
        why: tried.why(possible, row, wait.messages),
        waits_for: wait.waits_for,
        cannot_help: wait.cannot_help,
        row,
        cell,
        writes: if writes.len() > 1 { writes } else { Vec::new() },
        fault: action.is_fault(),
        message: mail
            .and_then(|mail| view.messages.iter().position(|message| message.mail == mail)),
    })
}

/// An action that was attempted, and what happened.
#[derive(Clone, Copy)]
struct Tried<'a> {
    live: &'a Simulator,
    rows: &'a [Row],
    view: &'a View,
    action: Action,
    events: &'a [Event],
    process: Option<u8>,
    shown: Option<&'a ProcessView>,
}

/// For what a process waits.
#[derive(Default)]
struct Wait {
    /// The messages that would help it, in words, where it waits for some.
    messages: Option<String>,
    waits_for: Vec<u8>,
    cannot_help: Vec<u8>,
}

impl Tried<'_> {
    /// Whether it is possible, and the row that it is; nothing if there is no such action.
    fn possible(self, stepped: Stepped) -> Option<(Enabledness, Option<RowId>)> {
        let row = self.shown.and_then(|process| process.row);
        Some(match stepped {
            Stepped::Ran(row) => (Enabledness::Now, Some(row)),
            Stepped::Waits => (Enabledness::Waits, row),
            Stepped::Done => (Enabledness::Done, None),
            Stepped::BoundReached => (Enabledness::BoundReached, None),
            Stepped::Error if self.live.choices_left() > 0 => (Enabledness::Error, None),
            Stepped::Error => (Enabledness::Error, row),
            Stepped::Refused => return None,
        })
    }

    fn wait(self) -> Wait {
        let Tried { live, view, process, .. } = self;
        let read = self.events.iter().rev().find_map(|event| match event {
            Event::Read { cell, .. } => Some(cell),
            _ => None,
        });
        let owned = |name| view.arrays.iter().any(|array| array.name == name && array.owned);
        let read = read.copied().filter(|cell| owned(cell.array));
        let mut waits_for: Vec<u8> = read.iter().map(|cell| cell.index).collect();
        let can_help = |whom: &u8, cell| process.is_some_and(|who| live.can_help(who, *whom, cell));
        let mut cannot_help: Vec<u8> =
            waits_for.iter().copied().filter(|whom| !can_help(whom, read)).collect();
        let helped_by = process.and_then(|process| live.helped_by(process));
        match &helped_by {
            Some((_, from)) => {
                cannot_help.extend(from.iter().filter(|whom| !can_help(whom, None)));
                waits_for.extend(from);
            }
            None => waits_for.extend(self.shown.iter().flat_map(|process| &process.awaits)),
        }
        Wait { messages: helped_by.map(|(messages, _)| messages), waits_for, cannot_help }
    }

    /// Why it is not possible now; nothing if it is.
    fn why(
        self,
        possible: Enabledness,
        row: Option<RowId>,
        messages: Option<String>,
    ) -> Option<String> {
        let Tried { live, view, events, shown, .. } = self;
        Some(match possible {
            Enabledness::Now => return None,
            Enabledness::Waits => {
                let why = self.why_it_waits(row, messages);
                let behind = self.process.map(|process| behind(live, process, view));
                why + &behind.unwrap_or_default()
            }
            Enabledness::Done if shown.is_some_and(|process| process.life == Life::Crashed) => {
                "has crashed".into()
            }
            // a server, or a cache, waits for work
            Enabledness::Done
                if shown.is_some_and(|process| {
                    process.life != Life::Done || process.zone == Zone::Processing
                }) =>
            {
                "has nothing to do now".into()
            }
            Enabledness::Done => "has nothing left to do".into(),
            Enabledness::BoundReached => words::beyond(events),
            Enabledness::Error => words::error(events),
        })
    }

    fn why_it_waits(self, row: Option<RowId>, messages: Option<String>) -> String {
        match (words::reason(self.events, None), messages) {
            // what it waits for in its other sections would not help
            (seen, Some(messages)) if seen.is_empty() => messages,
            _ => match words::reason(self.events, self.shown) {
                // it has read nothing that others see: the line says what it waits for
                seen if seen.is_empty() => {
                    let line = row.map_or_else(String::new, |row| line(self.rows, row));
                    awaited_own(&line, self.shown)
                }
                seen => seen,
            },
        }
    }

    fn label(self, possible: Enabledness, row: Option<RowId>) -> String {
        let Tried { rows, view, action, events, .. } = self;
        let is_timeout = matches!(action, Action::Timeout(_) | Action::TimeoutAs(..));
        match row.map(|row| &rows[usize::from(row)]) {
            Some(row) if words::is_change(action, row) => words::written(events),
            Some(row) if row.fault && is_timeout => {
                format!("time runs out: {}", words::written(events))
            }
            _ => words::label(action, possible, events, view),
        }
    }
}

/// Behind which message that comes for which a process waits, if it is one that it does not take.
fn behind(live: &Simulator, process: u8, view: &View) -> String {
    let before = live.stands_before(process).map(|[before, _]| before);
    let mut messages = view.messages.iter();
    let Some(message) = messages.find(|message| Some(message.mail) == before) else {
        return String::new();
    };
    let from = view.name(message.from.into());
    format!(", but {from}’s {} stands before it", message.text)
}

/// What a process waits to change of its own, "needed = 2", where its line awaits that; or else the line.
fn awaited_own(line: &str, shown: Option<&ProcessView>) -> String {
    let Some((_, condition)) = line.split_once("await ") else { return line.to_owned() };
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words: Vec<&str> = condition.split(|letter: char| !is_part(letter)).collect();
    let locals = shown.iter().flat_map(|process| &process.locals);
    let named = locals.filter(|(name, _)| words.contains(name));
    let values: Vec<String> = named.map(|(name, value)| format!("{name} = {value}")).collect();
    match values.is_empty() {
        true => format!("until {condition}"),
        false => values.join(" and "),
    }
}

/// The text of a line; of a block nothing.
fn line(rows: &[Row], row: RowId) -> String {
    let text = rows[usize::from(row)].text.trim();
    if text.contains('\n') { String::new() } else { text.to_owned() }
}
