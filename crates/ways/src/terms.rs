//! Expressions over a state: constants folded, ranges known, faults made guards.

use crate::source::Source;
use program::SYMBOLS;
use program::ir::{Asked, Binary, Expr, Place, Slot, Unary};

pub fn is_true(expr: &Expr) -> bool {
    matches!(expr, Expr::Const(value) if *value != 0)
}

pub fn not(expr: Expr) -> Expr {
    match expr {
        Expr::Const(value) => Expr::Const(i64::from(value == 0)),
        Expr::Unary(Unary::Not, inner) if is_bool(&inner) => *inner,
        Expr::Binary(Binary::Equal, a, b) => Expr::Binary(Binary::NotEqual, a, b),
        Expr::Binary(Binary::NotEqual, a, b) => Expr::Binary(Binary::Equal, a, b),
        expr => Expr::Unary(Unary::Not, expr.into()),
    }
}

pub fn unary(operator: Unary, inner: Expr) -> Expr {
    if let Expr::Const(value) = inner
        && let Ok(value) = program::unary(operator, value)
    {
        return Expr::Const(value);
    }
    Expr::Unary(operator, inner.into())
}

pub fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    if let (Expr::Const(left), Expr::Const(right)) = (&left, &right)
        && let Ok(value) = program::binary(operator, *left, *right)
    {
        return Expr::Const(value);
    }
    match (operator, &left, &right) {
        (Binary::Add | Binary::Or, Expr::Const(0), _) => right,
        (Binary::Add | Binary::Or | Binary::Subtract, _, Expr::Const(0))
        | (Binary::Multiply, _, Expr::Const(1)) => left,
        _ => Expr::Binary(operator, left.into(), right.into()),
    }
}

/// Both, where the second is computed only if the first is true.
pub fn and(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (a, b) if is_true(&a) => b,
        (a, b) if is_true(&b) => a,
        (Expr::Const(_), _) | (_, Expr::Const(_)) => Expr::Const(0),
        (a, b) => Expr::Select(a.into(), b.into(), Expr::Const(0).into()),
    }
}

/// One of both, where the second is computed only if the first is false.
pub fn or(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Expr::Const(0), b) => b,
        (a, Expr::Const(0)) => a,
        (a, b) if is_true(&a) || is_true(&b) => Expr::Const(1),
        (a, b) => Expr::Select(a.into(), Expr::Const(1).into(), b.into()),
    }
}

/// One of all, each computed only if those before it are false; nested as little as possible.
pub fn any(all: &[Expr]) -> Expr {
    match all {
        [] => Expr::Const(0),
        [one] => one.clone(),
        all => {
            let (first, second) = all.split_at(all.len() / 2);
            or(any(first), any(second))
        }
    }
}

/// The conditions of which each has to be true, but for those that always are.
pub fn conjuncts(guard: &Expr) -> Vec<&Expr> {
    let (mut all, mut open) = (Vec::new(), vec![guard]);
    while let Some(guard) = open.pop() {
        match guard {
            Expr::Const(1) => {}
            Expr::Select(a, b, otherwise) if **otherwise == Expr::Const(0) => {
                open.extend([&**b, a]);
            }
            guard => all.push(guard),
        }
    }
    all
}

/// Whether its value is zero or one whatever the state.
fn is_bool(expr: &Expr) -> bool {
    match expr {
        Expr::Unary(Unary::Not, _) => true,
        Expr::Binary(operator, ..) => matches!(
            operator,
            Binary::Equal | Binary::NotEqual | Binary::Less | Binary::LessEqual | Binary::Contains
        ),
        _ => false,
    }
}

/// Which values an expression can have, symbols aside.
#[derive(Clone, Copy)]
struct Range {
    low: i64,
    high: i64,
}

pub struct Terms<'a> {
    source: &'a Source,
}

impl<'a> Terms<'a> {
    pub fn new(source: &'a Source) -> Terms<'a> {
        Terms { source }
    }

    /// The slots that a place can be.
    fn slots(&self, place: &Place) -> impl Iterator<Item = &'a Slot> {
        let (count, stride) =
            place.index.as_ref().map_or((1, 1), |index| (index.count.max(1), index.stride));
        let (program, first) = (&self.source.program, place.slot);
        (0..count).filter_map(move |at| program.slots.get(first + at * stride))
    }

    /// A condition that is true if a place can have a value.
    pub fn is_in_domain(&self, place: &Place, value: &Expr) -> Expr {
        let mut slots = self.slots(place);
        let Some(slot) = slots.next() else { return Expr::Const(0) };
        let accepts = |low: i64, high: i64| slot.low <= low && high <= slot.high;
        let known = match value {
            Expr::Const(value) => return Expr::Const(i64::from(slot.encode(*value).is_some())),
            Expr::Load(from) => self.slots(from).all(|it| {
                let numbers = it.high < it.low || accepts(it.low, it.high);
                numbers && it.symbols.iter().all(|symbol| slot.symbols.contains(symbol))
            }),
            value => self.range(value).is_some_and(|range| accepts(range.low, range.high)),
        };
        if known {
            return Expr::Const(1);
        }
        if let Expr::Select(condition, then, otherwise) = value {
            let then = self.is_in_domain(place, then);
            let otherwise = self.is_in_domain(place, otherwise);
            if is_true(&then) && is_true(&otherwise) {
                return Expr::Const(1);
            }
            return Expr::Select(condition.clone(), then.into(), otherwise.into());
        }
        let compare = |operator, left: Expr, right: Expr| {
            Expr::Binary(operator, Box::new(left), Box::new(right))
        };
        let range = self.range(value);
        if range.is_some_and(|range| range.high < slot.low || slot.high < range.low) {
            return Expr::Const(0);
        }
        let has_numbers = slot.low <= slot.high;
        self.source.spend((2 + slot.symbols.len()) * value.size());
        let mut is_in = Expr::Const(i64::from(has_numbers));
        if has_numbers && range.is_none_or(|range| range.low < slot.low) {
            is_in = and(is_in, compare(Binary::LessEqual, Expr::Const(slot.low), value.clone()));
        }
        if has_numbers && range.is_none_or(|range| range.high > slot.high) {
            is_in = and(is_in, compare(Binary::LessEqual, value.clone(), Expr::Const(slot.high)));
        }
        for &symbol in &slot.symbols {
            let same = compare(Binary::Equal, value.clone(), Expr::Const(symbol));
            is_in = or(is_in, same);
        }
        is_in
    }

    /// Bounds of a value that is a number, where they follow from the domains.
    fn range(&self, expr: &Expr) -> Option<Range> {
        let of = |low, high| Some(Range { low, high });
        self.source.spend(1);
        match expr {
            _ if self.source.is_spent() => None,
            Expr::Const(value) if *value >= SYMBOLS => None,
            Expr::Const(value) => of(*value, *value),
            Expr::Load(place) => {
                let mut all = Range { low: i64::MAX, high: i64::MIN };
                for slot in self.slots(place) {
                    if !slot.symbols.is_empty() {
                        return None;
                    }
                    all = Range { low: all.low.min(slot.low), high: all.high.max(slot.high) };
                }
                (all.low <= all.high).then_some(all)
            }
            Expr::Below(inner, bound) => {
                let inner = self.range(inner).unwrap_or(Range { low: 0, high: bound.count - 1 });
                of(inner.low.max(0), inner.high.min(bound.count - 1))
            }
            Expr::Select(_, then, otherwise) => {
                let (then, otherwise) = (self.range(then)?, self.range(otherwise)?);
                of(then.low.min(otherwise.low), then.high.max(otherwise.high))
            }
            expr if is_bool(expr) => of(0, 1),
            Expr::Binary(operator, left, right) => {
                let (a, b) = (self.range(left)?, self.range(right)?);
                match operator {
                    Binary::Add => of(a.low.checked_add(b.low)?, a.high.checked_add(b.high)?),
                    Binary::Subtract => of(a.low.checked_sub(b.high)?, a.high.checked_sub(b.low)?),
                    Binary::Modulo if b.low > 0 => of(0, b.high - 1),
                    Binary::Min => of(a.low.min(b.low), a.high.min(b.high)),
                    Binary::Max => of(a.low.max(b.low), a.high.max(b.high)),
                    Binary::And if a.low >= 0 && b.low >= 0 => of(0, a.high.min(b.high)),
                    Binary::Without if a.low >= 0 => of(0, a.high),
                    Binary::Or if a.low >= 0 && b.low >= 0 => {
                        let bits = 64 - a.high.max(b.high).leading_zeros();
                        of(0, 1_i64.checked_shl(bits)?.wrapping_sub(1))
                    }
                    Binary::Multiply | Binary::Divide if a.low >= 0 && b.low > 0 => {
                        let high = if *operator == Binary::Multiply { b.high } else { 1 };
                        of(0, a.high.checked_mul(high)?)
                    }
                    _ => None,
                }
            }
            Expr::Unary(Unary::Lowest | Unary::Highest | Unary::Size, _) => of(0, 63),
            Expr::InTransit(Asked::Count(_), ..) => of(0, 64),
            Expr::InTransit(Asked::Values(kind, nth), ..) => {
                let slot = self.source.program.channels.as_ref()?.slot(*kind, *nth);
                of(0, 1_i64.checked_shl(slot.count() as u32)?.wrapping_sub(1))
            }
            // below zero there is no member
            Expr::Unary(Unary::Bit, member) => {
                let member = self.range(member).filter(|range| range.high < 62)?;
                let low = if member.low < 0 { 0 } else { 1 << member.low };
                of(low, if member.high < 0 { 0 } else { 1 << member.high })
            }
            _ => None,
        }
    }

    /// A condition that is true if a value is from zero to below the bound.
    pub fn is_below(&self, value: &Expr, bound: i64) -> Expr {
        if let Expr::Const(value) = value {
            return Expr::Const(i64::from((0..bound).contains(value)));
        }
        let compare = |operator, a: Expr, b: Expr| Expr::Binary(operator, Box::new(a), Box::new(b));
        let range = self.range(value);
        if range.is_some_and(|range| range.high < 0 || bound <= range.low) {
            return Expr::Const(0);
        }
        self.source.spend(2 * value.size());
        let mut inside = Expr::Const(1);
        if range.is_none_or(|range| range.low < 0) {
            let low = compare(Binary::LessEqual, Expr::Const(0), value.clone());
            inside = and(inside, low);
        }
        if range.is_none_or(|range| range.high >= bound) {
            let high = compare(Binary::Less, value.clone(), Expr::Const(bound));
            inside = and(inside, high);
        }
        inside
    }

    /// Whether a value cannot be negative.
    pub fn is_natural(&self, expr: &Expr) -> bool {
        self.range(expr).is_some_and(|range| range.low >= 0)
    }

    /// The highest that a number can be, from zero on.
    pub fn highest_number(&self, expr: &Expr) -> Option<usize> {
        let range = self.range(expr).filter(|range| range.low >= 0)?;
        usize::try_from(range.high).ok()
    }

    /// The highest member that a set can have.
    pub fn highest(&self, set: &Expr) -> Option<u32> {
        let high = self.range(set).filter(|range| range.low >= 0)?.high;
        Some(63_u32.saturating_sub(high.leading_zeros()))
    }

    /// A condition that is true if the expression has no fault: no index outside of its array, no
    /// division by zero, no first of nothing.
    pub fn is_fine(&self, expr: &Expr) -> Expr {
        self.source.spend(1);
        match expr {
            _ if self.source.is_spent() => Expr::Const(1),
            Expr::Const(_) | Expr::Temp(_) => Expr::Const(1),
            Expr::InTransit(_, from, to) => {
                let ends = from.iter().chain(to).map(|expr| self.is_fine(expr));
                ends.fold(Expr::Const(1), and)
            }
            Expr::Load(place) | Expr::Before(place) => {
                place.index.as_ref().map_or(Expr::Const(1), |index| self.is_fine(&index.value))
            }
            Expr::Unary(operator, inner) => {
                let fine = self.is_fine(inner);
                match operator {
                    Unary::Lowest | Unary::Highest => {
                        self.source.spend(inner.size());
                        let some =
                            Expr::Binary(Binary::NotEqual, inner.clone(), Expr::Const(0).into());
                        and(fine, some)
                    }
                    Unary::Number => {
                        self.source.spend(inner.size());
                        let symbols = Expr::Const(SYMBOLS).into();
                        and(fine, Expr::Binary(Binary::Less, inner.clone(), symbols))
                    }
                    _ => fine,
                }
            }
            Expr::Binary(operator, left, right) => {
                let fine = and(self.is_fine(left), self.is_fine(right));
                let divides = matches!(operator, Binary::Divide | Binary::Modulo);
                match divides
                    && !self.range(right).is_some_and(|range| range.low > 0 || range.high < 0)
                {
                    true => and(
                        fine,
                        Expr::Binary(Binary::NotEqual, right.clone(), Expr::Const(0).into()),
                    ),
                    false => fine,
                }
            }
            Expr::Select(condition, then, otherwise) => {
                let (then, otherwise) = (self.is_fine(then), self.is_fine(otherwise));
                let both = match is_true(&then) && is_true(&otherwise) {
                    true => Expr::Const(1),
                    false => {
                        self.source.spend(condition.size());
                        Expr::Select(condition.clone(), then.into(), otherwise.into())
                    }
                };
                and(self.is_fine(condition), both)
            }
            Expr::Below(inner, bound) => {
                and(self.is_fine(inner), self.is_below(inner, bound.count))
            }
        }
    }
}
