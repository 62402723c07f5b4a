//! The tokens of a text, one after the other: which comes next, and which are passed.

use super::{END_OF_LINE, Parser, Result};
use crate::token::{Sign, Span, Token, WORD_SIGNS};

impl<'a> Parser<'a> {
    /// The next token that is no comment.
    pub(super) fn peek(&mut self) -> Token {
        while self.tokens[self.at].0 == Token::Comment {
            self.at += 1;
        }
        self.tokens[self.at].0
    }

    pub(super) fn span(&mut self) -> Span {
        self.peek();
        self.tokens[self.at].1
    }

    /// The span of the token before.
    pub(super) fn last_span(&self) -> Span {
        let before = self.tokens[..self.at].iter().rev();
        before
            .filter(|(token, _)| {
                !matches!(token, Token::Comment | Token::Newline | Token::Indent | Token::Dedent)
            })
            .map(|&(_, span)| span)
            .next()
            .unwrap_or_default()
    }

    pub(super) fn advance(&mut self) -> Token {
        let token = self.peek();
        self.steps += 1;
        if token != Token::End {
            self.at += 1;
        }
        token
    }

    /// The word that comes next, or nothing.
    pub(super) fn word(&mut self) -> &'a str {
        match self.peek() {
            Token::Word => said(self.tokens[self.at].1.of(self.text)),
            _ => "",
        }
    }

    /// The word behind the next token.
    pub(super) fn word_after(&mut self) -> &'a str {
        self.word_ahead(1)
    }

    /// The word so many tokens behind the next one.
    pub(super) fn word_ahead(&mut self, count: usize) -> &'a str {
        self.peek();
        match self.tokens.get(self.at + count) {
            Some((Token::Word, span)) => said(span.of(self.text)),
            _ => "",
        }
    }

    pub(super) fn sign_after(&mut self) -> Option<Sign> {
        self.sign_ahead(1)
    }

    pub(super) fn sign_ahead(&mut self, count: usize) -> Option<Sign> {
        self.peek();
        match self.tokens.get(self.at + count) {
            Some((Token::Sign(sign), _)) => Some(*sign),
            _ => None,
        }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is_next = self.word() == word;
        if is_next {
            self.advance();
        }
        is_next
    }

    pub(super) fn eat(&mut self, sign: Sign) -> bool {
        let is_next = self.peek() == Token::Sign(sign);
        if is_next {
            self.advance();
        }
        is_next
    }

    pub(super) fn next_but_comments(&self, count: usize) -> Option<Token> {
        let tokens = self.tokens[self.at..].iter().map(|token| token.0);
        tokens.filter(|token| *token != Token::Comment).nth(count)
    }

    /// Passes the rest of the line, and the block below it.
    pub(super) fn skip_line(&mut self) {
        while !matches!(self.peek(), Token::Newline | Token::End | Token::Dedent) {
            if self.peek() == Token::Indent {
                return self.skip_block();
            }
            self.advance();
        }
        if self.peek() == Token::Newline {
            self.advance();
        }
        if self.peek() == Token::Indent {
            self.skip_block();
        }
    }

    pub(super) fn skip_block(&mut self) {
        let mut depth = 0;
        loop {
            match self.advance() {
                Token::Indent => depth += 1,
                Token::Dedent => depth -= 1,
                Token::End => return,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// The end of a line; the comment there is returned.
    pub(super) fn end_of_line(&mut self) -> Result<Option<String>> {
        match self.peek() {
            Token::Newline => {
                let comment = self.comment_here();
                self.advance();
                Ok(comment)
            }
            Token::End | Token::Dedent => Ok(self.comment_here()),
            _ => self.expected(END_OF_LINE),
        }
    }

    /// The comment just before the next token, which may have been passed by a look ahead.
    fn comment_here(&self) -> Option<String> {
        let &(token, span) = self.tokens.get(self.at.checked_sub(1)?)?;
        let is_comment = token == Token::Comment;
        is_comment.then(|| span.of(self.text).trim_start_matches('#').trim().to_owned())
    }
}

/// The word that a sign such as `∈` stands for, or the word itself.
fn said(text: &str) -> &str {
    WORD_SIGNS.iter().find(|sign| sign.0 == text).map_or(text, |sign| sign.1)
}
