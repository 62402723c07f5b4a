//! Domains: which values something can have.

use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Sign, Token};
use crate::tree::{Domain, DomainKind};

impl Parser<'_> {
    pub(super) fn domain(&mut self) -> Result<Domain> {
        let first = self.nested(Self::one_domain)?;
        if self.peek() != Token::Sign(Sign::Bar) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.eat(Sign::Bar) {
            all.push(self.nested(Self::one_domain)?);
        }
        let span = all[0].span.to(self.last_span());
        Ok(Domain { kind: DomainKind::Union(all), span })
    }

    /// What stands behind `set of` or `list of`: values of several sorts have one name.
    fn element_domain(&mut self, of: &str) -> Result<Domain> {
        let start = self.span();
        let brackets = self.peek() == Token::Sign(Sign::Open);
        let element = match brackets {
            true => self.attempt(|parser| parser.nested(Self::one_domain)),
            false => Some(self.nested(Self::one_domain)?),
        };
        if let Some(element) = element
            && self.peek() != Token::Sign(Sign::Bar)
        {
            return Ok(element);
        }
        self.at = self.tokens.iter().position(|token| token.1 == start).unwrap_or(self.at);
        let is_open = self.eat(Sign::Open);
        let union = self.domain()?.span.of(self.text);
        if is_open {
            self.expect(Sign::Close)?;
        }
        let message = format!("Behind `{of}` stands one domain, and this is a union.");
        let help = format!("Write `domain D: {union}` above all that uses it, and `{of} D` here.");
        let span = start.to(self.last_span());
        self.fail(DiagnosticDraft::new(ErrorCode::WrongDomain, span, message).help(help))
    }

    fn one_domain(&mut self) -> Result<Domain> {
        let start = self.span();
        let kind = match self.word() {
            "bool" => {
                self.advance();
                DomainKind::Bool
            }
            "set" if self.word_after() == "of" => {
                self.advance();
                self.advance();
                DomainKind::Set(self.element_domain("set of")?.into())
            }
            "list" if self.word_after() == "of" => {
                self.advance();
                self.advance();
                let element = self.element_domain("list of")?;
                self.expect_word("up")?;
                self.expect_word("to")?;
                DomainKind::List(element.into(), self.sum()?.into())
            }
            "copy" if self.word_after() == "of" => {
                self.advance();
                self.advance();
                DomainKind::Copy(self.name("the name of a variable")?)
            }
            "" if self.peek() == Token::Sign(Sign::OpenSquare) => return self.expected("a domain"),
            _ => {
                let low = self.sum()?;
                if self.eat(Sign::Range) {
                    DomainKind::Range(low.into(), self.sum()?.into())
                } else {
                    DomainKind::Expr(low.into())
                }
            }
        };
        Ok(Domain { kind, span: start.to(self.last_span()) })
    }
}
