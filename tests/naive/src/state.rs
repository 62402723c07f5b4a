//! A state: what is shared, each process, and the messages on their way.

use crate::value::Value;
use std::collections::BTreeMap;

/// An element of a shared variable: which one, and of its elements which.
pub type Cell = (usize, usize);

/// What a line has read: a field of a record and an element of a list apart from the whole.
pub type Seen = BTreeMap<(Cell, Vec<Part>), Value>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub shared: Vec<Vec<Value>>,
    /// Safe registers that somebody is writing.
    pub busy: BTreeMap<Cell, usize>,
    pub processes: Vec<Process>,
    /// The oldest first.
    pub mail: Vec<Mail>,
    /// How often each fault may still happen: losses, duplicates, crashes.
    pub faults: [Vec<usize>; 3],
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mail {
    pub from: usize,
    pub to: usize,
    pub kind: usize,
    pub fields: Vec<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Life {
    Running,
    Ended,
    Decided,
    Crashed,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Process {
    pub life: Life,
    pub section: String,
    /// The next instruction.
    pub at: usize,
    /// A rule has sent it to its section, and runs to its end.
    pub is_sent: bool,
    /// By variable and element.
    pub own: Vec<Vec<Value>>,
    /// The values of names that lines have bound.
    pub names: BTreeMap<usize, Value>,
    /// What the instruction has read so far, in order.
    pub log: Vec<Value>,
    /// What the conditions before its `else if` have read.
    pub known: Seen,
    /// What it has still to write.
    pub writes: Vec<(Place, Value)>,
    /// How often it has left its first section.
    pub passes: usize,
    pub decision: Option<Value>,
    pub proposal: Option<Value>,
}

/// Something that can be assigned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub root: Root,
    pub element: usize,
    /// A part of it.
    pub path: Vec<Part>,
    /// Its indices are known before the program runs.
    pub is_known: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    Shared(usize),
    /// Of a process, a variable.
    Own(usize, usize),
    /// A name that a line has bound.
    Name(usize),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// A field of a record.
    Field(usize),
    /// An element of a list.
    Element(i64),
}

impl Part {
    pub fn of(&self, whole: &Value) -> Option<Value> {
        match (self, whole) {
            (Part::Field(at), Value::Record(_, all)) => all.get(*at).cloned(),
            (Part::Element(at), Value::List(all) | Value::Array(all) | Value::Tuple(all)) => {
                all.get(usize::try_from(*at).ok()?).cloned()
            }
            _ => None,
        }
    }
}

/// A value with another one in place of a part.
pub fn with_part(whole: &Value, path: &[Part], value: Value) -> Option<Value> {
    let Some((part, rest)) = path.split_first() else { return Some(value) };
    let inner = with_part(&part.of(whole)?, rest, value)?;
    let mut whole = whole.clone();
    match (part, &mut whole) {
        (Part::Field(at), Value::Record(_, all)) => all[*at] = inner,
        (Part::Element(at), Value::List(all) | Value::Array(all)) => {
            all[usize::try_from(*at).ok()?] = inner;
        }
        _ => return None,
    }
    Some(whole)
}
