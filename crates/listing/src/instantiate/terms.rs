//! Terms: what is computed of a state, done now where it can be.

use crate::instantiate::domain::Domain;
use program::ir::{self, Expr, Place, SlotId};

/// A computation, done now where it can be.
pub fn binary(operator: ir::Binary, left: Expr, right: Expr) -> Expr {
    use ir::Binary::{Add, And, Multiply, Or, Subtract};
    match (operator, &left, &right) {
        (_, Expr::Const(a), Expr::Const(b)) => {
            if let Ok(value) = program::binary(operator, *a, *b) {
                return Expr::Const(value);
            }
        }
        (Add | Subtract | Or, _, Expr::Const(0)) | (Multiply, _, Expr::Const(1)) => return left,
        (Add | Or, Expr::Const(0), _) => return right,
        (And, Expr::Const(0), _) | (And, _, Expr::Const(0)) => return Expr::Const(0),
        _ => {}
    }
    Expr::Binary(operator, left.into(), right.into())
}

pub fn unary(operator: ir::Unary, inner: Expr) -> Expr {
    if let Expr::Const(value) = inner
        && let Ok(value) = program::unary(operator, value)
    {
        return Expr::Const(value);
    }
    Expr::Unary(operator, inner.into())
}

/// A value of that domain to compute with: the step cannot be computed where it is a symbol.
pub fn number(value: Expr, domain: &Domain) -> Expr {
    match domain.symbols.is_empty() {
        true => value,
        false => unary(ir::Unary::Number, value),
    }
}

pub fn add(left: Expr, right: i64) -> Expr {
    binary(ir::Binary::Add, left, Expr::Const(right))
}

pub fn not(inner: Expr) -> Expr {
    unary(ir::Unary::Not, inner)
}

/// Of truth values. The right one may be left uncomputed.
pub fn and(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Const(0), _) => Expr::Const(0),
        (Expr::Const(_), _) => right,
        (_, Expr::Const(1)) => left,
        _ => Expr::Select(left.into(), right.into(), Expr::Const(0).into()),
    }
}

/// Of truth values. The right one may be left uncomputed.
pub fn or(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Const(0), _) => right,
        (Expr::Const(_), _) => Expr::Const(1),
        (_, Expr::Const(0)) => left,
        _ => Expr::Select(left.into(), Expr::Const(1).into(), right.into()),
    }
}

pub fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    match condition {
        Expr::Const(0) => otherwise,
        Expr::Const(_) => then,
        _ if then == otherwise => then,
        _ => Expr::Select(condition.into(), then.into(), otherwise.into()),
    }
}

pub fn whole(slot: SlotId) -> Place {
    Place { slot, index: None }
}

pub fn load(slot: SlotId) -> Expr {
    Expr::Load(whole(slot))
}
