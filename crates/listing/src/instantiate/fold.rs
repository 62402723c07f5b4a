//! Sums, counts, maxima and minima: one member after the other.

use crate::core::{Code, Computed, Counting, Member, Op, SoFar, any};
use crate::diagnostic::{Found, Kind};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty, slot};
use crate::instantiate::instance::Instance;
use crate::instantiate::operators::arithmetic;
use crate::instantiate::terms::{binary, number, or, select, unary};
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Binder, Expr as Tree, ExprKind, Quantifier};
use program::ir::{self, Expr};

impl<'t> Instance<'t> {
    /// `sum`, `count`, `max` or `min` over names that run over a domain or a set.
    pub fn fold(
        &mut self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let (code, value) = self.aside(|lower| lower.fold_each(quantifier, binders, body, env))?;
        if !code.is_empty() {
            self.push(Op::InOrder(code));
        }
        Ok(value)
    }

    fn fold_each(
        &mut self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        body: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        let mut folded = Fold::new(quantifier, body.span);
        let filter = match &body.kind {
            ExprKind::Where { condition, .. } => Some(&**condition),
            _ => None,
        };
        for (env, counts) in self.members(binders, env)? {
            let filter = match filter {
                Some(filter) => Some(self.condition(filter, &env)?),
                None => None,
            };
            let filter = match filter.as_ref().map(Computed::known) {
                Some(Some(0)) => continue,
                Some(None) => filter,
                _ => None,
            };
            let (code, value) = self.aside(|lower| lower.term(quantifier, body, &env))?;
            let reads = any(&code, &Op::is_access);
            if filter.is_some() || reads && counts != Expr::Const(1) {
                folded = folded.add_if(self, (code, value), counts, filter)?;
            } else if reads {
                folded.add_read(self, code, value)?;
            } else {
                self.code.extend(code);
                folded.add(self, value, counts)?;
            }
        }
        if folded.value.is_none() {
            return self.nothing_to_choose(quantifier, binders, filter, body);
        }
        folded.result(self)
    }

    /// `min j > i: x[j]`, where no `j` is higher.
    fn nothing_to_choose(
        &mut self,
        quantifier: Quantifier,
        binders: &'t [Binder],
        filter: Option<&'t Tree>,
        body: &'t Tree,
    ) -> Result<Val> {
        let which = if quantifier == Quantifier::Max { "highest" } else { "lowest" };
        let message = match self.here.process {
            Some(process) => {
                let (role, number) = (self.role_of(process), self.my_number());
                let noun = self.roles[role].noun.clone();
                let who = match self.roles[role].number {
                    Some(_) => format!("`{noun}` {number}"),
                    None => format!("`{noun}`"),
                };
                format!("For {who}, this asks for the {which} of nothing.")
            }
            None => format!("This asks for the {which} of nothing."),
        };
        let names = binders.iter().map(|it| it.span).reduce(Span::to).unwrap_or_default();
        let names = names.of(self.text);
        let some = match filter {
            Some(filter) => format!("some {names}: {}", filter.span.of(self.text)),
            None => format!("some {names}: true"),
        };
        let help = format!("Ask only where there is one: behind `if {some}:`.");
        self.fail(Found::new(Kind::EmptyDomain, body.span, message).help(help))
    }

    fn term(&mut self, quantifier: Quantifier, body: &'t Tree, env: &Env<'t>) -> Result<Val> {
        if quantifier == Quantifier::Count {
            return Ok(Val::one(Ty::numbers(0, 1), self.bool(body, env)?));
        }
        self.eval(body, env)
    }

    /// `max`, `min` or `sum` of the members of a set, list or array.
    pub fn fold_members(
        &mut self,
        quantifier: Quantifier,
        of: &Val,
        expr: &'t Tree,
    ) -> Result<Val> {
        if let (Ty::Set(element), Quantifier::Max | Quantifier::Min) = (&of.ty, quantifier)
            && let Ty::Scalar(domain) = &**element
            && domain.symbols.is_empty()
        {
            self.heeds(domain.of);
            let operator = match quantifier {
                Quantifier::Max => ir::Unary::Highest,
                _ => ir::Unary::Lowest,
            };
            let mut set = of.parts[0].clone();
            if self.claimed.allows_none {
                let is_none = binary(ir::Binary::Equal, set.clone(), Expr::Const(0));
                set = select(is_none, Expr::Const(1), set);
            }
            let at = unary(operator, set);
            let value = binary(ir::Binary::Add, at, Expr::Const(domain.low));
            return Ok(Val::one((**element).clone(), value));
        }
        let mut folded = Fold::new(quantifier, expr.span);
        for (value, condition) in self.items_of(of, expr.span)? {
            folded.add(self, value, condition)?;
        }
        folded.result(self)
    }

    /// The fold of a shared array, one element read after the other.
    pub fn fold_shared(
        &mut self,
        quantifier: Quantifier,
        spot: &crate::instantiate::place::Spot,
        expr: &'t Tree,
    ) -> Result<Val> {
        let mut folded = Fold::new(quantifier, expr.span);
        let dim = spot.dims[0].clone();
        self.heeds(dim.of);
        let rest = spot.dims[1..].to_vec();
        let stride = crate::instantiate::domain::size(&rest) * spot.ty.width(&self.records);
        for at in 0..dim.count() {
            let mut element = spot.clone();
            element.dims.clone_from(&rest);
            element.indices.push(Expr::Const(at as i64));
            element.slot += at * stride;
            let (code, value) = self.aside(|lower| Ok(lower.load(&element)))?;
            folded.add_read(self, code, value)?;
        }
        folded.result(self)
    }
}

/// A sum, count, maximum or minimum in the making.
#[derive(Clone)]
struct Fold {
    quantifier: Quantifier,
    value: Option<Val>,
    /// Whether some member has counted, where that is not certain.
    is_some: Expr,
    /// How many members there have been.
    length: usize,
    span: Span,
}

impl Fold {
    fn new(quantifier: Quantifier, span: Span) -> Fold {
        let starts = matches!(quantifier, Quantifier::Count | Quantifier::Sum);
        Fold {
            quantifier,
            value: starts.then(|| Val::number(0)),
            is_some: Expr::Const(i64::from(starts)),
            length: 0,
            span,
        }
    }

    fn add(&mut self, lower: &mut Instance<'_>, value: Val, condition: Expr) -> Result<()> {
        self.check(lower, &value)?;
        lower.heeds_value(&value.ty);
        let simple = |lower: &mut Instance<'_>, value: Val| {
            let parts = value.parts.into_iter().map(|it| lower.simple(it)).collect();
            Val { parts, ..value }
        };
        let is_tuple = value.parts.len() > 1;
        let is_sum = matches!(self.quantifier, Quantifier::Count | Quantifier::Sum);
        let value = match is_sum || condition == Expr::Const(1) && !is_tuple {
            true => value,
            false => simple(lower, value),
        };
        let (condition, value) = match has_symbols(&value.ty) {
            true => {
                let condition = lower.simple(condition);
                (condition.clone(), number_if(&condition, value))
            }
            false => (condition, value),
        };
        let Some(so_far) = self.value.take() else {
            self.value = Some(value);
            self.is_some = condition;
            return Ok(());
        };
        if is_tuple != (so_far.parts.len() > 1) || value.parts.len() != so_far.parts.len() {
            return lower.join(&value, &so_far, self.span).map(|_| ());
        }
        // other folds use both several times, and a long sum must not become a deep one
        let is_certain = is_sum || condition == Expr::Const(1) && self.is_some == Expr::Const(1);
        self.length += 1;
        let so_far = match is_certain && !is_tuple && !self.length.is_multiple_of(16) {
            true => so_far,
            false => simple(lower, so_far),
        };
        let condition = lower.simple(condition);
        self.is_some = lower.simple(self.is_some.clone());
        let joined = match is_tuple {
            true => self.join_tuples(lower, so_far, value, condition.clone())?,
            false => self.join_numbers(&so_far, &value, condition.clone()),
        };
        self.value = Some(joined);
        self.is_some = or(self.is_some.clone(), condition);
        Ok(())
    }

    fn check(&self, lower: &mut Instance<'_>, value: &Val) -> Result<()> {
        let is_order = matches!(self.quantifier, Quantifier::Max | Quantifier::Min);
        let fits = match &value.ty {
            Ty::Tuple(all) if is_order => all.iter().all(Ty::is_number),
            ty => ty.is_number(),
        };
        if fits {
            return Ok(());
        }
        let message = match is_order {
            true => "Only numbers and tuples of numbers have a maximum or a minimum.",
            false => "Only numbers have a sum.",
        };
        let help = match (is_order, &value.ty) {
            (false, Ty::Bool) => "Write `count` in place of `sum`, for how many it is true.",
            _ => "",
        };
        lower.fail(Found::new(Kind::NotANumber, self.span, message).help(help))
    }

    fn join_numbers(&self, so_far: &Val, value: &Val, condition: Expr) -> Val {
        let operator = match self.quantifier {
            Quantifier::Max => ir::Binary::Max,
            Quantifier::Min => ir::Binary::Min,
            _ => ir::Binary::Add,
        };
        let (old, new) = (&so_far.parts[0], &value.parts[0]);
        // members may not count
        let ty = match operator {
            ir::Binary::Add => sum_of_some(&so_far.ty, &value.ty),
            _ => either_number(&so_far.ty, &value.ty),
        };
        if operator == ir::Binary::Add {
            let new = select(condition, new.clone(), Expr::Const(0));
            return Val::one(ty, binary(operator, old.clone(), new));
        }
        let both = binary(operator, old.clone(), new.clone());
        let joined = select(self.is_some.clone(), both, new.clone());
        let joined = select(condition, joined, old.clone());
        Val::one(ty, joined)
    }

    /// The first parts decide, then the second ones.
    fn join_tuples(
        &self,
        lower: &mut Instance<'_>,
        so_far: Val,
        value: Val,
        condition: Expr,
    ) -> Result<Val> {
        let (higher, lower_one) = match self.quantifier {
            Quantifier::Max => (&value, &so_far),
            _ => (&so_far, &value),
        };
        let is_better = lower.less(lower_one, higher, false, self.span)?;
        let is_better = or(crate::instantiate::terms::not(self.is_some.clone()), is_better);
        let takes = lower.simple(crate::instantiate::terms::and(condition, is_better));
        let (Ty::Tuple(old), Ty::Tuple(new)) = (&so_far.ty, &value.ty) else {
            return Ok(so_far);
        };
        let tys = old.iter().zip(new).map(|(old, new)| match (old, new) {
            (Ty::Scalar(old), Ty::Scalar(new)) => Ty::Scalar(old.join(new)),
            _ => old.clone(),
        });
        let ty = Ty::Tuple(tys.collect());
        let parts = so_far.parts.into_iter().zip(value.parts);
        let parts = parts.map(|(old, new)| select(takes.clone(), new, old)).collect();
        Ok(Val { ty, parts, items: Vec::new() })
    }

    /// Adds a member that is read: what there is, is kept before and behind it.
    fn add_read(&mut self, lower: &mut Instance<'_>, mut code: Code, value: Val) -> Result<()> {
        let before = self.keep(lower);
        let (adding, ()) = lower.aside(|lower| self.add(lower, value, Expr::Const(1)))?;
        code.extend(adding);
        let after = self.keep(lower);
        lower.push(Op::Member(Member { before, how: Counting::Always, code, after }.into()));
        Ok(())
    }

    /// The same fold with a member more, of which nothing is read or computed where it does not count.
    fn add_if(
        mut self,
        lower: &mut Instance<'_>,
        (member, value): (Code, Val),
        counts: Expr,
        filter: Option<Computed>,
    ) -> Result<Fold> {
        let before = match any(&member, &Op::is_access) {
            true => self.keep(lower),
            false => SoFar::default(),
        };
        let mut with = self.clone();
        let (adding, ()) = lower.aside(|lower| with.add(lower, value.clone(), Expr::Const(1)))?;
        let mut code = member.clone();
        code.extend(adding);
        let after = with.place(lower, self.is_some != Expr::Const(1));
        let at_once = match filter {
            Some(_) => None,
            None => {
                let (mut code, mut all) = (member, self.clone());
                let (adding, ()) = lower.aside(|lower| all.add(lower, value, counts.clone()))?;
                code.extend(adding);
                let parts = all.value.map_or(Vec::new(), |value| value.parts);
                Some((code, parts.into_iter().chain([all.is_some]).collect()))
            }
        };
        let without = self.without(&after, lower);
        let how = Counting::If { counts, filter, without, at_once };
        lower.push(Op::Member(Member { before, how, code, after }.into()));
        Ok(with)
    }

    /// Keeps what there is in temporaries, for what follows may be another step.
    fn keep(&mut self, lower: &mut Instance<'_>) -> SoFar {
        match self.value {
            Some(_) => self.place(lower, !matches!(self.is_some, Expr::Const(_))),
            None => SoFar::default(),
        }
    }

    /// Puts all parts into temporaries of their own, so that half-read lines have one form.
    fn place(&mut self, lower: &mut Instance<'_>, is_uncertain: bool) -> SoFar {
        let mut so_far = SoFar::default();
        let Some(value) = &mut self.value else { return so_far };
        let mut slots = Vec::new();
        value.ty.slots(&lower.records, &mut slots);
        for (part, slot) in value.parts.iter_mut().zip(slots) {
            let temp = lower.temp_for(slot);
            so_far.values.push((temp, std::mem::replace(part, Expr::Temp(temp))));
        }
        if is_uncertain {
            let temp = lower.temp_for(slot(Vec::new(), 0, 1));
            so_far.is_some = Some((temp, std::mem::replace(&mut self.is_some, Expr::Temp(temp))));
        }
        so_far
    }

    /// What there is, or nothing, where the same fold with one member more has it; and whether it is anything.
    fn without(self, after: &SoFar, lower: &Instance<'_>) -> Vec<Expr> {
        let mut values: Vec<Expr> = after
            .values
            .iter()
            .map(|(temp, _)| lower.temp_slots.get(temp).map_or(0, |slot| slot.decode(0)))
            .map(Expr::Const)
            .collect();
        let parts = self.value.map_or(Vec::new(), |value| value.parts);
        values.splice(..parts.len(), parts);
        values.push(self.is_some);
        values
    }

    fn result(self, lower: &mut Instance<'_>) -> Result<Val> {
        let Some(value) = self.value else {
            let message = "This asks for the highest or lowest of nothing.";
            let help = "Ask only where there is one: behind a condition that is false here.";
            return lower.fail(Found::new(Kind::EmptyDomain, self.span, message).help(help));
        };
        if self.is_some == Expr::Const(1) || lower.claimed.allows_none {
            return Ok(value);
        }
        let empty = Expr::Unary(ir::Unary::Lowest, Expr::Const(0).into());
        let parts = value.parts.into_iter();
        let parts = parts.map(|it| select(self.is_some.clone(), it, empty.clone())).collect();
        Ok(Val { parts, ..value })
    }
}

fn has_symbols(ty: &Ty) -> bool {
    match ty {
        Ty::Scalar(domain) => !domain.symbols.is_empty(),
        Ty::Tuple(all) => all.iter().any(has_symbols),
        _ => false,
    }
}

/// A member that counts is a number, or several; the value of another one is never used.
fn number_if(condition: &Expr, value: Val) -> Val {
    let tys = match &value.ty {
        Ty::Tuple(all) => all.clone(),
        ty => vec![ty.clone()],
    };
    let (mut new, mut parts) = (Vec::new(), Vec::new());
    for (ty, part) in tys.into_iter().zip(value.parts) {
        let Ty::Scalar(domain) = ty else {
            new.push(ty);
            parts.push(part);
            continue;
        };
        parts.push(match domain.symbols.is_empty() {
            true => part,
            false => select(condition.clone(), number(part, &domain), Expr::Const(domain.low)),
        });
        new.push(Ty::Scalar(Domain { symbols: Vec::new(), ..domain }));
    }
    let ty = if let Ty::Tuple(_) = value.ty { Ty::Tuple(new) } else { new.swap_remove(0) };
    Val { ty, parts, items: value.items }
}

/// The numbers from one member more, or none.
fn sum_of_some(sum: &Ty, more: &Ty) -> Ty {
    let Ty::Scalar(more) = more else { return sum.clone() };
    let more = Ty::numbers(more.low.min(0), more.high.max(0));
    arithmetic(ir::Binary::Add, sum, &more)
}

fn either_number(one: &Ty, other: &Ty) -> Ty {
    let (Ty::Scalar(one), Ty::Scalar(other)) = (one, other) else { return one.clone() };
    Ty::numbers(one.low.min(other.low), one.high.max(other.high))
}
