use crate::{runs, scenario, written};
use export::Format;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// An expression of ADR 015, section "The ITF Format", item by item; and truth values, which
/// Apalache and Quint write as JSON does.
fn is_expression(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(_) | Value::Bool(_) => true,
        Value::Number(it) => it.as_i64().is_some_and(|it| it.unsigned_abs() < 1 << 53),
        Value::Array(all) => all.iter().all(is_expression),
        Value::Object(fields) => match fields.iter().next() {
            Some((tag, all)) if tag.starts_with('#') => {
                let all = all.as_array();
                fields.len() == 1
                    && all.is_some_and(|all| match tag.as_str() {
                        "#tup" | "#set" => all.iter().all(is_expression),
                        "#map" => {
                            let keys: BTreeSet<String> =
                                all.iter().map(|value| value[0].to_string()).collect();
                            let is_pair = |value: &Value| {
                                value.as_array().is_some_and(|values| values.len() == 2)
                                    && is_expression(value)
                            };
                            keys.len() == all.len() && all.iter().all(is_pair)
                        }
                        _ => false,
                    })
            }
            _ => fields.iter().all(|(name, it)| !name.starts_with('#') && is_expression(it)),
        },
    }
}

/// Which kind of value a variable has, as a typed reader sees it: `[0,true]` or `[number,truth]`.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Number(_) => "number",
        Value::Bool(_) => "truth",
        Value::String(_) => "text",
        _ => "other",
    }
}

/// Pages write it with a minus sign.
#[test]
fn a_negative_number_is_a_number() {
    let run = scenario("torn-assignment?v=1&run=AFP.LxxK");
    let trace: Value = serde_json::from_str(&written(&run, Format::Itf)).unwrap();
    assert_eq!(trace["states"][0]["value"], json!({ "#map": [[0, 0], [1, -1]] }));
}

#[test]
fn every_run_keeps_the_rules() {
    let mut loops = 0;
    for run in runs() {
        let trace: Value = serde_json::from_str(&written(&run, Format::Itf)).unwrap();
        let known = ["#meta", "vars", "states", "loop"];
        assert!(trace.as_object().unwrap().keys().all(|it| known.contains(&it.as_str())));
        assert!(trace["#meta"].is_object());
        let vars: Vec<&str> =
            trace["vars"].as_array().unwrap().iter().map(|value| value.as_str().unwrap()).collect();
        let set: BTreeSet<&str> = vars.iter().copied().collect();
        assert_eq!(set.len(), vars.len(), "{run}: a name twice in {vars:?}");
        for name in &vars {
            // an identifier of TLA+
            assert!(name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_'), "{name}");
            assert!(name.contains(|letter: char| letter.is_ascii_alphabetic()), "{name}");
        }
        let states = trace["states"].as_array().unwrap();
        assert_eq!(states.len(), run.run.len() + 1);
        for (at, state) in states.iter().enumerate() {
            let state = state.as_object().unwrap();
            assert_eq!(state["#meta"]["index"], at);
            let names: BTreeSet<&str> =
                state.keys().map(String::as_str).filter(|text| *text != "#meta").collect();
            assert_eq!(names, set, "{run}");
            for name in &vars {
                assert!(is_expression(&state[*name]), "{run}: {name} = {}", state[*name]);
            }
        }
        for name in &vars {
            let of = |state: &Value| -> BTreeSet<&'static str> {
                match state[*name]["#map"].as_array() {
                    Some(pairs) => pairs.iter().map(|value| kind(&value[1])).collect(),
                    None => [kind(&state[*name])].into(),
                }
            };
            let kinds: BTreeSet<&str> = states.iter().flat_map(of).collect();
            assert!(kinds.len() <= 1, "{run}: {name} is {kinds:?}");
        }
        assert_eq!(trace.get("loop").and_then(Value::as_u64), run.loops_from.map(|it| it as u64));
        if let Some(from) = run.loops_from {
            let last = states.len() - 1;
            assert!(vars.iter().all(|it| states[from][*it] == states[last][*it]), "{run}");
            loops += 1;
        }
    }
    assert!(loops > 3);
}
