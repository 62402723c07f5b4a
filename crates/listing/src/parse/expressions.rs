//! Expressions and domains.

use super::{Parser, Result};
use crate::diagnostic::{Found, Kind};
use crate::limits::CHAIN_MAX;
use crate::rows::{WordKind, word_kind};
use crate::token::{Sign, Span, Token};
use crate::tree::{Binary, Compare, Domain, DomainKind, Expr, ExprKind, Name};

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Result<Expr> {
        self.nested(|parser| {
            let from = parser.conditional()?;
            if !parser.eat(Sign::Implies) {
                return Ok(from);
            }
            let always = parser.eat_word("always");
            let to = parser.expr()?;
            let span = from.span.to(to.span);
            let kind = ExprKind::Implies { from: from.into(), to: to.into(), always };
            Ok(Expr { kind, span })
        })
    }

    pub(super) fn exprs(&mut self) -> Result<Vec<Expr>> {
        let mut all = vec![self.expr()?];
        while self.eat(Sign::Comma) {
            all.push(self.expr()?);
        }
        Ok(all)
    }

    /// Counts one more operator of a row.
    fn chain(&mut self, count: &mut usize) -> Result<()> {
        *count += 1;
        if *count <= CHAIN_MAX {
            return Ok(());
        }
        let span = self.span();
        let message = format!("At most {CHAIN_MAX} operators stand in a row.");
        let help = "Use a `define` for a part of this.";
        self.fail(Found::new(Kind::NestingTooDeep, span, message).help(help))
    }

    fn conditional(&mut self) -> Result<Expr> {
        let then = self.or()?;
        if self.word() != "if" {
            return Ok(then);
        }
        self.advance();
        let condition = self.or()?;
        self.expect_word("else")?;
        let otherwise = self.nested(Self::conditional)?;
        let span = then.span.to(otherwise.span);
        let kind = ExprKind::If {
            then: then.into(),
            condition: condition.into(),
            otherwise: otherwise.into(),
        };
        Ok(Expr { kind, span })
    }

    fn or(&mut self) -> Result<Expr> {
        let mut left = self.and()?;
        let mut count = 0;
        while self.eat_word("or") {
            self.chain(&mut count)?;
            left = binary(Binary::Or, left, self.and()?);
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Expr> {
        let mut left = self.not()?;
        let mut count = 0;
        while self.eat_word("and") {
            self.chain(&mut count)?;
            left = binary(Binary::And, left, self.not()?);
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Expr> {
        let span = self.span();
        if !self.eat_word("not") {
            return self.comparison();
        }
        let inner = self.nested(Self::not)?;
        let span = span.to(inner.span);
        Ok(Expr { kind: ExprKind::Not(inner.into()), span })
    }

    fn compare_sign(&mut self) -> Option<Compare> {
        let sign = match self.peek() {
            Token::Sign(Sign::Equal) => Compare::Equal,
            Token::Sign(Sign::NotEqual) => Compare::NotEqual,
            Token::Sign(Sign::Less) => Compare::Less,
            Token::Sign(Sign::LessEqual) => Compare::LessEqual,
            Token::Sign(Sign::Greater) => Compare::Greater,
            Token::Sign(Sign::GreaterEqual) => Compare::GreaterEqual,
            Token::Sign(Sign::Subset) => Compare::Subset,
            Token::Word if self.word() == "in" => Compare::In,
            Token::Word if self.word() == "not" && self.word_after() == "in" => {
                self.advance();
                Compare::NotIn
            }
            _ => return None,
        };
        self.advance();
        Some(sign)
    }

    fn comparison(&mut self) -> Result<Expr> {
        let first = self.sum()?;
        if self.word() == "is" && self.word_after() == "free" {
            self.advance();
            let span = first.span.to(self.span());
            self.advance();
            return Ok(Expr { kind: ExprKind::IsFree(first.into()), span });
        }
        let (mut operands, mut signs) = (vec![first], Vec::new());
        while let Some(sign) = self.compare_sign() {
            signs.push(sign);
            operands.push(self.sum()?);
        }
        if signs.is_empty() {
            return Ok(operands.swap_remove(0));
        }
        let span = operands[0].span.to(self.last_span());
        Ok(Expr { kind: ExprKind::Compare(operands, signs), span })
    }

    pub(super) fn sum(&mut self) -> Result<Expr> {
        let mut left = self.product()?;
        let mut count = 0;
        loop {
            let operator = match self.peek() {
                Token::Sign(Sign::Plus) => Binary::Add,
                Token::Sign(Sign::Minus) => Binary::Subtract,
                _ => return Ok(left),
            };
            self.chain(&mut count)?;
            self.advance();
            left = binary(operator, left, self.product()?);
        }
    }

    fn product(&mut self) -> Result<Expr> {
        let mut left = self.unary()?;
        let mut count = 0;
        loop {
            let operator = match self.peek() {
                Token::Sign(Sign::Times) => Binary::Multiply,
                Token::Sign(Sign::Divide) => Binary::Divide,
                Token::Word if self.word() == "mod" => Binary::Modulo,
                _ => return Ok(left),
            };
            self.chain(&mut count)?;
            self.advance();
            left = binary(operator, left, self.unary()?);
        }
    }

    fn unary(&mut self) -> Result<Expr> {
        let span = self.span();
        if !self.eat(Sign::Minus) {
            return self.postfix();
        }
        let inner = self.nested(Self::unary)?;
        let span = span.to(inner.span);
        Ok(Expr { kind: ExprKind::Minus(inner.into()), span })
    }

    fn postfix(&mut self) -> Result<Expr> {
        let mut base = self.primary()?;
        let mut count = 0;
        loop {
            if self.peek() == Token::Sign(Sign::OpenSquare) {
                self.chain(&mut count)?;
                self.advance();
                let indices = self.exprs()?;
                let end = self.span();
                self.expect(Sign::CloseSquare)?;
                let span = base.span.to(end);
                base = Expr { kind: ExprKind::Index(base.into(), indices), span };
            } else if self.peek() == Token::Sign(Sign::Dot) {
                self.chain(&mut count)?;
                self.advance();
                let name = self.name("the name of a field")?;
                let span = base.span.to(name.span);
                base = Expr { kind: ExprKind::Field(base.into(), name), span };
            } else if self.peek() == Token::Sign(Sign::Prime) {
                self.chain(&mut count)?;
                let span = base.span.to(self.span());
                self.advance();
                base = Expr { kind: ExprKind::Prime(base.into()), span };
            } else {
                return Ok(base);
            }
        }
    }

    fn primary(&mut self) -> Result<Expr> {
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
                let message = super::missing("an expression", &self.here());
                self.fail(Found::new(Kind::NotAnExpression, start, message))
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
            "sort" if after == Some(Sign::Open) => return self.sort(start),
            _ => {}
        }
        // the value of an option may be called `always`
        let begins_none = match word.as_str() {
            "if" | "else" | "with" | "until" | "await" | "for" | "and" | "or" | "mod" => true,
            "always" | "eventually" => is_word_after || after == Some(Sign::Open),
            _ => false,
        };
        if begins_none {
            let message = super::missing("an expression", &format!("`{word}`"));
            return self.fail(Found::new(Kind::NotAnExpression, start, message));
        }
        self.advance();
        if after == Some(Sign::Open) && self.touches(start) {
            // it may be the value of an option, which is not called
            if word_kind(&word) == WordKind::Keyword {
                let message = format!("`{word}` is a word of the language and no function.");
                return self.fail(Found::new(Kind::NotAnExpression, start, message));
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

    fn sort(&mut self, start: Span) -> Result<Expr> {
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
        self.at = self.tokens.iter().position(|it| it.1 == start).unwrap_or(self.at);
        let is_open = self.eat(Sign::Open);
        let union = self.domain()?.span.of(self.text);
        if is_open {
            self.expect(Sign::Close)?;
        }
        let message = format!("Behind `{of}` stands one domain, and this is a union.");
        let help = format!("Write `domain D: {union}` above all that uses it, and `{of} D` here.");
        let span = start.to(self.last_span());
        self.fail(Found::new(Kind::WrongDomain, span, message).help(help))
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

pub(super) fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(operator, left.into(), right.into()), span }
}
