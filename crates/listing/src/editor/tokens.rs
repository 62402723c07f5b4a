//! What each word of a text is.

use super::uses::bytes;
use crate::Document;
use crate::occurrences::NameKind;
use crate::rows::{Row, rows};
use crate::token::{self, Span};
use crate::words::is_word;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    Name(NameKind),
    Keyword,
    Number,
    Operator,
    /// The name of the algorithm.
    Algorithm,
    /// A line for the picture.
    Comment,
    /// A word that stands for nothing.
    UnknownWord,
    /// A character that the language does not have.
    UnknownCharacter,
}

/// A word, number, sign or comment. A title of several words is one, with its spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub bytes: Range<usize>,
    pub kind: TokenKind,
}

impl Document {
    /// All tokens in the order of the text. A text beyond the bounds has none.
    pub fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        for row in rows(self.text()) {
            self.row_tokens(&row, &mut tokens);
        }
        tokens
    }

    fn row_tokens(&self, row: &Row, tokens: &mut Vec<Token>) {
        let prose = row.prose();
        for (at, &(token, span)) in row.code().iter().enumerate() {
            if prose.contains(&at) && at > prose.start {
                if let Some(title) = tokens.last_mut() {
                    title.bytes.end = span.end as usize;
                }
                continue;
            }
            let kind = match token {
                _ if prose.contains(&at) => prose_kind(row),
                token::Token::Number(_) => TokenKind::Number,
                token::Token::Sign(_) => TokenKind::Operator,
                token::Token::Word => self.word_kind(span),
                _ => TokenKind::UnknownCharacter,
            };
            tokens.push(Token { bytes: bytes(span), kind });
        }
        if let Some(comment) = row.comment() {
            tokens.push(Token { bytes: bytes(comment), kind: TokenKind::Comment });
        }
    }

    fn word_kind(&self, span: Span) -> TokenKind {
        let word = span.of(self.text());
        let noted = self.names().beginning_at(span.start).filter(|place| place.span == span);
        if let Some(&entity) = noted.and_then(|place| place.entities.first()) {
            return TokenKind::Name(self.names().entities[entity].kind);
        }
        if is_word(word) {
            return TokenKind::Keyword;
        }
        // a line that cannot be read: what is called so elsewhere
        let named = self.names().called(word).first();
        named.map_or(TokenKind::UnknownWord, |&entity| {
            TokenKind::Name(self.names().entities[entity].kind)
        })
    }
}

fn prose_kind(row: &Row) -> TokenKind {
    match row.word(0) {
        "algorithm" => TokenKind::Algorithm,
        _ => TokenKind::Name(NameKind::Title),
    }
}
