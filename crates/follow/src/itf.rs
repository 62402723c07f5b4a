//! Traces in the Informal Trace Format, which Apalache and Quint write: <https://apalache-mc.org/docs/adr/015adr-trace.html>.

use serde_json::{Map, Value, json};

pub fn is_trace(value: &Value) -> bool {
    ["vars", "states"].iter().all(|name| value.get(name).is_some_and(Value::is_array))
}

/// The same trace as TLC writes it; none if it is broken.
pub fn as_tlc(trace: &Value) -> Option<Value> {
    let states: Option<Vec<Value>> = trace["states"].as_array()?.iter().map(state).collect();
    let states: Vec<Value> =
        states?.into_iter().enumerate().map(|(nth, state)| json!([nth + 1, state])).collect();
    let step = |from: &Value, to: &Value| json!([from, { "name": "a step" }, to]);
    let mut actions: Vec<Value> = states.windows(2).map(|pair| step(&pair[0], &pair[1])).collect();
    if let Some(back) = trace.get("loop") {
        let back = states.get(usize::try_from(back.as_u64()?).ok()?)?;
        actions.push(step(states.last()?, back));
    }
    Some(json!({ "state": states, "action": actions }))
}

/// The variables. What begins with `#` is about the trace.
fn state(state: &Value) -> Option<Value> {
    let own = state.as_object()?.iter().filter(|(name, _)| !name.starts_with('#'));
    let own: Option<Map<String, Value>> =
        own.map(|(name, value)| Some((name.clone(), plain(value)?))).collect();
    own.map(Value::Object)
}

/// A value without the marks of its type.
fn plain(value: &Value) -> Option<Value> {
    let all = |values: &Value| {
        let values: Option<Vec<Value>> = values.as_array()?.iter().map(plain).collect();
        values.map(Value::Array)
    };
    let Value::Object(fields) = value else {
        return if value.is_array() { all(value) } else { Some(value.clone()) };
    };
    if let Some(number) = fields.get("#bigint") {
        return Some(number.as_str()?.parse::<i64>().ok()?.into());
    }
    if let Some(values) = fields.get("#set").or_else(|| fields.get("#tup")) {
        return all(values);
    }
    let Some(pairs) = fields.get("#map") else { return state(value) };
    let pair = |pair: &Value| {
        let [key, value] = &pair.as_array()?[..] else { return None };
        Some((name(&plain(key)?), plain(value)?))
    };
    let pairs: Option<Map<String, Value>> = pairs.as_array()?.iter().map(pair).collect();
    pairs.map(Value::Object)
}

/// An argument of a function, as TLC writes it.
fn name(key: &Value) -> String {
    match key {
        Value::String(name) => name.clone(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(field, value)| format!("{field} |-> {value}"));
            format!("[{}]", fields.collect::<Vec<_>>().join(", "))
        }
        _ => key.to_string(),
    }
}
