//! What an editor is told about a text.

mod completion;
mod rename;
mod tokens;
mod uses;

use listing::Document;
use listing::editor::TokenKind;
use std::ops::Range;

/// The place of a word in a line of a text: both are looked for from the start.
fn place(text: &str, line: &str, word: &str) -> usize {
    let start = text.find(line).unwrap_or_else(|| panic!("a line {line}"));
    start + line.find(word).unwrap_or_else(|| panic!("{word} in {line}"))
}

/// All names and keywords of a text that stand in no title, hint or comment.
fn words(document: &Document) -> Vec<(Range<usize>, TokenKind)> {
    use listing::editor::NameKind::Title;
    let is_word = |kind: &TokenKind| match kind {
        TokenKind::Name(name) => *name != Title,
        kind => matches!(kind, TokenKind::Keyword | TokenKind::UnknownWord),
    };
    let tokens = document.tokens().into_iter().filter(|token| is_word(&token.kind));
    tokens.map(|token| (token.bytes, token.kind)).collect()
}
