//! What each word is.

use super::words;
use crate::texts::texts;
use listing::Document;
use listing::editor::{NameKind, TokenKind};
use std::time::Instant;

#[test]
fn every_word_of_every_text_is_known() {
    for (file, text) in texts() {
        let document = Document::new(&text);
        for (bytes, kind) in words(&document) {
            let word = &text[bytes.clone()];
            assert_ne!(kind, TokenKind::UnknownWord, "{file}: `{word}` at {bytes:?}");
            let hover = document.hover(bytes.start).unwrap_or_else(|| panic!("{file}: {word}"));
            assert_eq!((hover.name.as_str(), hover.bytes), (word, bytes.clone()), "{file}");
            assert!(hover.says.ends_with('.'), "{file}: {}", hover.says);
            let is_declared = !document.definition(bytes.start).is_empty();
            assert_eq!(hover.line.is_some(), is_declared, "{file}: `{word}` at {bytes:?}");
        }
    }
}

#[test]
fn tokens_stand_in_order_and_cover_all_but_spaces() {
    for (file, text) in texts() {
        let mut end = 0;
        for token in Document::new(&text).tokens() {
            assert!(text[end..token.bytes.start].trim().is_empty(), "{file}: {token:?}");
            end = token.bytes.end;
        }
        assert!(text[end..].trim().is_empty(), "{file}");
    }
}

#[test]
fn a_line_that_is_not_finished_has_the_names_of_the_others() {
    let text = "algorithm A\nshared x: 0..9\nprocess i of 2:\n  a:\n    x ← x +\n    y ← 1\n";
    let document = Document::new(text);
    let kinds: Vec<TokenKind> = document
        .tokens()
        .into_iter()
        .filter(|token| &text[token.bytes.clone()] == "x")
        .map(|token| token.kind)
        .collect();
    assert_eq!(kinds, [TokenKind::Name(NameKind::Shared); 3]);
    let unknown = document.tokens().into_iter().find(|token| &text[token.bytes.clone()] == "y");
    assert_eq!(unknown.map(|token| token.kind), Some(TokenKind::UnknownWord));
}

/// Every prefix of a text, so that no place where the reader may stop typing is left out.
#[test]
fn a_text_that_breaks_off_anywhere_is_read() {
    let (_, text) = texts().swap_remove(2);
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let document = Document::new(&text[..end]);
        let _ = (document.tokens(), document.completion(end), document.hover(end));
        let _ = (document.uses(end), document.rename(end, "other"));
    }
}

/// At each key the page colours the text anew. A debug build takes some ten times as long as the page.
#[test]
fn a_hundred_lines_are_read_within_a_frame() {
    let text = texts().into_iter().map(|(_, text)| text).max_by_key(String::len).expect("a text");
    let start = Instant::now();
    let rounds: u32 = 10;
    for _ in 0..rounds {
        let document = Document::new(&text);
        assert!(document.tokens().len() > 100);
    }
    let each = start.elapsed() / rounds;
    assert!(each.as_millis() < 100, "{each:?}");
}
