//! What a step touched: the flashes on the stage, the narration and the arrows come from this.

use crate::{MessageId, Zone};
use serde::Serialize;
use std::fmt;

/// A shared variable, or one element of a shared array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cell {
    pub array: &'static str,
    pub index: u8,
    /// The array has no other element, and is written without an index.
    pub single: bool,
    /// How the index reads where elements are not counted: `red`, `−1`.
    #[serde(skip)]
    pub label: Option<&'static str>,
}

/// Without the label, which follows from the index: two views are told apart by what lies where.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell { array, index, single, label: _ } = self;
        let mut all = f.debug_struct("Cell");
        all.field("array", array).field("index", index).field("single", single).finish()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.label {
            _ if self.single => f.write_str(self.array),
            Some(label) => write!(f, "{}[{label}]", self.array),
            None => write!(f, "{}[{}]", self.array, self.index),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Event {
    Read {
        cell: Cell,
        value: String,
        /// The cell was being written, so that the value is anybody's guess.
        overlaps: bool,
        /// The replicas that answered, where the cell is kept by several.
        replicas: Vec<u8>,
    },
    Write {
        cell: Cell,
        value: String,
        phase: WritePhase,
    },
    /// A variable of the process's own got another value. Told of a step that touches nothing else, but
    /// for a message that it takes and chooses something by.
    Set {
        name: &'static str,
        value: String,
    },
    /// What a name was chosen to stand for. Told of a step of which nothing else is seen.
    Chose {
        name: &'static str,
        value: String,
    },
    Send {
        #[serde(skip)]
        mail: MessageId,
        to: u8,
        text: String,
    },
    Receive {
        #[serde(skip)]
        mail: MessageId,
        from: u8,
        text: String,
    },
    Lost {
        #[serde(skip)]
        mail: MessageId,
        text: String,
    },
    Duplicated {
        #[serde(skip)]
        mail: MessageId,
        text: String,
    },
    /// The process went from one zone to another: into the critical section, or out of it.
    Moved {
        from: Zone,
        to: Zone,
    },
    Decided {
        value: String,
    },
    /// An operation begins.
    Called {
        operation: &'static str,
        arguments: String,
    },
    /// It returns; the result is empty where it has none.
    Returned {
        operation: &'static str,
        result: String,
    },
    Crashed,
    /// The algorithm's own comment on what the process now knows.
    Note {
        text: String,
    },
}

impl Event {
    /// "calls push(1)", "returns 2": what it does that begins or ends an operation.
    pub fn of_operation(&self) -> Option<String> {
        match self {
            Event::Called { operation, arguments } => {
                Some(format!("calls {}", call(operation, arguments)))
            }
            Event::Returned { operation, result } if result.is_empty() => {
                Some(format!("returns from {operation}"))
            }
            Event::Returned { result, .. } => Some(format!("returns {result}")),
            _ => None,
        }
    }
}

/// `push(1)`; `pop` without arguments.
pub fn call(operation: &str, arguments: &str) -> String {
    match arguments {
        "" => operation.to_owned(),
        arguments => format!("{operation}({arguments})"),
    }
}

/// A write to an atomic register happens at once; to a safe register it begins and ends; a buffered one is issued
/// and arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WritePhase {
    Whole,
    Begin,
    End,
    Issued,
    Arrives,
}

/// Where a step tells what it did: to a list, or to nobody, as in a search.
pub struct Log<'a> {
    events: Option<&'a mut Vec<Event>>,
}

impl<'a> Log<'a> {
    pub const fn off() -> Log<'static> {
        Log { events: None }
    }

    pub fn to(events: &'a mut Vec<Event>) -> Log<'a> {
        Log { events: Some(events) }
    }

    /// The event is only made where somebody listens.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// The same for several.
    pub fn tell_all<I: IntoIterator<Item = Event>>(&mut self, some: impl FnOnce() -> I) {
        if let Some(events) = &mut self.events {
            events.extend(some());
        }
    }

    /// Whether somebody listens, and there was nothing yet but remarks.
    pub fn is_silent(&self) -> bool {
        let is_remark = |event: &Event| matches!(event, Event::Note { .. });
        self.events.as_ref().is_some_and(|events| events.iter().all(is_remark))
    }

    /// Whether somebody listens.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.events.is_some()
    }
}
