//! Values made to fit a type, and what sets and lists can do.

use super::domain::{Domain, Of, Ty, add, and, binary, converted, not, or, select, unary};
use super::{Lower, Result, Val};
use crate::diagnostic::{Found, Kind};
use crate::limits::SET_MAX;
use crate::token::Span;
use program::SYMBOLS;
use program::ir::{self, Expr};

impl Lower<'_> {
    pub fn say_ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "true or false".into(),
            Ty::Scalar(domain) => self.say_domain(domain),
            Ty::Set(_) => "a set".into(),
            Ty::List(..) => "a list".into(),
            Ty::Record(id) => format!("a `{}`", self.records[*id].name),
            Ty::Array(..) => "an array".into(),
            Ty::Tuple(_) => "a tuple".into(),
            Ty::Items => "a set or a list".into(),
        }
    }

    fn misfit<T>(&mut self, value: &Val, ty: &Ty, span: Span) -> Result<T> {
        let message = format!(
            "Here {} is needed, and this is {}.",
            self.say_ty(ty),
            value
                .constant()
                .filter(|_| value.ty != Ty::Bool)
                .map_or_else(|| self.say_ty(&value.ty), |it| self.say(it))
        );
        self.fail(Found::new(Kind::WrongDomain, span, message))
    }

    /// The numbers of a value as a variable of that type has them.
    pub fn fit(&mut self, value: Val, ty: &Ty, span: Span) -> Result<Vec<Expr>> {
        if value.ty == *ty {
            return Ok(value.parts);
        }
        self.heeds_fit(&value, ty);
        match (&value.ty, ty) {
            (Ty::Scalar(from), Ty::Scalar(to)) => {
                let part = value.parts[0].clone();
                let can_be = from.symbols.iter().any(|it| to.symbols.contains(it))
                    || (from.has_numbers() && to.has_numbers());
                let is_outside = matches!(part, Expr::Const(it)
                    if !to.contains(converted(it, from.of, to.of)));
                if !can_be || is_outside {
                    return self.misfit(&value, ty, span);
                }
                Ok(vec![self.convert(part, from, to.of)])
            }
            (Ty::Items, Ty::Set(element)) => self.gather(&value, element, span),
            (Ty::Set(from), Ty::Set(to)) => {
                if self.same_members(from, to) {
                    return Ok(value.parts);
                }
                let items = self.items_of(&value, span)?;
                let value = Val { ty: Ty::Items, parts: Vec::new(), items };
                self.gather(&value, to, span)
            }
            (Ty::Items, Ty::List(element, max)) => {
                let max = *max;
                if value.items.len() > max || value.items.iter().any(|it| it.1 != Expr::Const(1)) {
                    return self.misfit(&value, ty, span);
                }
                let mut parts = vec![Expr::Const(value.items.len() as i64)];
                for (item, _) in value.items.clone() {
                    parts.extend(self.fit(item, element, span)?);
                }
                for _ in value.items.len()..max {
                    parts.extend(element.first(&self.records).into_iter().map(Expr::Const));
                }
                Ok(parts)
            }
            (Ty::List(from, have), Ty::List(to, max)) if from == to => {
                let width = to.width(&self.records);
                let mut parts = value.parts.clone();
                if have > max {
                    // one more than there is room for leads beyond the bound, by the length
                    parts.truncate(1 + max * width);
                } else {
                    for _ in *have..*max {
                        parts.extend(to.first(&self.records).into_iter().map(Expr::Const));
                    }
                }
                Ok(parts)
            }
            (Ty::List(from, _), Ty::List(to, max)) => {
                let (from, to, max) = ((**from).clone(), (**to).clone(), *max);
                self.fit_list(value, &from, (&to, max), span)
            }
            (Ty::Array(have, from), Ty::Array(want, to))
                if super::domain::size(have) == super::domain::size(want) =>
            {
                let (from, to) = ((**from).clone(), (**to).clone());
                let width = from.width(&self.records);
                let mut parts = Vec::new();
                for chunk in value.parts.chunks(width) {
                    let one = Val { ty: from.clone(), parts: chunk.to_vec(), items: Vec::new() };
                    parts.extend(self.fit(one, &to, span)?);
                }
                Ok(parts)
            }
            (Ty::Array(_, from), Ty::Scalar(_) | Ty::Bool) if **from == *ty => {
                self.misfit(&value, ty, span)
            }
            (Ty::Tuple(_), Ty::Record(id)) => {
                let fields: Vec<Ty> =
                    self.records[*id].fields.iter().map(|it| it.1.clone()).collect();
                self.fit_all(value, &fields, ty, span)
            }
            (Ty::Tuple(_), Ty::Tuple(all)) => {
                let all = all.clone();
                self.fit_all(value, &all, ty, span)
            }
            _ => self.misfit(&value, ty, span),
        }
    }

    fn fit_all(&mut self, value: Val, to: &[Ty], ty: &Ty, span: Span) -> Result<Vec<Expr>> {
        let Ty::Tuple(from) = value.ty.clone() else { return self.misfit(&value, ty, span) };
        if from.len() != to.len() {
            return self.misfit(&value, ty, span);
        }
        let (mut parts, mut at) = (Vec::new(), 0);
        for (from, to) in from.into_iter().zip(to) {
            let width = from.width(&self.records);
            let one = Val { ty: from, parts: value.parts[at..at + width].to_vec(), items: vec![] };
            at += width;
            parts.extend(self.fit(one, to, span)?);
        }
        Ok(parts)
    }

    fn same_members(&self, one: &Ty, other: &Ty) -> bool {
        let members = one.members(&self.records);
        let base = |ty: &Ty| match ty {
            Ty::Scalar(domain) => domain.of.base(),
            _ => 0,
        };
        members.is_some() && members == other.members(&self.records) && base(one) == base(other)
    }

    /// The number of a process as another domain counts it.
    pub fn convert(&mut self, part: Expr, from: &Domain, to: Of) -> Expr {
        let by = converted(0, from.of, to);
        if by == 0 {
            return part;
        }
        let part = if from.symbols.is_empty() { part } else { self.simple(part) };
        let moved = add(part.clone(), by);
        if from.symbols.is_empty() {
            return moved;
        }
        let is_number = binary(ir::Binary::Less, part.clone(), Expr::Const(SYMBOLS));
        select(is_number, moved, part)
    }

    /// The position of a value among the members of a type.
    pub fn ordinal(&mut self, value: Val, element: &Ty, span: Span) -> Result<Expr> {
        let parts = self.fit(value, element, span)?;
        let parts: Vec<Expr> = parts.into_iter().map(|it| self.simple(it)).collect();
        Ok(self.ordinal_of(&parts, element))
    }

    fn ordinal_of(&self, parts: &[Expr], element: &Ty) -> Expr {
        match element {
            Ty::Bool => parts[0].clone(),
            Ty::Scalar(domain) => domain.ordinal(&parts[0]),
            Ty::Record(id) => {
                let all: Vec<Ty> = self.records[*id].fields.iter().map(|it| it.1.clone()).collect();
                self.ordinal_of_all(parts, &all)
            }
            Ty::Tuple(all) => self.ordinal_of_all(parts, all),
            _ => Expr::Const(0),
        }
    }

    fn ordinal_of_all(&self, parts: &[Expr], all: &[Ty]) -> Expr {
        let (mut sum, mut at) = (Expr::Const(0), 0);
        for ty in all {
            let width = ty.width(&self.records);
            let count = ty.members(&self.records).map_or(1, |it| it.len());
            let here = self.ordinal_of(&parts[at..at + width], ty);
            at += width;
            let scaled = binary(ir::Binary::Multiply, sum, Expr::Const(count as i64));
            sum = binary(ir::Binary::Add, scaled, here);
        }
        sum
    }

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
        let parts =
            self.gather(&Val { ty: Ty::Items, parts: Vec::new(), items }, &element, span)?;
        Ok(Val { ty: Ty::Set(Box::new(element)), parts, items: Vec::new() })
    }

    /// Items as the bits of a set.
    fn gather(&mut self, value: &Val, element: &Ty, span: Span) -> Result<Vec<Expr>> {
        let mut bits = Vec::new();
        for (item, condition) in value.items.clone() {
            // a member that the set cannot have is none
            let fits = match (&item.ty, element, item.constant()) {
                (Ty::Scalar(from), Ty::Scalar(to), Some(it)) => {
                    to.contains(converted(it, from.of, to.of))
                }
                _ => true,
            };
            if !fits && condition != Expr::Const(1) {
                continue;
            }
            let bit = unary(ir::Unary::Bit, self.ordinal(item, element, span)?);
            bits.push(select(condition, bit, Expr::Const(0)));
        }
        let set = balanced(bits, &|one, other| binary(ir::Binary::Or, one, other));
        Ok(vec![set.unwrap_or(Expr::Const(0))])
    }

    /// The members that a set or list can have, with whether it has them.
    pub fn items_of(&mut self, value: &Val, span: Span) -> Result<Vec<(Val, Expr)>> {
        match &value.ty {
            Ty::Items => Ok(value.items.clone()),
            Ty::Set(element) => {
                let members = element.members(&self.records).unwrap_or_default();
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
                let width = element.width(&self.records);
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
                let width = element.width(&self.records);
                let chunks = value.parts.chunks(width.max(1));
                Ok(chunks
                    .map(|parts| {
                        let ty = (**element).clone();
                        (Val { ty, parts: parts.to_vec(), items: Vec::new() }, Expr::Const(1))
                    })
                    .collect())
            }
            _ => {
                let message = format!(
                    "Here a set, a list or an array is needed, and this is {}.",
                    self.say_ty(&value.ty)
                );
                self.error(Kind::WrongDomain, span, message)
            }
        }
    }

    /// Whether two values are equal.
    pub fn equal(&mut self, left: &Val, right: &Val, span: Span) -> Result<Expr> {
        match (&left.ty, &right.ty) {
            (Ty::Scalar(a), Ty::Scalar(b)) => {
                self.heeds_both(a, b);
                let (mut one, mut other) = (left.parts[0].clone(), right.parts[0].clone());
                if a.of != b.of {
                    one = self.convert(one, a, Of::Processes);
                    other = self.convert(other, b, Of::Processes);
                    if a.of == Of::Numbers || b.of == Of::Numbers {
                        (one, other) = (left.parts[0].clone(), right.parts[0].clone());
                    }
                }
                let is_possible = a.symbols.iter().any(|it| b.symbols.contains(it))
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
                    return self.error(Kind::WrongDomain, span, message);
                }
                Ok(binary(ir::Binary::Equal, one, other))
            }
            (Ty::Bool, Ty::Bool) => {
                Ok(binary(ir::Binary::Equal, left.parts[0].clone(), right.parts[0].clone()))
            }
            (Ty::Items, Ty::Items) if left.items.is_empty() || right.items.is_empty() => {
                let all = left.items.iter().chain(&right.items);
                Ok(not(all.fold(Expr::Const(0), |any, it| or(any, it.1.clone()))))
            }
            (Ty::Items, Ty::Set(_) | Ty::List(..)) => {
                let parts = self.fit(left.clone(), &right.ty, span)?;
                Ok(all_equal(&parts, &right.parts))
            }
            (Ty::Set(_) | Ty::List(..), Ty::Items) => {
                let parts = self.fit(right.clone(), &left.ty, span)?;
                Ok(all_equal(&left.parts, &parts))
            }
            _ if left.parts.len() == right.parts.len() && !left.parts.is_empty() => {
                let parts = self.fit(right.clone(), &left.ty, span)?;
                Ok(all_equal(&left.parts, &parts))
            }
            _ => {
                let message = format!(
                    "{} and {} cannot be compared.",
                    capital(&self.say_ty(&left.ty)),
                    self.say_ty(&right.ty)
                );
                self.error(Kind::WrongDomain, span, message)
            }
        }
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
            let at = self.ordinal(value.clone(), element, span)?;
            return Ok(contains(of.parts[0].clone(), at));
        }
        let mut all = Vec::new();
        let parts = value.parts.iter().map(|it| self.simple(it.clone())).collect();
        let value = &Val { parts, ..value.clone() };
        for (item, condition) in self.items_of(of, span)? {
            let same = self.equal(value, &item, span)?;
            all.push(and(condition, same));
        }
        Ok(balanced(all, &or).unwrap_or(Expr::Const(0)))
    }

    /// Both operands as sets of the same members.
    pub fn as_sets(&mut self, left: Val, right: Val, span: Span) -> Result<(Ty, Expr, Expr)> {
        let ty = match (&left.ty, &right.ty) {
            (Ty::Set(_), _) => left.ty.clone(),
            (_, Ty::Set(_)) => right.ty.clone(),
            _ => {
                let mut joined: Option<Domain> = None;
                for (item, _) in left.items.iter().chain(&right.items) {
                    if let Ty::Scalar(domain) = &item.ty {
                        joined = Some(joined.map_or(domain.clone(), |it| it.join(domain)));
                    }
                }
                let domain = joined.unwrap_or(Domain::numbers(0, 0));
                if domain.count() > SET_MAX {
                    let message = format!("A set has at most {SET_MAX} possible members.");
                    return self.error(Kind::DomainTooLarge, span, message);
                }
                Ty::Set(Box::new(Ty::Scalar(domain)))
            }
        };
        let left = self.fit(left, &ty, span)?.swap_remove(0);
        let right = self.fit(right, &ty, span)?.swap_remove(0);
        Ok((ty, left, right))
    }
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

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |it| it.to_uppercase().chain(chars).collect())
}

/// Whether what is added to a set can be members of it.
pub fn fits_set(left: &Val, right: &Val) -> bool {
    let (element, items) = match (&left.ty, &right.ty) {
        (Ty::Set(element), Ty::Items) => (&**element, &right.items),
        (Ty::Items, Ty::Set(element)) => (&**element, &left.items),
        _ => return true,
    };
    items.iter().all(|(item, _)| match (&item.ty, element, item.constant()) {
        (Ty::Scalar(from), Ty::Scalar(to), Some(it)) => to.contains(converted(it, from.of, to.of)),
        _ => true,
    })
}
