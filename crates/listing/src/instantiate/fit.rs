//! Values made to fit a type.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty, Written, converted, size};
use crate::instantiate::instance::Instance;
use crate::instantiate::terms::{add, binary, select};
use crate::instantiate::value::Val;
use crate::token::Span;
use program::SYMBOLS;
use program::ir::{self, Expr};

impl Instance<'_> {
    pub fn say_ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "true or false".into(),
            Ty::Scalar(domain) => self.spoken(domain),
            Ty::Set(_) => "a set".into(),
            Ty::List(..) => "a list".into(),
            Ty::Record(id) => format!("a `{}`", self.types.records[*id].name),
            Ty::Array(..) => "an array".into(),
            Ty::Tuple(_) => "a tuple".into(),
            Ty::Literal(_) => "a set or a list".into(),
        }
    }

    /// Two types that differ, so that the words for them do, too.
    pub fn say_apart(&self, one: &Ty, other: &Ty) -> (String, String) {
        let (first, second) = (self.say_ty(one), self.say_ty(other));
        match (one, other) {
            _ if first != second => (first, second),
            (Ty::Array(a, _), Ty::Array(b, _)) if size(a) != size(b) => {
                (format!("{first} of {}", size(a)), format!("{second} of {}", size(b)))
            }
            (Ty::Array(_, a), Ty::Array(_, b))
            | (Ty::List(a, _), Ty::List(b, _))
            | (Ty::Set(a), Ty::Set(b)) => {
                let (a, b) = self.say_apart(a, b);
                (
                    format!("{first} whose elements are {a}"),
                    format!("{second} whose elements are {b}"),
                )
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() != b.len() => {
                (format!("{first} of {}", a.len()), format!("{second} of {}", b.len()))
            }
            _ => (first, second),
        }
    }

    fn misfit<T>(&mut self, value: &Val, ty: &Ty, span: Span) -> Result<T> {
        if let (Ty::Set(_), Some(noun)) = (&value.ty, self.role_called(span.of(self.source.text))) {
            return self.all_of_a_role(&noun, None, span);
        }
        let (needed, given) = self.say_apart(ty, &value.ty);
        let given = self.say_known(value).unwrap_or(given);
        let message = format!("Here {needed} is needed, and this is {given}.");
        let found = DiagnosticDraft::new(ErrorCode::WrongDomain, span, message);
        let found = self.as_one_member(found, value, ty, span);
        self.fail(found)
    }

    /// A value that is known, as a text writes it.
    pub fn say_known(&self, value: &Val) -> Option<String> {
        let known = value.constant().filter(|_| matches!(value.ty, Ty::Scalar(_)))?;
        let said = self.say(known);
        Some(if crate::instantiate::domain::is_symbol(known) { format!("`{said}`") } else { said })
    }

    /// The noun of a role with a number, whose name means all its processes.
    pub fn role_called(&self, name: &str) -> Option<String> {
        let role = &self.roles[self.find_role(name)?];
        role.number.as_ref().map(|_| role.noun.clone())
    }

    /// A role where one of its processes is meant; how to ask it of each is said by `example`.
    pub fn all_of_a_role<T>(
        &mut self,
        noun: &str,
        example: Option<String>,
        span: Span,
    ) -> Result<T> {
        let message = format!("`{noun}` is the set of all its processes, and here one is meant.");
        let help = match example {
            Some(example) => {
                format!("Write `some j in {noun}: {example}`, or `all j in {noun}: …`.")
            }
            None => format!("Name one of them: a number, or a variable of the domain `{noun}`."),
        };
        self.fail(DiagnosticDraft::new(ErrorCode::WrongDomain, span, message).help(help))
    }

    /// The numbers of a value as a variable of that type has them.
    pub fn fit(&mut self, value: Val, ty: &Ty, span: Span) -> Result<Vec<Expr>> {
        if value.ty == *ty {
            return Ok(value.parts);
        }
        self.fit_depends_on_identity(&value, ty);
        match (&value.ty, ty) {
            (Ty::Scalar(from), Ty::Scalar(to)) => self.fit_scalar(&value, (from, to), ty, span),
            (Ty::Literal(_), Ty::Set(element)) => self.gather(&value, element, span),
            (Ty::Set(from), Ty::Set(to)) => {
                if self.same_members(from, to) {
                    return Ok(value.parts);
                }
                let items = self.items_of(&value, span)?;
                let value = Val { ty: Ty::Literal(Written::Set), parts: Vec::new(), items };
                self.gather(&value, to, span)
            }
            (Ty::Literal(_), Ty::List(element, max)) => {
                self.fit_written_list(value, (element, *max), ty, span)
            }
            (Ty::List(from, have), Ty::List(to, max)) if from == to => {
                let width = to.width(&self.types.records);
                let mut parts = value.parts.clone();
                if have > max {
                    // one more than there is room for leads beyond the bound, by the length
                    parts.truncate(1 + max * width);
                } else {
                    for _ in *have..*max {
                        parts.extend(to.first(&self.types.records).into_iter().map(Expr::Const));
                    }
                }
                Ok(parts)
            }
            (Ty::List(from, _), Ty::List(to, max)) => {
                let (from, to, max) = ((**from).clone(), (**to).clone(), *max);
                self.fit_list(value, &from, (&to, max), span)
            }
            (Ty::Array(have, from), Ty::Array(want, to)) if size(have) == size(want) => {
                self.fit_array(&value, from, to, span)
            }
            (Ty::Array(_, from), Ty::Scalar(_) | Ty::Bool) if **from == *ty => {
                self.misfit(&value, ty, span)
            }
            (Ty::Tuple(_), Ty::Record(id)) => {
                let fields: Vec<Ty> =
                    self.types.records[*id].fields.iter().map(|field| field.1.clone()).collect();
                self.fit_all(value, &fields, ty, span)
            }
            (Ty::Tuple(_), Ty::Tuple(all)) => {
                let all = all.clone();
                self.fit_all(value, &all, ty, span)
            }
            _ => self.misfit(&value, ty, span),
        }
    }

    /// An array, element by element.
    fn fit_array(&mut self, value: &Val, from: &Ty, to: &Ty, span: Span) -> Result<Vec<Expr>> {
        let width = from.width(&self.types.records);
        let mut parts = Vec::new();
        for chunk in value.parts.chunks(width) {
            let one = Val { ty: from.clone(), parts: chunk.to_vec(), items: Vec::new() };
            parts.extend(self.fit(one, to, span)?);
        }
        Ok(parts)
    }

    /// A list that is written out.
    fn fit_written_list(
        &mut self,
        value: Val,
        (element, max): (&Ty, usize),
        ty: &Ty,
        span: Span,
    ) -> Result<Vec<Expr>> {
        let is_fixed = value.items.iter().all(|item| item.1 == Expr::Const(1));
        if is_fixed && value.items.len() > max {
            let count = value.items.len();
            let elements = if count == 1 { "element" } else { "elements" };
            let message = format!("This list has {count} {elements}, and there is room for {max}.");
            let help = format!("Declare the variable with `up to {count}`.");
            let found = DiagnosticDraft::new(ErrorCode::WrongDomain, span, message);
            return self.fail(found.help(help));
        }
        // which elements there are is known as it runs: `[1] if C else [2]`
        if !is_fixed {
            let list = self.list_of(value.items, Some(element), span)?;
            return self.fit(list, ty, span);
        }
        let mut parts = vec![Expr::Const(value.items.len() as i64)];
        for (item, _) in value.items.clone() {
            parts.extend(self.fit(item, element, span)?);
        }
        for _ in value.items.len()..max {
            parts.extend(element.first(&self.types.records).into_iter().map(Expr::Const));
        }
        Ok(parts)
    }

    /// A number, a symbol or a process.
    fn fit_scalar(
        &mut self,
        value: &Val,
        (from, to): (&Domain, &Domain),
        ty: &Ty,
        span: Span,
    ) -> Result<Vec<Expr>> {
        let part = value.parts[0].clone();
        let can_be = from.symbols.iter().any(|symbol| to.symbols.contains(symbol))
            || (from.has_numbers() && to.has_numbers());
        let is_outside = matches!(part, Expr::Const(it)
            if !to.contains(converted(it, from.of, to.of)));
        if !can_be || is_outside {
            return self.misfit(value, ty, span);
        }
        Ok(vec![self.convert(part, from, to.of)])
    }

    fn fit_all(&mut self, value: Val, to: &[Ty], ty: &Ty, span: Span) -> Result<Vec<Expr>> {
        let Ty::Tuple(from) = value.ty.clone() else { return self.misfit(&value, ty, span) };
        if from.len() != to.len() {
            return self.misfit(&value, ty, span);
        }
        let (mut parts, mut at) = (Vec::new(), 0);
        for (from, to) in from.into_iter().zip(to) {
            let width = from.width(&self.types.records);
            let one = Val { ty: from, parts: value.parts[at..at + width].to_vec(), items: vec![] };
            at += width;
            parts.extend(self.fit(one, to, span)?);
        }
        Ok(parts)
    }

    fn same_members(&self, one: &Ty, other: &Ty) -> bool {
        let members = one.members(&self.types.records);
        let base = |ty: &Ty| match ty {
            Ty::Scalar(domain) => domain.of.base(),
            _ => 0,
        };
        members.is_some()
            && members == other.members(&self.types.records)
            && base(one) == base(other)
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

    /// The position of a value among the members of a type, and whether it is one of them.
    pub fn ordinal(&mut self, value: Val, element: &Ty, span: Span) -> Result<(Expr, Expr)> {
        let from = value.ty.clone();
        let parts = self.fit(value, element, span)?;
        let parts: Vec<Expr> = parts.into_iter().map(|part| self.simple(part)).collect();
        Ok((self.ordinal_of(&parts, element), self.is_within(&parts, &from, element)))
    }

    fn ordinal_of(&self, parts: &[Expr], element: &Ty) -> Expr {
        match element {
            // a set is the number of its bits
            Ty::Bool | Ty::Set(_) => parts[0].clone(),
            Ty::Scalar(domain) => domain.ordinal(&parts[0]),
            Ty::Record(id) => {
                let all: Vec<Ty> =
                    self.types.records[*id].fields.iter().map(|field| field.1.clone()).collect();
                self.ordinal_of_all(parts, &all)
            }
            Ty::Tuple(all) => self.ordinal_of_all(parts, all),
            _ => Expr::Const(0),
        }
    }

    fn ordinal_of_all(&self, parts: &[Expr], all: &[Ty]) -> Expr {
        let (mut sum, mut at) = (Expr::Const(0), 0);
        for ty in all {
            let width = ty.width(&self.types.records);
            let count = ty.members(&self.types.records).map_or(1, |it| it.len());
            let here = self.ordinal_of(&parts[at..at + width], ty);
            at += width;
            let scaled = binary(ir::Binary::Multiply, sum, Expr::Const(count as i64));
            sum = binary(ir::Binary::Add, scaled, here);
        }
        sum
    }
}
