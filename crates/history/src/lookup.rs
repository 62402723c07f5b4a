//! Values and calls by number, and what was worked out of them.

use crate::object::{Call, Object};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// What a call that is not known has cost, in bytes, beside its values.
const ENTRY: usize = 100;

pub struct Lookup<'a> {
    object: &'a dyn Object,
    values: Numbered<Value>,
    /// Calls with their result, where it is known.
    calls: Numbered<(Call, Option<Value>)>,
    after: HashMap<(u32, u32), Rc<[u32]>>,
    outgrown: HashMap<(u32, u32), bool>,
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
        let (after, outgrown) = (HashMap::new(), HashMap::new());
        Lookup { object, values, calls, after, outgrown, bytes: 0 }
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

    /// Whether this value, as it grows, never gives the call its result.
    pub fn has_outgrown(&mut self, value: u32, call: u32) -> bool {
        *self.outgrown.entry((value, call)).or_insert_with(|| {
            let (call, result) = &*self.calls.all[call as usize];
            let growing = self.object.as_growing().zip(result.as_ref());
            let value = &self.values.all[value as usize];
            growing.is_some_and(|(growing, result)| growing.has_outgrown(value, call, result))
        })
    }

    pub fn resets(&self, call: u32) -> bool {
        let growing = self.object.as_growing();
        growing.is_some_and(|growing| growing.resets(&self.calls.all[call as usize].0))
    }

    pub fn grows(&self) -> bool {
        self.object.as_growing().is_some()
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
            Value::Object(map) => map.iter().map(|(key, value)| 2 * key.len() + bytes(value)).sum(),
            _ => 0,
        }
}
