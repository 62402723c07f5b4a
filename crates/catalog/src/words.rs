//! What happened and why somebody waits, in words. Made from events, so that they cannot be wrong.

mod accesses;
mod button;
mod pending;
mod why;

pub(crate) use accesses::written;
use accesses::{from, heard, read, together};
pub(crate) use button::label;
use model::{Action, Event, Mail, Pids, Row, View, WritePhase, Zone};
use serde::{Serialize, Serializer};
pub(crate) use why::{beyond, error, reason, refusal, waiting};

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    Text(String),
    /// A process, by its number, and what it is called here: "Process 1", "client 2".
    Process(u8, String),
    /// Code or a value.
    Code(String),
}

/// A sentence as plain text, for those who listen and for the command line.
pub fn plain(pieces: &[Piece]) -> String {
    let piece = |it: &Piece| match it {
        Piece::Text(text) | Piece::Code(text) | Piece::Process(_, text) => text.clone(),
    };
    pieces.iter().map(piece).collect()
}

/// "client 2", "replica 0"
fn who(view: &View, lane: u8) -> Piece {
    let name = view.name(lane.into());
    if usize::from(lane) < view.processes.len() { Piece::Process(lane, name) } else { text(name) }
}

/// Where a sentence starts.
fn first(view: &View, lane: u8) -> Piece {
    let mut piece = who(view, lane);
    let (Piece::Text(name) | Piece::Code(name) | Piece::Process(_, name)) = &mut piece;
    *name = capital(name);
    piece
}

/// "Client 2", where a sentence starts.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Words with which a sentence begins, and that are no names.
const BEGINNINGS: [&str; 16] = [
    "A", "All", "An", "Both", "Each", "Every", "Item", "Neither", "No", "Nobody", "Not", "One",
    "Somebody", "The", "There", "Two",
];

/// A sentence as a part of another one: a name at its beginning stays as it is.
pub(crate) fn within(sentence: &str) -> String {
    match sentence.split_once(' ') {
        Some((word, rest)) if BEGINNINGS.contains(&word) => {
            format!("{} {rest}", word.to_lowercase())
        }
        _ => sentence.to_owned(),
    }
}

fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

fn code(code: impl Into<String>) -> Piece {
    Piece::Code(code.into())
}

/// Where nothing has happened yet; `able` is the set of those who can go on, `is_beyond` whether there is a step
/// that is not followed.
pub(crate) fn start(view: &View, able: Pids, is_beyond: bool) -> Vec<Piece> {
    if able == 0 {
        let why = match is_beyond {
            true => "the first step is beyond the bound of this model",
            false => "nobody can take the first step",
        };
        return vec![text(format!("Nothing has happened yet, and {why}."))];
    }
    let is_able = |it: &usize| able & 1 << it != 0;
    let count = able.count_ones() as usize;
    let role = view.processes[able.trailing_zeros() as usize % view.processes.len()].role;
    let are_all =
        (0..view.processes.len()).all(|it| is_able(&it) == (view.processes[it].role == role));
    let who = match count {
        2 if are_all => format!("either {role}"),
        3.. if are_all => format!("any {role}"),
        _ if count == view.processes.len() => "anybody".into(),
        _ => {
            let able: Vec<String> =
                (0..view.processes.len()).filter(is_able).map(|it| view.name(it)).collect();
            able.join(" or ")
        }
    };
    vec![text(format!("Nothing has happened yet: {who} may take the first step."))]
}

/// "Process 1 reads number[0] = 1 while it picks its number."
pub(crate) fn step(action: Action, row: &Row, events: &[Event], view: &View) -> Vec<Piece> {
    // whether something has been said of it already
    let mut told = false;
    let mut said = match action {
        Action::Lose(mail) | Action::Duplicate(mail) => return network(mail, events, view),
        Action::Deliver(mail) | Action::DeliverAs(mail, _)
            if matches!(events.first(), Some(Event::Lost { .. })) =>
        {
            return nobody(mail, events, view);
        }
        _ if is_change(action, row) => {
            let what = row.text.split([':', '\n']).next().unwrap_or_default();
            return vec![text(format!("{}: ", capital(what))), code(written(events)), text(".")];
        }
        // what becomes of the crashed is not its own doing
        Action::Step { process, .. } if row.fault && row.zone == Some(Zone::Crashed) => {
            vec![first(view, process), text(" is gone: the environment")]
        }
        Action::Step { process, .. } if row.zone == Some(Zone::Crashed) => {
            told = true;
            vec![first(view, process), text(" starts again")]
        }
        Action::Step { process, .. } | Action::Crash(process) => {
            vec![first(view, process)]
        }
        Action::Timeout(process) | Action::TimeoutAs(process, _) if row.fault => {
            return runs_out(process, events, view);
        }
        Action::Restart(process) => {
            told = true;
            vec![first(view, process), text(" starts again")]
        }
        Action::Timeout(process) | Action::TimeoutAs(process, _) => {
            told = true;
            vec![first(view, process), text(" times out")]
        }
        Action::Deliver(mail) | Action::DeliverAs(mail, _) => vec![first(view, mail.to)],
        Action::Arrive(..) => return arrives(events),
    };
    let mut clauses = clauses(action, events, view, row);
    let mut purpose = row.purpose;
    if clauses.is_empty() && !told {
        clauses.push(match row.text.trim() {
            "" => vec![text("goes on")],
            "pause" => vec![text("pauses")],
            "fence" => vec![text("passes the fence: nothing is pending")],
            "fence stores" => pending::fences_stores(action.process(), view),
            line => runs(line.lines().next().unwrap_or(line)),
        });
        purpose = "";
    }
    if events.contains(&Event::Crashed) && crashes(row) != "crashes" {
        purpose = "";
    }
    let last = clauses.len().saturating_sub(1);
    for (index, clause) in clauses.into_iter().enumerate() {
        said.push(text(match index {
            0 if !told => " ",
            _ if index == last => " and ",
            _ => ", ",
        }));
        said.extend(clause);
        if index == 0 && !purpose.is_empty() {
            said.push(text(format!(" {purpose}")));
        }
    }
    if !view.buffers.is_empty() {
        said.extend(pending::aside(action.process(), events, view));
    }
    said.push(text("."));
    for event in events {
        if let Event::Note { text: note } = event {
            said.push(text(format!(" {note}")));
        }
    }
    said
}

/// "process 1 reads number[0] = 1 and enters the critical section": without why, and within a sentence;
/// none where nobody did it.
pub(crate) fn deed(action: Action, row: &Row, events: &[Event], view: &View) -> Option<Vec<Piece>> {
    if matches!(action, Action::Lose(_) | Action::Duplicate(_)) || is_change(action, row) {
        return None;
    }
    let noted = |event: &&Event| !matches!(event, Event::Note { .. });
    let events: Vec<Event> = events.iter().filter(noted).cloned().collect();
    let row = Row { purpose: "", ..row.clone() };
    let mut said = step(action, &row, &events, view);
    if let Some(Piece::Text(last)) = said.last_mut() {
        last.truncate(last.trim_end_matches('.').len());
    }
    said.retain(|it| *it != text(""));
    if let Piece::Text(words) | Piece::Process(_, words) = said.first_mut()? {
        words[..1].make_ascii_lowercase();
    }
    Some(said)
}

/// Whether the environment changes a variable, which nobody writes.
pub(crate) fn is_change(action: Action, row: &Row) -> bool {
    matches!(action, Action::Step { .. }) && row.fault && row.zone != Some(Zone::Crashed)
}

fn network(mail: Mail, events: &[Event], view: &View) -> Vec<Piece> {
    let (verb, what) = match events.first() {
        Some(Event::Duplicated { text, .. }) => ("doubles", text.as_str()),
        Some(Event::Lost { text, .. }) => ("loses", text.as_str()),
        _ => ("touches", "a message"),
    };
    vec![
        text(format!("The network {verb} ")),
        code(what),
        text(" from "),
        who(view, mail.from),
        text(" to "),
        who(view, mail.to),
        text("."),
    ]
}

/// A pending write reaches memory.
fn arrives(events: &[Event]) -> Vec<Piece> {
    vec![code(written(&heard(events))), text(" reaches memory.")]
}

/// A message reaches a process that has crashed.
fn nobody(mail: Mail, events: &[Event], view: &View) -> Vec<Piece> {
    let what = match events.first() {
        Some(Event::Lost { text, .. }) => text.as_str(),
        _ => "a message",
    };
    vec![
        first(view, mail.to),
        text(" has crashed: "),
        code(what),
        text(" from "),
        who(view, mail.from),
        text(" is lost."),
    ]
}

/// Something that a process had for a limited time is gone, and it may not know: it may have crashed.
fn runs_out(process: u8, events: &[Event], view: &View) -> Vec<Piece> {
    let mut said = vec![text("Time runs out for "), who(view, process)];
    let events = heard(events);
    let mut comes = Vec::new();
    for (index, together) in together(&events) {
        comes.push(match &together[0] {
            Event::Write { .. } => vec![code(written(together))],
            Event::Send { text: what, .. } => match sends(&events, index, what) {
                Some(to) => {
                    let goes = [code(what), text(" goes to ")];
                    goes.into_iter().chain(list(&to, view)).collect()
                }
                None => continue,
            },
            _ => continue,
        });
    }
    if !comes.is_empty() {
        said.push(text(": "));
    }
    said.extend(comes.join(&text(", ")));
    said.push(text("."));
    said
}

/// What a process does, each as "reads number[0] = 1".
fn clauses(action: Action, events: &[Event], view: &View, row: &Row) -> Vec<Vec<Piece>> {
    let events = &heard(events);
    let mut clauses: Vec<Vec<Piece>> = Vec::new();
    for (index, together) in together(events) {
        let event = &together[0];
        clauses.push(match event {
            // a row or an array read at once is told at once
            Event::Read { overlaps, replicas, .. } => {
                let during = if *overlaps { " during a write" } else { "" };
                let all: Vec<_> = together.iter().filter_map(read).collect();
                vec![text("reads "), code(all.join(", ")), text(during), text(from(replicas))]
            }
            Event::Write { phase, .. } => {
                let verb = match phase {
                    WritePhase::Whole | WritePhase::Issued => "writes ",
                    WritePhase::Begin => "begins to write ",
                    WritePhase::End => "finishes writing ",
                    WritePhase::Arrives => "has in memory ",
                };
                vec![text(verb), code(written(together))]
            }
            Event::Receive { from, text: what, .. } => {
                vec![text("receives "), code(what), text(" from "), who(view, *from)]
            }
            Event::Send { text: what, .. } => match sends(events, index, what) {
                Some(to) => {
                    let mut clause = vec![text("sends "), code(what), text(" to ")];
                    clause.extend(list(&to, view));
                    clause
                }
                None => continue,
            },
            // told with the crash
            Event::Moved { .. } if events.contains(&Event::Crashed) => continue,
            Event::Moved { from, to } => match (from, to) {
                (_, Zone::Critical) => {
                    vec![text("enters the critical section")]
                }
                (Zone::Critical, _) => vec![text("leaves the critical section")],
                (_, Zone::Named(name)) if is_all(events, event) => {
                    vec![text(format!("becomes {name}"))]
                }
                (Zone::Remainder, Zone::Doorway | Zone::Waiting) if is_all(events, event) => {
                    vec![text("wants to enter")]
                }
                (Zone::Remainder, _) if is_all(events, event) => vec![text("begins")],
                _ => continue,
            },
            Event::Decided { value } => vec![text("decides "), code(value)],
            Event::Called { operation, arguments } => {
                vec![text("calls "), code(model::call(operation, arguments))]
            }
            Event::Returned { operation, result } if result.is_empty() => {
                vec![text("returns from "), code(*operation)]
            }
            Event::Returned { result, .. } => vec![text("returns "), code(result)],
            Event::Crashed if events.iter().any(is_from_critical) => {
                vec![text(format!("{} in the critical section", crashes(row)))]
            }
            Event::Crashed => vec![text(crashes(row))],
            Event::Set { name, value } if is_open(action) => {
                let is_first = !matches!(events[..index].last(), Some(Event::Set { .. }));
                sets(is_first, name, value)
            }
            Event::Chose { name, value } => {
                vec![text("chooses "), code(format!("{name} = {value}"))]
            }
            Event::Set { .. }
            | Event::Note { .. }
            | Event::Lost { .. }
            | Event::Duplicated { .. } => continue,
        });
    }
    if clauses.is_empty() {
        let all = set(events).enumerate();
        clauses.extend(all.map(|(nth, (name, value))| sets(nth == 0, name, value)));
    }
    clauses
}

/// "sets x to 2", and of those behind it "y to 3".
fn sets(is_first: bool, name: &'static str, value: &str) -> Vec<Piece> {
    let verb = if is_first { "sets " } else { "" };
    vec![text(verb), code(name), text(" to "), code(value)]
}

/// Whether a step is one outcome of several, which what is set tells apart.
fn is_open(action: Action) -> bool {
    match action {
        Action::Step { choice, .. }
        | Action::TimeoutAs(_, choice)
        | Action::DeliverAs(_, choice) => choice > 0,
        _ => false,
    }
}

/// A line of which nothing is seen: "pauses and sets completed".
fn runs(line: &str) -> Vec<Piece> {
    let of_section = |line: &str| line.split_once(": ").is_some_and(|it| !it.0.contains(' '));
    let lines = if of_section(line) { line.split_once(": ").map_or(line, |it| it.1) } else { line };
    let said = lines.split(';').map(str::trim).filter(|it| *it != "skip").map(|part| match part {
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

/// Variables of its own that a process sets.
fn set(events: &[Event]) -> impl Iterator<Item = (&'static str, &str)> {
    events.iter().filter_map(|event| match event {
        Event::Set { name, value } => Some((*name, value.as_str())),
        _ => None,
    })
}

/// Whether nothing but this can be seen.
fn is_all(events: &[Event], event: &Event) -> bool {
    let is_aside =
        |it: &Event| matches!(it, Event::Note { .. } | Event::Set { .. } | Event::Chose { .. });
    events.iter().all(|it| it == event || is_aside(it))
}

/// "crashes", or what the line of it says: "walks away".
fn crashes(row: &Row) -> &str {
    if let Some(does) = row.purpose.strip_prefix("it ") {
        return does;
    }
    let says = row.text.lines().next().and_then(|it| it.split_once(" i "));
    says.and_then(|(_, does)| does.split([',', ':']).next()).unwrap_or("crashes")
}

fn is_from_critical(event: &Event) -> bool {
    matches!(event, Event::Moved { from: Zone::Critical, .. })
}

/// Receivers of `what`, told once, at its first sending.
fn sends(events: &[Event], index: usize, what: &str) -> Option<Vec<u8>> {
    let to = |event: &Event| match event {
        Event::Send { to, text, .. } if text == what => Some(*to),
        _ => None,
    };
    let told = events[..index].iter().any(|it| to(it).is_some());
    (!told).then(|| events.iter().filter_map(to).collect())
}

/// "process 0, process 1 and process 2"
fn list(processes: &[u8], view: &View) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (index, &process) in processes.iter().enumerate() {
        if index > 0 {
            pieces.push(text(if index + 1 == processes.len() { " and " } else { ", " }));
        }
        pieces.push(who(view, process));
    }
    pieces
}

pub(crate) fn as_text<S: Serializer>(action: &Action, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(action)
}
