//! A step in as few words as a picture has room for.

use crate::Document;
use catalog::{Action, Cell, Event, Step, WritePhase, Zone};

/// Longer ones are cut.
const LONGEST: usize = 44;

/// "number[0] ← 1", "request(1) to 1, 2", "enters".
pub fn label(run: &Document, step: &Step) -> String {
    let mut parts = Vec::new();
    match step.action {
        Action::Restart(_) => parts.push("starts again".to_owned()),
        Action::Timeout(_) | Action::TimeoutAs(..) => parts.push("times out".to_owned()),
        _ => {}
    }
    for (index, event) in step.events.iter().enumerate() {
        parts.extend(match event {
            Event::Read { cell, value, replicas, .. } => {
                let names: Vec<String> =
                    replicas.iter().map(|replica| format!("r{replica}")).collect();
                let from = if names.is_empty() { "" } else { " from " };
                Some(format!("{cell} = {value}{from}{}", names.join(", ")))
            }
            Event::Write { cell, value, phase } => Some(written(cell, value, *phase)),
            Event::Send { text, .. } => to(run, step, index).map(|to| format!("{text} to {to}")),
            Event::Receive { text, .. }
            | Event::Lost { text, .. }
            | Event::Duplicated { text, .. } => Some(text.clone()),
            Event::Set { name, value } => Some(format!("{name} ← {value}")),
            Event::Chose { name, value } => Some(format!("{name} = {value}")),
            Event::Decided { value } => Some(format!("decides {value}")),
            Event::Called { .. } | Event::Returned { .. } => event.of_operation(),
            Event::Crashed => Some("crashes".into()),
            Event::Moved { .. } | Event::Note { .. } => None,
        });
    }
    if parts.is_empty() {
        parts.push(moved(step));
    }
    cut(&parts.join(", "))
}

/// What a write does to a cell; to a safe register it has a beginning and an end, and a buffered one arrives later.
pub fn written(cell: &Cell, value: &str, phase: WritePhase) -> String {
    let phase = match phase {
        WritePhase::Whole => "",
        WritePhase::Begin => "begin ",
        WritePhase::End => "end ",
        WritePhase::Issued => "pending ",
        WritePhase::Arrives => "arrives ",
    };
    format!("{phase}{cell} ← {value}")
}

/// Where a step only goes from one zone to the next.
fn moved(step: &Step) -> String {
    let zones = step.events.iter().find_map(|event| match event {
        Event::Moved { from, to } => Some((*from, *to)),
        _ => None,
    });
    match zones {
        Some((_, Zone::Critical)) => "enters".into(),
        Some((Zone::Critical, _)) => "leaves".into(),
        Some((_, to)) => format!("to {}", to.name()),
        None => "goes on".into(),
    }
}

/// The receivers of what is sent by the event `index`, told once, at its first sending.
pub fn to(run: &Document, step: &Step, index: usize) -> Option<String> {
    let (_, what) = sent(&step.events[index])?;
    let is_same = |event: &Event| sent(event).is_some_and(|(_, text)| text == what);
    if step.events[..index].iter().any(is_same) {
        return None;
    }
    let all =
        step.events.iter().filter(|event| is_same(event)).filter_map(|event| Some(sent(event)?.0));
    let name = |lane: usize| match lane.checked_sub(run.processes()) {
        Some(replica) => format!("r{replica}"),
        None => lane.to_string(),
    };
    Some(all.map(name).collect::<Vec<_>>().join(", "))
}

/// The receiver and the text of a message, if the event sends one.
fn sent(event: &Event) -> Option<(usize, &str)> {
    match event {
        Event::Send { to, text, .. } => Some((usize::from(*to), text)),
        _ => None,
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.into();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}
