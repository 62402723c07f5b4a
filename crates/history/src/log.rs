//! A log: a line of JSON for each call and each end.

use crate::object::{Call, Object, shown};
use crate::operation::{End, History, Operation};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;

/// A log has no more lines.
const LINES_MAX: usize = 1_000_000;

/// From here on, not every whole number has a floating-point number of its own.
const EXACT_MAX: f64 = 9_007_199_254_740_992.0;

const EVENTS: [&str; 5] = ["call", "return", "done", "fail", "crash"];

/// Why a log cannot be read: a line, counted from 1, and a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub line: usize,
    pub why: String,
}

/// The history of an object that stands in a log.
pub fn read(text: &str, object: &dyn Object) -> Result<History, Wrong> {
    let mut history = History::default();
    // which operation of a process has no end yet
    let mut open: HashMap<Value, usize> = HashMap::new();
    let is_whole = text.is_empty() || text.ends_with('\n');
    let last = text.lines().count();
    for (nth, text) in text.lines().enumerate() {
        let line = nth + 1;
        history.lines = line;
        if text.trim().is_empty() {
            continue;
        }
        let fields = fields(text, !is_whole && line == last);
        let event = fields.and_then(|fields| Event::of(fields.0));
        let taken = event.and_then(|event| event.take(line, &mut history, &mut open, object));
        taken.map_err(|why| Wrong { line, why })?;
        if line > LINES_MAX {
            return Err(Wrong { line, why: format!("A log has at most {LINES_MAX} lines.") });
        }
    }
    Ok(history)
}

/// A value that stands alone, by the same rules.
pub fn value(text: &str) -> Result<Value, String> {
    let mut value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    make_exact(&mut value)?;
    Ok(value)
}

/// The fields of an object, also one that stands there twice.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Fields, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object: {\"process\": 0, …}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        from.deserialize_map(All)
    }
}

fn fields(text: &str, may_be_cut: bool) -> Result<Fields, String> {
    serde_json::from_str(text).map_err(|error| {
        if error.is_eof() && may_be_cut {
            return "The log is cut: it ends within this line.".into();
        }
        let (said, column) = (error.to_string(), error.column());
        let said = said.split(" at line ").next().unwrap_or_default();
        match error.is_data() {
            true => format!("A line of a log is an object: {{\"process\": 0, …}}. Here is {said}."),
            false => format!("This line is no JSON: {said}, at column {column}."),
        }
    })
}

/// What a line says of a process.
struct Event {
    process: Value,
    said: Said,
}

enum Said {
    Call(Call),
    End(End),
    /// Nobody knows.
    Crash,
}

impl Event {
    fn of(mut fields: Vec<(String, Value)>) -> Result<Event, String> {
        fields.retain(|(name, _)| !name.starts_with('_'));
        for (name, value) in &mut fields {
            make_exact(value).map_err(|why| format!("`{name}`: {why}"))?;
        }
        for (nth, (name, _)) in fields.iter().enumerate() {
            if fields[..nth].iter().any(|(before, _)| before == name) {
                return Err(format!("This line has the field `{name}` twice."));
            }
            if !EVENTS.contains(&name.as_str()) && name != "process" && name != "args" {
                return Err(format!(
                    "A line has no field {}. It has process, args and one of {}; a field that only its writer reads \
                     begins with `_`.",
                    shown(&name.as_str().into()),
                    EVENTS.join(", ")
                ));
            }
        }
        let mut take = |name: &str| {
            let at = fields.iter().position(|field| field.0 == name)?;
            Some(fields.swap_remove(at).1)
        };
        let process = take("process").filter(|value| value.is_u64() || value.is_string());
        let process = process.ok_or("A line has a `process`, a number from 0 on or a name.")?;
        let args = take("args");
        let mut events = EVENTS.into_iter().filter_map(|name| Some((name, take(name)?)));
        let (Some((name, value)), None) = (events.next(), events.next()) else {
            return Err(format!("A line has one of {}.", EVENTS.join(", ")));
        };
        if args.is_some() && name != "call" {
            return Err("`args` stands beside `call`.".into());
        }
        let said = match (name, value) {
            ("call", Value::String(name)) => match args.unwrap_or_else(|| Value::Array(Vec::new()))
            {
                Value::Array(args) => Said::Call(Call { name, args }),
                _ => return Err("`args` is a list: {\"call\": \"write\", \"args\": [3]}.".into()),
            },
            ("call", _) => return Err("`call` is the name of an operation.".into()),
            ("return", result) => Said::End(End::Returned(result)),
            ("done", Value::Bool(true)) => Said::End(End::Done),
            ("fail", Value::Bool(true)) => Said::End(End::Failed),
            ("crash", Value::Bool(true)) => Said::Crash,
            _ => return Err(format!("`{name}` is true, or is left out.")),
        };
        Ok(Event { process, said })
    }

    fn take(
        self,
        line: usize,
        history: &mut History,
        open: &mut HashMap<Value, usize>,
        object: &dyn Object,
    ) -> Result<(), String> {
        let process = self.process;
        let operations = &mut history.operations;
        let who = shown(&process);
        match self.said {
            Said::Call(call) => {
                object.check_call(&call)?;
                if let Some(before) = open.insert(process.clone(), operations.len()) {
                    return Err(format!(
                        "Process {who} calls, and its call in line {} has no end. A process has one open call; after a \
                         `crash` its program goes on under another number.",
                        operations[before].called
                    ));
                }
                operations.push(Operation { process, call, called: line, end: None });
            }
            Said::End(end) => {
                let ended = open.remove(&process).map(|nth| &mut operations[nth]);
                let ended = ended.ok_or_else(|| no_call(&who))?;
                if let End::Returned(result) = &end {
                    object.check_result(&ended.call, result)?;
                }
                ended.end = Some((line, end));
            }
            Said::Crash => drop(open.remove(&process).ok_or_else(|| no_call(&who))?),
        }
        Ok(())
    }
}

fn no_call(who: &str) -> String {
    format!("Process {who} has no open call that could end here.")
}

/// The same number is the same value: `1.0` is 1. One that would be rounded is an error.
fn make_exact(value: &mut Value) -> Result<(), String> {
    match value {
        Value::Number(number) => {
            let Some(float) = number.as_f64().filter(|_| number.is_f64()) else { return Ok(()) };
            if float.abs() >= EXACT_MAX {
                return Err("This number is too large to be compared. Log it as a string.".into());
            }
            #[allow(clippy::cast_possible_truncation)]
            if float.fract() == 0.0 {
                *value = (float as i64).into();
            }
            Ok(())
        }
        Value::Array(all) => all.iter_mut().try_for_each(make_exact),
        Value::Object(map) => map.values_mut().try_for_each(make_exact),
        _ => Ok(()),
    }
}
