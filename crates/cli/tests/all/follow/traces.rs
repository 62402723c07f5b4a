//! Counterexamples of TLC, and traces in ITF.

use super::super::texts::file;
use super::super::{code, interleave, out, usage_error};
use super::{FITS, PETERSON, ROUND, follow};
use serde_json::{Value, json};
use std::fs;

fn counterexample(name: &str) -> String {
    format!("{}/tests/all/logs/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_counterexample_of_tlc_is_played() {
    let trace = counterexample("peterson");
    let played = interleave(&["play", "peterson?order=turn-first", "--trace", &trace]);
    assert_eq!(code(&played), 1, "it breaks a property");
    let text = out(&played);
    assert!(text.contains("After 9 steps of 9:\n  process 0  critical"), "{text}");
    assert!(text.contains("Broken: mutual exclusion."), "{text}");
    let messages = counterexample("ricart-agrawala");
    let text = out(&interleave(&["play", "ricart-agrawala", "--trace", &messages]));
    assert!(text.contains("After 3 steps of 3:"), "{text}");
    // with other options it is none
    let played = interleave(&["play", "peterson", "--trace", &trace]);
    assert_eq!(code(&played), 1);
    assert!(out(&played).contains("The log fits no run: 2 of 10 states fit"), "{}", out(&played));
}

#[test]
fn a_counterexample_of_tlc_is_held_to_every_variable() {
    let read = |name| fs::read_to_string(counterexample(name)).unwrap();
    for (name, link, from, to, says) in [
        (
            "peterson",
            "peterson?order=turn-first",
            "\"turn\": 0}",
            "\"turn\": 1}",
            "0 of 10 states fit",
        ),
        ("ricart-agrawala", "ricart-agrawala", "\"to\": 2, ", "\"to\": 0, ", "1 of 4 states fit"),
        (
            "ricart-agrawala",
            "ricart-agrawala",
            "\"mine\": {\"0\": 1, \"1\": 1, \"2\": 1}",
            "\"mine\": {\"0\": 1, \"1\": 1, \"2\": 2}",
            "3 of 4",
        ),
        (
            "ricart-agrawala",
            "ricart-agrawala",
            "\"pending\"",
            "\"pendign\"",
            "State 1: The module of this text has no variable `pendign`",
        ),
    ] {
        let changed = read(name).replace(from, to);
        let followed = follow("changed.json", link, &changed, &[]);
        let both = out(&followed) + &String::from_utf8_lossy(&followed.stderr);
        assert!(both.contains(says), "{to}: {both}");
    }
    // the last step goes back to the first state
    let back = r#"{"state": [[1, {"at": "a", "up": false}], [2, {"at": "b", "up": true}]], "action": [
        [[1, {"at": "a", "up": false}], {"name": "a"}, [2, {"at": "b", "up": true}]],
        [[2, {"at": "b", "up": true}], {"name": "b"}, [1, {"at": "a", "up": false}]]]}"#;
    let (text, back) = (file("round.ilv", ROUND), file("back.json", back));
    let played = interleave(&["play", text.to_str().unwrap(), "--trace", back.to_str().unwrap()]);
    assert!(out(&played).contains("From here on it goes round and round"), "{}", out(&played));
    let log = file("no-trace.log", FITS);
    let error = usage_error(&["play", PETERSON, "--trace", log.to_str().unwrap()]);
    assert!(error.contains("is no trace of whole states"), "{error}");
}

/// As Apalache and Quint write it: numbers, sets and functions have marks.
#[test]
fn a_trace_in_itf_is_played() {
    fn marked(value: &Value) -> Value {
        match value {
            Value::Number(number) => json!({ "#bigint": number.to_string() }),
            Value::Array(values) => {
                json!({ "#set": values.iter().map(marked).collect::<Vec<_>>() })
            }
            Value::Object(pairs) => {
                let pair = |(key, value): (&String, &Value)| {
                    json!([marked(&key.parse::<u64>().unwrap().into()), marked(value)])
                };
                json!({ "#map": pairs.iter().map(pair).collect::<Vec<_>>() })
            }
            other => other.clone(),
        }
    }
    for (name, link, says) in [
        ("peterson", "peterson?order=turn-first", "After 9 steps of 9:\n  process 0  critical"),
        ("ricart-agrawala", "ricart-agrawala", "After 3 steps of 3:"),
    ] {
        let trace: Value =
            serde_json::from_str(&fs::read_to_string(counterexample(name)).unwrap()).unwrap();
        let state = |numbered: &Value| {
            let variables = numbered[1].as_object().unwrap().iter();
            let own = variables.filter(|(name, _)| *name != "network");
            let own = own.map(|(name, value)| (name.clone(), marked(value)));
            let meta = ("#meta".to_owned(), json!({ "index": numbered[0] }));
            Value::Object(own.chain([meta]).collect())
        };
        let states: Vec<Value> =
            trace["counterexample"]["state"].as_array().unwrap().iter().map(state).collect();
        let itf = json!({ "#meta": { "format": "ITF" }, "vars": [], "states": states }).to_string();
        let path = file(&format!("{name}.itf.json"), &itf);
        let played = out(&interleave(&["play", link, "--trace", path.to_str().unwrap()]));
        assert!(played.contains(says), "{played}");
        let broken = itf.replacen("\"#bigint\":\"1\"", "\"#bigint\":\"one\"", 1);
        let path = file("broken.itf.json", &broken);
        let error = usage_error(&["follow", link, path.to_str().unwrap()]);
        assert!(error.contains("This trace in ITF is broken."), "{error}");
    }
    let back = r#"{"vars": ["at", "up"], "states": [{"at": "a", "up": false}, {"at": "b", "up": true}], "loop": 0}"#;
    let (text, back) = (file("round-itf.ilv", ROUND), file("back.itf.json", back));
    let played = interleave(&["play", text.to_str().unwrap(), "--trace", back.to_str().unwrap()]);
    assert!(out(&played).contains("From here on it goes round and round"), "{}", out(&played));
}
