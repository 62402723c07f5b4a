//! Variables: `shared safe x, y[process]: 0..9 = 1; z: bool`.

use super::super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Sign, Token};
use crate::tree::{
    Binary, Domain, DomainKind, Expr, ExprKind, Index, Initial, Storage, Variable, Variables,
};

impl Parser<'_> {
    pub(super) fn variables(&mut self) -> Result<Variables> {
        let storage = match self.word() {
            "own" => Storage::Own,
            "stable" => Storage::Stable,
            "ghost" => Storage::Ghost,
            _ => Storage::Shared,
        };
        self.advance();
        let after = self.sign_after();
        let safe = self.word() == "safe" && after.is_none() && self.eat_word("safe");
        let mut variables = vec![self.variable()?];
        while self.eat(Sign::Semicolon) {
            variables.push(self.variable()?);
        }
        Ok(Variables { storage, safe, variables })
    }

    pub(super) fn variable(&mut self) -> Result<Variable> {
        let mut names = Vec::new();
        loop {
            let name = self.new_name("the name of the variable")?;
            let mut indices = Vec::new();
            if self.eat(Sign::OpenSquare) {
                loop {
                    indices.push(self.index()?);
                    if !self.eat(Sign::Comma) {
                        break;
                    }
                }
                self.expect(Sign::CloseSquare)?;
            }
            names.push((name, indices));
            if !self.eat(Sign::Comma) {
                break;
            }
        }
        if self.peek() == Token::Sign(Sign::Arrow) {
            let span = self.span();
            let message = "A declaration gives the values that a variable can have: `x: 0..9`.";
            let help = "Write `:` and a domain; an initial value follows as `= 1`.";
            return self.fail(DiagnosticDraft::new(ErrorCode::Expected, span, message).help(help));
        }
        self.expect(Sign::Colon)?;
        let domain = self.domain_of_variable()?;
        let initial = if self.eat(Sign::Equal) {
            let span = self.span();
            if self.word() == "any" && self.sign_after().is_none() {
                self.advance();
                Some(Initial::Any(span))
            } else {
                Some(Initial::Value(self.expr()?))
            }
        } else {
            None
        };
        Ok(Variable { names, domain, initial })
    }

    /// Neither `0 − 3` nor `{red, green}`, which are values.
    fn domain_of_variable(&mut self) -> Result<Domain> {
        let domain = self.domain()?;
        let is_number = |bound: &Expr| matches!(bound.kind, ExprKind::Number(_));
        let is_value = match &domain.kind {
            DomainKind::Expr(expr) => match &expr.kind {
                ExprKind::Binary(Binary::Subtract, low, high) => is_number(low) && is_number(high),
                kind => matches!(kind, ExprKind::Set(_)),
            },
            _ => false,
        };
        if is_value {
            let message = "A variable is declared with a domain, and this is a value.";
            return self.fail(DiagnosticDraft::new(ErrorCode::WrongDomain, domain.span, message));
        }
        Ok(domain)
    }

    fn index(&mut self) -> Result<Index> {
        let binder = self.attempt(|parser| {
            let name = parser.new_name("a name")?;
            parser.expect_word("in")?;
            Ok(name)
        });
        Ok(Index { binder, domain: self.domain()? })
    }
}
