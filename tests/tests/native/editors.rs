//! What editors are given of the language agrees with its table of words.

use catalog::listing::editor::vocabulary;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors/vscode").join(file);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// All patterns of a grammar.
fn patterns(of: &Value, all: &mut Vec<String>) {
    match of {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str() {
                    Some(pattern) if name == "match" || name == "begin" => all.push(pattern.into()),
                    _ => patterns(value, all),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| patterns(item, all)),
        _ => {}
    }
}

#[test]
fn the_grammar_has_every_word() {
    let mut all = Vec::new();
    patterns(&read("syntaxes/interleave.tmLanguage.json"), &mut all);
    // words stand apart in a pattern, and those of several words between brackets
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter == '_' || letter == '-';
    let found: BTreeSet<&str> =
        all.iter().flat_map(|pattern| pattern.split(|it| !is_letter(it))).collect();
    let words = vocabulary().into_iter().filter(|entry| entry.lines().is_none());
    let missing: Vec<&str> =
        words.map(|entry| entry.label).filter(|word| !found.contains(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn snippets_are_the_shapes_of_the_editor() {
    let snippets = read("snippets/interleave.json");
    let shapes: Vec<_> = vocabulary().into_iter().filter(|it| it.lines().is_some()).collect();
    assert_eq!(snippets.as_object().unwrap().len(), shapes.len());
    for shape in shapes {
        let snippet = &snippets[shape.label];
        let lines = shape.lines().unwrap().replace('⟨', "${0:").replace('⟩', "}");
        let lines: Vec<&str> = lines.split('\n').collect();
        assert_eq!(snippet["body"], Value::from(lines), "{}", shape.label);
        assert_eq!(snippet["description"], shape.says, "{}", shape.label);
        let prefix = snippet["prefix"].as_str().unwrap();
        assert_eq!(prefix, shape.label.trim_end_matches(" …"));
    }
}

#[test]
fn the_extension_has_the_version_of_the_program() {
    assert_eq!(read("package.json")["version"], env!("CARGO_PKG_VERSION"));
}
