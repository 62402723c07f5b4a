//! What leads to what, in brackets, in a quantifier, and in words of other languages.

use super::habits::{other, other_than};
use crate::diagnostic::Found;
use crate::parse::expressions::binary;
use crate::parse::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::tree::{Binary, Binder, Compare, Expr, ExprKind, PropertyKind};
use crate::words::is_property;

const STANDS_ONCE: &str =
    "`→` stands once in `eventually`, and in no other quantifier than `all i: (P → Q)`.";
const IN_WORDS: &str = "What leads to something later is written with `→`.";

impl Parser<'_> {
    /// `(P → Q)` behind `eventually`, where brackets around all of it say nothing, or `all i: (P → Q)`.
    pub(in crate::parse) fn leads_in_brackets(&mut self) -> Result<Option<PropertyKind>> {
        let start = self.span();
        if let Some((from, to)) = self.attempt(Self::bracketed_leads) {
            let from = Some(from);
            return Ok(Some(PropertyKind::Eventually { each: Vec::new(), from, to }));
        }
        let quantified = self.attempt(|parser| {
            let is_all = parser.word() == "all";
            if !(is_all || parser.eat_word("some")) {
                return Err(());
            }
            parser.eat_word("all");
            let each = parser.binders()?;
            let filter = if parser.eat_word("where") { Some(parser.expr()?) } else { None };
            parser.expect(Sign::Colon)?;
            let (from, to) = parser.bracketed_leads()?;
            Ok((is_all, each, filter, from, to))
        });
        let Some((is_all, each, filter, from, to)) = quantified else { return Ok(None) };
        let sections = self.sections_of_each(&each, &from, &to).filter(|_| is_all);
        let help = match sections {
            Some((from, to)) => format!("Write `{from} → {to}`, which is said of each process."),
            None if is_all => {
                let from = Some(match filter {
                    Some(filter) => binary(Binary::And, filter, from),
                    None => from,
                });
                return Ok(Some(PropertyKind::Eventually { each, from, to }));
            }
            None => {
                "Write a property for each: `eventually NAME: P → Q`, or `all` in place of `some`."
                    .into()
            }
        };
        self.fail(other_than(start.to(self.last_span()), STANDS_ONCE, &help))
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

    /// `leads to`, `leadsto`, `~>`
    pub(in crate::parse) fn leads_in_words(&mut self) -> Option<Found> {
        let span = self.span();
        let behind = self.tokens.get(self.at + 1).map_or(span, |token| token.1);
        let whole = match (span.of(self.text), behind.of(self.text)) {
            ("leads", "to") => span.to(behind),
            ("~", ">") if span.end == behind.start => span.to(behind),
            ("leadsto" | "leads_to" | "⇝" | "↝", _) => span,
            _ => return None,
        };
        Some(other(whole, IN_WORDS, whole, "→"))
    }

    /// An arrow within a part of what `eventually` says.
    pub(in crate::parse) fn arrow_in_eventually(&self, span: Span) -> Option<Found> {
        if !self.line_before(span).1.starts_with("eventually") {
            return None;
        }
        let help = "Write a property for each: `eventually NAME: P → Q`; for what is so at one moment, \
                    write `⇒`.";
        Some(other_than(span, STANDS_ONCE, help))
    }

    /// `x: all i: i in a → i in b` outside of processes: a claim without its word.
    pub(in crate::parse) fn claim_without_a_word(&mut self) -> Result<()> {
        let name = self.span();
        let is_named = !self.word().is_empty() && self.sign_after() == Some(Sign::Colon);
        let line = &self.tokens[self.at..];
        let length = line.iter().position(|token| token.0 == Token::Newline).unwrap_or(line.len());
        let rest = line.get(2..length).unwrap_or_default();
        let Some((token, span)) = rest.first().filter(|_| is_named) else { return Ok(()) };
        let leads = rest.iter().any(|token| token.0 == Token::Sign(Sign::Leads));
        let is_claim = leads
            || *token == Token::Sign(Sign::Open)
            || matches!(span.of(self.text), "all" | "some" | "not" | "no");
        if !is_claim || is_property(name.of(self.text)) {
            return Ok(());
        }
        let word = if leads { "eventually" } else { "always" };
        let message = "What is claimed begins with a word, such as `always` or `eventually`.";
        let text = format!("{word} {}", name.of(self.text));
        let help = format!("Write `{text}: …`.");
        self.fail(other_than(name, message, &help).replace(name, text))
    }
}
