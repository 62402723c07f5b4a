//! What a step has to do with writes that memory has not got yet.

use super::{Piece, code, text, who};
use model::{BufferView, Event, View, WritePhase};

/// "; nobody else sees the write yet", "; process 0’s true is pending": behind all that is told of a step.
pub fn aside(process: u8, events: &[Event], view: &View) -> Vec<Piece> {
    let is_issued =
        |event: &&Event| matches!(event, Event::Write { phase: WritePhase::Issued, .. });
    let mut said = Vec::new();
    for event in events {
        if let Event::Read { cell, value, .. } = event {
            let is_written = events.iter().filter(is_issued).any(|issued| is_of(issued, event));
            let own = |buffer: &&BufferView| buffer.process == process;
            let youngest = |buffer: &BufferView| {
                buffer.writes.iter().rev().find(|write| write.cell == *cell).cloned()
            };
            if view.buffers.iter().find(own).and_then(youngest).is_some() && !is_written {
                said.extend([text("; "), code(format!("{cell} = {value}"))]);
                said.push(text(" is its own pending write"));
                continue;
            }
            for buffer in view.buffers.iter().filter(|buffer| !own(buffer)) {
                if let Some(write) = youngest(buffer).filter(|write| write.value != *value) {
                    said.extend([text("; "), who(view, buffer.process), text("’s ")]);
                    said.extend([code(write.value), text(" is pending")]);
                }
            }
        }
    }
    match events.iter().filter(is_issued).count() {
        0 => {}
        1 => said.push(text("; nobody else sees the write yet")),
        _ => said.push(text("; nobody else sees the writes yet")),
    }
    said
}

/// "fences what is pending: later writes reach memory behind it"
pub fn fences_stores(process: u8, view: &View) -> Vec<Piece> {
    let own = view.buffers.iter().find(|buffer| buffer.process == process);
    vec![text(match own.is_some_and(|buffer| !buffer.writes.is_empty()) {
        true => "passes the store fence: later writes reach memory behind what is pending",
        false => "passes the store fence: nothing is pending",
    })]
}

fn is_of(write: &Event, read: &Event) -> bool {
    matches!((write, read), (Event::Write { cell: written, .. }, Event::Read { cell, .. }) if written == cell)
}
