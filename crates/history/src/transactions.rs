//! Objects of several keys, whose only operation is a transaction: a list of reads and writes that take effect at once.

use crate::object::{Call, Foresight, Object, ToCome, shown};
use serde_json::{Map, Value, json};

/// Registers that are written, or lists that are appended to.
pub struct Transactions {
    pub name: &'static str,
    /// The step that is no read.
    write: &'static str,
    /// What a key begins with.
    absent: fn() -> Value,
}

impl Transactions {
    pub const WRITES: Transactions =
        Transactions { name: "multi-register", write: "write", absent: || Value::Null };
    pub const APPENDS: Transactions =
        Transactions { name: "list-append", write: "append", absent: || json!([]) };

    fn appends(&self) -> bool {
        self.write == "append"
    }
}

/// What a step of a transaction does.
enum Step<'a> {
    Read(&'a str),
    Write(&'a str, &'a Value),
}

impl Transactions {
    fn step<'a>(&self, step: &'a Value) -> Option<Step<'a>> {
        match &step.as_array()?[..] {
            [verb, key] if verb == "read" => Some(Step::Read(key.as_str()?)),
            [verb, key, value] if verb == self.write => Some(Step::Write(key.as_str()?, value)),
            _ => None,
        }
    }

    fn steps<'a>(&'a self, call: &'a Call) -> impl Iterator<Item = Step<'a>> {
        call.args.iter().filter_map(|step| self.step(step))
    }

    fn take(&self, step: Step, map: &mut Map<String, Value>) -> Value {
        match step {
            Step::Read(key) => map.get(key).cloned().unwrap_or_else(self.absent),
            Step::Write(key, value) if self.appends() => {
                let list = map.entry(key).or_insert_with(self.absent);
                list.as_array_mut().expect("values of keys are lists").push(value.clone());
                Value::Null
            }
            Step::Write(key, value) => {
                map.insert(key.to_owned(), value.clone());
                Value::Null
            }
        }
    }
}

impl Object for Transactions {
    fn name(&self) -> &str {
        self.name
    }

    fn initial(&self) -> Value {
        json!({})
    }

    fn check_initial(&self, value: &Value) -> Result<(), String> {
        let is_value = |value: &Value| !self.appends() || value.is_array();
        match value.as_object().is_some_and(|map| map.values().all(is_value)) {
            true => Ok(()),
            false => {
                let of = if self.appends() { "a list" } else { "a value" };
                Err(format!(
                    "A {} begins with an object that has {of} for each key, and this is {}.",
                    self.name,
                    shown(value)
                ))
            }
        }
    }

    fn check_call(&self, call: &Call) -> Result<(), String> {
        if call.name != "txn" {
            return Err(format!("A {} has the operation `txn` and no other.", self.name));
        }
        match call.args.iter().find(|step| self.step(step).is_none()) {
            Some(step) => Err(format!(
                "A step of `txn` is [\"read\", KEY] or [\"{}\", KEY, VALUE], with a string as the key, and this is {}.",
                self.write,
                shown(step)
            )),
            None => Ok(()),
        }
    }

    fn check_result(&self, call: &Call, result: &Value) -> Result<(), String> {
        let count = call.args.len();
        let Some(all) = result.as_array().filter(|all| all.len() == count) else {
            return Err(format!(
                "This `txn` returns a list of {count}, one for each step, and this is {}.",
                shown(result)
            ));
        };
        for (step, value) in self.steps(call).zip(all).filter(|(_, value)| *value != "?") {
            match step {
                Step::Write(..) if !value.is_null() => {
                    return Err(format!(
                        "The result of `{}` is null, and this is {}.",
                        self.write,
                        shown(value)
                    ));
                }
                Step::Read(_) if self.appends() && !value.is_array() => {
                    return Err(format!(
                        "The result of `read` is a list, and this is {}.",
                        shown(value)
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn has_result(&self, _call: &Call) -> bool {
        true
    }

    fn outcomes(&self, value: &Value, call: &Call) -> Vec<(Value, Value)> {
        let mut map = value.as_object().cloned().unwrap_or_default();
        let results: Vec<Value> = self.steps(call).map(|step| self.take(step, &mut map)).collect();
        vec![(results.into(), map.into())]
    }

    /// `"?"` is a result that is not known.
    fn fits(&self, result: &Value, logged: &Value) -> bool {
        let (Some(result), Some(logged)) = (result.as_array(), logged.as_array()) else {
            return false;
        };
        result.iter().zip(logged).all(|(result, logged)| logged == "?" || result == logged)
    }

    fn is_read(&self, call: &Call) -> bool {
        self.steps(call).all(|step| matches!(step, Step::Read(_)))
    }

    fn foresight(&self) -> Option<&dyn Foresight> {
        self.appends().then_some(self)
    }

    fn needs(&self, call: &Call, result: Option<&Value>) -> Option<String> {
        let reads = self.steps(call).any(|step| matches!(step, Step::Read(_)));
        (reads && result.is_some()).then(|| "written what it read".into())
    }
}

/// A list begins with what it began with.
impl Foresight for Transactions {
    fn mends(&self, _call: &Call, _result: Option<&Value>) -> bool {
        false
    }

    fn is_hopeless(&self, value: &Value, to_come: &[ToCome], _mending: &[ToCome]) -> bool {
        to_come.iter().any(|read| self.has_outgrown(value, read))
    }
}

impl Transactions {
    /// By what a transaction reads before it appends itself.
    fn has_outgrown(&self, value: &Value, read: &ToCome) -> bool {
        let results = read.result.and_then(Value::as_array);
        let mut own = Vec::new();
        self.steps(read.call).zip(results.into_iter().flatten()).any(|(step, result)| match step {
            Step::Write(key, _) => {
                own.push(key);
                false
            }
            Step::Read(key) => {
                let list = value.get(key).and_then(Value::as_array);
                let outgrown = list.zip(result.as_array());
                !own.contains(&key)
                    && outgrown.is_some_and(|(list, shown)| !shown.starts_with(list))
            }
        })
    }
}
