//! What sets and lists can do.

use crate::diagnostic::{ErrorCode, capital};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty, Written, converted};
use crate::instantiate::instance::Instance;
use crate::instantiate::terms::{and, binary, not, or, select, unary};
use crate::instantiate::value::Val;
use crate::limits::SET_MAX;
use crate::token::Span;
use program::ir::{self, Expr};

impl Instance<'_> {
    /// The members of a set that is written out, each of them once.
    pub fn distinct(&mut self, items: Vec<(Val, Expr)>, span: Span) -> Result<Vec<(Val, Expr)>> {
        let mut all: Vec<(Val, Expr)> = Vec::new();
        for (at, (item, condition)) in items.iter().enumerate() {
            let mut is_new = condition.clone();
            // if an equal one counts, the first of those is the member
            for (other, counts) in &items[..at] {
                let same = match (&item.ty, &other.ty) {
                    (Ty::Scalar(own), Ty::Scalar(domain))
                        if own.of == domain.of || !domain.of.are_processes() =>
                    {
                        let other = self.convert(other.parts[0].clone(), domain, own.of);
                        binary(ir::Binary::Equal, item.parts[0].clone(), other)
                    }
                    _ => self.equal(item, other, span)?,
                };
                is_new = and(is_new, not(and(counts.clone(), same)));
                self.spend(item.size() + other.size() + counts.size(), span)?;
            }
            if is_new != Expr::Const(0) {
                all.push((item.clone(), is_new));
            }
        }
        Ok(all)
    }

    /// A set of those items that count.
    pub fn as_bits(&mut self, items: Vec<(Val, Expr)>, element: Ty, span: Span) -> Result<Val> {
        let parts = self.gather(
            &Val { ty: Ty::Literal(Written::Set), parts: Vec::new(), items },
            &element,
            span,
        )?;
        Ok(Val { ty: Ty::Set(Box::new(element)), parts, items: Vec::new() })
    }

    /// Items as the bits of a set. One that cannot be a member has the bit behind all members: such a set
    /// equals none without it, and no variable can have it.
    pub fn gather(&mut self, value: &Val, element: &Ty, span: Span) -> Result<Vec<Expr>> {
        let count = element.members(&self.types.records).map_or(0, |all| all.len());
        let outside = Expr::Const(1 << count.min(SET_MAX));
        let mut bits = Vec::new();
        for (item, condition) in value.items.clone() {
            let fits = match (&item.ty, element, item.constant()) {
                (Ty::Scalar(from), Ty::Scalar(to), Some(number)) => {
                    to.contains(converted(number, from.of, to.of))
                }
                _ => true,
            };
            let bit = if fits || condition == Expr::Const(1) {
                let (at, is_within) = self.ordinal(item, element, span)?;
                select(is_within, unary(ir::Unary::Bit, at), outside.clone())
            } else {
                outside.clone()
            };
            bits.push(select(condition, bit, Expr::Const(0)));
        }
        let set = balanced(bits, &|one, other| binary(ir::Binary::Or, one, other));
        Ok(vec![set.unwrap_or(Expr::Const(0))])
    }

    /// The members that a set or list can have, with whether it has them.
    pub fn items_of(&mut self, value: &Val, span: Span) -> Result<Vec<(Val, Expr)>> {
        match &value.ty {
            Ty::Literal(_) => Ok(value.items.clone()),
            Ty::Set(element) => {
                let members = element.members(&self.types.records).unwrap_or_default();
                let set = self.simple(value.parts[0].clone());
                Ok(members
                    .into_iter()
                    .enumerate()
                    .map(|(at, member)| {
                        let parts = member.into_iter().map(Expr::Const).collect();
                        let item = Val { ty: (**element).clone(), parts, items: Vec::new() };
                        (item, contains(set.clone(), Expr::Const(at as i64)))
                    })
                    .collect())
            }
            Ty::List(element, max) => {
                let width = element.width(&self.types.records);
                let length = self.simple(value.parts[0].clone());
                Ok((0..*max)
                    .map(|at| {
                        let parts = value.parts[(1 + at * width)..=((at + 1) * width)].to_vec();
                        let item = Val { ty: (**element).clone(), parts, items: Vec::new() };
                        let is_there =
                            binary(ir::Binary::Less, Expr::Const(at as i64), length.clone());
                        (item, is_there)
                    })
                    .collect())
            }
            Ty::Array(_, element) => {
                let width = element.width(&self.types.records);
                let chunks = value.parts.chunks(width.max(1));
                Ok(chunks
                    .map(|parts| {
                        let ty = (**element).clone();
                        (Val { ty, parts: parts.to_vec(), items: Vec::new() }, Expr::Const(1))
                    })
                    .collect())
            }
            _ => {
                let given = self.say_known(value).unwrap_or_else(|| self.say_ty(&value.ty));
                let message =
                    format!("Here a set, a list or an array is needed, and this is {given}.");
                self.error(ErrorCode::WrongDomain, span, message)
            }
        }
    }

    /// Whether two values are equal.
    pub fn equal(&mut self, left: &Val, right: &Val, span: Span) -> Result<Expr> {
        match (&left.ty, &right.ty) {
            (Ty::Scalar(a), Ty::Scalar(b)) => self.equal_scalars(left, right, (a, b), span),
            (Ty::Bool, Ty::Bool) => {
                Ok(binary(ir::Binary::Equal, left.parts[0].clone(), right.parts[0].clone()))
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                let (mut ones, mut others) = (left.parts.iter(), right.parts.iter());
                let mut all = Expr::Const(1);
                for (one, other) in a.iter().zip(b) {
                    let one = self.next_part(one, &mut ones);
                    let other = self.next_part(other, &mut others);
                    all = and(all, self.equal(&one, &other, span)?);
                }
                Ok(all)
            }
            (Ty::Literal(_), Ty::Literal(_)) if left.items.is_empty() || right.items.is_empty() => {
                let all = left.items.iter().chain(&right.items);
                Ok(not(all.fold(Expr::Const(0), |any, it| or(any, it.1.clone()))))
            }
            (Ty::Literal(_), Ty::Set(_) | Ty::List(..)) => {
                let parts = self.fit(left.clone(), &right.ty, span)?;
                Ok(all_equal(&parts, &right.parts))
            }
            (Ty::Set(_) | Ty::List(..), Ty::Literal(_)) => {
                let parts = self.fit(right.clone(), &left.ty, span)?;
                Ok(all_equal(&left.parts, &parts))
            }
            _ if left.parts.len() == right.parts.len() && !left.parts.is_empty() => {
                let parts = self.fit(right.clone(), &left.ty, span)?;
                Ok(all_equal(&left.parts, &parts))
            }
            (Ty::List(..), Ty::List(..)) => {
                let ty = self.join(left, right, span)?;
                let one = self.fit(left.clone(), &ty, span)?;
                Ok(all_equal(&one, &self.fit(right.clone(), &ty, span)?))
            }
            _ => {
                let (one, other) = self.say_apart(&left.ty, &right.ty);
                let message = format!("{} and {other} cannot be compared.", capital(&one));
                self.error(ErrorCode::WrongDomain, span, message)
            }
        }
    }

    /// Whether two numbers, symbols or processes are equal.
    fn equal_scalars(
        &mut self,
        left: &Val,
        right: &Val,
        (a, b): (&Domain, &Domain),
        span: Span,
    ) -> Result<Expr> {
        self.both_depend_on_identity(a, b);
        let (mut one, mut other) = (left.parts[0].clone(), right.parts[0].clone());
        if a.of != b.of {
            one = self.convert(one, a, Of::Processes);
            other = self.convert(other, b, Of::Processes);
            if a.of == Of::Numbers || b.of == Of::Numbers {
                (one, other) = (left.parts[0].clone(), right.parts[0].clone());
            }
        }
        let is_possible = a.symbols.iter().any(|symbol| b.symbols.contains(symbol))
            || (a.has_numbers() && b.has_numbers());
        if !is_possible {
            if left.constant().is_some() && right.constant().is_some() {
                return Ok(Expr::Const(0));
            }
            let message = format!(
                "These two are never equal: one is {}, the other {}.",
                self.say_domain(a),
                self.say_domain(b)
            );
            return self.error(ErrorCode::WrongDomain, span, message);
        }
        Ok(binary(ir::Binary::Equal, one, other))
    }

    /// The value of a type that comes next in the numbers of a tuple.
    fn next_part<'e>(&self, ty: &Ty, parts: &mut impl Iterator<Item = &'e Expr>) -> Val {
        let parts = parts.take(ty.width(&self.types.records)).cloned().collect();
        Val { ty: ty.clone(), parts, items: Vec::new() }
    }

    /// Whether a value is a member of a set, list, array or items.
    pub fn member(&mut self, value: &Val, of: &Val, span: Span) -> Result<Expr> {
        if let Ty::Set(element) = &of.ty {
            let fits = match (&value.ty, &**element, value.constant()) {
                (Ty::Scalar(from), Ty::Scalar(to), Some(it)) => {
                    to.contains(converted(it, from.of, to.of))
                }
                _ => true,
            };
            if !fits {
                return Ok(Expr::Const(0));
            }
            let (at, is_within) = self.ordinal(value.clone(), element, span)?;
            return Ok(and(is_within, contains(of.parts[0].clone(), at)));
        }
        let mut all = Vec::new();
        let parts = value.parts.iter().map(|part| self.simple(part.clone())).collect();
        let value = &Val { parts, ..value.clone() };
        for (item, condition) in self.items_of(of, span)? {
            let same = self.equal(value, &item, span)?;
            all.push(and(condition, same));
        }
        Ok(balanced(all, &or).unwrap_or(Expr::Const(0)))
    }

    /// Both operands as sets of the same members.
    pub fn as_sets(&mut self, left: Val, right: Val, span: Span) -> Result<(Ty, Expr, Expr)> {
        let domains = domains(&left).chain(domains(&right));
        let joined = domains.reduce(|one, other| self.joined(&one, &other));
        let joined = joined.unwrap_or(Domain::numbers(0, 0));
        let ty = match (&left.ty, &right.ty) {
            (set @ Ty::Set(_), _) | (_, set @ Ty::Set(_)) if !is_wider(&joined, set) => set.clone(),
            _ if joined.count() > SET_MAX => {
                let message = format!("A set has at most {SET_MAX} possible members.");
                return self.error(ErrorCode::DomainTooLarge, span, message);
            }
            _ => Ty::Set(Box::new(Ty::Scalar(joined))),
        };
        let left = self.fit(left, &ty, span)?.swap_remove(0);
        let right = self.fit(right, &ty, span)?.swap_remove(0);
        Ok((ty, left, right))
    }
}

/// The domains of the members of a set.
fn domains(set: &Val) -> impl Iterator<Item = Domain> {
    let element = match &set.ty {
        Ty::Set(element) => Some(&**element),
        _ => None,
    };
    let all = element.into_iter().chain(set.items.iter().map(|item| &item.0.ty));
    let scalar = |ty: &Ty| match ty {
        Ty::Scalar(domain) => Some(domain.clone()),
        _ => None,
    };
    all.filter_map(scalar).collect::<Vec<_>>().into_iter()
}

/// Whether a set of a domain can have all members of a set, and others.
fn is_wider(domain: &Domain, set: &Ty) -> bool {
    let Ty::Set(element) = set else { return true };
    let Ty::Scalar(narrow) = &**element else { return false };
    let are_of_one_sort = domain.of.are_processes() == narrow.of.are_processes();
    domain != narrow && are_of_one_sort && domain.count() <= SET_MAX
}

/// Joins all two by two, so that the result is no deeper than it must be.
pub fn balanced(mut all: Vec<Expr>, join: &dyn Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    while all.len() > 1 {
        let mut next = Vec::with_capacity(all.len().div_ceil(2));
        let mut rest = all.into_iter();
        while let Some(one) = rest.next() {
            next.push(match rest.next() {
                Some(other) => join(one, other),
                None => one,
            });
        }
        all = next;
    }
    all.pop()
}

/// The type of all items, if it is one whose values can be the members of a set.
pub fn common_small_type(items: &[(Val, Expr)]) -> Option<Ty> {
    let (first, rest) = items.split_first()?;
    let Ty::Scalar(domain) = &first.0.ty else { return None };
    let is_common = domain.count() <= SET_MAX && rest.iter().all(|it| it.0.ty == first.0.ty);
    is_common.then(|| first.0.ty.clone())
}

pub fn contains(set: Expr, at: Expr) -> Expr {
    binary(ir::Binary::Contains, set, at)
}

pub fn all_equal(left: &[Expr], right: &[Expr]) -> Expr {
    let pairs = left.iter().zip(right);
    pairs.fold(Expr::Const(1), |all, (a, b)| {
        and(all, binary(ir::Binary::Equal, a.clone(), b.clone()))
    })
}

/// Whether what is added to a set can be members of it.
pub fn fits_set(left: &Val, right: &Val) -> bool {
    let (element, items) = match (&left.ty, &right.ty) {
        (Ty::Set(element), Ty::Literal(_)) => (&**element, &right.items),
        (Ty::Literal(_), Ty::Set(element)) => (&**element, &left.items),
        _ => return true,
    };
    items.iter().all(|(item, _)| match (&item.ty, element, item.constant()) {
        (Ty::Scalar(from), Ty::Scalar(to), Some(it)) => to.contains(converted(it, from.of, to.of)),
        _ => true,
    })
}
