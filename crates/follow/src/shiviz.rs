//! Logs of [ShiViz](https://bestchai.bitbucket.io/shiviz/): an event, its host and the host's vector clock. A file begins
//! with the expression that reads it and what separates executions, or it is one of the two usual forms.

use crate::Wrong;
use crate::log::{Line, Log};
use crate::names::Names;
use crate::ndjson;
use crate::order::Order;
use model::View;
use regex::{Captures, Regex};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// What `ShiViz` takes for a file without an expression.
const EVENT_FIRST: &str = r"(?<event>.*)\n(?<host>\S*) (?<clock>{.*})";
/// What `GoVector` writes.
const HOST_FIRST: &str = r"(?<host>\S*) (?<clock>{.*})\n(?<event>.*)";

/// What an expression has to name.
const GROUPS: [&str; 3] = ["event", "host", "clock"];

/// What the event says as a line in JSON, where `event` is a sentence for readers.
const IN_JSON: &str = "interleave";

/// The expression of a log, and in which line the log begins.
pub struct Form<'a> {
    expression: &'a str,
    before: usize,
    text: &'a str,
}

/// Whether a file is such a log.
pub fn find(text: &str) -> Option<Form<'_>> {
    let (first, rest) = text.split_once('\n')?;
    if GROUPS.iter().all(|name| first.contains(&format!("(?<{name}>"))) {
        return Some(Form { expression: first.trim_end(), before: 1, text: rest });
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let expression = match (is_clocked(lines.next()?), is_clocked(lines.next()?)) {
        (false, true) => EVENT_FIRST,
        (true, false) => HOST_FIRST,
        _ => return None,
    };
    Some(Form { expression, before: 0, text })
}

/// `client {"client": 2}`
fn is_clocked(line: &str) -> bool {
    let clock = line.trim().split_once(" {").filter(|(host, _)| !host.contains([' ', '"']));
    clock.is_some_and(|(_, clock)| {
        serde_json::from_str::<Map<String, Value>>(&format!("{{{clock}"))
            .is_ok_and(|clock| clock.values().all(Value::is_u64))
    })
}

/// The log that stands in some files.
pub fn read(forms: &[Form], names: &Names, view: &View) -> Result<Log, Wrong> {
    let mut lines = Vec::new();
    for (file, form) in forms.iter().enumerate() {
        form.read(file, names, view, &mut lines)?;
    }
    let order = Order::of_clocks(&mut lines)?;
    Ok(Log::of(lines, BTreeSet::new(), order))
}

impl Form<'_> {
    fn read(
        &self,
        file: usize,
        names: &Names,
        view: &View,
        lines: &mut Vec<Line>,
    ) -> Result<(), Wrong> {
        let wrong = |line: usize, why: String| Wrong { file, line, why };
        let mut text = self.text;
        let mut number = self.before + 1;
        if self.before > 0 {
            let (delimiter, rest) = text.split_once('\n').unwrap_or((text, ""));
            if !delimiter.trim().is_empty() {
                let why = "This line separates executions, and a log is of one: give each a file, and leave the line empty.";
                return Err(wrong(number, why.into()));
            }
            (text, number) = (rest, number + 1);
        }
        let expression = Regex::new(&format!("(?m)^{}$", escaped(self.expression)))
            .map_err(|_| wrong(1, "This expression cannot be read.".into()))?;
        let before = lines.len();
        let mut end = 0;
        for found in expression.captures_iter(text) {
            let whole = found.get_match();
            number += skipped(&text[end..whole.start()])
                .map_err(|line| wrong(number + line, NO_EVENT.into()))?;
            let (at, all) = (number, whole.as_str());
            number += all.matches('\n').count();
            end = whole.end();
            let fields = fields(&found).map_err(|why| wrong(at, why))?;
            let line = ndjson::line(fields, all, (file, at), names, view);
            lines.push(line.map_err(|why| wrong(at, why))?);
            if lines.len() > ndjson::LINES_MAX {
                return Err(wrong(at, ndjson::too_long()));
            }
        }
        skipped(&text[end..]).map_err(|line| wrong(number + line, NO_EVENT.into()))?;
        match lines.len() > before {
            true => Ok(()),
            false => Err(wrong(1, "The log is empty: no line says anything.".into())),
        }
    }
}

const NO_EVENT: &str = "This line is no part of an event, as the log’s expression reads it.";

/// How many lines of a text say nothing, or the first that says something.
fn skipped(text: &str) -> Result<usize, usize> {
    match text.split('\n').position(|line| !line.trim().is_empty()) {
        Some(line) => Err(line),
        None => Ok(text.matches('\n').count()),
    }
}

/// An event as a line in JSON.
fn fields(found: &Captures) -> Result<Map<String, Value>, String> {
    let clock: Value = serde_json::from_str(&found["clock"])
        .map_err(|error| format!("The clock is no JSON: {error}."))?;
    let said = found.name(IN_JSON).map_or(&found["event"], |found| found.as_str()).trim();
    let mut fields = match serde_json::from_str(said) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::from_iter([("event".to_owned(), said.into())]),
    };
    fields.insert("process".into(), found["host"].into());
    fields.insert("clock".into(), clock);
    Ok(fields)
}

/// In JavaScript a bracket that counts nothing is itself.
fn escaped(expression: &str) -> String {
    let counts = Regex::new(r"\\.|\{\d+(,\d*)?\}|\{").expect("an expression");
    let sign = |found: &Captures| if &found[0] == "{" { r"\{".into() } else { found[0].to_owned() };
    counts.replace_all(expression, sign).into_owned()
}
