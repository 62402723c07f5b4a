//! What a step reads and writes, in the order in which it does.

use model::{Cell, Event, View};

/// What is told of a step: not what it reads again, or reads of what it has written itself.
pub fn heard(events: &[Event]) -> Vec<Event> {
    let mut heard: Vec<Event> = Vec::new();
    for event in events {
        let is_known = access(event).is_some_and(|(cell, value)| {
            let last = heard.iter().rev().filter_map(access).find(|known| known.0 == cell);
            matches!(event, Event::Read { .. }) && last.is_some_and(|known| known.1 == value)
        });
        if !is_known {
            heard.push(event.clone());
        }
    }
    heard
}

/// The cell that is read or written, and its value.
pub fn access(event: &Event) -> Option<(Cell, &str)> {
    match event {
        Event::Read { cell, value, .. } | Event::Write { cell, value, .. } => Some((*cell, value)),
        _ => None,
    }
}

/// Reads, or writes, that follow each other are one clause. With each, how many events are before it.
pub fn together(events: &[Event]) -> impl Iterator<Item = (usize, &[Event])> {
    let is_same = |one: &Event, other: &Event| match (one, other) {
        (
            Event::Read { overlaps, replicas, .. },
            Event::Read { overlaps: during, replicas: from, .. },
        ) => (overlaps, replicas) == (during, from),
        (Event::Write { phase, .. }, Event::Write { phase: other, .. }) => phase == other,
        _ => false,
    };
    let mut index = 0;
    events.chunk_by(is_same).map(move |same| {
        index += same.len();
        (index - same.len(), same)
    })
}

/// "x = 1"
pub fn read(event: &Event) -> Option<String> {
    match event {
        Event::Read { cell, value, .. } => Some(format!("{cell} = {value}")),
        _ => None,
    }
}

/// Reads on which so many follow each other are told by arrays.
const READS_MAX: usize = 3;

/// "x = 1, y = 2", and of an array that is read whole, with more: "node = (0, none, none)".
pub fn all_read(events: &[Event], view: &View) -> String {
    let mut told: Vec<String> = Vec::new();
    for event in events {
        let whole = access(event).filter(|_| events.len() > READS_MAX);
        let whole = whole.and_then(|(cell, _)| whole_array(cell, events, view));
        told.extend(whole.or_else(|| read(event)).filter(|text| !told.contains(text)));
    }
    told.join(", ")
}

/// The values of an array of which all cells are read, each once.
fn whole_array(cell: Cell, events: &[Event], view: &View) -> Option<String> {
    let array = view.arrays.iter().find(|array| array.name == cell.array)?;
    let value = |position: usize| {
        let all = events.iter().filter_map(access);
        let mut of_it = all.filter(|(read, _)| *read == array.cell(position));
        of_it.next().filter(|_| of_it.next().is_none()).map(|(_, value)| value)
    };
    let values = (0..array.cells.len()).map(value).collect::<Option<Vec<_>>>()?;
    (values.len() > 1).then(|| format!("{} = ({})", array.name, values.join(", ")))
}

/// " from replicas 0 and 2"
pub fn from(replicas: &[u8]) -> String {
    let names: Vec<String> = replicas.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!(" from replica {one}"),
        [some @ .., last] => format!(" from replicas {} and {last}", some.join(", ")),
    }
}

/// All that a step writes: "r[1], r[2] ← 1", cells with the same value together.
pub fn written(events: &[Event]) -> String {
    let writes: Vec<(String, &str)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Write { cell, value, .. } => Some((cell.to_string(), value.as_str())),
            _ => None,
        })
        .collect();
    let same = writes.chunk_by(|(_, one), (_, other)| one == other).map(|same| {
        let cells: Vec<&str> = same.iter().map(|(cell, _)| cell.as_str()).collect();
        format!("{} ← {}", cells.join(", "), same[0].1)
    });
    same.collect::<Vec<_>>().join(", ")
}
