//! The program of one setting is the program that the whole text is with it.

mod told;

use crate::texts;
use listing::{Document, options, parse};
use std::path::Path;
use told::{told, verdicts};

type Chosen = [(&'static str, &'static str)];

fn part(text: &str, chosen: &[(&str, &str)]) -> String {
    let lines = Document::new(text).in_setting(chosen);
    lines.iter().flat_map(|(_, line)| [line, "\n"]).collect()
}

/// Each setting of a text with at most one option that has not its first value.
fn settings(text: &str) -> Vec<Vec<(String, String)>> {
    let mut all = vec![Vec::new()];
    for option in options(&parse(text).listing) {
        let others = option.values[1..].iter();
        all.extend(others.map(|value| vec![(option.name.clone(), value.clone())]));
    }
    all
}

/// What differs between a text with a setting and the text of that setting: nothing, or a sentence.
fn difference(text: &str, chosen: &[(&str, &str)]) -> Option<String> {
    let whole = Document::new(text).compile(chosen).ok()?;
    let part = part(text, chosen);
    let document = Document::new(&part);
    if let Some(error) = document.errors().first() {
        return Some(format!("{error}"));
    }
    if part == text && !options(&parse(text).listing).is_empty() {
        return Some("nothing is left out".into());
    }
    let program = document.compile(&[]).expect("it has no errors");
    if told(program.program()) == told(whole.program()) {
        return None;
    }
    // branches that are never taken are code, too
    let (one, other) = (verdicts(&part, &[]), verdicts(text, chosen));
    (one != other).then(|| format!("{one:?}\n  where the whole text has\n  {other:?}"))
}

#[test]
fn published_texts_are_the_same_programs_in_each_setting() {
    let mut wrong = Vec::new();
    for (file, text) in texts::texts().iter().filter(|file| file.0.contains("listings/")) {
        let name = Path::new(file).file_stem().expect("a name").to_string_lossy();
        for setting in settings(text) {
            let chosen: Vec<(&str, &str)> =
                setting.iter().map(|(option, value)| (&**option, &**value)).collect();
            if let Some(why) = difference(text, &chosen) {
                wrong.push(format!("{name} {chosen:?}: {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} settings:\n{}", wrong.len(), wrong.join("\n"));
}

/// As a textbook prints it.
#[test]
fn the_bakery_of_two_reads_as_in_a_book() {
    let text = crate::searches::listing("bakery");
    let two = [("processes", "2")];
    assert_eq!(part(&text, &two), include_str!("../in_setting/bakery_of_two.ilv"));
    let lines = Document::new(&text).in_setting(&two);
    let begins = |begin: &str| lines.iter().find(|line| line.1.trim().starts_with(begin));
    for (begin, number) in [("option tickets", 6), ("number[i] ← 1 +", 22), ("limit", 41)] {
        assert_eq!(begins(begin).map(|line| line.0), Some(number), "{begin}");
        let whole = text.lines().nth(number - 1).unwrap_or_default();
        assert!(whole.trim().starts_with(begin), "{number}: {whole}");
    }
}

const HEAD: &str = "algorithm A\noption o: on, off\noption n: 2, 3\nshared x: bool\n";

/// Lines below [`HEAD`], and what becomes of them with `o = on` and with `o = off`.
const LINES: &[(&str, [&str; 2])] = &[
    (
        "    x ← true    with o = on\n    x ← false",
        ["    x ← true\n    x ← false", "    x ← false"],
    ),
    ("    x ← true    with o = on    # why", ["    x ← true    # why", "    skip"]),
    ("    x ← not x if o = on else x", ["    x ← not x", "    x ← x"]),
    (
        "    x ← x and (x or not x if o = on else x)",
        ["    x ← x and (x or not x)", "    x ← x and x"],
    ),
    ("    await x or o = on and not x", ["    await x or not x", "    await x"]),
    ("    if o = on: x ← true\n    pause", ["    x ← true\n    pause", "    pause"]),
    (
        "    if x: pause\n    else if o = on: skip\n    else: stop",
        ["    if x: pause\n    else: skip", "    if x: pause\n    else: stop"],
    ),
    (
        "    if o = off: pause\n    else if x: skip\n    else: stop",
        ["    if x: skip\n    else: stop", "    pause"],
    ),
    ("    if o = on:\n      pause\n      skip", ["    pause\n    skip", "    skip"]),
    (
        "    choose j in 0..1 where o = on\n    pause",
        ["    choose j in 0..1\n    pause", "    choose j in 0..1 where false\n    pause"],
    ),
    (
        "    # about both\n    x ← true    with o = on\n    x ← false    with o = off",
        ["    # about both\n    x ← true", "    # about both\n    x ← false"],
    ),
    (
        "    pause\n    # about that\n    x ← true    with o = on",
        ["    pause\n    # about that\n    x ← true", "    pause"],
    ),
];

#[test]
fn lines_read_as_with_one_setting() {
    for (lines, expected) in LINES {
        let text = format!("{HEAD}process i of 2:\n  remainder:\n{lines}\n");
        for (value, expected) in ["on", "off"].into_iter().zip(expected) {
            let part = part(&text, &[("o", value)]);
            let (_, body) = part.split_once("remainder:\n").expect("a section");
            assert_eq!(body.trim_end(), *expected, "{value}: {lines}");
        }
    }
}

/// What is still named stays, with the chosen value in front.
#[test]
fn options_that_are_named_stay() {
    let named = |text: &str, chosen: &Chosen| {
        let part = part(&format!("{HEAD}{text}"), chosen);
        part.lines()
            .filter(|line| line.starts_with("option"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let body = "process i of n:\n  remainder:\n    x ← o = on\n";
    assert_eq!(named(body, &[("n", "3")]), ["option n: 3"]);
    let kept = "shared y: on | off = o\nprocess i of 2:\n  remainder:\n    y ← on\n";
    assert_eq!(named(kept, &[("o", "off")]), ["option o: off"]);
    // the claim is about another value
    let like = part(&crate::searches::listing("abd_object"), &[("object", "atomic")]);
    assert!(like.contains("\noption object: atomic, replicas\n"), "{like}");
    assert!(like.contains("with object = replicas"), "{like}");
}

/// With errors, or without options, a text is what it was.
#[test]
fn other_texts_stay_as_they_are() {
    let body = "process i of 2:\n  remainder:\n        x ← true\n";
    for text in [
        format!("algorithm A\nshared x: bool\n\n\n{body}"),
        format!("{HEAD}{body}    y ← true    with o = off\n"),
    ] {
        assert_eq!(part(&text, &[]), text);
    }
}
