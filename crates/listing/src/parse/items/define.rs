//! Definitions: `define NAME(x): …`, an expression or statements.

use super::super::statements::SIMPLE;
use super::super::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::tree::{Define, DefineBody, Item, ItemKind};

impl Parser<'_> {
    pub(super) fn define(&mut self, start: Span) -> Result<Item> {
        self.advance();
        let name = self.new_name("the name of the definition")?;
        let mut of = Vec::new();
        if self.eat_word("of") {
            of.push(self.name("the name of a message")?);
            while self.eat(Sign::Comma) {
                of.push(self.name("the name of a message")?);
            }
        }
        let mut parameters = Vec::new();
        if self.eat(Sign::Open) {
            parameters = self.exprs()?;
            self.expect(Sign::Close)?;
        }
        self.expect(Sign::Colon)?;
        // an expression reaches to the end of the line; all else is statements
        let expr = self.attempt(|parser| {
            if SIMPLE.iter().any(|(word, _)| *word == parser.word()) {
                return Err(());
            }
            let expr = parser.expr()?;
            match parser.peek() {
                Token::Newline | Token::End => Ok(expr),
                _ if parser.word() == "with" => Ok(expr),
                _ => Err(()),
            }
        });
        if let Some(expr) = expr {
            let with = self.with()?;
            let span = start.to(self.last_span());
            let comment = self.end_of_line()?;
            let body = DefineBody::Expr(expr);
            let kind = ItemKind::Define(Define { name, of, parameters, body, operation: None });
            return Ok(Item { kind, with, comment, span });
        }
        self.ended = None;
        let span = start.to(self.last_span());
        let body = self.body()?;
        let (with, comment) = match (body.inline, self.ended.take()) {
            (true, None) => (self.with()?, self.end_of_line()?),
            (true, Some(ended)) => ended,
            (false, _) => (body.with, body.comment),
        };
        let body = DefineBody::Block(body.block);
        let kind = ItemKind::Define(Define { name, of, parameters, body, operation: None });
        Ok(Item { kind, with, comment, span })
    }
}
