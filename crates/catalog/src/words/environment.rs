//! What the network, memory and time do.

use super::accesses::{heard, together, written};
use super::{Piece, article, code, first, list, sends, text, who};
use model::{Event, MessageId, View};

pub fn network(mail: MessageId, events: &[Event], view: &View) -> Vec<Piece> {
    let (verb, what) = match events.first() {
        Some(Event::Duplicated { text, .. }) => ("doubles", text.as_str()),
        Some(Event::Lost { text, .. }) => ("loses", text.as_str()),
        _ => ("touches", "a message"),
    };
    vec![
        text(format!("The network {verb} {}", article(what))),
        code(what),
        text(" from "),
        who(view, mail.from),
        text(" to "),
        who(view, mail.to),
        text("."),
    ]
}

/// A pending write reaches memory.
pub fn arrives(events: &[Event]) -> Vec<Piece> {
    vec![code(written(&heard(events))), text(" reaches memory.")]
}

/// A message reaches a process that has crashed.
pub fn nobody(mail: MessageId, events: &[Event], view: &View) -> Vec<Piece> {
    let what = match events.first() {
        Some(Event::Lost { text, .. }) => text.as_str(),
        _ => "a message",
    };
    vec![
        first(view, mail.to),
        text(format!(" has crashed: {}", article(what))),
        code(what),
        text(" from "),
        who(view, mail.from),
        text(" is lost."),
    ]
}

/// Something that a process had for a limited time is gone, and it may not know: it may have crashed.
pub fn runs_out(process: u8, events: &[Event], view: &View) -> Vec<Piece> {
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
