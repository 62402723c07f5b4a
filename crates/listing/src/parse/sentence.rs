//! What a property says where it fails: words to the end of the line, and values in braces.

use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Sign, Span, Token};
use crate::tree::{Sentence, SentencePart};

const TITLE: &str =
    "A sentence has the name of a property and a colon: `say mutual exclusion: Both are inside.`";

impl Parser<'_> {
    /// `say one leader: Term {t} has the leaders {leaders(t)}.`
    pub(super) fn sentence(&mut self) -> Result<Sentence> {
        self.advance();
        let title = self.title_to_colon(TITLE)?;
        let mut parts = Vec::new();
        let mut from = self.last_span().end;
        while !matches!(self.peek(), Token::Newline | Token::End) {
            if self.peek() != Token::Sign(Sign::OpenBrace) {
                self.advance();
                continue;
            }
            self.words_of_sentence(from, &mut parts);
            self.advance();
            parts.push(SentencePart::Value(self.expr()?));
            self.expect(Sign::CloseBrace)?;
            from = self.last_span().end;
        }
        self.words_of_sentence(from, &mut parts);
        let end = match parts.last() {
            Some(SentencePart::Words(last)) => last.rsplit('.').next().map(str::trim_start),
            _ => None,
        };
        if end == Some("") {
            return Ok(Sentence { title, parts });
        }
        let span = title.span.to(self.last_span());
        let is_condition = end.is_some_and(|end| end.starts_with("with "));
        let found = if is_condition {
            let message = "A sentence is said in every setting, so no `with` stands here.";
            let help = "Write `{x if o = on else y}` where settings differ.";
            DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help)
        } else {
            let help = "Write what a reader is told where the property fails, and end it with a full stop: \
                        `say mutual exclusion: Both are inside.`";
            DiagnosticDraft::new(ErrorCode::Expected, span, "This is no whole sentence.").help(help)
        };
        self.fail(found)
    }

    /// What stands between there and the next token.
    fn words_of_sentence(&mut self, from: u32, parts: &mut Vec<SentencePart>) {
        let end = match self.peek() {
            Token::Sign(Sign::OpenBrace) => self.span().start,
            // without a comment behind it
            _ => self.last_span().end.max(from),
        };
        let words = Span { start: from, end }.of(self.text);
        let words = if parts.is_empty() { words.trim_start() } else { words };
        if !words.is_empty() {
            parts.push(SentencePart::Words(words.to_owned()));
        }
    }
}
