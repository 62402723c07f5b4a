//! What a step tells whoever watches.

use super::Context;
use crate::channel::Network;
use crate::ir::{CellName, EventTemplate, Program};
use model::{Cell, Event, Log, MessageId};

/// The message in hand: the network, and where it lies there.
pub fn in_hand(program: &Program, context: Context) -> Option<(Network<'_>, usize)> {
    Some((Network::new(program.channels.as_ref()?), context.message?))
}

/// The name and the words of the message in hand, where there is one.
fn message(program: &Program, context: Context, state: &[u8]) -> (MessageId, String) {
    let none = (MessageId { from: 0, to: 0, kind: 0, nth: 0 }, String::new());
    in_hand(program, context).map_or(none, |(network, nth)| {
        (network.name(state, nth), network.words_of(&program.symbols, network.entry(state, nth)))
    })
}

pub fn tell(
    program: &Program,
    told: &EventTemplate,
    context: Context,
    state: &[u8],
    registers: &[i64],
    log: &mut Log<'_>,
) {
    let mut values = registers.iter().copied();
    log.tell(|| match told {
        EventTemplate::Read { cell, words, overlaps, from, .. } => Event::Read {
            cell: cell_of(cell, &mut values),
            replicas: from.as_ref().and_then(|_| values.next()).map_or(Vec::new(), members),
            value: words.say(&program.symbols, &mut values),
            overlaps: *overlaps,
        },
        EventTemplate::Write { cell, words, phase, .. } => Event::Write {
            cell: cell_of(cell, &mut values),
            value: words.say(&program.symbols, &mut values),
            phase: *phase,
        },
        EventTemplate::Decide { words, .. } => {
            Event::Decided { value: words.say(&program.symbols, &mut values) }
        }
        EventTemplate::Choose { name, words, .. } => {
            Event::Chose { name, value: words.say(&program.symbols, &mut values) }
        }
        EventTemplate::Operation { operation, words, returns, .. } => {
            let each = words.iter().map(|words| words.say(&program.symbols, &mut values));
            let value = each.collect::<Vec<_>>().join(", ");
            match returns {
                false => Event::Called { operation, arguments: value },
                true => Event::Returned { operation, result: value },
            }
        }
        EventTemplate::Acknowledge { .. } => {
            let (from, to) = (context.process as u8, values.next().unwrap_or_default() as u8);
            let kinds = program.channels.as_ref().map_or(0, |channels| channels.kinds.len());
            let mail = MessageId { from, to, kind: kinds as u8, nth: 0 };
            Event::Send { mail, to, text: "ok".to_owned() }
        }
        EventTemplate::Received => {
            let (mail, text) = message(program, context, state);
            Event::Receive { mail, from: mail.from, text }
        }
        EventTemplate::Lost => {
            let (mail, text) = message(program, context, state);
            Event::Lost { mail, text }
        }
        EventTemplate::Doubled => {
            let (mail, text) = message(program, context, state);
            Event::Duplicated { mail, text }
        }
        EventTemplate::Crashed => Event::Crashed,
        EventTemplate::Note(text) => Event::Note { text: (*text).to_owned() },
    });
}

fn members(set: i64) -> Vec<u8> {
    (0..63u8).filter(|at| set >> at & 1 != 0).collect()
}

fn cell_of(name: &CellName, values: &mut impl Iterator<Item = i64>) -> Cell {
    let mut row = name.rows.iter().zip(values.by_ref());
    let row = row.next().and_then(|((_, names), row)| names.get(usize::try_from(row).ok()?));
    let array = row.copied().unwrap_or(name.array);
    let index = name.index.as_ref().and_then(|_| values.next());
    let label = index.and_then(|index| name.labels.get(usize::try_from(index).ok()?)).copied();
    Cell { array, index: index.unwrap_or_default() as u8, single: index.is_none(), label }
}
