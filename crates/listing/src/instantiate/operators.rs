//! What an operator between numbers, sets or lists comes to.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty, Written};
use crate::instantiate::instance::Instance;
use crate::instantiate::sets::fits_set;
use crate::instantiate::terms::binary;
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Binary, Expr as Tree};
use program::{SYMBOLS, ir};

/// No computation goes as far from zero: where symbols begin.
const FAR: i64 = SYMBOLS - 1;

impl<'t> Instance<'t> {
    /// Of two sets in braces, a member that both have counts once.
    pub fn operated(
        &mut self,
        operator: Binary,
        left: &'t Tree,
        right: &'t Tree,
        expr: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let (one, other) = (self.eval(left, env)?, self.eval(right, env)?);
        let has_set = one.ty.is_set() || other.ty.is_set();
        let sign = match operator {
            Binary::Add => "+",
            Binary::Subtract => "−",
            _ => "",
        };
        if !sign.is_empty() {
            self.one_beside_many(sign, (left, &one), (right, &other))?;
        }
        let mut value = self.combine(operator, one, other, expr.span)?;
        if value.ty.is_written() && has_set {
            value.items = self.distinct(value.items, expr.span)?;
        }
        Ok(value)
    }

    fn combine(&mut self, operator: Binary, left: Val, right: Val, span: Span) -> Result<Val> {
        if left.ty.is_many() || right.ty.is_many() {
            return self.combine_sets(operator, left, right, span);
        }
        let (one, other) = (self.number(&left, span)?, self.number(&right, span)?);
        let operator = computes(operator);
        let ty = arithmetic(operator, &left.ty, &right.ty);
        if matches!(&ty, Ty::Scalar(it) if it.low <= -FAR || it.high >= FAR) {
            let message = "This can become a number of more than twelve digits.";
            let help = "Compute with smaller domains.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::NumberTooLarge, span, message).help(help));
        }
        Ok(Val::one(ty, binary(operator, one, other)))
    }

    fn combine_sets(
        &mut self,
        operator: Binary,
        mut left: Val,
        right: Val,
        span: Span,
    ) -> Result<Val> {
        let is_list = matches!(left.ty, Ty::List(..)) || matches!(right.ty, Ty::List(..));
        match operator {
            Binary::Add if is_list => self.concatenate(left, right, span),
            Binary::Add if left.ty.is_written() && right.ty.is_written() => {
                if right.ty.is_set() {
                    left.ty = right.ty;
                }
                left.items.extend(right.items);
                Ok(left)
            }
            // the order in which links count the outcomes of a choice
            Binary::Add if !fits_set(&left, &right) => {
                let mut items = self.items_of(&left, span)?;
                items.extend(self.items_of(&right, span)?);
                Ok(Val { ty: Ty::Literal(Written::Set), parts: Vec::new(), items })
            }
            Binary::Subtract if matches!(left.ty, Ty::Set(_)) => {
                let others = self.fit(right, &left.ty, span)?.swap_remove(0);
                let [all] = &left.parts[..] else { unreachable!("a set is one number") };
                Ok(Val::one(left.ty, binary(ir::Binary::Without, all.clone(), others)))
            }
            Binary::Add | Binary::Subtract if !is_list => {
                let operator = match operator {
                    Binary::Add => ir::Binary::Or,
                    _ => ir::Binary::Without,
                };
                let (ty, one, other) = self.as_sets(left, right, span)?;
                Ok(Val::one(ty, binary(operator, one, other)))
            }
            _ => {
                let message = "Sets know `+`, `−`, `in` and `⊆`; lists know `+`.";
                self.error(ErrorCode::NotANumber, span, message)
            }
        }
    }
}

/// The computation that an operator between numbers stands for.
pub const fn computes(operator: Binary) -> ir::Binary {
    match operator {
        Binary::Add => ir::Binary::Add,
        Binary::Subtract => ir::Binary::Subtract,
        Binary::Multiply => ir::Binary::Multiply,
        Binary::Divide => ir::Binary::Divide,
        _ => ir::Binary::Modulo,
    }
}

/// The numbers that a computation can give.
pub fn arithmetic(operator: ir::Binary, left: &Ty, right: &Ty) -> Ty {
    let (Ty::Scalar(a), Ty::Scalar(b)) = (left, right) else { return left.clone() };
    let (low, high) = match operator {
        ir::Binary::Add => (a.low + b.low, a.high + b.high),
        ir::Binary::Subtract => (a.low - b.high, a.high - b.low),
        ir::Binary::Max => (a.low.max(b.low), a.high.max(b.high)),
        ir::Binary::Min => (a.low.min(b.low), a.high.min(b.high)),
        ir::Binary::Modulo => (0, (b.high.abs().max(b.low.abs()) - 1).max(0)),
        ir::Binary::Divide if b.low > 0 => corners(a, b, i64::div_euclid),
        ir::Binary::Divide => (a.low.min(-a.high), a.high.max(-a.low)),
        _ => corners(a, b, i64::saturating_mul),
    };
    Ty::numbers(low.clamp(-FAR, FAR), high.clamp(-FAR, FAR))
}

/// The least and the largest that comes of the ends of two ranges.
fn corners(a: &Domain, b: &Domain, compute: impl Fn(i64, i64) -> i64) -> (i64, i64) {
    let ends = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
    let all = ends.map(|(one, other)| compute(one, other));
    all.iter().fold((all[0], all[0]), |(low, high), &one| (low.min(one), high.max(one)))
}
