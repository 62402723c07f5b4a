//! What happens in a step, as a log can say it.

use crate::value::plain;
use model::{Action, Event, Row, WritePhase};
use std::fmt;

/// What a line of a log can say that has happened.
pub const EVENTS: [&str; 14] = [
    "read", "write", "send", "receive", "enter", "leave", "call", "return", "decide", "lose",
    "double", CRASH, "restart", "timeout",
];
const CRASH: &str = "crash";

/// That a line of the text ran.
pub const LINE: &str = "line";

/// A field that says what happened in words, and what a line has that says nothing in these.
pub const EVENT: &str = "event";

/// Whether it is said of nothing in particular: `"crash": true`.
pub fn is_alone(verb: &str) -> bool {
    matches!(verb, CRASH | "restart" | "timeout")
}

/// One thing that happens in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// One of [`EVENTS`], or [`LINE`].
    pub verb: &'static str,
    /// `flag[0]`, `request(3)`, `critical`.
    pub name: String,
    pub value: Option<String>,
    /// To whom, or from whom.
    pub other: Option<u8>,
}

impl Fact {
    fn new(verb: &'static str, name: impl ToString) -> Fact {
        Fact { verb, name: name.to_string(), value: None, other: None }
    }

    /// Whether it has that name: its own, or that of the array or of the kind of message.
    pub fn is_called(&self, name: &str) -> bool {
        let name = plain(name);
        is_alone(self.verb) || plain(&self.name) == name || root(&self.name) == name
    }
}

/// What a log says of a name, in general: `write:flag`, of each element and each value.
pub fn kind(verb: &str, name: &str) -> String {
    match is_alone(verb) || verb == "decide" {
        true => verb.to_owned(),
        false => format!("{verb}:{}", root(name)),
    }
}

/// A name without an index and without what a message carries.
pub fn root(name: &str) -> &str {
    name.split(['[', '(']).next().unwrap_or_default().trim_end()
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format!("{} {}", self.verb, self.name).trim_end())?;
        if let Some(value) = &self.value {
            write!(f, " = {value}")?;
        }
        match self.other {
            Some(to) if self.verb == "send" => write!(f, " to {to}"),
            Some(from) => write!(f, " from {from}"),
            None => Ok(()),
        }
    }
}

/// Everything that happens in a step. A write counts where its process issues it, and not when it arrives or ends.
pub fn facts(action: Action, row: &Row, events: &[Event]) -> Vec<Fact> {
    let mut facts = vec![Fact::new(LINE, &row.label)];
    facts.extend(match action {
        Action::Timeout(_) | Action::TimeoutAs(..) => Some(Fact::new("timeout", "")),
        Action::Restart(_) => Some(Fact::new("restart", "")),
        _ => None,
    });
    let valued = |fact: Fact, value: &String| Fact { value: Some(value.clone()), ..fact };
    let between = |fact: Fact, other: &u8| Fact { other: Some(*other), ..fact };
    let is_late = |phase| matches!(phase, WritePhase::End | WritePhase::Arrives);
    for event in events {
        let fact = match event {
            Event::Read { cell, value, .. } => valued(Fact::new("read", cell), value),
            Event::Write { cell, value, phase } if !is_late(*phase) => {
                valued(Fact::new("write", cell), value)
            }
            Event::Send { to, text, .. } => between(Fact::new("send", text), to),
            Event::Receive { from, text, .. } => between(Fact::new("receive", text), from),
            Event::Lost { text, .. } => Fact::new("lose", text),
            Event::Duplicated { text, .. } => Fact::new("double", text),
            Event::Moved { from, to } => {
                facts.push(Fact::new("leave", from.name()));
                Fact::new("enter", to.name())
            }
            Event::Decided { value } => Fact::new("decide", value),
            Event::Called { operation, arguments } => {
                Fact::new("call", model::call(operation, arguments))
            }
            Event::Returned { operation, result } => valued(Fact::new("return", operation), result),
            Event::Crashed => Fact::new(CRASH, ""),
            Event::Set { .. } | Event::Chose { .. } | Event::Note { .. } | Event::Write { .. } => {
                continue;
            }
        };
        facts.push(fact);
    }
    facts
}
