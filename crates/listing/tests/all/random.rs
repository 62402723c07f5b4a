//! Random algorithms are programs, and have of everything that the language has.

use crate::complete::{of_the_language, words};
use listing::editor::functions;
use listing::format;
use sampler::{TEXTS, algorithm, assert_same_tree};
use std::collections::BTreeSet;

/// How many are drawn, of which most are programs.
const DRAWN: u64 = 400;

/// What stands in some of them, behind no other word.
const WORDS: &[&str] = &[
    "client i of ",
    "server:",
    "worker",
    "process i of",
    "2 times:",
    "for ever:",
    "sections ",
    "rests in ",
    "option mode",
    "with mode = other",
    "option channels: fifo",
    "option channels: unordered",
    "option channels: mailbox",
    "define channels: net",
    "losses: 1",
    "losses of ask: 1",
    "duplicates: 1",
    "crashes: 1",
    "shared safe ",
    "ghost ",
    "stable ",
    "own ",
    "= any",
    "none | ",
    "set of ",
    "list of ",
    "−1..1",
    "mood",
    "item(",
    ".t",
    ".b",
    "await ",
    "atomic:",
    "atomic await ",
    "await cas(",
    "test_and_set(",
    "fetch_and_add(",
    "swap(",
    "if ",
    "else if ",
    "else:",
    "while ",
    "repeat:",
    "until ",
    "for each ",
    "choose ",
    " where ",
    "send ",
    "to all ",
    "to all in ",
    "to all others",
    "from ",
    "when ",
    "on ask",
    "on timeout",
    "on timeout when ",
    "on crash:",
    "on crash when ",
    "on any when crashed",
    "decide ",
    "propose ",
    "become ",
    "stop",
    "restart",
    "pause",
    "in_transit(any)",
    "in_transit(ask)",
    "passes",
    "head(",
    "tail(",
    "length(",
    "size(",
    " ⊆ ",
    " not in ",
    "(count ",
    "(sum ",
    "(max ",
    "(min ",
    "(all ",
    "(some ",
    " mod ",
    " / ",
    " · ",
    " if ",
    " ⇒ ",
    "not ",
    "d0(",
    "act(",
    "assume ",
    "limit s0",
    "limit small: ",
    "always ",
    "never ",
    "reachable ",
    "at end ",
    "⇒ always ",
    "at most 1 in ",
    " before ",
    "not waiting before ",
    "all decisions equal",
    "all decisions are inputs",
    "eventually p",
    " → ",
    "eventually always ",
    "wait-free ",
    "lock-free ",
    "obstruction-free ",
    "least ",
    "most ",
    "overtakes in ",
    "steps in all",
    "messages in all",
    "outcomes ",
    "in end",
    "in decided",
    "in crashed",
];

/// Interpreter, generated code, the naive interpreter and SPIN are compared on what is drawn, and on the texts beside it.
#[test]
fn every_word_and_every_function_is_drawn_or_has_a_text_beside_it() {
    let drawn = (0..DRAWN).filter_map(algorithm);
    let beside = TEXTS.iter().map(|(_, text)| (*text).to_owned());
    let all: BTreeSet<String> =
        drawn.chain(beside).flat_map(|text| of_the_language(&text)).collect();
    for (name, text) in TEXTS {
        let found = listing::check(text);
        assert!(found.is_empty(), "{name}: {}", found[0]);
    }
    let missing: Vec<&str> =
        words().chain(functions()).filter(|word| !all.contains(*word)).collect();
    assert!(missing.is_empty(), "neither is there for {missing:?}");
}

#[test]
fn random_algorithms_have_of_everything() {
    let all: Vec<String> = (0..DRAWN).filter_map(algorithm).collect();
    assert!(all.len() as u64 * 10 > DRAWN * 9, "{} of {DRAWN}", all.len());
    let count = |word: &str| all.iter().filter(|text| text.contains(word)).count();
    let rare: Vec<(&str, usize)> =
        WORDS.iter().map(|&word| (word, count(word))).filter(|it| it.1 < 3).collect();
    assert!(rare.is_empty(), "{rare:?}");
    for text in all {
        let formatted = format(&text).unwrap_or_else(|errors| panic!("{} {text}", errors[0]));
        assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "formatted twice");
        assert_same_tree(&formatted, &text);
    }
}
