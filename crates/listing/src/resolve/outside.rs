//! A number beside a variable that never has it.

use super::Resolver;
use crate::diagnostic::Kind;
use crate::token::Span;
use crate::tree::{Compare, Domain, DomainKind, Expr, ExprKind};

impl Resolver<'_> {
    /// `x = 5`, where x is in 0..3.
    pub fn never_equal(&mut self, one: &Expr, sign: Compare, other: &Expr) {
        if !matches!(sign, Compare::Equal | Compare::NotEqual) {
            return;
        }
        let span = Span { start: one.span.start, end: other.span.end };
        for (variable, value) in [(one, other), (other, one)] {
            let (Some(value), Some(range)) = (number(value), self.range_of(variable)) else {
                continue;
            };
            if !(range.0..=range.1).contains(&value) {
                let name = variable.span.of(self.names.text);
                let message = format!(
                    "These two are never equal: the values of `{name}` are {}..{}.",
                    range.0, range.1
                );
                self.error(Kind::WrongDomain, span, message, "Write a number that it can be.");
            }
        }
    }

    /// The numbers that a variable, or an element of one, can be, if the text says them by numbers.
    fn range_of(&self, expr: &Expr) -> Option<(i64, i64)> {
        let name = match &expr.kind {
            ExprKind::Index(base, _) => self.free_name(base)?,
            _ => self.free_name(expr)?,
        };
        let mut all = self.names.variables.iter().filter(|variable| variable.name.text == name);
        match (all.next(), all.next()) {
            (Some(variable), None) => self.numbers_in(variable.domain),
            _ => None,
        }
    }

    fn numbers_in(&self, domain: &Domain) -> Option<(i64, i64)> {
        match &domain.kind {
            DomainKind::Range(low, high) => Some((number(low)?, number(high)?)),
            DomainKind::Union(all) => {
                let is_word = |one: &&Domain| matches!(&one.kind, DomainKind::Expr(expr) if self.is_symbol(expr));
                let mut numbers = all.iter().filter(|one| !is_word(one));
                match (numbers.next(), numbers.next()) {
                    (Some(one), None) => self.numbers_in(one),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn is_symbol(&self, expr: &Expr) -> bool {
        let is_only = |name: &str| !self.names.is_domain(name) && !self.names.is_defined(name);
        expr.name().is_some_and(|name| is_only(name) && !self.names.is_option(name))
    }
}

fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(number) => Some(*number),
        ExprKind::Minus(inner) => number(inner).map(|number| -number),
        _ => None,
    }
}
