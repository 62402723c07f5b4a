//! Other names for what a text names.

use super::{place, words};
use crate::texts::texts;
use listing::Document;
use listing::editor::{Change, NameKind, TokenKind};
use listing::{check, compile};
use std::collections::BTreeSet;

/// Names with a meaning that another name would not have.
const KNOWN: [&str; 13] = [
    "remainder",
    "channels",
    "reuse",
    "losses",
    "duplicates",
    "crashes",
    "messages_in_transit",
    "memory",
    "buffer",
    "pending",
    "input",
    "yes",
    "no",
];

#[test]
fn every_declared_name_of_every_text_can_be_another_and_back() {
    let mut renamed = 0;
    for (file, text) in texts() {
        let document = Document::new(&text);
        let mut done = BTreeSet::new();
        for (bytes, kind) in words(&document) {
            let declared = document.definition(bytes.start);
            if declared.is_empty() || !done.insert(document.uses(bytes.start)[0].start) {
                continue;
            }
            let word = &text[bytes.clone()];
            let changes = match document.rename(bytes.start, "fresh_name") {
                Ok(changes) => changes,
                Err(why) => {
                    let is_value = kind == TokenKind::Name(NameKind::Value);
                    assert!(KNOWN.contains(&word) || is_value, "{file}: {word}: {why}");
                    continue;
                }
            };
            let other = Change::apply(&changes, &text);
            let compiled = compile(&other, &[]);
            assert!(compiled.is_ok(), "{file}: {word}: {:?}\n{other}", compiled.err());
            let there = Document::new(&other);
            let back = there.rename(changes[0].bytes.start, word).expect("the way back");
            assert_eq!(Change::apply(&back, &other), text, "{file}: {word}");
            renamed += 1;
        }
    }
    assert!(renamed > 500, "{renamed} names");
}

const ROLES: &str = "\
algorithm Two with one name
alice i of 2:
  own n, m: 0..3
  a:
    n ← m
bob:
  own n: 0..3
  b:
    n ← 1
always fits: (all j in alice: n[j] ≤ 3) and bob.n ≤ 3
";

fn renamed(text: &str, line: &str, word: &str, name: &str) -> Result<String, String> {
    let changes = Document::new(text).rename(place(text, line, word), name)?;
    Ok(Change::apply(&changes, text))
}

#[test]
fn the_name_of_one_role_leaves_that_of_another_alone() {
    let other = renamed(ROLES, "  own n, m", "n,", "count_of_alice").expect("a new text");
    assert_eq!(check(&other), []);
    assert!(other.contains("own count_of_alice, m: 0..3"));
    assert!(other.contains("    count_of_alice ← m"));
    assert!(other.contains("bob:\n  own n: 0..3\n  b:\n    n ← 1"));
    assert!(other.contains("(all j in alice: count_of_alice[j] ≤ 3) and bob.n ≤ 3"));
    // a name that only the other role has is free
    let other = renamed(ROLES, "    n ← 1", "n", "m").expect("a new text");
    assert!(other.contains("bob.m ≤ 3") && other.contains("    n ← m"));
}

#[test]
fn what_one_word_names_for_two_roles_gets_one_name() {
    let text = "\
algorithm A
alice:
  own n: 0..3
  a:
    rise
bob:
  own n: 0..3
  b:
    rise
define rise: n ← n + 1
";
    let other = renamed(text, "  own n: 0..3\n  a", "n:", "level").expect("a new text");
    assert_eq!(other, text.replace(" n", " level"));
}

#[test]
fn a_name_that_cannot_be_is_refused_with_a_sentence() {
    for (line, word, name, says) in [
        ("  own n, m", "n,", "m", "`m` is taken: line 3 declares it."),
        ("  own n, m", "n,", "i", "`i` is taken: line 2 declares it."),
        ("  own n, m", "n,", "await", "`await` is a word of the language and cannot be a name."),
        (
            "  own n, m",
            "n,",
            "2nd",
            "`2nd` is no name: a name has letters, digits and `_`, and begins with no digit.",
        ),
        (
            "  own n, m",
            "n,",
            "",
            "`` is no name: a name has letters, digits and `_`, and begins with no digit.",
        ),
        ("  own n, m", "own", "x", "Here stands no name."),
        ("  a:", "a", "remainder", "The language gives `remainder` a meaning of its own."),
        ("always fits", "fits", "x", "A title is changed where it stands, and in lines `expect`."),
        ("alice i of", "alice", "bob", "`bob` is taken: line 6 declares it."),
    ] {
        assert_eq!(renamed(ROLES, line, word, name), Err(says.into()), "{word} to {name}");
    }
    assert_eq!(Document::new(ROLES).rename(place(ROLES, "  own n, m", "n,"), "n"), Ok(Vec::new()));
}

/// Whatever is renamed to whatever else the text has: it is refused, or the text has no error more.
#[test]
fn a_renamed_text_has_no_error_more() {
    let text = "\
algorithm A
shared top: 0..3 = 0
writer i of 2, 2 times:
  remainder:
    call push | pull
    become remainder
operation push:
  own seen: 0..3
  seen ← top
  if is_low: top ← seen + 1
operation pull:
  own seen: 0..3
  seen ← top
  if is_low: top ← seen
define is_low: seen < 3
always small: top ≤ 3
";
    assert_eq!(check(text), []);
    let document = Document::new(text);
    let (mut done, mut refused) = (0, 0);
    for (bytes, _) in words(&document) {
        for name in ["other", "top", "writer", "i", "push", "pull", "seen", "is_low", "remainder"] {
            match document.rename(bytes.start, name) {
                Ok(changes) if changes.is_empty() => {}
                Ok(changes) => {
                    done += 1;
                    let other = Change::apply(&changes, text);
                    assert_eq!(check(&other), [], "{} to {name}:\n{other}", &text[bytes.clone()]);
                }
                Err(why) => {
                    refused += 1;
                    assert!(why.ends_with('.'), "{why}");
                }
            }
        }
    }
    assert!(done > 15 && refused > 50, "{done}, {refused}");
    let why = renamed(text, "writer i of", "writer", "top");
    assert_eq!(why, Err("`top` is taken: line 2 declares it.".into()));
    // in both operations, and in the definition that they use
    let other = renamed(text, "define is_low: seen", "seen", "read").expect("a new text");
    assert_eq!(other, text.replace("seen", "read"));
}

#[test]
fn a_new_name_takes_no_other_one_along() {
    let text = "\
algorithm A
shared x, y: 0..3
process i of 2:
  a:
    for each j in process: both
define both: x ← y
";
    let refused = renamed(text, "    for each j", "j", "y");
    assert_eq!(refused, Err("`y` is taken: line 2 declares it.".into()));
}
