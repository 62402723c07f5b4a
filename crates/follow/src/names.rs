//! Names of a log that are not those of the text, and what processes are called.

use crate::fact::{EVENT, root};
use model::View;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Who loses and doubles messages: no process, but in clocks it has events of its own.
pub const NETWORK: u8 = u8::MAX;

/// What a log calls something, and what the text does.
#[derive(Clone, Default)]
pub struct Names {
    of_text: BTreeMap<String, String>,
    used: RefCell<BTreeSet<String>>,
}

impl Names {
    /// An object such as `{"hasLock": "lock", "client-1": "process 0"}`; a process is also a number.
    pub fn read(text: &str) -> Result<Names, String> {
        let object = "A file of names is one object: {\"name in the log\": \"name in the text\"}.";
        let pairs: BTreeMap<String, Value> =
            serde_json::from_str(text).map_err(|_| object.to_owned())?;
        let name = |(logged, value): (String, Value)| match value {
            Value::String(name) => Ok((logged, name)),
            Value::Number(process) => Ok((logged, process.to_string())),
            _ => Err(format!("`{logged}` stands for a name of the text, which is a string.")),
        };
        let of_text = pairs.into_iter().map(name).collect::<Result<_, _>>()?;
        Ok(Names { of_text, ..Names::default() })
    }

    /// The name in the text: that of the whole, or of the array or the kind of message.
    pub fn of<'a>(&'a self, logged: &'a str) -> Cow<'a, str> {
        let array = root(logged);
        match (self.of_whole(logged), self.of_whole(array)) {
            (Some(name), _) => name.into(),
            (None, Some(name)) => format!("{name}{}", &logged[array.len()..]).into(),
            (None, None) => logged.into(),
        }
    }

    pub fn of_whole(&self, logged: &str) -> Option<&str> {
        let name = self.of_text.get(logged)?;
        self.used.borrow_mut().insert(logged.to_owned());
        Some(name)
    }

    /// A line with the names of the text: its fields, and what is in them, without what its event says in words.
    /// What begins with `_` is the program's own.
    pub fn translated(&self, fields: Map<String, Value>) -> Map<String, Value> {
        let pair = |(name, value): (String, Value)| {
            if name.starts_with('_') {
                return (name, value);
            }
            let name = self.of(&name).into_owned();
            let value = if name == EVENT { value } else { self.value(value) };
            (name, value)
        };
        fields.into_iter().map(pair).collect()
    }

    fn value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.of(&text).into_owned()),
            Value::Array(all) => all.into_iter().map(|value| self.value(value)).collect(),
            Value::Object(fields) => Value::Object(self.translated(fields)),
            _ => value,
        }
    }

    /// Those that stand nowhere in the log that was read with them.
    pub fn unused(&self) -> Vec<String> {
        let used = self.used.borrow();
        self.of_text.keys().filter(|name| !used.contains(*name)).cloned().collect()
    }
}

/// The process of that name, as a page calls it: `process 0`, `client-1`, `1`, or the name of a role of one; or the
/// network.
pub fn process(name: &str, view: &View) -> Option<u8> {
    let letters = |name: &str| {
        name.chars().filter(|char| char.is_alphanumeric()).collect::<String>().to_lowercase()
    };
    let name = letters(name);
    let role = |lane: usize| view.processes.get(lane).map(|process| letters(process.role));
    let is_only = |lane: usize| {
        view.processes.iter().filter(|process| letters(process.role) == name).count() == 1
            && role(lane).as_ref() == Some(&name)
    };
    let numbered = |lane: usize| role(lane).map(|role| format!("{role}{lane}"));
    let is_it = |lane: &usize| {
        name == lane.to_string()
            || letters(&view.label(*lane)) == name
            || numbered(*lane).as_ref() == Some(&name)
            || is_only(*lane)
    };
    let lane = (0..view.processes.len() + view.replicas.len()).find(is_it);
    match lane {
        Some(lane) => Some(lane as u8),
        None => (name == "network").then_some(NETWORK),
    }
}

/// All that may be said in the place of a name that is no process.
pub fn processes(view: &View) -> String {
    let all = (0..view.processes.len()).map(|lane| view.label(lane));
    all.collect::<Vec<_>>().join(", ")
}
