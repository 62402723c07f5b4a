//! Where names are declared and used.

use super::{place, words};
use crate::texts::texts;
use listing::Document;
use listing::editor::{NameKind, TokenKind};

const ROLES: &str = "\
algorithm Two with one name
message ask(k: 0..3), tell(k: 0..3)
alice i of 2:
  own n: 0..3
  a:
    n ← 1; send ask(n) to bob
    await tell(k) from bob
    n ← k
bob:
  own n: 0..3
  on ask(k) from j:
    n ← k
    send tell(n) to j
always fits: (all j in alice: n[j] ≤ 3) and bob.n ≤ 3
";

fn lines_of(text: &str, at: usize) -> Vec<usize> {
    let line = |start: usize| text[..start].matches('\n').count() + 1;
    Document::new(text).uses(at).into_iter().map(|bytes| line(bytes.start)).collect()
}

#[test]
fn names_of_two_roles_are_two() {
    let alice = place(ROLES, "  own n: 0..3\n  a:", "n:");
    let bob = place(ROLES, "  own n: 0..3\n  on", "n:");
    assert_eq!(lines_of(ROLES, alice), [4, 6, 6, 8, 14]);
    assert_eq!(lines_of(ROLES, bob), [10, 12, 13, 14]);
    let binder = place(ROLES, "  on ask(k)", "k)");
    assert_eq!(lines_of(ROLES, binder), [11, 12]);
}

#[test]
fn every_use_leads_to_a_declaration_and_back() {
    for (file, text) in texts() {
        let document = Document::new(&text);
        for (bytes, kind) in words(&document) {
            if !matches!(kind, TokenKind::Name(_)) {
                continue;
            }
            let word = &text[bytes.clone()];
            let declared = document.definition(bytes.start);
            let uses = document.uses(bytes.start);
            assert!(uses.contains(&bytes), "{file}: {word}");
            for there in declared {
                assert_eq!(&text[there.clone()], word, "{file}");
                assert!(uses.contains(&there), "{file}: {word}");
                assert!(document.uses(there.start).contains(&bytes), "{file}: {word}");
            }
        }
    }
}

#[test]
fn what_several_lines_declare_for_several_options_is_one() {
    let text = "\
algorithm A
option keeps: yes, no
server:
  stable n: 0..3    with keeps
  own n: 0..3       with not keeps
  a:
    n ← 1
";
    let declared = Document::new(text).definition(place(text, "    n ←", "n"));
    assert_eq!(declared.len(), 2);
}

#[test]
fn a_hover_says_what_a_name_is() {
    let document = Document::new(ROLES);
    let says = |line: &str, word: &str| {
        let hover = document.hover(place(ROLES, line, word)).expect("a word");
        (hover.says, hover.line)
    };
    assert_eq!(says("    n ← 1", "n"), ("A variable of each `alice`: 0..3.".into(), Some(4)));
    assert_eq!(says("    await", "await").1, None);
    let (bob, line) = says("bob.n ≤ 3", "n ");
    assert_eq!((bob.as_str(), line), ("A variable of each `bob`: 0..3.", Some(10)));
    assert_eq!(says("send tell(n)", "tell").0, "A kind of message: k: 0..3.");
    assert_eq!(
        says("on ask(k) from j", "j"),
        ("A name that this line binds: process.".into(), Some(11))
    );
    assert_eq!(document.hover(0).expect("a keyword").name, "algorithm");
    assert_eq!(document.hover("algorithm Two w".len()), None);
    assert_eq!(Document::new("").hover(7), None);
}

#[test]
fn a_definition_for_two_roles_stands_for_the_names_of_both() {
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
    let document = Document::new(text);
    let body = place(text, "n ← n + 1", "n");
    assert_eq!(document.definition(body).len(), 2);
    let kind = document.tokens().into_iter().find(|token| token.bytes.start == body);
    assert_eq!(kind.map(|token| token.kind), Some(TokenKind::Name(NameKind::Own)));
}
