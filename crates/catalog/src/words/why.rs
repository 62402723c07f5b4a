//! Why a step is not taken.

use super::{Piece, awaited, code, first, list, plain, standing, text, who};
use crate::moment::{Choice, Enabledness};
use model::{Action, Event, ProcessView, Stepped, View, Zone};

/// More than a line of a wide window: then who waits is enough, and for what is told beside each.
const WAITING_MAX: usize = 120;

/// More than so many values are counted.
const SEEN_MAX: usize = 3;

/// "Process 2 waits for process 1: choosing[1] = true."
pub(crate) fn waiting(next: &[Choice], view: &View) -> Vec<Piece> {
    let own = |choice: &&Choice| matches!(choice.action, Action::Step { .. });
    let of_each = next.chunk_by(|a, b| a.process == b.process).filter_map(|of_one| {
        // where an outcome is open, a process waits only if it does so at every outcome
        let waits = of_one.iter().filter(own).all(|choice| choice.possible == Enabledness::Waits);
        let choice = of_one.iter().find(own).filter(|_| waits)?;
        Some((choice.process?, choice, choice.why.as_deref()?))
    });
    let waiting: Vec<(u8, &Choice, &str)> = of_each.collect();
    let sentences: Vec<Vec<Piece>> =
        waiting.iter().map(|(process, choice, why)| waits(*process, choice, why, view)).collect();
    let said = sentences.join(&text(" "));
    if plain(&said).chars().count() <= WAITING_MAX {
        return said;
    }
    let names: Vec<u8> = waiting.iter().map(|it| it.0).collect();
    [vec![text("Waiting: ")], list(&names, view), vec![text(".")]].concat()
}

/// What one waits for.
fn waits(process: u8, choice: &Choice, why: &str, view: &View) -> Vec<Piece> {
    let zone = view.processes.get(usize::from(process)).map(|process| process.zone);
    let whom = &choice.waits_for;
    let mut said = vec![first(view, process)];
    match awaited(why).filter(|what| !what.starts_with(|letter: char| letter.is_ascii_digit())) {
        Some(what) => {
            said.push(text(format!(" waits for {what}")));
            if let [one] = whom[..] {
                said.extend([text(" from "), who(view, one)]);
            }
        }
        None if why.is_empty() && whom.is_empty() => {
            said.push(text(format!(" {}", zone.map_or_else(|| "waits".into(), where_it_waits))));
        }
        None => {
            said.push(text(" waits"));
            if !whom.is_empty() {
                said.push(text(" for "));
                said.extend(list(whom, view));
            }
            said.extend((!why.is_empty()).then(|| text(": ")));
            said.extend((!why.is_empty()).then(|| code(why)));
        }
    }
    said.push(text("."));
    said
}

/// "waits", "is hungry and waits"
pub(crate) fn where_it_waits(zone: Zone) -> String {
    match zone {
        Zone::Named(section) => match standing(section) {
            state if state.ends_with("ing") => "waits".into(),
            state => format!("is {state} and waits"),
        },
        _ => "waits".into(),
    }
}

/// Why a process waits: what it saw, or what it is short of.
pub(crate) fn reason(events: &[Event], shown: Option<&ProcessView>) -> String {
    let seen = events.iter().filter_map(|event| match event {
        Event::Read { cell, value, .. } => Some(format!("{cell} = {value}")),
        _ => None,
    });
    let mut seen: Vec<String> = seen.collect();
    if seen.len() > SEEN_MAX {
        let more = seen.len() - SEEN_MAX;
        seen.truncate(SEEN_MAX);
        seen.push(format!("{more} more"));
    }
    match seen.pop() {
        None => shown.map(|shown| shown.status.clone()).unwrap_or_default(),
        Some(last) if seen.is_empty() => last,
        Some(last) => format!("{} and {last}", seen.join(", ")),
    }
}

/// A sentence: which step of a run the model would not take, and why not.
pub(crate) fn refusal(
    index: usize,
    action: Action,
    stepped: Stepped,
    events: &[Event],
    view: &View,
) -> String {
    let who = |lane: u8| view.name(lane.into());
    let what = match action {
        Action::Step { process, .. } => format!("{} steps", who(process)),
        Action::Deliver(mail) | Action::DeliverAs(mail, _) => {
            format!("a message goes from {} to {}", who(mail.from), who(mail.to))
        }
        Action::Lose(mail) => {
            format!("a message from {} to {} is lost", who(mail.from), who(mail.to))
        }
        Action::Duplicate(mail) => {
            format!("a message from {} to {} is doubled", who(mail.from), who(mail.to))
        }
        Action::Crash(process) => format!("{} crashes", who(process)),
        Action::Restart(process) => format!("{} starts again", who(process)),
        Action::Arrive(process, _) => format!("a write of {} reaches memory", who(process)),
        Action::Timeout(process) | Action::TimeoutAs(process, _) => {
            format!("{} times out", who(process))
        }
    };
    let why = match stepped {
        Stepped::Waits => match reason(events, None) {
            reason if reason.is_empty() => "it has to wait there".into(),
            reason => format!("it has to wait there, because {reason}"),
        },
        Stepped::Done => "it has nothing left to do there".into(),
        Stepped::BoundReached => format!("that is {}", beyond(events)),
        Stepped::Error => error(events),
        Stepped::Refused | Stepped::Ran(_) => match action {
            Action::Step { process, .. } if usize::from(process) >= view.processes.len() => {
                format!("there is no {}", who(process))
            }
            _ => "there is no such step there".into(),
        },
    };
    format!("Step {} ({what}) cannot be taken: {why}.", index + 1)
}

/// What is wrong with a step that cannot be computed: "x would become 4, which is not in 0..3".
pub fn error(events: &[Event]) -> String {
    last_note(events).unwrap_or("it cannot be computed").to_owned()
}

fn last_note(events: &[Event]) -> Option<&str> {
    events.iter().rev().find_map(|event| match event {
        Event::Note { text } => Some(text.trim_end_matches('.')),
        _ => None,
    })
}

/// What is said of a step that the model does not follow.
pub const BEYOND: &str = "beyond the bound of this model";

/// Why the model does not follow a step.
pub fn beyond(events: &[Event]) -> String {
    match last_note(events) {
        Some(note) => format!("{BEYOND}: {note}"),
        None => BEYOND.into(),
    }
}
