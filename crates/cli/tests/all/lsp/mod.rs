//! The language server, by a client on its standard input and output.

mod client;
mod verdicts;
mod writing;

use client::{ADDRESS, Client};
use serde_json::{Value, json};
use std::ops::Range;

/// A lock of which two sorts of letters are no single byte: some are two UTF-16 units.
const LOCK: &str = "algorithm 𝔸 lock 𝔹
option order: test_first, set_first
shared lock: bool    # 𝔽 or 𝕋
define open: not lock
process i of 2:
  remainder:
    pause
  waiting:
    await open                     with order = test_first
    lock ← true                    with order = test_first
    atomic: await open; lock ← true    with order = set_first
  critical:
    pause
  exit:
    lock ← false
always mutual exclusion: at most 1 in critical
";

/// The position of the beginning of the `nth` place with this text, in lines and UTF-16 units.
fn position(text: &str, part: &str, nth: usize) -> Value {
    let (byte, _) = text.match_indices(part).nth(nth).expect(part);
    let line = text[..byte].matches('\n').count();
    let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": text[start..byte].encode_utf16().count() })
}

/// The bytes of a range.
fn bytes(text: &str, range: &Value) -> Range<usize> {
    let byte = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let units = position["character"].as_u64().unwrap() as usize;
        let utf16: Vec<u16> = text[start..].encode_utf16().take(units).collect();
        start + String::from_utf16(&utf16).expect("no character is cut").len()
    };
    byte(&range["start"])..byte(&range["end"])
}

fn at<'a>(text: &'a str, range: &Value) -> &'a str {
    &text[bytes(text, range)]
}

/// The text with the edits of a list.
fn edited(text: &str, edits: &Value) -> String {
    let mut all: Vec<_> = edits.as_array().unwrap().iter().collect();
    all.sort_by_key(|edit| bytes(text, &edit["range"]).start);
    let mut text = text.to_owned();
    for edit in all.iter().rev() {
        let bytes = bytes(&text, &edit["range"]);
        text.replace_range(bytes, edit["newText"].as_str().unwrap());
    }
    text
}

fn places(text: &str, locations: &Value) -> Vec<usize> {
    let all = locations.as_array().unwrap().iter();
    all.map(|it| {
        assert!(it["uri"].is_null() || it["uri"] == ADDRESS);
        bytes(text, &it["range"]).start
    })
    .collect()
}

fn starts(text: &str, word: &str) -> Vec<usize> {
    text.match_indices(word).map(|it| it.0).collect()
}

#[test]
fn it_says_what_it_can_and_ends_when_the_client_does() {
    let (mut client, says) = Client::with(&[], json!({}));
    assert_eq!(says["serverInfo"]["name"], "interleave");
    assert_eq!(says["capabilities"]["positionEncoding"], "utf-16");
    let error = client.try_ask("workspace/symbol", json!({ "query": "x" })).unwrap_err();
    assert_eq!(error["code"], -32601);
    // about a text that nobody has opened there is nothing to say
    assert_eq!(client.ask_at("hover", json!({ "line": 0, "character": 0 })), Value::Null);
    client.open(LOCK);
    let error = client.try_ask(
        "textDocument/hover",
        json!({ "textDocument": { "uri": ADDRESS }, "position": "here" }),
    );
    assert_eq!(error.unwrap_err()["code"], -32602);
    assert_eq!(client.end(), 0);
    assert_eq!(Client::start(&[]).vanish(), 0);
    // standard input is empty: nobody is there
    assert_eq!(crate::code(&crate::interleave(&["lsp"])), 0);
}

#[test]
fn names_are_found_and_renamed_wherever_they_stand() {
    let mut client = Client::start(&[]);
    client.open(LOCK);
    // the title is prose, and the comment too
    let declared = LOCK.find("lock: bool").unwrap();
    let all: Vec<usize> = starts(LOCK, "lock").into_iter().filter(|&at| at >= declared).collect();
    let second = position(LOCK, "lock ←", 1);
    let definition = client.ask_at("definition", second.clone());
    assert_eq!(places(LOCK, &definition), [declared]);
    let highlights = client.ask_at("documentHighlight", second.clone());
    assert_eq!(places(LOCK, &highlights), all);
    for (with_declarations, expected) in [(true, &all[..]), (false, &all[1..])] {
        let context = json!({ "includeDeclaration": with_declarations });
        let asked = json!({ "position": second, "context": context });
        let references = client.ask_of("references", asked);
        assert_eq!(places(LOCK, &references), expected);
    }

    let renamed = client.ask_at("prepareRename", second.clone());
    assert_eq!(renamed["placeholder"], "lock");
    assert_eq!(at(LOCK, &renamed["range"]), "lock");
    assert_eq!(client.ask_at("prepareRename", position(LOCK, "await", 0)), Value::Null);
    let edit = client.ask_of("rename", json!({ "position": second, "newName": "taken" }));
    let text = edited(LOCK, &edit["changes"][ADDRESS]);
    let head = LOCK.split("shared").next().unwrap();
    assert_eq!(text, head.to_owned() + &LOCK[head.len()..].replace("lock", "taken"));
    client.change(&text);
    assert_eq!(client.diagnostics(), [] as [Value; 0]);
    for (name, why) in [("await", "is a word of the language"), ("open", "`open` is taken")] {
        let document = json!({ "uri": ADDRESS });
        let at = position(&text, "taken", 0);
        let params = json!({ "textDocument": document, "position": at, "newName": name });
        let error = client.try_ask("textDocument/rename", params).unwrap_err();
        assert!(error["message"].as_str().unwrap().contains(why), "{error}");
    }
}

#[test]
fn a_hover_says_what_a_word_is_and_where_the_reference_says_more() {
    let mut client = Client::start(&[]);
    client.open(LOCK);
    for (part, says) in [
        ("lock ← true", "A variable that all processes share: bool."),
        ("open;", "A definition"),
        ("await", "https://example.org/lab/language.html#"),
    ] {
        let hover = client.ask_at("hover", position(LOCK, part, 0));
        let value = hover["contents"]["value"].as_str().unwrap();
        assert!(value.contains(says), "{value}");
        assert!(part.starts_with(at(LOCK, &hover["range"])), "{hover}");
    }
    assert_eq!(client.ask_at("hover", position(LOCK, "𝔽", 0)), Value::Null);
}

#[test]
fn the_outline_has_each_declaration_and_those_of_a_role_below_it() {
    let mut client = Client::start(&[]);
    client.open(LOCK);
    let outline = client.ask_of("documentSymbol", json!({}));
    let names = |all: &Value| -> Vec<String> {
        let all = all.as_array().unwrap().iter();
        all.map(|it| {
            let name = it["name"].as_str().unwrap();
            let (whole, own) = (bytes(LOCK, &it["range"]), bytes(LOCK, &it["selectionRange"]));
            assert_eq!(&LOCK[own.clone()], name);
            assert!(whole.start <= own.start && own.end <= whole.end, "{it}");
            name.to_owned()
        })
        .collect()
    };
    assert_eq!(names(&outline), ["order", "lock", "open", "process", "mutual exclusion"]);
    assert_eq!(names(&outline[3]["children"]), ["remainder", "waiting", "critical", "exit"]);
    // the whole role, with its last line
    assert!(at(LOCK, &outline[3]["range"]).ends_with("lock ← false"), "{outline}");
}

#[test]
fn tokens_stand_where_the_words_do() {
    let (mut client, says) = Client::with(&[], json!({}));
    client.open(LOCK);
    let tokens = client.ask_of("semanticTokens/full", json!({}));
    let numbers: Vec<u64> = serde_json::from_value(tokens["data"].clone()).unwrap();
    let types = &says["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let (mut line, mut character) = (0, 0);
    let mut found = Vec::new();
    for token in numbers.chunks(5) {
        line += token[0];
        character = if token[0] == 0 { character + token[1] } else { token[1] };
        let end = json!({ "line": line, "character": character + token[2] });
        let start = json!({ "line": line, "character": character });
        let word = at(LOCK, &json!({ "start": start, "end": end }));
        found.push((word, types[token[3] as usize].as_str().unwrap(), token[4]));
    }
    for expected in [
        ("algorithm", "keyword", 0),
        ("𝔸 lock 𝔹", "class", 0),
        ("# 𝔽 or 𝕋", "comment", 0),
        ("lock", "variable", 1),
        ("open", "macro", 0),
        ("test_first", "enumMember", 0),
        ("i", "parameter", 0),
        ("2", "number", 0),
        ("critical", "label", 0),
        ("←", "operator", 0),
        ("mutual exclusion", "string", 0),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
}
