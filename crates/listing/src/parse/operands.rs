//! What operators stand between: numbers, names, calls, and what is in brackets.

use super::{Parser, Result, missing};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::rows::{WordKind, word_kind};
use crate::token::{Sign, Span, Token};
use crate::tree::{Expr, ExprKind, Name};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Result<Expr> {
        let start = self.span();
        match self.peek() {
            Token::Number(value) => {
                self.advance();
                Ok(Expr { kind: ExprKind::Number(value), span: start })
            }
            Token::Sign(Sign::Open) => self.nested(|parser| parser.parenthesis(start)),
            Token::Sign(Sign::OpenSquare) => self.nested(|parser| parser.list(start)),
            Token::Sign(Sign::OpenBrace) => self.nested(|parser| parser.set(start)),
            Token::Word => self.nested(|parser| parser.word_expr(start)),
            Token::Unknown => self.unknown_character(),
            _ => {
                let message = missing("an expression", &self.here());
                self.fail(DiagnosticDraft::new(ErrorCode::NotAnExpression, start, message))
            }
        }
    }

    fn parenthesis(&mut self, start: Span) -> Result<Expr> {
        self.advance();
        let mut all = self.exprs()?;
        let span = start.to(self.span());
        self.expect(Sign::Close)?;
        match all.len() {
            1 => Ok(Expr { span, ..all.swap_remove(0) }),
            _ => Ok(Expr { kind: ExprKind::Tuple(all), span }),
        }
    }

    fn list(&mut self, start: Span) -> Result<Expr> {
        self.advance();
        let kind = if self.peek() == Token::Sign(Sign::CloseSquare) {
            ExprKind::List(Vec::new())
        } else if let Some(binders) = self.try_binders() {
            ExprKind::ListOf { binders, filter: self.expr()?.into() }
        } else {
            ExprKind::List(self.exprs()?)
        };
        let span = start.to(self.span());
        self.expect(Sign::CloseSquare)?;
        Ok(Expr { kind, span })
    }

    fn set(&mut self, start: Span) -> Result<Expr> {
        self.advance();
        let kind = if self.peek() == Token::Sign(Sign::CloseBrace) {
            ExprKind::Set(Vec::new())
        } else if let Some(binders) = self.try_binders() {
            ExprKind::SetOf { element: None, binders, filter: Some(self.expr()?.into()) }
        } else {
            let first = self.expr()?;
            if self.eat_word("for") {
                let binders = self.binders()?;
                let filter = if self.eat(Sign::Colon) { Some(self.expr()?.into()) } else { None };
                ExprKind::SetOf { element: Some(first.into()), binders, filter }
            } else {
                let mut all = vec![first];
                while self.eat(Sign::Comma) {
                    all.push(self.expr()?);
                }
                ExprKind::Set(all)
            }
        };
        let span = start.to(self.span());
        self.expect(Sign::CloseBrace)?;
        Ok(Expr { kind, span })
    }

    fn word_expr(&mut self, start: Span) -> Result<Expr> {
        let word = self.word().to_owned();
        let after = self.sign_after();
        let is_word_after = !self.word_after().is_empty();
        if is_word_after && let Some(quantified) = self.quantified(&word, start)? {
            return Ok(quantified);
        }
        match word.as_str() {
            "new" if is_word_after => {
                self.advance();
                let name = self.name("the name of a pool")?;
                let span = start.to(name.span);
                return Ok(Expr { kind: ExprKind::New(name), span });
            }
            "read" if is_word_after => {
                self.advance();
                let inner = self.postfix()?;
                let span = start.to(inner.span);
                return Ok(Expr { kind: ExprKind::RowRead(inner.into()), span });
            }
            "sort" if after == Some(Sign::Open) => return self.kind_of(start),
            _ => {}
        }
        // the value of an option may be called `always`
        let begins_none = match word.as_str() {
            "if" | "else" | "with" | "until" | "await" | "for" | "and" | "or" | "mod" => true,
            "always" | "eventually" => is_word_after || after == Some(Sign::Open),
            _ => false,
        };
        if begins_none {
            let message = missing("an expression", &format!("`{word}`"));
            return self.fail(DiagnosticDraft::new(ErrorCode::NotAnExpression, start, message));
        }
        self.advance();
        if after == Some(Sign::Open) && self.touches(start) {
            // it may be the value of an option, which is not called
            if word_kind(&word) == WordKind::Keyword {
                let message = format!("`{word}` is a word of the language and no function.");
                return self.fail(DiagnosticDraft::new(ErrorCode::NotAnExpression, start, message));
            }
            self.advance();
            let arguments = match self.peek() {
                Token::Sign(Sign::Close) => Vec::new(),
                _ => self.exprs()?,
            };
            let end = self.span();
            self.expect(Sign::Close)?;
            let name = Name { text: word, span: start };
            return Ok(Expr { kind: ExprKind::Call(name, arguments), span: start.to(end) });
        }
        Ok(Expr { kind: ExprKind::Name(word), span: start })
    }

    /// Whether the next token stands directly behind `before`.
    fn touches(&mut self, before: Span) -> bool {
        self.span().start == before.end
    }

    fn kind_of(&mut self, start: Span) -> Result<Expr> {
        self.advance();
        self.expect(Sign::Open)?;
        let list = self.expr()?;
        let mut keys = Vec::new();
        if self.peek() != Token::Sign(Sign::Close) {
            self.expect_word("by")?;
            keys.push(self.name("the name of a field")?);
        }
        while self.eat(Sign::Comma) {
            keys.push(self.name("the name of a field")?);
        }
        let span = start.to(self.span());
        self.expect(Sign::Close)?;
        Ok(Expr { kind: ExprKind::Sort(list.into(), keys), span })
    }
}
