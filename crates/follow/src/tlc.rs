//! What TLC writes of a counterexample (`-dumpTrace json`): every state, and the action behind each.

use crate::log::{Line, Log};
use crate::order::Order;
use crate::state::States;
use crate::{Wrong, ndjson::shortened};
use program::Compiled;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// TLC puts all into one field, or nothing around.
fn inner(trace: &Value) -> &Value {
    trace.get("counterexample").unwrap_or(trace)
}

pub fn is_trace(value: &Value) -> bool {
    let has = |name: &str| inner(value).get(name).is_some_and(Value::is_array);
    has("state") && has("action")
}

pub fn read(trace: &Value, compiled: &Compiled) -> Result<Log, Wrong> {
    let wrong = |why: &str| Wrong { file: 0, line: 1, why: why.to_owned() };
    let broken =
        || wrong("This is no counterexample of TLC: a state is a number and its variables.");
    let array = |name: &str| inner(trace)[name].as_array().ok_or_else(broken);
    let states: Option<Vec<_>> = array("state")?.iter().map(numbered).collect();
    let mut states = states.ok_or_else(broken)?;
    states.sort_by_key(|state| state.0);
    if states.is_empty() {
        return Err(wrong("The counterexample is empty: it has no state."));
    }
    let actions: Option<Vec<_>> = array("action")?.iter().map(action).collect();
    let actions = actions.ok_or_else(broken)?;
    let (mut lines, mut back_to) = (Vec::new(), None);
    let line = |number: usize, text: String, variables: &Map<String, Value>| Line {
        file: 0,
        number,
        text: shortened(&text),
        is_start: false,
        process: None,
        lane: None,
        row: None,
        event: None,
        state: variables.clone().into_iter().collect(),
        clock: BTreeMap::new(),
        known: None,
    };
    for (at, (number, variables)) in states.iter().enumerate() {
        let by = actions.iter().find(|action| action.2 == *number && action.0 < action.2);
        let text = by.map_or_else(|| "the initial state".to_owned(), |action| action.1.clone());
        lines.push(Line { is_start: at == 0, ..line(*number, text, variables) });
    }
    let last = states.len() - 1;
    if let Some(back) =
        actions.iter().find(|action| action.0 == states[last].0 && action.2 < action.0)
    {
        back_to = states.iter().position(|state| state.0 == back.2);
        let (_, variables) = &states[back_to.ok_or_else(broken)?];
        lines.push(line(
            states[last].0 + 1,
            format!("{}, back to state {}", back.1, back.2),
            variables,
        ));
    }
    let reader = tla::Reader::new(compiled).map_err(|why| wrong(&why))?;
    Ok(Log {
        order: Order::of(&[lines.len()]),
        lines,
        logged: BTreeSet::new(),
        is_whole: true,
        back_to,
        states: States::Module(Box::new(reader)),
        known: Vec::new(),
    })
}

/// `[1, {…}]`
fn numbered(value: &Value) -> Option<(usize, &Map<String, Value>)> {
    let [number, variables] = &value.as_array()?[..] else { return None };
    Some((usize::try_from(number.as_u64()?).ok()?, variables.as_object()?))
}

/// From which state to which, and the action with its parameters.
fn action(value: &Value) -> Option<(usize, String, usize)> {
    let [before, action, after] = &value.as_array()?[..] else { return None };
    let name = action.get("name").and_then(Value::as_str).unwrap_or("a step");
    let context = action.get("context").and_then(Value::as_object);
    let all = context.into_iter().flatten().map(|(name, value)| format!("{name} = {value}"));
    let all: Vec<String> = all.collect();
    let text = if all.is_empty() { name.to_owned() } else { format!("{name}({})", all.join(", ")) };
    Some((numbered(before)?.0, text, numbered(after)?.0))
}
