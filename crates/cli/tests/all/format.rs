//! What machines get is as its schema says.

use super::expect::COUNTER;
use super::fmt::directory;
use super::history::STALE;
use super::texts::{LOCK, file};
use super::{interleave, json};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// What is wrong with a value; a word of the schema that is not known here is wrong, too.
fn wrong(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Value::Object(words) = schema else { return Err(format!("{schema} is no schema")) };
    let no = |why: &str| Err(format!("{why}: {value} by {schema}"));
    for (word, of) in words {
        match word.as_str() {
            "$schema"
            | "$defs"
            | "title"
            | "description"
            | "properties"
            | "additionalProperties" => {}
            "$ref" => {
                let place = of.as_str().unwrap().strip_prefix('#').unwrap();
                wrong(root, root.pointer(place).unwrap(), value)?;
            }
            "type" => {
                let names: Vec<&Value> = of.as_array().map_or(vec![of], |all| all.iter().collect());
                if !names.iter().any(|name| is_of_type(value, name.as_str().unwrap())) {
                    return no("another type");
                }
            }
            "const" | "enum" => {
                if !of.as_array().map_or(of == value, |all| all.contains(value)) {
                    return no("another value");
                }
            }
            "oneOf" => {
                let all: Vec<_> =
                    of.as_array().unwrap().iter().map(|it| wrong(root, it, value)).collect();
                if all.iter().filter(|it| it.is_ok()).count() != 1 {
                    return no(&format!("not one of {all:?}"));
                }
            }
            "items" => {
                value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .try_for_each(|value| wrong(root, of, value))?;
            }
            "required" => {
                let mut names = of.as_array().unwrap().iter();
                if let Some(name) = names.find(|name| value.get(name.as_str().unwrap()).is_none()) {
                    return no(&format!("no {name}"));
                }
            }
            _ => return Err(format!("{word} is unknown")),
        }
    }
    for (name, of) in value.as_object().into_iter().flatten() {
        match (
            words.get("properties").and_then(|value| value.get(name)),
            words.get("additionalProperties"),
        ) {
            (None, Some(Value::Bool(false))) => return no(&format!("{name} is unknown")),
            (Some(schema), _) | (None, Some(schema)) => wrong(root, schema, of)?,
            (None, None) => {}
        }
    }
    Ok(())
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => panic!("{name}"),
    }
}

fn holds(schema: &Value, args: &[&str]) {
    let printed = json(&interleave(args));
    assert_eq!(printed["format_version"], 1, "{args:?}");
    if let Err(why) = wrong(schema, schema, &printed) {
        panic!("{args:?}: {why}");
    }
}

/// A counter with a claim, a question and a measure of every kind.
fn all_kinds() -> String {
    let expected = "expect 3 states\nexpect both counted: holds with adds = at_once\nexpect no deadlock: holds\n";
    format!("{COUNTER}eventually counted: x = 2\n{expected}")
}

#[test]
fn what_check_prints_is_as_its_schema_says() {
    let schema = &schema("check.json");
    let counter = file("kinds.ilv", &all_kinds());
    let counter = counter.to_str().unwrap();
    let initial = file(
        "initial.ilv",
        "algorithm A\nshared x: 0..3 = any\nshared y: bool\np i of 2:\n  w:\n    x ← 0\nassume low: x < 2\nalways f: x < 1\n",
    );
    let nowhere = file(
        "none.ilv",
        "algorithm A\nshared x: 0..3 = any\np i of 2:\n  w:\n    pause\nassume no: x > 5\n",
    );
    let limit = file(
        "limits.ilv",
        "algorithm A\nshared x: 0..1\np i of 2:\n  w:\n    x ← x + 1\nlimit x\n",
    );
    let wrong_text = file("no-colon.ilv", "algorithm A\nshared x 0..2\n");
    let [litmus, exchange] = ["(0:EAX=0 /\\ 1:EAX=0)", "0:EAX=2"]
        .map(|claim| file(&format!("format-{}.litmus", claim.len()), &super::litmus::test(claim)));
    let (litmus, exchange) = (litmus.to_str().unwrap(), exchange.to_str().unwrap());
    let many = file("many.ilv", "algorithm A\noption n: 2, 17\np i of n:\n  w:\n    pause\n");
    let many = many.to_str().unwrap();
    let folder = directory("all");
    for from in [&initial, &wrong_text] {
        fs::copy(from, folder.join(from.file_name().unwrap())).unwrap();
    }
    fs::write(folder.join("latin.ilv"), b"\xff").unwrap();
    let begun = "bakery?processes=2&tie-break=none&v=1&at=7&run=AAVBQX.fBdw";
    let begun = &catalog::Scenario { at: 7, ..catalog::Scenario::parse(begun).unwrap().scenario }
        .to_string();
    let paths =
        [&initial, &nowhere, &limit, &wrong_text, &folder].map(|path| path.to_str().unwrap());
    for args in [
        &[counter][..],
        &[counter, "--option", "adds=at-once"],
        &[counter, "--states-max", "3"],
        &[counter, "--memory", "1M"],
        &[counter, "--fingerprints"],
        &[counter, "--safety"],
        &[paths[0]],
        &[paths[1]],
        &[paths[2]],
        &[paths[3]],
        &[paths[4]],
        &[litmus],
        &[litmus, "--option", "memory=sequential"],
        &[litmus, "--states-max", "3"],
        &[litmus, "--safety"],
        &[litmus, "--robust", "tso"],
        &["mcs-lock?processes=2", "--robust", "tso"],
        &["safe-bits?readers=1&returns=what-it-reads"],
        &[exchange],
        &["bakery?processes=2&crash=keep"],
        &["ricart-agrawala?processes=2"],
        &["row-lock?replicas=1&late=server-time", "--reduce"],
        &[begun, "--from-here"],
        &[many, "--option", "n=17", "--exit-zero"],
    ] {
        holds(schema, &[&["check", "--json", "--no-progress"], args].concat());
    }
}

#[test]
fn what_test_prints_is_as_its_schema_says() {
    let schema = &schema("test.json");
    let paths = [
        file("kinds-to-test.ilv", &all_kinds()),
        file("lock-to-test.ilv", LOCK),
        file("wrong-to-test.ilv", "algorithm A\nshared x 0..2\n"),
    ];
    let paths = paths.each_ref().map(|path| path.to_str().unwrap());
    holds(schema, &[&["test", "--json", "no-such-file.ilv"], &paths[..]].concat());
    holds(schema, &["test", "--json", paths[0], "--states-max", "3"]);
}

#[test]
fn what_history_prints_is_as_its_schema_says() {
    let schema = &schema("history.json");
    let stale = file("stale-to-print.log", STALE);
    let late = file("late-to-print.log", &STALE.replace("\"return\": 2", "\"crash\": true"));
    for path in [stale, late] {
        let path = path.to_str().unwrap();
        holds(schema, &["history", "register", path, "--json"]);
        holds(schema, &["history", "cas-register", path, "--json", "--initial", "{\"a\": [1]}"]);
    }
}

#[test]
fn what_a_graph_has_is_as_its_schema_says() {
    let schema = &schema("graph.json");
    for link in ["peterson?order=turn-first", "fencing-token", "alternating-bit"] {
        holds(schema, &["export", link, "--format", "graph"]);
    }
}

/// A schema that lets everything through would say nothing.
#[test]
fn what_is_not_as_a_schema_says_is_found() {
    let file = file("schema.ilv", LOCK);
    let right = json(&interleave(&["check", "--json", file.to_str().unwrap()]));
    let schema = schema("check.json");
    assert_eq!(wrong(&schema, &schema, &right), Ok(()));
    let changes: [fn(&mut Value); 6] = [
        |value| value["format_version"] = json!(2),
        |value| value["states"] = json!("forty"),
        |value| value["more"] = json!(1),
        |value| drop(value.as_object_mut().unwrap().remove("coverage")),
        |value| value["verdicts"][0]["kind"] = json!("sometimes-always"),
        |value| value["verdicts"][0]["outcome"] = json!({"breaks": {"run": []}}),
    ];
    for change in changes {
        let mut other = right.clone();
        change(&mut other);
        assert!(wrong(&schema, &schema, &other).is_err(), "{other}");
    }
}
