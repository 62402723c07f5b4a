//! Expressions: the operators, from the one that binds least to the one that binds most.

use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::limits::CHAIN_MAX;
use crate::token::{Sign, Token};
use crate::tree::{Binary, Compare, Expr, ExprKind};

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
        self.fail(DiagnosticDraft::new(ErrorCode::NestingTooDeep, span, message).help(help))
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

    pub(super) fn postfix(&mut self) -> Result<Expr> {
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
}

pub(super) fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(operator, left.into(), right.into()), span }
}
