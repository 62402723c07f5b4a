//! Values and calls by number, and what was worked out of them.

use crate::object::{Call, Foresight, Object};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// What an entry takes, in bytes, beside what is in it.
const ENTRY: usize = 250;

pub struct Lookup<'a> {
    object: &'a dyn Object,
    values: Numbered<Value>,
    /// Calls with their result, where it is known.
    calls: Numbered<(Call, Option<Value>)>,
    after: HashMap<(u32, u32), Rc<[u32]>>,
    bytes: usize,
}

/// Things that have a number, each one.
struct Numbered<T> {
    all: Vec<Rc<T>>,
    numbers: HashMap<Rc<T>, u32>,
}

impl<T: std::hash::Hash + Eq> Numbered<T> {
    fn new() -> Numbered<T> {
        Numbered { all: Vec::new(), numbers: HashMap::new() }
    }

    /// The number, and whether it is new.
    fn number(&mut self, thing: T) -> (u32, bool) {
        if let Some(number) = self.numbers.get(&thing) {
            return (*number, false);
        }
        let (number, thing) = (self.all.len() as u32, Rc::new(thing));
        self.all.push(Rc::clone(&thing));
        self.numbers.insert(thing, number);
        (number, true)
    }
}

impl Lookup<'_> {
    pub fn new(object: &dyn Object) -> Lookup<'_> {
        let (values, calls) = (Numbered::new(), Numbered::new());
        Lookup { object, values, calls, after: HashMap::new(), bytes: 0 }
    }

    pub fn value(&mut self, value: &Value) -> u32 {
        let (number, is_new) = self.values.number(value.clone());
        if is_new {
            self.bytes += ENTRY + bytes(value);
        }
        number
    }

    pub fn call(&mut self, call: &Call, result: Option<&Value>) -> u32 {
        self.calls.number((call.clone(), result.cloned())).0
    }

    /// The values that a call with its result can leave.
    pub fn after(&mut self, value: u32, call: u32) -> Rc<[u32]> {
        if let Some(after) = self.after.get(&(value, call)) {
            return Rc::clone(after);
        }
        let (before, made) = (&self.values.all[value as usize], &self.calls.all[call as usize]);
        let (call_made, logged) = &**made;
        let mut outcomes = self.object.outcomes(before, call_made);
        outcomes.retain(|(result, _)| {
            logged.as_ref().is_none_or(|logged| self.object.fits(result, logged))
        });
        let mut after: Vec<u32> = outcomes.iter().map(|(_, value)| self.value(value)).collect();
        after.sort_unstable();
        after.dedup();
        let after: Rc<[u32]> = after.into();
        self.bytes += ENTRY;
        self.after.insert((value, call), Rc::clone(&after));
        after
    }

    pub fn foresight(&self) -> Option<&dyn Foresight> {
        self.object.foresight()
    }

    pub fn value_of(&self, number: u32) -> &Value {
        &self.values.all[number as usize]
    }

    /// A call, with its result if that is known.
    pub fn call_of(&self, number: u32) -> (&Call, Option<&Value>) {
        let (call, result) = &*self.calls.all[number as usize];
        (call, result.as_ref())
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

fn bytes(value: &Value) -> usize {
    size_of::<Value>()
        + match value {
            Value::String(text) => text.len(),
            Value::Array(all) => all.iter().map(bytes).sum(),
            Value::Object(map) => {
                map.iter().map(|(key, value)| ENTRY + key.len() + bytes(value)).sum()
            }
            _ => 0,
        }
}
