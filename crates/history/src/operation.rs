//! A history: operations, each from its call to its end.

use crate::object::{Call, Object, shown};
use serde_json::Value;

/// Operations in the order of their calls.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct History {
    pub operations: Vec<Operation>,
    /// How many lines the log has.
    pub lines: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// A number or a name.
    pub process: Value,
    pub call: Call,
    /// The line of its call, from 1.
    pub called: usize,
    /// How it ended, and in which line. None: nobody knows, as after a crash.
    pub end: Option<(usize, End)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Returned(Value),
    /// It has taken effect. Its result is not known.
    Done,
    /// It has taken no effect.
    Failed,
}

impl Operation {
    /// Where it returned, with its result if that is known.
    pub fn returned(&self) -> Option<(usize, Option<&Value>)> {
        match &self.end {
            Some((line, End::Returned(result))) => Some((*line, Some(result))),
            Some((line, End::Done)) => Some((*line, None)),
            _ => None,
        }
    }

    /// `read → 2`, `write(1)`, `cas(1, 2) → ?`
    pub fn label(&self, object: &dyn Object) -> String {
        match self.returned() {
            Some((_, result)) if object.has_result(&self.call) => {
                format!("{} → {}", self.call, result.map_or_else(|| "?".into(), shown))
            }
            _ => self.call.to_string(),
        }
    }

    pub fn has_failed(&self) -> bool {
        matches!(self.end, Some((_, End::Failed)))
    }

    /// The line behind which it takes no effect.
    pub fn ended(&self) -> Option<usize> {
        self.end.as_ref().map(|end| end.0)
    }
}
