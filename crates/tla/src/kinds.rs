//! What the values of an expression are: the program has numbers only, TLA+ tells truths and sets from them.

use crate::expressions::Speech;
use crate::layout::{Kind, slots_of};
use program::SYMBOLS;
use program::ir::{Asked, Binary, Expr, SlotId, Unary};

impl Speech<'_> {
    /// What the values of an expression are.
    pub fn kind(&self, expr: &Expr) -> Kind {
        match expr {
            Expr::Load(place) | Expr::Before(place) => match self.layout.var(place.slot) {
                Some((var, _)) => var.kind,
                None => self.fields.get(&place.slot).copied().unwrap_or(Kind::Number),
            },
            Expr::Unary(Unary::Bit, _)
            | Expr::Binary(Binary::Without, ..)
            | Expr::InTransit(Asked::Values(..), ..) => Kind::Set,
            Expr::Unary(Unary::Not, _) => Kind::Bool,
            Expr::Binary(operator, left, right) => match operator {
                Binary::Equal
                | Binary::NotEqual
                | Binary::Less
                | Binary::LessEqual
                | Binary::Contains => Kind::Bool,
                Binary::And | Binary::Or => self.kind_of_operands(left, right),
                _ => Kind::Number,
            },
            Expr::Select(_, then, otherwise) => self.kind_of_both(then, otherwise),
            _ => Kind::Number,
        }
    }

    fn kind_of_both(&self, a: &Expr, b: &Expr) -> Kind {
        let is_bit = |expr: &Expr| matches!(expr, Expr::Const(0 | 1));
        match (self.kind(a), self.kind(b)) {
            (Kind::Set, _) | (_, Kind::Set) => Kind::Set,
            (Kind::Bool, Kind::Bool) => Kind::Bool,
            (Kind::Bool, _) if is_bit(b) => Kind::Bool,
            (_, Kind::Bool) if is_bit(a) => Kind::Bool,
            (Kind::Number, Kind::Number) if is_bit(a) && is_bit(b) => Kind::Bool,
            _ => Kind::Number,
        }
    }

    /// What `and`, `or` and `without` are of: truths, or sets, of which a known one is a number here.
    fn kind_of_operands(&self, a: &Expr, b: &Expr) -> Kind {
        match self.kind_of_both(a, b) {
            Kind::Number
                if [a, b]
                    .into_iter()
                    .any(|expr| self.kind(expr) == Kind::Bool && !is_mask(expr)) =>
            {
                if is_mask(a) || is_mask(b) { Kind::Set } else { Kind::Bool }
            }
            Kind::Number => Kind::Set,
            kind => kind,
        }
    }

    /// The slots that an expression reads as sets, where a value of a kind is asked for.
    pub fn read_as_sets(&self, expr: &Expr, wanted: Kind, sets: &mut Vec<SlotId>) {
        let set = Kind::Set;
        match expr {
            Expr::Load(place) => {
                if wanted == set && self.kind(expr) == Kind::Number {
                    sets.extend(slots_of(place));
                }
                if let Some(index) = &place.index {
                    self.read_as_sets(&index.value, Kind::Number, sets);
                }
            }
            Expr::Unary(operator, inner) => {
                let is_of_set = matches!(operator, Unary::Size | Unary::Lowest | Unary::Highest);
                self.read_as_sets(inner, if is_of_set { set } else { Kind::Number }, sets);
            }
            Expr::Binary(operator, left, right) => {
                let both = [left, right].map(|expr| self.kind(expr) == set);
                let wanted = match operator {
                    Binary::Contains => [set, Kind::Number],
                    Binary::And | Binary::Or if wanted == set || self.kind(expr) == set => {
                        [set, set]
                    }
                    Binary::Without => [set, set],
                    Binary::Equal | Binary::NotEqual if both[0] || both[1] => [set, set],
                    _ => [Kind::Number; 2],
                };
                self.read_as_sets(left, wanted[0], sets);
                self.read_as_sets(right, wanted[1], sets);
            }
            Expr::Select(condition, then, otherwise) => {
                let wanted = if self.kind(expr) == set { set } else { wanted };
                self.read_as_sets(condition, Kind::Bool, sets);
                self.read_as_sets(then, wanted, sets);
                self.read_as_sets(otherwise, wanted, sets);
            }
            Expr::Below(inner, _) => self.read_as_sets(inner, Kind::Number, sets),
            Expr::InTransit(_, from, to) => {
                from.iter().chain(to).for_each(|expr| self.read_as_sets(expr, Kind::Number, sets));
            }
            Expr::Const(_) | Expr::Temp(_) | Expr::Before(_) => {}
        }
    }
}

/// Whether a value is a known set, or one of several.
fn is_mask(expr: &Expr) -> bool {
    match expr {
        Expr::Const(value) => (2..SYMBOLS).contains(value),
        Expr::Select(_, then, otherwise) => is_mask(then) || is_mask(otherwise),
        Expr::Binary(Binary::And | Binary::Or, left, right) => is_mask(left) || is_mask(right),
        _ => false,
    }
}
