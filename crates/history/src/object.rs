//! An object by its serial behaviour: what an operation that runs alone returns, and what it leaves.

use serde_json::Value;
use std::fmt;

/// So many characters of a value are shown.
const SHOWN_MAX: usize = 40;

/// A call of an operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    pub name: String,
    pub args: Vec<Value>,
}

/// A serial object. Its value, like arguments and results, is any JSON.
pub trait Object {
    fn name(&self) -> &str;

    /// What it begins with, if nothing else is said.
    fn initial(&self) -> Value;

    /// Says what is wrong with another value to begin with.
    fn check_initial(&self, value: &Value) -> Result<(), String>;

    /// Says what is wrong with a call.
    fn check_call(&self, call: &Call) -> Result<(), String>;

    /// Says what is wrong with a result that no value of the object gives this call.
    fn check_result(&self, call: &Call, result: &Value) -> Result<(), String>;

    /// Whether it returns anything but null.
    fn has_result(&self, call: &Call) -> bool;

    /// Every result of an operation that runs alone, with the value behind it. None where it has to wait.
    fn outcomes(&self, value: &Value, call: &Call) -> Vec<(Value, Value)>;

    /// Whether a result can have been logged so.
    fn fits(&self, result: &Value, logged: &Value) -> bool {
        result == logged
    }

    /// Whether the operation never waits and never changes the value.
    fn is_read(&self, call: &Call) -> bool;

    /// The part of the object that this call is about, where it has parts that know nothing of each other.
    fn part(&self, _call: &Call) -> Option<Value> {
        None
    }

    /// What a value tells of what is to come, if it tells something.
    fn foresight(&self) -> Option<&dyn Foresight> {
        None
    }

    /// What somebody has to have done before the call can have this result: `written 2`. None if it can always have it.
    fn needs(&self, call: &Call, result: Option<&Value>) -> Option<String>;
}

/// An operation that has not taken effect.
pub struct ToCome<'a> {
    pub call: &'a Call,
    /// If it has to come with this one.
    pub result: Option<&'a Value>,
    /// It cannot take effect before this line, nor behind the other one.
    pub called: usize,
    pub end: usize,
}

/// Whether a value leads anywhere, so that a search turns back early: a queue in the wrong order is found out when it
/// is long.
pub trait Foresight {
    /// Whether this call can make good what `to_come` alone could not: with its result, if that is known.
    fn mends(&self, call: &Call, result: Option<&Value>) -> bool;

    /// Whether it is certain that some of these cannot have their results any more. `to_come` are all that have to
    /// come before the last of their ends, in the order of these; `mending` all that may come and mend.
    fn is_hopeless(&self, value: &Value, to_come: &[ToCome], mending: &[ToCome]) -> bool;
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args: Vec<String> = self.args.iter().map(shown).collect();
        match args.is_empty() {
            true => f.write_str(&self.name),
            false => write!(f, "{}({})", self.name, args.join(", ")),
        }
    }
}

/// A value as it is written in a sentence. The middle of a long one is left out.
pub fn shown(value: &Value) -> String {
    let text = value.to_string();
    let count = text.chars().count();
    if count <= SHOWN_MAX {
        return text;
    }
    let half = SHOWN_MAX / 2;
    let mut short: String = text.chars().take(half).collect();
    short.push('…');
    short.extend(text.chars().skip(count - half));
    short
}
