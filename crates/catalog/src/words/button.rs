//! What stands on the button of a step.

use super::accesses::{from, heard, together, written};
use super::{is_all, is_open, sends, set, verb};
use crate::moment::Enabledness;
use model::{Action, Event, MessageId, View, WritePhase, Zone};

/// "deletion of choosing:0 (time 3)" for "delete choosing:0 @3"
fn write_in_words(write: &str) -> String {
    let write = match write.split_once(" @") {
        Some((write, time)) => format!("{write} (time {time})"),
        None => write.to_owned(),
    };
    match write.strip_prefix("delete ") {
        Some(columns) => format!("deletion of {columns}"),
        None => write,
    }
}

/// The words on the button of a step: "read number[1]".
pub(crate) fn label(
    action: Action,
    possible: Enabledness,
    events: &[Event],
    view: &View,
) -> String {
    let message = |mail: MessageId| {
        let found = view.messages.iter().find(|message| message.mail == mail);
        found.map_or_else(String::new, |found| found.text.clone())
    };
    let replica = |it: u8| usize::from(it).checked_sub(view.processes.len());
    // a number says who it is where all are of one role
    let is_one_role = view.processes.iter().all(|process| process.role == view.processes[0].role);
    let name = |it: u8| match replica(it) {
        None if is_one_role => it.to_string(),
        _ => view.name(it.into()),
    };
    match action {
        Action::Deliver(mail) | Action::DeliverAs(mail, _)
            if let Some(replica) = replica(mail.to) =>
        {
            let write = write_in_words(&message(mail));
            format!("{}’s {write} reaches replica {replica}", view.name(mail.from.into()))
        }
        Action::Crash(it) if let Some(replica) = replica(it) => {
            format!("replica {replica} goes down")
        }
        Action::Deliver(mail) => format!("receive {} from {}", message(mail), name(mail.from)),
        Action::DeliverAs(mail, _) => {
            let reaction =
                events.split_first().map_or(String::new(), |it| own_step(action, it.1, name));
            format!("receive {} from {}: {reaction}", message(mail), name(mail.from))
        }
        Action::Lose(mail) => {
            format!("lose {} from {} to {}", message(mail), name(mail.from), name(mail.to))
        }
        Action::Duplicate(mail) => {
            format!("double {} from {} to {}", message(mail), name(mail.from), name(mail.to))
        }
        Action::Crash(process) => format!("crash {}", name(process)),
        Action::Restart(process) => format!("restart {}", name(process)),
        Action::Arrive(..) => own_step(action, events, name),
        Action::Timeout(_) | Action::TimeoutAs(..) => {
            format!("time out: {}", own_step(action, events, name))
        }
        Action::Step { process, .. } => {
            let read = events.iter().find_map(|event| match event {
                Event::Read { cell, .. } => Some(*cell),
                _ => None,
            });
            match (possible, read) {
                (Enabledness::Waits, Some(cell)) => format!("look at {cell} again"),
                (Enabledness::Waits, None) => "wait".into(),
                (Enabledness::Done, _) => view.name(process.into()),
                _ => own_step(action, events, name),
            }
        }
    }
}

fn own_step(action: Action, events: &[Event], name: impl Fn(u8) -> String) -> String {
    let set: Vec<Part> = set(events)
        .enumerate()
        .map(|(nth, (name, value))| {
            let verb = if nth == 0 { "set " } else { "" };
            Part { words: format!("{verb}{name} to {value}"), kind: Kind::Deed }
        })
        .collect();
    // outcomes that lead to the same place differ in what they set
    let mut parts: Vec<Part> = if is_open(action) { set.clone() } else { Vec::new() };
    let events = &heard(events);
    for (index, together) in together(events) {
        let event = &together[0];
        let kind = match event {
            Event::Moved { to: Zone::Critical, .. } | Event::Moved { from: Zone::Critical, .. } => {
                Kind::News
            }
            Event::Decided { .. } => Kind::News,
            _ => Kind::Deed,
        };
        let words = match event {
            Event::Read { .. } => {
                let all = together.iter().filter_map(reads);
                parts.extend(all.map(|words| Part { words, kind: Kind::Look }));
                continue;
            }
            Event::Write { phase: WritePhase::Arrives, .. } => {
                format!("let {} arrive", written(together))
            }
            Event::Write { phase, .. } => {
                let verb = match phase {
                    WritePhase::Whole | WritePhase::Issued | WritePhase::Arrives => "write",
                    WritePhase::Begin => "begin to write",
                    WritePhase::End => "finish writing",
                };
                format!("{verb} {}", written(together))
            }
            Event::Send { text, .. } => match sends(events, index, text) {
                Some(to) if to.len() > 1 => format!("send {text} to all"),
                Some(to) => format!("send {text} to {}", name(to[0])),
                None => continue,
            },
            Event::Moved { to: Zone::Critical, .. } => "enter the critical section".into(),
            Event::Moved { from: Zone::Critical, .. } => "leave the critical section".into(),
            Event::Moved { from: Zone::Remainder, to } if is_all(events, event) => match to {
                Zone::Doorway | Zone::Waiting => "try to enter".into(),
                Zone::Named(name) => goes_to(name),
                _ => "begin".into(),
            },
            Event::Moved { to: Zone::Named(name), .. } if is_all(events, event) => goes_to(name),
            Event::Called { operation, arguments } => {
                format!("call {}", model::call(operation, arguments))
            }
            Event::Decided { value } => format!("decide {value}"),
            Event::Chose { name, value } => format!("choose {name} = {value}"),
            _ => continue,
        };
        parts.push(Part { words, kind });
    }
    match (parts.is_empty(), set.is_empty()) {
        (true, true) => "go on".into(),
        (true, false) => in_short(set, is_open(action)),
        _ => in_short(parts, is_open(action)),
    }
}

/// A longer button says what the step does first.
const LETTERS_MAX: usize = 40;

/// A button up to where it is too long; all of it, where its end is what a reader waits for.
pub(crate) fn beginning(label: &str) -> String {
    if label.chars().count() <= LETTERS_MAX || label.ends_with("critical section") {
        return label.to_owned();
    }
    let fits = |end: &usize| label[..*end].chars().count() <= LETTERS_MAX;
    let last = label.match_indices(" and ").map(|(end, _)| end).filter(fits).last();
    last.map_or_else(|| label.to_owned(), |end| format!("{} …", &label[..end]))
}

/// What a step does besides other things.
#[derive(Clone)]
struct Part {
    words: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Look,
    Deed,
    /// What a reader waits for: it is said however long the button is.
    News,
}

/// Outcomes differ in what is done, so that each says all of that.
fn in_short(mut parts: Vec<Part>, is_open: bool) -> String {
    let joined =
        |parts: &[Part]| parts.iter().map(|part| &*part.words).collect::<Vec<_>>().join(" and ");
    let is_long = |parts: &[Part]| joined(parts).chars().count() > LETTERS_MAX;
    if is_open {
        if is_long(&parts) && parts.iter().any(|part| part.kind != Kind::Look) {
            parts.retain(|part| part.kind != Kind::Look);
        }
        return joined(&parts);
    }
    let mut is_cut = false;
    while is_long(&parts)
        && let Some(last) =
            parts.iter().rposition(|part| part.kind != Kind::News).filter(|last| *last > 0)
    {
        parts.remove(last);
        is_cut = true;
    }
    joined(&parts) + if is_cut { " …" } else { "" }
}

/// "become hungry", "start eating", "go to entry"
fn goes_to(section: &str) -> String {
    verb::into_section(section, false)
}

fn reads(event: &Event) -> Option<String> {
    match event {
        Event::Read { cell, overlaps: false, replicas, .. } => {
            Some(format!("read {cell}{}", from(replicas)))
        }
        Event::Read { cell, value, .. } => Some(format!("read {cell} as {value}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::write_in_words;

    #[test]
    fn a_write_on_its_way_is_told_with_its_time() {
        assert_eq!(write_in_words("number:0 = 1 @2"), "number:0 = 1 (time 2)");
        assert_eq!(write_in_words("delete choosing:0 @3"), "deletion of choosing:0 (time 3)");
        assert_eq!(write_in_words("number:0 = 1"), "number:0 = 1");
    }
}
