//! What is computed of values that are known.

use super::super::Val;
use super::super::domain::{Domain, Of, Ty, converted};
use crate::tree::Quantifier;
use program::ir::{self, Expr};

pub fn truth(it: bool) -> Val {
    Val::bool(Expr::Const(i64::from(it)))
}

pub fn members(all: Vec<Val>) -> Val {
    let items = all.into_iter().map(|it| (it, Expr::Const(1))).collect();
    Val { ty: Ty::Items, parts: Vec::new(), items }
}

pub fn is_constant(value: &Val) -> bool {
    let is_fixed = |it: &Expr| matches!(it, Expr::Const(_));
    value.parts.iter().all(is_fixed)
        && value.items.iter().all(|(it, counts)| *counts == Expr::Const(1) && is_constant(it))
}

pub fn number(value: &Val) -> Option<i64> {
    match &value.ty {
        Ty::Scalar(Domain { of: Of::Cells(_), .. }) => None,
        Ty::Scalar(domain) if domain.has_numbers() => value.constant(),
        _ => None,
    }
}

pub fn minus(value: &Val) -> Option<Val> {
    program::unary(ir::Unary::Minus, number(value)?).ok().map(Val::number)
}

pub fn distinct(all: Vec<Val>) -> Option<Val> {
    let mut kept: Vec<Val> = Vec::new();
    for value in all {
        if !is_in(&value, &kept)? {
            kept.push(value);
        }
    }
    Some(members(kept))
}

pub fn is_in(value: &Val, all: &[Val]) -> Option<bool> {
    let all: Option<Vec<bool>> = all.iter().map(|it| same(value, it)).collect();
    Some(all?.contains(&true))
}

/// Of values that are no sets.
pub fn same(one: &Val, other: &Val) -> Option<bool> {
    match (&one.ty, &other.ty) {
        (Ty::Bool, Ty::Bool) => Some(one.parts == other.parts),
        (Ty::Scalar(a), Ty::Scalar(b)) => {
            let (x, y) = (one.constant()?, other.constant()?);
            let is_plain = a.of == Of::Numbers || b.of == Of::Numbers;
            let number = |it, of| if is_plain { it } else { converted(it, of, Of::Processes) };
            Some(number(x, a.of) == number(y, b.of))
        }
        (Ty::Tuple(a), Ty::Tuple(b)) if a == b => Some(one.parts == other.parts),
        (Ty::Record(a), Ty::Record(b)) if a == b => Some(one.parts == other.parts),
        _ => None,
    }
}

pub fn less(one: &Val, other: &Val) -> Option<bool> {
    if let (Ty::Tuple(a), Ty::Tuple(b)) = (&one.ty, &other.ty) {
        let all_numbers = a.iter().chain(b).all(Ty::is_number) && a.len() == b.len();
        let number = |it: &Expr| if let Expr::Const(it) = it { *it } else { 0 };
        let numbers = |it: &Val| it.parts.iter().map(number).collect::<Vec<i64>>();
        return all_numbers.then(|| numbers(one) < numbers(other));
    }
    Some(number(one)? < number(other)?)
}

/// A sum, a count, the highest or the lowest.
pub fn folded(quantifier: Quantifier, all: &[Val]) -> Option<Val> {
    if quantifier == Quantifier::Count {
        return Some(Val::number(all.len() as i64));
    }
    let numbers = all.iter().map(number).collect::<Option<Vec<i64>>>()?.into_iter();
    let value = match quantifier {
        Quantifier::Max => numbers.max(),
        Quantifier::Min => numbers.min(),
        _ => {
            let sum = |a: Option<i64>, b| program::binary(ir::Binary::Add, a?, b).ok();
            numbers.fold(Some(0), sum)
        }
    };
    value.map(Val::number)
}
