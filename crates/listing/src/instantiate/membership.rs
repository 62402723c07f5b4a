//! Whether a value is one of a domain, and its position there.

use crate::instantiate::domain::{Domain, Ty, converted};
use crate::instantiate::instance::Instance;
use crate::instantiate::sets::balanced;
use crate::instantiate::terms::{and, binary, or, select};
use program::ir::{self, Expr};

impl Instance<'_> {
    /// Whether the numbers of a value of type `from`, made to fit `to`, are a value of it.
    pub fn is_within(&self, parts: &[Expr], from: &Ty, to: &Ty) -> Expr {
        match (from, to) {
            _ if from == to => Expr::Const(1),
            (Ty::Scalar(from), Ty::Scalar(to)) => to.has(&parts[0], from),
            (_, Ty::Set(element)) => {
                let count = element.members(&self.types.records).map_or(0, |all| all.len());
                binary(ir::Binary::Less, parts[0].clone(), Expr::Const(1 << count))
            }
            _ => match (self.parts_of(from), self.parts_of(to)) {
                (Some(from), Some(to)) if from.len() == to.len() => {
                    let (mut all, mut at) = (Expr::Const(1), 0);
                    for (from, to) in from.iter().zip(&to) {
                        let width = to.width(&self.types.records);
                        all = and(all, self.is_within(&parts[at..at + width], from, to));
                        at += width;
                    }
                    all
                }
                _ => Expr::Const(1),
            },
        }
    }

    fn parts_of(&self, ty: &Ty) -> Option<Vec<Ty>> {
        match ty {
            Ty::Record(id) => {
                Some(self.types.records[*id].fields.iter().map(|field| field.1.clone()).collect())
            }
            Ty::Tuple(all) => Some(all.clone()),
            _ => None,
        }
    }
}

impl Domain {
    /// Whether a value of the domain `from`, as this one counts it, is one of this one.
    fn has(&self, value: &Expr, from: &Domain) -> Expr {
        let by = converted(0, from.of, self.of);
        let (low, high) = (from.low + by, from.high + by);
        let has_all = from.symbols.iter().all(|symbol| self.symbols.contains(symbol));
        let is_inside = !from.has_numbers() || self.low <= low && high <= self.high;
        if has_all && is_inside {
            return Expr::Const(1);
        }
        let mut any = Vec::new();
        if from.has_numbers() && self.has_numbers() {
            // symbols are above all numbers
            let is_low = high <= self.high && from.symbols.is_empty();
            let from_low = binary(ir::Binary::LessEqual, Expr::Const(self.low), value.clone());
            let to_high = binary(ir::Binary::LessEqual, value.clone(), Expr::Const(self.high));
            any.push(match (self.low <= low, is_low) {
                (true, _) => to_high,
                (false, true) => from_low,
                (false, false) => and(from_low, to_high),
            });
        }
        let both = self.symbols.iter().filter(|symbol| from.symbols.contains(symbol));
        any.extend(both.map(|&it| binary(ir::Binary::Equal, value.clone(), Expr::Const(it))));
        balanced(any, &or).unwrap_or(Expr::Const(0))
    }

    /// The position of a value of the domain `from` among all values; −1 for another value.
    pub fn position(&self, value: &Expr, from: &Ty) -> Expr {
        let at = self.ordinal(value);
        match from {
            // without symbols no other value has the position of one
            Ty::Scalar(from) if !self.symbols.is_empty() => {
                select(self.has(value, from), at, Expr::Const(-1))
            }
            _ => at,
        }
    }
}
