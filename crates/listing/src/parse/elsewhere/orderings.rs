//! An ordering at an access, as C, C++ and Rust have it. The places are reserved.

use super::habits::other_than;
use crate::diagnostic::Found;
use crate::parse::Parser;
use crate::token::{Sign, Span, Token};

const ORDERINGS: [&str; 5] = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];

/// Words behind which an access may stand.
const BEFORE_ACCESS: [&str; 6] = ["await", "if", "while", "until", "atomic", "fence"];

const RESERVED: &str =
    "An ordering at an access is reserved: release and acquire are not followed yet.";
const INSTEAD: &str =
    "Leave it out. Memory is `sequential`, `tso` or `pso`, and a line `fence` orders accesses.";

/// What is said where an ordering stands at an access.
pub fn reserved(span: Span) -> Found {
    other_than(span, RESERVED, INSTEAD)
}

/// Whether nothing is meant by a word in brackets but an ordering: `y[acquire]`.
pub fn is_bracketed(text: &str, name: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    ORDERINGS.contains(&name) && before.trim_end().ends_with('[')
}

impl Parser<'_> {
    /// `x ←[release] 1`, `await [acquire] y = 1`, `release x ← 1`, `x ← 1 release`, `fence [release]`.
    pub(in crate::parse) fn ordering(&self) -> Option<Found> {
        let behind = self.word_of_ordering(0).or_else(|| self.opened());
        let behind = behind.filter(|span| self.ends_access(*span));
        let span = self.bracketed(2).or_else(|| self.before_access()).or(behind)?;
        Some(reserved(span))
    }

    /// An ordering so many tokens back, unless the text has something of that name.
    fn word_of_ordering(&self, back: usize) -> Option<Span> {
        let span = self.back(back)?.1;
        let word = span.of(self.text);
        let kinds =
            ["shared", "own", "stable", "ghost", "option", "define", "message", "operation"];
        (ORDERINGS.contains(&word) && !self.is_declared(&kinds, word)).then_some(span)
    }

    /// The same between brackets, with these.
    fn bracketed(&self, back: usize) -> Option<Span> {
        self.word_of_ordering(back)?;
        let (open, close) = (self.back(back + 1)?, self.back(back - 1)?);
        let are_brackets =
            open.0 == Token::Sign(Sign::OpenSquare) && close.0 == Token::Sign(Sign::CloseSquare);
        are_brackets.then(|| open.1.to(close.1))
    }

    /// `release x`, where a statement or a condition begins.
    fn before_access(&self) -> Option<Span> {
        let word = self.word_of_ordering(1)?;
        let before = self.back(2)?;
        let begins = matches!(
            before.0,
            Token::Newline
                | Token::Indent
                | Token::Dedent
                | Token::Sign(Sign::Semicolon | Sign::Colon | Sign::Arrow)
        ) || BEFORE_ACCESS.contains(&before.1.of(self.text));
        let is_access = matches!(self.back(0)?.0, Token::Word | Token::Number(_));
        (begins && is_access).then_some(word)
    }

    /// `[release` or `(release`, the bracket here.
    fn opened(&self) -> Option<Span> {
        let (open, word) = (self.back(0)?, self.tokens.get(self.at + 1)?);
        let is_open = matches!(open.0, Token::Sign(Sign::OpenSquare | Sign::Open));
        (is_open && ORDERINGS.contains(&word.1.of(self.text))).then_some(word.1)
    }

    /// Whether what stands before in the line is an assignment, a condition or a fence.
    fn ends_access(&self, span: Span) -> bool {
        let line = self.line_before(span).1;
        line.contains('←')
            || line.contains("<-")
            || BEFORE_ACCESS.iter().any(|word| line.starts_with(word))
    }

    fn back(&self, count: usize) -> Option<(Token, Span)> {
        self.tokens.get(self.at.checked_sub(count)?).copied()
    }
}
