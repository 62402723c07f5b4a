//! What lists can do: filtered, joined, sorted, reversed, and one of their elements.

use crate::core::Op;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Ty, Written};
use crate::instantiate::instance::Instance;
use crate::instantiate::terms::{and, binary, or, select};
use crate::instantiate::value::{Bound, Env, Val, look_up};
use crate::limits::LIST_MAX;
use crate::token::Span;
use crate::tree::{Binder, Expr as Tree, Name};
use program::ir::{self, Expr};

/// A list as its length and its elements, each as its numbers.
struct Elements {
    length: Expr,
    ty: Ty,
    all: Vec<Vec<Expr>>,
}

impl<'t> Instance<'t> {
    /// `[x in q: P]`
    pub fn filtered(
        &mut self,
        expr: &'t Tree,
        binders: &'t [Binder],
        filter: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let [Binder { names, .. }] = binders else {
            let message = "A filtered list runs over one list.";
            return self.error(ErrorCode::WrongArguments, expr.span, message);
        };
        let [name] = &names[..] else {
            let message = "In a filtered list, one name runs over a list.";
            return self.error(ErrorCode::WrongArguments, expr.span, message);
        };
        let (code, items) = self.aside(|instance| {
            let mut items = Vec::new();
            for (inner, is_member) in instance.members(binders, env)? {
                let counts =
                    instance.counts_if(is_member, |instance| instance.bool(filter, &inner))?;
                if let Some(Bound::Value(item)) = look_up(&inner, &name.text) {
                    items.push((item, counts));
                }
            }
            Ok(items)
        })?;
        if !code.is_empty() {
            self.push(Op::InOrder(code));
        }
        self.list_of(items, None, expr.span)
    }

    pub fn number_not_known<T>(&mut self, span: Span) -> Result<T> {
        let message = "How many members these lists or sets can have is not known here.";
        let help = "Keep them in variables first.";
        self.fail(DiagnosticDraft::new(ErrorCode::WrongDomain, span, message).help(help))
    }

    /// The list of those members that count, in their order, as elements of a type if one is wanted.
    pub fn list_of(
        &mut self,
        items: Vec<(Val, Expr)>,
        wanted: Option<&Ty>,
        span: Span,
    ) -> Result<Val> {
        let mut joined: Option<Val> = wanted.filter(|_| !items.is_empty()).map(value_of);
        for (item, _) in &items {
            joined = Some(match joined {
                None => item.clone(),
                Some(so_far) if wanted.is_some() => so_far,
                Some(so_far) => value_of(&self.join(&so_far, item, span)?),
            });
        }
        let Some(Val { ty, .. }) = joined else {
            return Ok(Val { ty: Ty::Literal(Written::List), parts: Vec::new(), items });
        };
        if ty.is_written() {
            return self.number_not_known(span);
        }
        let first: Vec<Expr> = ty.first(&self.types.records).into_iter().map(Expr::Const).collect();
        let (mut all, mut length) = (vec![first; items.len()], Expr::Const(0));
        // each that counts goes before those that come behind it
        for (behind, (item, counts)) in items.into_iter().rev().enumerate() {
            let item = self.fit(item, &ty, span)?;
            let counts = self.simple(counts);
            length = binary(ir::Binary::Add, length, counts.clone());
            for at in (0..=behind).rev() {
                for nth in 0..item.len() {
                    let before = if at == 0 { &item[nth] } else { &all[at - 1][nth] };
                    let part = select(counts.clone(), before.clone(), all[at][nth].clone());
                    all[at][nth] = self.simple(part);
                }
            }
        }
        Ok(list(Elements { length, ty, all }))
    }

    /// The parts of a list; an error if it is none.
    fn elements(&mut self, value: Val, what: &str, span: Span) -> Result<Elements> {
        self.elements_as(value, None, what, span)
    }

    fn elements_as(
        &mut self,
        value: Val,
        wanted: Option<&Ty>,
        what: &str,
        span: Span,
    ) -> Result<Elements> {
        let value = match value.ty {
            Ty::Literal(_) => self.list_of(value.items, wanted, span)?,
            _ => value,
        };
        match &value.ty {
            Ty::List(ty, _) => {
                let width = ty.width(&self.types.records).max(1);
                let length = self.simple(value.parts[0].clone());
                let all = value.parts[1..].chunks(width).map(<[Expr]>::to_vec).collect();
                Ok(Elements { length, ty: (**ty).clone(), all })
            }
            // the list without elements
            Ty::Literal(_) => Ok(Elements {
                length: Expr::Const(0),
                ty: Ty::Literal(Written::List),
                all: Vec::new(),
            }),
            ty => {
                let given = self.say_known(&value).unwrap_or_else(|| self.say_ty(ty));
                let message = format!("{what} needs a list, and this is {given}.");
                self.error(ErrorCode::WrongDomain, span, message)
            }
        }
    }

    /// `sort(q by t, u)`: the lowest first, and of equal ones the one that was first.
    pub fn sorted(&mut self, inner: &'t Tree, keys: &'t [Name], env: &Env<'t>) -> Result<Val> {
        let value = self.eval(inner, env)?;
        let mut list_now = self.elements(value, "`sort`", inner.span)?;
        let keys = self.keys(&list_now.ty, keys, inner.span)?;
        for end in 1..list_now.all.len() {
            let is_there =
                binary(ir::Binary::Less, Expr::Const(end as i64), list_now.length.clone());
            let mut moves = is_there;
            for at in (1..=end).rev() {
                let (before, after) = (&list_now.all[at - 1], &list_now.all[at]);
                moves = and(moves, is_less(after, before, &keys));
                moves = self.simple(moves);
                let swapped: Vec<(Expr, Expr)> = before
                    .iter()
                    .zip(after)
                    .map(|(before, after)| {
                        let select = |one: &Expr, other: &Expr| {
                            select(moves.clone(), one.clone(), other.clone())
                        };
                        (select(after, before), select(before, after))
                    })
                    .collect();
                self.spend(swapped.len(), inner.span)?;
                for (nth, (before, after)) in swapped.into_iter().enumerate() {
                    list_now.all[at - 1][nth] = self.simple(before);
                    list_now.all[at][nth] = self.simple(after);
                }
            }
        }
        Ok(list(list_now))
    }

    /// Which numbers of an element are compared, the most important one first.
    fn keys(&mut self, ty: &Ty, keys: &'t [Name], span: Span) -> Result<Vec<usize>> {
        let Ty::Record(id) = ty else {
            let Some(key) = keys.first() else {
                self.value_depends_on_identity(ty);
                return match ty.is_number() || ty.is_written() {
                    true => Ok(vec![0]),
                    false => {
                        let message = "Only numbers, or records by their fields, can be sorted.";
                        self.error(ErrorCode::WrongDomain, span, message)
                    }
                };
            };
            let message = format!("The elements of this list have no field `{}`.", key.text);
            return self.error(ErrorCode::UnknownName, key.span, message);
        };
        let fields = self.types.records[*id].fields.clone();
        if keys.is_empty() {
            let message = "Say by which field: `sort(q by t)`.";
            return self.error(ErrorCode::Expected, span, message);
        }
        let mut all = Vec::new();
        for key in keys {
            let Some(nth) = fields.iter().position(|field| field.0 == key.text) else {
                let message = format!("The record has no field `{}`.", key.text);
                let found = DiagnosticDraft::new(ErrorCode::UnknownName, key.span, message);
                let names = fields.iter().map(|field| field.0.as_str());
                return self.fail(found.near(&key.text, names, ""));
            };
            if !fields[nth].1.is_number() {
                let message = format!("`{}` is no number, so it has no order.", key.text);
                return self.error(ErrorCode::NotANumber, key.span, message);
            }
            self.value_depends_on_identity(&fields[nth].1);
            all.push(fields[..nth].iter().map(|field| field.1.width(&self.types.records)).sum());
        }
        Ok(all)
    }

    /// `reverse(q)`
    pub fn reversed(&mut self, argument: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let value = self.eval(argument, env)?;
        let Elements { length, ty, all } = self.elements(value, "`reverse`", argument.span)?;
        let first: Vec<Expr> = ty.first(&self.types.records).into_iter().map(Expr::Const).collect();
        let mut new = Vec::new();
        for at in 0..all.len() {
            let mut element = first.clone();
            for now in at + 1..=all.len() {
                let is_it = binary(ir::Binary::Equal, length.clone(), Expr::Const(now as i64));
                for (part, old) in element.iter_mut().zip(&all[now - 1 - at]) {
                    *part = select(is_it.clone(), old.clone(), part.clone());
                }
            }
            new.push(element.into_iter().map(|part| self.simple(part)).collect());
        }
        Ok(list(Elements { length, ty, all: new }))
    }

    /// `p + q`: the elements of the one, and behind them those of the other.
    pub fn concatenate(&mut self, left: Val, right: Val, span: Span) -> Result<Val> {
        let ty = match (&left.ty, &right.ty) {
            // what is written out becomes what the list has
            (Ty::List(ty, _), Ty::Literal(_)) | (Ty::Literal(_), Ty::List(ty, _)) => (**ty).clone(),
            (Ty::List(one, _), Ty::List(other, _)) => {
                self.join(&value_of(one), &value_of(other), span)?
            }
            _ => left.ty.clone(),
        };
        let mut left = self.elements_as(left, Some(&ty), "`+`", span)?;
        let right = self.elements_as(right, Some(&ty), "`+`", span)?;
        let (old, room) = (left.all.len(), left.all.len() + right.all.len());
        let first: Vec<Expr> = ty.first(&self.types.records).into_iter().map(Expr::Const).collect();
        left.all = self.fit_elements(left.all, &left.ty, &ty, span)?;
        let new = self.fit_elements(right.all, &right.ty, &ty, span)?;
        left.all.resize(room, first);
        for at in 0..room {
            for (nth_new, element) in new.iter().enumerate().filter(|it| it.0 <= at) {
                let length = at - nth_new;
                if length > old {
                    continue;
                }
                let length = Expr::Const(length as i64);
                let is_here = binary(ir::Binary::Equal, left.length.clone(), length);
                for (part, new) in left.all[at].iter_mut().zip(element) {
                    *part = select(is_here.clone(), new.clone(), part.clone());
                }
            }
            self.spend(new.len(), span)?;
        }
        let length = binary(ir::Binary::Add, left.length, right.length);
        Ok(list(Elements { length, ty, all: left.all }))
    }

    /// A list as a variable with other elements has it.
    pub fn fit_list(
        &mut self,
        value: Val,
        from: &Ty,
        (to, max): (&Ty, usize),
        span: Span,
    ) -> Result<Vec<Expr>> {
        let Elements { length, mut all, .. } = self.elements(value, "This", span)?;
        let none: Vec<Expr> =
            from.first(&self.types.records).into_iter().map(Expr::Const).collect();
        let first: Vec<Expr> = to.first(&self.types.records).into_iter().map(Expr::Const).collect();
        // one more than there is room for is told by the length
        all.resize(max, none.clone());
        let mut parts = vec![length.clone()];
        for (at, element) in all.into_iter().enumerate() {
            let is_there = binary(ir::Binary::Less, Expr::Const(at as i64), length.clone());
            // what stands behind the last element need not be in the new domain
            if element == none && (none == first || is_there == Expr::Const(0)) {
                parts.extend(first.clone());
                continue;
            }
            let value = Val { ty: from.clone(), parts: element, items: Vec::new() };
            let fitted = self.fit(value, to, span)?.into_iter().zip(&first);
            parts.extend(fitted.map(|(part, none)| select(is_there.clone(), part, none.clone())));
        }
        Ok(parts)
    }

    fn fit_elements(
        &mut self,
        all: Vec<Vec<Expr>>,
        from: &Ty,
        to: &Ty,
        span: Span,
    ) -> Result<Vec<Vec<Expr>>> {
        all.into_iter()
            .map(|parts| self.fit(Val { ty: from.clone(), parts, items: Vec::new() }, to, span))
            .collect()
    }

    /// The position in a list that an index names: the step cannot be computed where there is no such
    /// element.
    pub fn list_index(&mut self, index: &'t Tree, length: Expr, env: &Env<'t>) -> Result<Expr> {
        let value = self.eval(index, env)?;
        let ty = Ty::numbers(0, LIST_MAX - 1);
        let at = self.fit(value, &ty, index.span)?.swap_remove(0);
        let at = self.simple(at);
        let is_there = and(
            binary(ir::Binary::LessEqual, Expr::Const(0), at.clone()),
            binary(ir::Binary::Less, at.clone(), length),
        );
        let none = Expr::Unary(ir::Unary::Lowest, Expr::Const(0).into());
        Ok(select(is_there, at, none))
    }
}

/// Some value of a type.
pub fn value_of(ty: &Ty) -> Val {
    Val { ty: ty.clone(), parts: Vec::new(), items: Vec::new() }
}

fn list(Elements { length, ty, all }: Elements) -> Val {
    let room = all.len();
    let parts = std::iter::once(length).chain(all.into_iter().flatten()).collect();
    Val { ty: Ty::List(ty.into(), room), parts, items: Vec::new() }
}

/// Whether the numbers of the one at those places are less than those of the other; the first that
/// differ decide.
fn is_less(one: &[Expr], other: &[Expr], keys: &[usize]) -> Expr {
    keys.iter().rev().fold(Expr::Const(0), |rest, &key| {
        let (a, b) = (&one[key], &other[key]);
        let equal = binary(ir::Binary::Equal, a.clone(), b.clone());
        or(binary(ir::Binary::Less, a.clone(), b.clone()), and(equal, rest))
    })
}
