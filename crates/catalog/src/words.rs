//! What happened and why somebody waits, in words. Made from events, so that they cannot be wrong.

mod accesses;
mod at_once;
mod button;
mod clauses;
mod environment;
mod noun;
mod pending;
mod verb;
mod why;

use accesses::heard;
pub(crate) use accesses::written;
pub(crate) use button::{beginning, label};
use clauses::{clauses, crashes, runs};
use environment::{arrives, network, nobody, runs_out};
use model::{Action, Cell, Event, Pids, Row, View, Zone};
pub use noun::{article, awaited};
use serde::{Serialize, Serializer};
pub(crate) use verb::standing;
pub(crate) use why::{BEYOND, beyond, error, reason, refusal, waiting, where_it_waits};

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
    let piece = |piece: &Piece| match piece {
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

/// A step, and which cells have the value after it that they had before it.
#[derive(Clone, Copy)]
pub(crate) struct Told<'a> {
    pub action: Action,
    pub row: &'a Row,
    pub events: &'a [Event],
    pub kept: &'a [Cell],
}

/// "Process 1 reads number[0] = 1 while it picks its number."
pub(crate) fn step(told: Told<'_>, view: &View) -> Vec<Piece> {
    let Told { action, row, events, .. } = told;
    // whether something has been said of it already
    let (mut said, is_told) = match action {
        Action::Lose(mail) | Action::Duplicate(mail) => return network(mail, events, view),
        Action::Deliver(mail) | Action::DeliverAs(mail, _)
            if matches!(events.first(), Some(Event::Lost { .. })) =>
        {
            return nobody(mail, events, view);
        }
        Action::Timeout(process) | Action::TimeoutAs(process, _) if row.fault => {
            return runs_out(process, events, view);
        }
        Action::Arrive(..) => return arrives(events),
        _ if is_change(action, row) => {
            let what = row.text.split([':', '\n']).next().unwrap_or_default();
            return vec![text(format!("{}: ", capital(what))), code(written(events)), text(".")];
        }
        _ => begins(told, view),
    };
    said.extend(what_is_done(told, is_told, view));
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

/// Who takes a step, and whether that says what is done, too.
fn begins(told: Told<'_>, view: &View) -> (Vec<Piece>, bool) {
    let Told { action, row, events, .. } = told;
    let who = |process| first(view, process);
    let is_back = row.zone == Some(Zone::Crashed);
    // who stays where the crashed are does nothing itself
    let is_by_others =
        events.iter().any(|it| matches!(it, Event::Write { .. } | Event::Send { .. }))
            && !events.iter().any(|it| matches!(it, Event::Moved { from: Zone::Crashed, .. }));
    match action {
        // what becomes of the crashed is not its own doing
        Action::Step { process, .. } if row.fault && is_back => {
            (vec![who(process), text(" is gone: the environment")], false)
        }
        Action::Step { process, .. } if is_back && is_by_others => {
            (vec![who(process), text(" has crashed: the system")], false)
        }
        Action::Step { process, .. } if is_back => {
            (vec![who(process), text(" starts again")], true)
        }
        Action::Restart(process) => (vec![who(process), text(" starts again")], true),
        Action::Timeout(process) | Action::TimeoutAs(process, _) => {
            (vec![who(process), text(" times out")], true)
        }
        Action::Deliver(mail) | Action::DeliverAs(mail, _) => (vec![who(mail.to)], false),
        _ => (vec![who(action.process())], false),
    }
}

/// " reads x = 1 to see who is there and writes y ← 2".
fn what_is_done(told: Told<'_>, is_told: bool, view: &View) -> Vec<Piece> {
    let Told { row, events, kept, .. } = told;
    let mut clauses = clauses(told, view);
    let mut purpose = row.purpose;
    if clauses.is_empty() && !is_told {
        clauses.push(match row.text.trim() {
            "" => vec![text("goes on")],
            "pause" if row.zone == Some(Zone::Remainder) => vec![text("begins")],
            "pause" => vec![text("pauses")],
            "fence" => vec![text("passes the fence: nothing is pending")],
            "fence stores" => pending::fences_stores(told.action.process(), view),
            line => runs(line.lines().next().unwrap_or(line)),
        });
        purpose = "";
    }
    let crashes_by_itself = events.contains(&Event::Crashed) && crashes(row) != "crashes";
    // a line is for what its process does
    let is_by_others = row.zone == Some(Zone::Crashed) && !is_told;
    if crashes_by_itself || is_by_others || changes_nothing(events, kept) || is_either(purpose) {
        purpose = "";
    }
    let mut said = Vec::new();
    let mut is_first = !is_told;
    let of_many = verb::of_purpose(purpose).filter(|_| is_of_many(events, clauses.len()));
    if let Some(does) = of_many {
        said.push(text(format!(" {does}:")));
        purpose = "";
    }
    // what has a comma in it would part what is done
    let last = clauses.len().saturating_sub(1);
    let leaves = |event: &Event| matches!(event, Event::Moved { from: Zone::Critical, .. });
    let is_aside = purpose.contains(", ");
    // nobody leaves to do what it has done before
    let is_last = is_aside && (last == 0 || !events.iter().any(leaves));
    for (index, clause) in clauses.into_iter().enumerate() {
        said.push(text(match index {
            0 if is_first => " ",
            _ if index == last => " and ",
            _ => ", ",
        }));
        is_first = false;
        said.extend(clause);
        if index == (if is_last { last } else { 0 }) && !purpose.is_empty() {
            let ends = if is_aside && !is_last { "," } else { "" };
            said.push(text(format!(" {purpose}{ends}")));
        }
    }
    said
}

/// A line is for one thing or another, "to count up or down", and its step did one of them.
fn is_either(purpose: &str) -> bool {
    let is_one_of = |before: &str| !before.contains(", ") || before.ends_with(',');
    purpose.starts_with("to ")
        && purpose.split_once(" or ").is_some_and(|(before, _)| is_one_of(before))
}

/// More is read and written than is said in one breath.
fn is_of_many(events: &[Event], clauses: usize) -> bool {
    clauses > 1 && heard(events).iter().filter_map(accesses::access).count() > 2
}

/// A step that only writes, and leaves everything as it was.
fn changes_nothing(events: &[Event], kept: &[Cell]) -> bool {
    let mut touched = events.iter().filter(|event| !matches!(event, Event::Note { .. })).peekable();
    touched.peek().is_some()
        && touched.all(|event| matches!(event, Event::Write { cell, .. } if kept.contains(cell)))
}

/// "process 1 reads number[0] = 1 and enters the critical section": without why, and within a sentence;
/// none where nobody did it.
pub(crate) fn deed(told: Told<'_>, view: &View) -> Option<Vec<Piece>> {
    let Told { action, row, events, kept } = told;
    if matches!(action, Action::Lose(_) | Action::Duplicate(_)) || is_change(action, row) {
        return None;
    }
    let noted = |event: &&Event| !matches!(event, Event::Note { .. });
    let events: Vec<Event> = events.iter().filter(noted).cloned().collect();
    let row = Row { purpose: "", ..row.clone() };
    let mut said = step(Told { action, row: &row, events: &events, kept }, view);
    if let Some(Piece::Text(last)) = said.last_mut() {
        last.truncate(last.trim_end_matches('.').len());
    }
    said.retain(|piece| *piece != text(""));
    if let Piece::Text(words) | Piece::Process(_, words) = said.first_mut()? {
        words[..1].make_ascii_lowercase();
    }
    Some(said)
}

/// Whether the environment changes a variable, which nobody writes.
pub(crate) fn is_change(action: Action, row: &Row) -> bool {
    matches!(action, Action::Step { .. }) && row.fault && row.zone != Some(Zone::Crashed)
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

/// Variables of its own that a process sets.
fn set(events: &[Event]) -> impl Iterator<Item = (&'static str, &str)> {
    events.iter().filter_map(|event| match event {
        Event::Set { name, value } => Some((*name, value.as_str())),
        _ => None,
    })
}

/// Whether nothing but this can be seen.
fn is_all(events: &[Event], event: &Event) -> bool {
    let is_aside = |event: &Event| {
        matches!(event, Event::Note { .. } | Event::Set { .. } | Event::Chose { .. })
    };
    events.iter().all(|it| it == event || is_aside(it))
}

/// Receivers of `what`, told once, at its first sending.
fn sends(events: &[Event], index: usize, what: &str) -> Option<Vec<u8>> {
    let to = |event: &Event| match event {
        Event::Send { to, text, .. } if text == what => Some(*to),
        _ => None,
    };
    let told = events[..index].iter().any(|event| to(event).is_some());
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
