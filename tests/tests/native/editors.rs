//! What editors are given of the language agrees with its table of words.

use catalog::listing::editor::vocabulary;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors").join(file);
    fs::read_to_string(path).unwrap()
}

fn read(file: &str) -> Value {
    serde_json::from_str(&text(file)).unwrap()
}

/// Words that have a meaning, and not the shapes of whole lines.
fn words() -> impl Iterator<Item = &'static str> {
    vocabulary().into_iter().filter(|entry| entry.lines().is_none()).map(|entry| entry.label)
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
    patterns(&read("vscode/syntaxes/interleave.tmLanguage.json"), &mut all);
    // words stand apart in a pattern, and those of several words between brackets
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter == '_' || letter == '-';
    let found: BTreeSet<&str> =
        all.iter().flat_map(|pattern| pattern.split(|letter| !is_letter(letter))).collect();
    let missing: Vec<&str> = words().filter(|word| !found.contains(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// All words of a grammar for tree-sitter.
fn strings(of: &Value, all: &mut BTreeSet<String>) {
    match of {
        Value::Object(fields) => {
            if fields.get("type").is_some_and(|field| field == "STRING") {
                all.extend(fields["value"].as_str().map(String::from));
            }
            fields.values().for_each(|value| strings(value, all));
        }
        Value::Array(items) => items.iter().for_each(|item| strings(item, all)),
        _ => {}
    }
}

#[test]
fn tree_sitter_reads_and_colours_every_word() {
    let mut read_words = BTreeSet::new();
    strings(&read("tree-sitter/src/grammar.json"), &mut read_words);
    let queries = text("tree-sitter/queries/highlights.scm");
    let coloured: BTreeSet<&str> = queries.split('"').collect();
    let missing: Vec<&str> = words()
        .flat_map(|word| word.split(' '))
        .filter(|word| !read_words.contains(*word) || !coloured.contains(word))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn snippets_are_the_shapes_of_the_editor() {
    let snippets = read("vscode/snippets/interleave.json");
    let shapes: Vec<_> = vocabulary().into_iter().filter(|entry| entry.lines().is_some()).collect();
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
fn extensions_have_the_version_of_the_program() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(read("vscode/package.json")["version"], version);
    assert_eq!(read("tree-sitter/tree-sitter.json")["metadata"]["version"], version);
    assert!(text("zed/extension.toml").contains(&format!("\nversion = \"{version}\"\n")));
}
