//! Logs of lines in JSON, each with what it says of one event.

use crate::Wrong;
use crate::fact::{EVENT, EVENTS, LINE, is_alone, kind};
use crate::log::{Line, Log, Said};
use crate::names::{self, NETWORK, Names};
use crate::order::Order;
use crate::phrase::phrase;
use model::View;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A log has no more lines.
pub const LINES_MAX: usize = 1_000_000;

/// So much of a line is shown.
const SHOWN_MAX: usize = 160;

const FIELDS: [&str; 10] =
    ["process", "line", "value", "to", "from", "state", "start", "clock", "logs", EVENT];

pub fn read(texts: &[String], names: &Names, view: &View) -> Result<Log, Wrong> {
    let (mut lines, mut counts, mut said) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (file, text) in texts.iter().enumerate() {
        let before = lines.len();
        for (nth, text) in text.lines().enumerate().filter(|line| !line.1.trim().is_empty()) {
            let wrong = |why: String| Wrong { file, line: nth + 1, why };
            if lines.len() == LINES_MAX {
                return Err(wrong(too_long()));
            }
            let value: Value = serde_json::from_str(text)
                .map_err(|error| wrong(format!("This line is no JSON: {error}.")))?;
            let Value::Object(fields) = value else {
                return Err(wrong("A line of a log is an object: {\"process\": 0, …}.".into()));
            };
            match fields.get("logs") {
                Some(logs) => {
                    let is_first = lines.len() == before && fields.len() == 1;
                    let logs = logged(logs, names).filter(|_| is_first);
                    said.extend(logs.ok_or_else(|| wrong(LOGS.into()))?);
                }
                None => {
                    let line = line(fields, text, (file, nth + 1), names, view);
                    lines.push(line.map_err(wrong)?);
                }
            }
        }
        if lines.len() == before {
            let why = "The log is empty: no line says anything.".to_owned();
            return Err(Wrong { file, line: 1, why });
        }
        counts.push(lines.len() - before);
    }
    let order = match lines.iter().any(|line| !line.clock.is_empty()) {
        true => Order::of_clocks(&mut lines)?,
        false => Order::of(&counts),
    };
    Ok(Log::of(lines, said, order))
}

pub fn too_long() -> String {
    format!("A log has at most {LINES_MAX} lines.")
}

const LOGS: &str = "`logs` stands alone in the first line of a file, and lists what the log has whenever it happens: \
                    {\"logs\": [\"write:flag\", \"enter\"]}.";

fn logged(value: &Value, names: &Names) -> Option<Vec<String>> {
    let one = |value: &Value| {
        let text = value.as_str()?;
        let (verb, name) = text.split_once(':').unwrap_or((text, ""));
        let verb = EVENTS.into_iter().find(|known| *known == verb)?;
        Some(if name.is_empty() { verb.to_owned() } else { kind(verb, &names.of(name)) })
    };
    value.as_array()?.iter().map(one).collect()
}

pub fn line(
    fields: Map<String, Value>,
    text: &str,
    (file, number): (usize, usize),
    names: &Names,
    view: &View,
) -> Result<Line, String> {
    let (fields, unknown) = told(names.translated(fields), names)?;
    let fields = &fields;
    let mut events = EVENTS.into_iter().filter(|event| fields.contains_key(*event));
    let (verb, second) = (events.next(), events.next());
    if let (Some(verb), Some(second)) =
        (verb, second.or(verb.filter(|_| unknown.is_some()).map(|_| EVENT)))
    {
        return Err(two(verb, second));
    }
    let all = FIELDS.into_iter().chain(EVENTS);
    let is_known = |field: &str| field.starts_with('_') || all.clone().any(|known| known == field);
    if let Some(unknown) = fields.keys().find(|field| !is_known(field)) {
        let all: Vec<&str> = all.collect();
        return Err(format!(
            "A log has no field `{unknown}`. It has {}; a field that only its writer reads begins with `_`.",
            all.join(", ")
        ));
    }
    let row = fields
        .get("line")
        .map(|number| number_in(number, "line"))
        .transpose()?
        .map(|row| row.to_string());
    let event = match (verb, unknown, &row) {
        (Some(verb), ..) => Some(event(verb, fields, view)?),
        (None, Some(text), _) => Some(Said { verb: EVENT, name: text, value: None, other: None }),
        (None, None, Some(row)) => {
            Some(Said { verb: LINE, name: row.clone(), value: None, other: None })
        }
        (None, None, None) => None,
    };
    for (field, beside) in [("value", "`read` or `write`"), ("to", "`send`"), ("from", "`receive`")]
    {
        if fields.contains_key(field)
            && !verb.is_some_and(|verb| beside.contains(&format!("`{verb}`")))
        {
            return Err(format!("`{field}` stands beside {beside}."));
        }
    }
    let state = match fields.get("state") {
        None => Vec::new(),
        Some(Value::Object(state)) => state.clone().into_iter().collect(),
        Some(_) => return Err("`state` is an object: {\"flag\": [true, false]}.".into()),
    };
    let is_start = match fields.get("start") {
        None | Some(Value::Bool(false)) => false,
        Some(Value::Bool(true)) if event.is_none() => true,
        Some(_) => return Err("A start is {\"start\": true, \"state\": {…}}.".into()),
    };
    let lane = fields.get("process").map(|who| process(who, "process", view)).transpose()?;
    Ok(Line {
        file,
        number,
        text: shortened(text),
        is_start,
        lane,
        process: lane.filter(|lane| *lane != NETWORK),
        row,
        event,
        state,
        clock: clock(fields, view)?,
        known: None,
    })
}

/// A process without an event has none or zero.
fn clock(fields: &Map<String, Value>, view: &View) -> Result<BTreeMap<u8, u64>, String> {
    let Some(clock) = fields.get("clock") else { return Ok(BTreeMap::new()) };
    let entry =
        |(who, event): (&String, &Value)| Some((names::process(who, view)?, event.as_u64()?));
    let clock = clock
        .as_object()
        .and_then(|clock| clock.iter().map(entry).collect::<Option<BTreeMap<u8, u64>>>());
    let mut clock = clock.ok_or("`clock` counts events by process: {\"0\": 2, \"1\": 1}.")?;
    clock.retain(|_, event| *event > 0);
    Ok(clock)
}

fn event(verb: &'static str, fields: &Map<String, Value>, view: &View) -> Result<Said, String> {
    let name = match &fields[verb] {
        Value::Bool(true) if is_alone(verb) => String::new(),
        _ if is_alone(verb) => return Err(format!("`{verb}` is true, or is left out.")),
        Value::String(name) => name.clone(),
        value @ (Value::Number(_) | Value::Bool(_)) if verb == "decide" => value.to_string(),
        _ => return Err(format!("`{verb}` is a name.")),
    };
    let value = fields.get("value").cloned();
    if value.as_ref().is_some_and(Value::is_object) {
        return Err("A value is no object. A record is a list of its fields.".into());
    }
    let other = ["to", "from"].into_iter().find_map(|field| Some((fields.get(field)?, field)));
    let other = other.map(|(who, field)| process(who, field, view)).transpose()?;
    Ok(Said { verb, name, value, other })
}

/// By its number or its name. A number that is too large is no process either.
fn process(value: &Value, field: &str, view: &View) -> Result<u8, String> {
    match value {
        Value::String(name) => names::process(name, view).ok_or_else(|| {
            format!("There is no process `{name}`: there are {}.", names::processes(view))
        }),
        _ => Ok(number_in(value, field)?.min(u64::from(NETWORK) - 1) as u8),
    }
}

/// The fields with what `event` says in words; it is left where it says nothing in the words of a log.
fn told(
    mut fields: Map<String, Value>,
    names: &Names,
) -> Result<(Map<String, Value>, Option<String>), String> {
    let text = match fields.remove(EVENT) {
        None => return Ok((fields, None)),
        Some(Value::String(text)) => text,
        Some(_) => return Err("`event` is a text: \"write flag[0] = true\".".into()),
    };
    let Some(said) = phrase(&text, names) else { return Ok((fields, Some(text))) };
    for (field, value) in said {
        if fields.insert(field.clone(), value).is_some() {
            return Err(two(EVENT, &field));
        }
    }
    Ok((fields, None))
}

fn two(verb: &str, second: &str) -> String {
    format!(
        "A line has one event, and this has `{verb}` and `{second}`. Write two lines, one behind the other: one \
         step may explain both."
    )
}

fn number_in(value: &Value, field: &str) -> Result<u64, String> {
    value.as_u64().ok_or_else(|| format!("`{field}` is a number from 0 on."))
}

/// So much of a text as a message can bear.
pub fn shortened(text: &str) -> String {
    let mut chars = text.trim().chars();
    let mut short: String = chars.by_ref().take(SHOWN_MAX).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}
