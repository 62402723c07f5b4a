//! Places of a state, and what an expression reads of it.

use program::ir::{Binary, Expr, Place};

pub enum Same {
    Yes,
    No,
    If(Expr),
}

/// Whether two places are one slot.
pub fn same_place(a: &Place, b: &Place) -> Same {
    if a == b {
        return Same::Yes;
    }
    let slots = |place: &Place| match &place.index {
        None => (place.slot, place.slot),
        Some(index) => (place.slot, place.slot + (index.count.max(1) - 1) * index.stride),
    };
    let ((from_a, to_a), (from_b, to_b)) = (slots(a), slots(b));
    if to_a < from_b || to_b < from_a || (a.index.is_none() && b.index.is_none()) {
        return Same::No;
    }
    let number = |place: &Place| match &place.index {
        None => Expr::Const(place.slot as i64),
        Some(index) => {
            let by = Expr::Const(index.stride as i64);
            let offset = Expr::Binary(Binary::Multiply, index.value.clone().into(), by.into());
            Expr::Binary(Binary::Add, Expr::Const(place.slot as i64).into(), offset.into())
        }
    };
    Same::If(Expr::Binary(Binary::Equal, number(a).into(), number(b).into()))
}

/// Whether two places are one slot in some state.
pub fn may_be_one(a: &Place, b: &Place) -> bool {
    !matches!(same_place(a, b), Same::No)
}

/// The most parts of one expression, and how deep they nest.
const PARTS_MAX: usize = 20_000;
const DEPTH_MAX: usize = 500;

pub fn require_short(expr: &Expr) -> Result<(), String> {
    match expr.size() > PARTS_MAX || depth(expr) > DEPTH_MAX {
        true => Err("An expression is too long for a model.".into()),
        false => Ok(()),
    }
}

fn depth(expr: &Expr) -> usize {
    let deepest = |all: &[&Expr]| all.iter().map(|expr| depth(expr)).max().unwrap_or(0);
    1 + match expr {
        Expr::Const(_) | Expr::Temp(_) => 0,
        Expr::Load(place) | Expr::Before(place) => {
            place.index.as_ref().map_or(0, |index| depth(&index.value))
        }
        Expr::Unary(_, inner) | Expr::Below(inner, _) => depth(inner),
        Expr::Binary(_, left, right) => deepest(&[left, right]),
        Expr::Select(a, b, c) => deepest(&[a, b, c]),
        Expr::InTransit(_, from, to) => {
            from.iter().chain(to).map(|expr| depth(expr)).max().unwrap_or(0)
        }
    }
}

pub fn parts_of_place(place: &Place) -> usize {
    place.index.as_ref().map_or(1, |index| 1 + index.value.size())
}

/// The places that an expression reads.
pub fn loads(expr: &Expr) -> Vec<&Place> {
    let mut all = Vec::new();
    expr.each_inner(&mut |expr| {
        if let Expr::Load(place) | Expr::Before(place) = expr {
            all.push(place);
        }
    });
    all
}

/// Whether an expression asks for messages on their way.
pub fn counts_messages(expr: &Expr) -> bool {
    let mut counts = false;
    expr.each_inner(&mut |expr| counts |= matches!(expr, Expr::InTransit(..)));
    counts
}
