//! The states of a run in the Informal Trace Format, Apalache's ADR 015,
//! <https://apalache-mc.org/docs/adr/015adr-trace.html>.
//!
//! What belongs to processes is a function from their numbers, a shared array one from its indexes.
//! A variable whose values are all numbers, or all `true` and `false`, has such values; else they
//! are strings.

use crate::Document;
use catalog::{Life, Moment, ProcessView};
use serde_json::{Map, Value, json};

pub fn write(run: &Document) -> String {
    let tables = tables(run);
    let mut vars: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    vars.push("messages");
    if run.trace.replicas > 0 {
        vars.push("replicas");
    }
    let knobs = run.sorted_knobs().into_iter().map(|(knob, value)| (knob.to_owned(), value.into()));
    let meta = json!({
        "format": "ITF",
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "description": format!("{}, a run of Interleave", run.name),
        "source": run.link,
        "knobs": knobs.collect::<Map<_, _>>(),
    });
    let states: Vec<String> =
        (0..run.moments.len()).map(|at| format!("  {}", state(run, &tables, at))).collect();
    let states = states.join(",\n");
    let round = run.loops_from.map_or_else(String::new, |from| format!(",\n\"loop\": {from}"));
    format!(
        "{{\n\"#meta\": {meta},\n\"vars\": {},\n\"states\": [\n{states}\n]{round}\n}}\n",
        json!(vars)
    )
}

/// A variable: a name, and in each state an entry for each process or index.
struct Table<'a> {
    name: String,
    /// Its value is that of entry zero.
    single: bool,
    kind: Kind,
    entries: Vec<Vec<(usize, &'a str)>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number,
    Truth,
    Text,
}

fn tables(run: &Document) -> Vec<Table<'_>> {
    let row =
        |process: &ProcessView| Some(run.trace.rows[usize::from(process.row?)].label.as_str());
    let mut tables = vec![
        of_processes(run, "zone", |it| Some(it.zone.name())),
        of_processes(run, "pc", row),
        of_processes(run, "life", |it| Some(life(it.life))),
        of_processes(run, "decided", |it| it.decided.as_deref()),
    ];
    tables.retain(|table| table.entries.iter().any(|state| !state.is_empty()));
    for array in run.moments.first().map_or(&[][..], |moment| &moment.view.arrays) {
        let entries = run.moments.iter().map(|it| {
            let array = it.view.arrays.iter().find(|it| it.name == array.name);
            let cells =
                array.map(|array| array.cells.iter().map(|cell| cell.value.as_str()).enumerate());
            cells.into_iter().flatten().collect()
        });
        tables.push(Table::new(array.name, array.cells.len() == 1, entries.collect()));
    }
    let processes = run.moments.iter().flat_map(|moment| &moment.view.processes);
    let mut locals: Vec<&str> =
        processes.flat_map(|process| process.locals.iter().map(|(name, _)| *name)).collect();
    locals.sort_unstable();
    locals.dedup();
    for local in locals {
        let mut table = of_processes(run, local, |process| {
            process.locals.iter().find(|(name, _)| *name == local).map(|(_, value)| value.as_str())
        });
        if tables.iter().any(|it| it.name == table.name) {
            table.name = format!("own_{}", table.name);
        }
        tables.push(table);
    }
    tables
}

fn life(life: Life) -> &'static str {
    match life {
        Life::Running => "running",
        Life::Resting => "resting",
        Life::Done => "done",
        Life::Crashed => "crashed",
    }
}

fn of_processes<'a>(
    run: &'a Document,
    name: &str,
    value: impl Fn(&'a ProcessView) -> Option<&'a str>,
) -> Table<'a> {
    let of = |it: &'a Moment| {
        let all = it.view.processes.iter().enumerate();
        all.filter_map(|(process, it)| Some((process, value(it)?))).collect()
    };
    Table::new(name, false, run.moments.iter().map(of).collect())
}

impl<'a> Table<'a> {
    fn new(name: &str, single: bool, entries: Vec<Vec<(usize, &'a str)>>) -> Table<'a> {
        let name = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        let values = || entries.iter().flatten().map(|(_, value)| *value);
        let kind = if values().all(is_number) {
            Kind::Number
        } else if values().all(|text| matches!(text, "true" | "false")) {
            Kind::Truth
        } else {
            Kind::Text
        };
        Table { name, single, kind, entries }
    }

    fn value(&self, at: usize) -> Value {
        let value = |text: &str| match self.kind {
            Kind::Number => number(text).map_or(Value::Null, Value::from),
            Kind::Truth => Value::from(text == "true"),
            Kind::Text => Value::from(text),
        };
        match &self.entries[at][..] {
            [(_, only)] if self.single => value(only),
            all => {
                let pairs = all.iter().map(|(key, it)| json!([key, value(it)]));
                json!({ "#map": pairs.collect::<Vec<_>>() })
            }
        }
    }
}

/// Numbers that every reader of JSON keeps.
fn is_number(text: &str) -> bool {
    let plain = text.replace('−', "-");
    number(text).is_some_and(|it| it.unsigned_abs() < 1 << 53 && it.to_string() == plain)
}

/// A number, with the sign that texts have.
fn number(text: &str) -> Option<i64> {
    text.replace('−', "-").parse().ok()
}

fn state(run: &Document, tables: &[Table], at: usize) -> Value {
    let moment = &run.moments[at];
    // that there is no deadlock is broken by a run's last step, and by no state alone
    let last = run.trace.steps.last().filter(|_| at == run.trace.steps.len());
    let deadlock =
        last.iter().flat_map(|step| &step.breaks).filter(|text| !moment.broken.contains(text));
    let broken: Vec<&str> = moment.broken.iter().chain(deadlock).copied().collect();
    let mut meta = json!({ "index": at, "broken": broken });
    if let Some(before) = at.checked_sub(1) {
        let step = &run.trace.steps[before];
        meta["action"] = step.action.to_string().into();
        if let Some(process) = step.process {
            meta["process"] = process.into();
        }
        if let Ok(line) = run.trace.rows[usize::from(step.row)].label.parse::<u32>() {
            meta["line"] = line.into();
        }
        meta["description"] = run.said[before].as_str().into();
    }
    let mut state = Map::new();
    state.insert("#meta".into(), meta);
    for table in tables {
        state.insert(table.name.clone(), table.value(at));
    }
    let messages = moment.view.messages.iter();
    let messages =
        messages.map(|it| json!({ "from": it.from, "to": it.to, "text": it.text })).collect();
    state.insert("messages".into(), messages);
    if run.trace.replicas > 0 {
        let replicas = moment.view.replicas.iter().enumerate().map(|(index, replica)| {
            let cells = replica.cells.iter();
            let cells: Value = cells
                .map(|it| json!([it.column, { "value": it.value, "timestamp": it.timestamp }]))
                .collect();
            json!([index, { "up": replica.up, "cells": { "#map": cells } }])
        });
        let replicas: Vec<Value> = replicas.collect();
        state.insert("replicas".into(), json!({ "#map": replicas }));
    }
    Value::Object(state)
}
