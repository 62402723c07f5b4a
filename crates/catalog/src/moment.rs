//! One point of one run: all there is to show about it.

mod choice;
mod waits;
mod walk;

pub use choice::{Choice, Enabledness};
use choice::{choice, is_same_wait, shorten};
use walk::Past;
pub use walk::Walk;
pub(crate) use walk::{all, of};

use crate::engine::Simulator;
use crate::words::{self, Piece};
use model::{Action, Event, Pids, Row, RowId, View, Zone};
use serde::Serialize;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Moment {
    /// How many steps have been taken.
    pub at: usize,
    pub view: View,
    /// The process that took the last step, or received what it delivered.
    pub actor: Option<u8>,
    /// What the last step touched; empty at the start.
    pub events: Vec<Event>,
    /// What just happened, in a sentence.
    pub said: Vec<Piece>,
    /// Who waits, and why, in a sentence; empty if nobody waits.
    pub waiting: Vec<Piece>,
    /// What may be tried next, and what would come of it.
    pub next: Vec<Choice>,
    /// The properties that do not hold here.
    pub broken: Vec<&'static str>,
    /// Those that cannot be computed here, and why: a sentence.
    #[serde(skip)]
    pub impossible: Vec<(&'static str, String)>,
    /// Where each crashed process stood when it crashed.
    #[serde(skip)]
    pub crashed_in: Vec<(u8, Zone)>,
    /// Its run begins in a state that a link says, and perhaps no run comes here.
    #[serde(skip)]
    pub begins_elsewhere: bool,
}

impl Moment {
    /// The steps that can be taken now, faults left out.
    pub fn steps(&self) -> impl Iterator<Item = &Choice> {
        self.next.iter().filter(|choice| choice.possible == Enabledness::Now && !choice.fault)
    }

    /// Somebody waits, and nobody can take a step but the environment.
    pub fn is_deadlock(&self) -> bool {
        let can_go_on =
            |choice: &Choice| !matches!(choice.possible, Enabledness::Waits | Enabledness::Done);
        self.next.iter().any(|choice| choice.possible == Enabledness::Waits)
            && !self.next.iter().any(|choice| can_go_on(choice) && !choice.fault)
    }

    /// Where a process stands, or stood when it crashed.
    pub fn section(&self, process: usize) -> Zone {
        let crashed = self.crashed_in.iter().find(|it| usize::from(it.0) == process);
        crashed.map_or_else(|| self.view.processes[process].zone, |crashed| crashed.1)
    }

    /// A step that cannot be computed, and what is wrong with it, as a clause: "process 1 cannot take
    /// its next step, “x ← x − 1”: x would become −2, which is not in −1..2". The rows are those of the
    /// listing.
    pub fn error(&self, rows: &[Row]) -> Option<String> {
        let choice = self.next.iter().find(|choice| choice.possible == Enabledness::Error)?;
        let who = choice.who.as_deref().unwrap_or("the network");
        let why = words::within(choice.why.as_deref().unwrap_or_default());
        let row = choice.row.and_then(|row| rows.get(usize::from(row)));
        let line = row.map(|row| row.text.trim()).filter(|text| !text.contains('\n'));
        Some(match line {
            Some(line) => format!("{who} cannot take its next step, “{line}”: {why}"),
            None => format!("{who} cannot go on: {why}"),
        })
    }

    /// Why a step is not followed that could be taken: within a sentence.
    pub fn beyond(&self) -> Option<&str> {
        self.next.iter().find(|choice| choice.possible == Enabledness::BoundReached)?.why.as_deref()
    }

    /// What such a step would lead to, as a clause: "x would become 4, which is not in 0..3"; none where that is not known.
    pub fn outgrown(&self) -> Option<String> {
        let note = self.beyond()?.strip_prefix(words::BEYOND)?.strip_prefix(": ")?;
        Some(words::within(note))
    }

    /// That no step can be taken here, and whether that is the end of the run: a sentence; none where one can.
    pub fn end(&self) -> Option<&'static str> {
        let is_end = self.steps().next().is_none();
        is_end.then(|| match self.beyond() {
            None if self.is_deadlock() => "Nobody can move: the run ends here.",
            None if self.crashed_in.is_empty() => "All are done: the run ends here.",
            None => "Nobody has a step left: the run ends here.",
            Some(_) => "What could come next is beyond the bound of this model.",
        })
    }

    /// Whether what was claimed fails here.
    pub fn fails(&self) -> bool {
        !self.broken.is_empty() || self.is_deadlock() || self.error(&[]).is_some()
    }
}

/// The moment that has come about by the step `last`, with its events.
fn tell(
    live: &Simulator,
    at: usize,
    last: Option<(Action, RowId)>,
    events: Vec<Event>,
    past: &Past,
) -> Moment {
    let mut view = live.view();
    past.writers.sign(&mut view);
    let mut next: Vec<Choice> = Vec::new();
    live.attempts(&mut |action, stepped, _, events| {
        next.extend(choice(live, &past.rows, &view, action, (stepped, &events)));
    });
    next.dedup_by(|a, b| is_same_wait(a, b));
    let able = able(&next);
    next.retain(|it| {
        it.possible != Enabledness::Done
            || it.process.is_none_or(|process| able & 1 << process == 0)
    });
    shorten(&mut next);
    let said = match last {
        Some((action, row)) => {
            let (row, kept) = (&past.rows[usize::from(row)], &live.kept(&events));
            words::step(words::Told { action, row, events: &events, kept }, &view)
        }
        None if live.choices_left() > 0 => {
            vec![Piece::Text("Nothing has happened yet: initial values are chosen first.".into())]
        }
        None if live.begins_elsewhere => {
            vec![Piece::Text("The link begins in this state, which perhaps no run reaches.".into())]
        }
        None => words::start(
            &view,
            able,
            next.iter().any(|choice| choice.possible == Enabledness::BoundReached),
        ),
    };
    let waiting = words::waiting(&next, &view);
    let actor = last.and_then(|last| actor(last.0, view.processes.len()));
    let (broken, crashed_in) = (live.broken(), past.crashed_in.clone());
    let impossible = live.impossible(&broken);
    let begins_elsewhere = live.begins_elsewhere;
    Moment {
        at,
        view,
        actor,
        events,
        said,
        waiting,
        next,
        broken,
        impossible,
        crashed_in,
        begins_elsewhere,
    }
}

/// Who takes a step: nobody loses a message, or doubles one.
fn actor(action: Action, processes: usize) -> Option<u8> {
    let is_of_network = matches!(action, Action::Lose(_) | Action::Duplicate(_));
    whose(action, processes).filter(|_| !is_of_network)
}

/// Who can go on: a set of processes.
fn able(next: &[Choice]) -> Pids {
    let is_able = |choice: &&Choice| choice.possible == Enabledness::Now && !choice.fault;
    next.iter().filter(is_able).filter_map(|choice| choice.process).fold(0, |set, it| set | 1 << it)
}

/// Whose step it is, or who receives; for a fault, whom it hits; none where that is a replica.
pub(crate) fn whose(action: Action, processes: usize) -> Option<u8> {
    Some(action.process()).filter(|&it| usize::from(it) < processes)
}

#[cfg(test)]
mod tests;
