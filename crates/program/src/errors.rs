//! Steps that are not followed: what is wrong with the text, told of the run that shows it, or which bound is reached.

use crate::ir::{Program, Slot, SlotId, Variable};
use crate::machine::Ran;
use crate::value::{REVOKED, SYMBOLS, Words, number};

/// Why a step cannot be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// An index, counted from zero, that is none of those that there are: what is said of it.
    Index {
        index: i64,
        outside: u16,
    },
    Division,
    /// A symbol in the place of a number.
    Symbol {
        value: i64,
    },
    Empty,
    Endless,
    /// A value that is not in the domain of the slot.
    Domain {
        slot: SlotId,
        value: i64,
    },
    /// A value that is not in the domain of a number of a message of that kind.
    Field {
        kind: u8,
        nth: usize,
        value: i64,
    },
    /// Nobody has that number, to whom a message is sent.
    Nobody {
        to: i64,
    },
}

impl Fault {
    /// A sentence.
    pub fn words(self, program: &Program) -> String {
        match self {
            Fault::Index { index, outside } => match program.outside.get(usize::from(outside)) {
                Some(it) => it.sentence.replace("{}", &plain(program, index + it.first)),
                None => "An index is outside of its array.".into(),
            },
            Fault::Division => "A number is divided by zero.".into(),
            Fault::Symbol { value } => {
                format!("A number is needed where there is {}.", plain(program, value))
            }
            Fault::Empty => "The first, lowest or highest of nothing is asked for, or an element that a list does not have.".into(),
            Fault::Endless => "A loop without a step does not end.".into(),
            Fault::Domain { value: REVOKED, .. } => {
                "A process that has decided would decide another value.".into()
            }
            Fault::Domain { slot, value } => {
                let place = place_of(program, slot);
                let (name, words) = place.unwrap_or_else(|| ("A value".into(), Words::Plain(0)));
                leaves(program, &name, &words, &program.slots[slot], value)
            }
            Fault::Field { kind, nth, value } => {
                let kinds = program.channels.iter().flat_map(|channels| &channels.kinds);
                let Some(kind) = kinds.into_iter().nth(kind.into()) else { return String::new() };
                let slots = kind.fields.iter().flat_map(|(slots, words)| {
                    slots.iter().enumerate().map(move |(at, slot)| (slot, part(words, at)))
                });
                let name = format!("a field of `{}`", kind.name);
                slots.into_iter().nth(nth).map_or_else(String::new, |(slot, (_, words))| {
                    leaves(program, &name, &words, slot, value)
                })
            }
            Fault::Nobody { to } if to >= SYMBOLS => {
                format!("A message is sent to {}, which is no process.", plain(program, to))
            }
            Fault::Nobody { to } => {
                format!("A message is sent to process {}, which is not there.", number(to))
            }
        }
    }
}

impl Ran {
    /// Why a step is not followed: a sentence.
    pub(crate) fn why(self, program: &Program) -> String {
        match self {
            Ran::Fault(fault) => fault.words(program),
            Ran::LeavesLimit { slot, value } if place_of(program, slot).is_some() => {
                Fault::Domain { slot, value }.words(program)
            }
            // what has no name: a pool's holds nothing but 0, and the other one counts timestamps
            Ran::LeavesLimit { slot, .. } => match program.slots[slot].high {
                0 => "There is no room for another cell.".into(),
                _ => "There is no timestamp for another write.".into(),
            },
            Ran::NoRoom => {
                let room = program.channels.as_ref().map_or(0, |channels| channels.capacity);
                format!(
                    "{} messages would be on their way, and there is room for {room}.",
                    room + 1
                )
            }
            Ran::TooLong => crate::work::too_long(program),
            Ran::Done | Ran::Blocked | Ran::NoSuchOutcome => String::new(),
        }
    }
}

/// A number, or the name of a symbol.
fn plain(program: &Program, value: i64) -> String {
    match value >= SYMBOLS {
        true => format!("`{}`", Words::Plain(0).say(&program.symbols, &mut std::iter::once(value))),
        false => number(value),
    }
}

/// "x would become 4, which is not in 0..3."
fn leaves(program: &Program, name: &str, words: &Words, slot: &Slot, value: i64) -> String {
    match words {
        Words::Set(_) => format!("{name} would have a member that is not in its domain."),
        Words::List(max, _) => {
            format!("{name} would have {} elements, and has room for {max}.", number(value))
        }
        _ => {
            let value = words.say(&program.symbols, &mut std::iter::once(value));
            let domain = domain(program, slot, words);
            format!("{name} would become {value}, which is not in {domain}.")
        }
    }
}

/// "none | 0..3"
fn domain(program: &Program, slot: &Slot, words: &Words) -> String {
    let say = |value| words.say(&program.symbols, &mut std::iter::once(value));
    let numbers = (slot.low <= slot.high).then(|| match slot.low == slot.high {
        true => say(slot.low),
        false => format!("{}..{}", say(slot.low), say(slot.high)),
    });
    let symbols = slot.symbols.iter().copied().filter(|&symbol| symbol >= SYMBOLS).map(say);
    symbols.chain(numbers).collect::<Vec<_>>().join(" | ")
}

/// What a slot is called, and how its value reads.
fn place_of(program: &Program, slot: SlotId) -> Option<(String, Words)> {
    let own = program.processes.iter().flat_map(|process| process.locals.iter());
    let decisions = program.processes.iter().filter_map(|process| process.decision.as_ref());
    program.shared.iter().chain(own).chain(decisions).find_map(|variable| {
        let width = variable.words.width();
        let slots = variable.slot..variable.slot + width * variable.count.unwrap_or(1);
        slots.contains(&slot).then(|| name_in(variable, (slot - variable.slot) / width, slot))
    })
}

fn name_in(variable: &Variable, nth: usize, slot: SlotId) -> (String, Words) {
    let first = variable.slot + nth * variable.words.width();
    let (field, words) = part(&variable.words, slot - first);
    let label = variable.labels.get(nth).map(|label| (*label).to_owned());
    let label = label.unwrap_or_else(|| number(variable.first + nth as i64));
    let index = variable.count.map(|_| format!("[{label}]"));
    (format!("{}{}{field}", variable.name, index.unwrap_or_default()), words)
}

/// The part of a value that its number at a place is: `.count`, and how that reads.
fn part(words: &Words, at: usize) -> (String, Words) {
    match words {
        Words::Record(fields) => {
            let mut at = at;
            for (name, field) in fields {
                if at < field.width() {
                    let (rest, words) = part(field, at);
                    return (format!(".{name}{rest}"), words);
                }
                at -= field.width();
            }
            (String::new(), Words::Plain(0))
        }
        Words::List(_, element) if at > 0 => {
            let (rest, words) = part(element, (at - 1) % element.width());
            (format!("[{}]{rest}", (at - 1) / element.width()), words)
        }
        Words::Columns(columns) => {
            let (name, words) = &columns[at / (words.width() / columns.len())];
            let (rest, words) = part(words, at % words.width());
            (format!("[{name}]{rest}"), words)
        }
        Words::Array(_, element) => {
            let (rest, words) = part(element, at % element.width());
            (format!("[{}]{rest}", at / element.width()), words)
        }
        whole => (String::new(), whole.clone()),
    }
}
