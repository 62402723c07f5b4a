//! Quantifiers, and the names that they bind.

use super::expressions::binary;
use super::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::tree::{Binary, Binder, Domain, DomainKind, Expr, ExprKind, Quantifier};

const QUANTIFIERS: &[(&str, Quantifier)] = &[
    ("all", Quantifier::All),
    ("some", Quantifier::Some),
    ("count", Quantifier::Count),
    ("sum", Quantifier::Sum),
    ("max", Quantifier::Max),
    ("min", Quantifier::Min),
];

impl Parser<'_> {
    /// `max j ≠ i in S where C: V`, if the word begins that.
    pub(super) fn quantified(&mut self, word: &str, start: Span) -> Result<Option<Expr>> {
        let Some(&(_, quantifier)) = QUANTIFIERS.iter().find(|it| it.0 == word) else {
            return Ok(None);
        };
        let at = self.at;
        self.advance();
        let mut has_filter = false;
        let binders = self.try_binders_before(|parser| {
            has_filter = parser.eat_word("where");
            has_filter || parser.eat(Sign::Colon)
        });
        let Some(binders) = binders else {
            self.at = at;
            return Ok(None);
        };
        let mut filter = None;
        if has_filter {
            filter = Some(self.expr()?);
            self.expect(Sign::Colon)?;
        }
        let body = self.expr()?;
        let span = start.to(body.span);
        let body = match filter {
            Some(filter) => filtered(quantifier, filter, body),
            None => body,
        };
        Ok(Some(Expr { kind: ExprKind::Quantified(quantifier, binders, body.into()), span }))
    }

    /// `j ≠ i in S, k in T`.
    pub(super) fn binders(&mut self) -> Result<Vec<Binder>> {
        let mut all = vec![self.binder()?];
        while self.eat(Sign::Comma) {
            all.push(self.binder()?);
        }
        Ok(all)
    }

    pub(super) fn binder(&mut self) -> Result<Binder> {
        let start = self.span();
        let mut names = vec![self.new_name("a name")?];
        // `a, b in D` binds both; `a in D, b in E` is two binders
        while self.peek() == Token::Sign(Sign::Comma) {
            let next = self.attempt(|parser| {
                parser.advance();
                let name = parser.new_name("a name")?;
                match parser.peek() {
                    Token::Sign(Sign::Comma | Sign::Colon | Sign::NotEqual) => Ok(name),
                    Token::Word if matches!(parser.word(), "in" | "where") => Ok(name),
                    _ => Err(()),
                }
            });
            match next {
                Some(name) => names.push(name),
                None => break,
            }
        }
        let unequal = if self.eat(Sign::NotEqual) { Some(Box::new(self.sum()?)) } else { None };
        let domain = if self.eat_word("in") { Some(self.members()?) } else { None };
        Ok(Binder { names, unequal, domain, span: start.to(self.last_span()) })
    }

    /// What names run over: a domain, or a list that is written out.
    fn members(&mut self) -> Result<Domain> {
        if self.peek() != Token::Sign(Sign::OpenSquare) {
            return self.domain();
        }
        let list = self.sum()?;
        let span = list.span;
        Ok(Domain { kind: DomainKind::Expr(list.into()), span })
    }
}

/// The body of a quantifier with `where`.
fn filtered(quantifier: Quantifier, filter: Expr, body: Expr) -> Expr {
    let span = body.span;
    match quantifier {
        Quantifier::All => {
            let other = Expr { span: filter.span, kind: ExprKind::Not(filter.into()) };
            Expr { span, ..binary(Binary::Or, other, body) }
        }
        Quantifier::Some | Quantifier::Count => Expr { span, ..binary(Binary::And, filter, body) },
        Quantifier::Sum | Quantifier::Max | Quantifier::Min => {
            Expr { kind: ExprKind::Where { value: body.into(), condition: filter.into() }, span }
        }
    }
}
