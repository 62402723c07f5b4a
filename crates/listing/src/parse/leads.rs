//! What leads to what, in brackets and for each of several.

use super::expressions::binary;
use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Sign, Token};
use crate::tree::{Binary, Binder, Compare, Expr, ExprKind, PropertyKind};

pub const STANDS_ONCE: &str =
    "`→` stands once in `eventually`, and in no other quantifier than `all i: (P → Q)`.";

impl Parser<'_> {
    /// `(P → Q)` behind `eventually`, where brackets around all of it say nothing, or `all i: (P → Q)`.
    pub(super) fn leads_in_brackets(&mut self) -> Result<Option<PropertyKind>> {
        let start = self.span();
        if let Some((from, to)) = self.attempt(Self::bracketed_leads) {
            let from = Some(from);
            return Ok(Some(PropertyKind::Eventually { each: Vec::new(), from, to }));
        }
        let quantified = self.attempt(|parser| {
            parser.expect_word("all")?;
            let each = parser.binders()?;
            let filter = if parser.eat_word("where") { Some(parser.expr()?) } else { None };
            parser.expect(Sign::Colon)?;
            let (from, to) = parser.bracketed_leads()?;
            Ok((each, filter, from, to))
        });
        let Some((each, filter, from, to)) = quantified else { return Ok(None) };
        if let Some((from, to)) = self.sections_of_each(&each, &from, &to) {
            let help = format!("Write `{from} → {to}`, which is said of each process.");
            let span = start.to(self.last_span());
            return self.fail(
                DiagnosticDraft::new(ErrorCode::OtherLanguage, span, STANDS_ONCE).help(help),
            );
        }
        let from = Some(match filter {
            Some(filter) => binary(Binary::And, filter, from),
            None => from,
        });
        Ok(Some(PropertyKind::Eventually { each, from, to }))
    }

    fn bracketed_leads(&mut self) -> Result<(Expr, Expr)> {
        self.expect(Sign::Open)?;
        let from = self.expr()?;
        self.expect(Sign::Leads)?;
        let to = self.expr()?;
        self.expect(Sign::Close)?;
        let ends = matches!(self.peek(), Token::Newline | Token::End) || self.word() == "with";
        if ends { Ok((from, to)) } else { Err(()) }
    }

    /// The sections in `all i: (i in waiting → i in critical)`.
    fn sections_of_each(&self, binders: &[Binder], from: &Expr, to: &Expr) -> Option<(&str, &str)> {
        let [Binder { names, unequal: None, domain: None, .. }] = binders else { return None };
        let [name] = &names[..] else { return None };
        let section = |expr: &Expr| match &expr.kind {
            ExprKind::Compare(operands, signs) if signs[..] == [Compare::In] => {
                let is_it = operands[0].name() == Some(&name.text) && operands[1].name().is_some();
                is_it.then(|| operands[1].span.of(self.text))
            }
            _ => None,
        };
        Some((section(from)?, section(to)?))
    }
}
