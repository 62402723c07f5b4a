//! What a sum, a count, a maximum or a minimum has so far.

use crate::core::{Code, Computed, Counting, Member, Op, SoFar, any};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::operators::arithmetic;
use crate::instantiate::terms::{binary, number, or, select};
use crate::instantiate::value::Val;
use crate::token::Span;
use crate::tree::Quantifier;
use program::ir::{self, Expr, Slot};

/// A sum, count, maximum or minimum in the making.
#[derive(Clone)]
pub struct Fold {
    quantifier: Quantifier,
    pub value: Option<Val>,
    /// Whether some member has counted, where that is not certain.
    is_some: Expr,
    /// How many members there have been.
    length: usize,
    span: Span,
}

impl Fold {
    pub fn new(quantifier: Quantifier, span: Span) -> Fold {
        let starts = matches!(quantifier, Quantifier::Count | Quantifier::Sum);
        Fold {
            quantifier,
            value: starts.then(|| Val::number(0)),
            is_some: Expr::Const(i64::from(starts)),
            length: 0,
            span,
        }
    }

    pub fn add(&mut self, instance: &mut Instance<'_>, value: Val, condition: Expr) -> Result<()> {
        self.check(instance, &value)?;
        instance.value_depends_on_identity(&value.ty);
        let simple = |instance: &mut Instance<'_>, value: Val| {
            let parts = value.parts.into_iter().map(|part| instance.simple(part)).collect();
            Val { parts, ..value }
        };
        let is_tuple = value.parts.len() > 1;
        let is_sum = matches!(self.quantifier, Quantifier::Count | Quantifier::Sum);
        let value = match is_sum || condition == Expr::Const(1) && !is_tuple {
            true => value,
            false => simple(instance, value),
        };
        let (condition, value) = match has_symbols(&value.ty) {
            true => {
                let condition = instance.simple(condition);
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
            return instance.join(&value, &so_far, self.span).map(|_| ());
        }
        // other folds use both several times, and a long sum must not become a deep one
        let is_certain = is_sum || condition == Expr::Const(1) && self.is_some == Expr::Const(1);
        self.length += 1;
        let so_far = match is_certain && !is_tuple && !self.length.is_multiple_of(16) {
            true => so_far,
            false => simple(instance, so_far),
        };
        let condition = instance.simple(condition);
        self.is_some = instance.simple(self.is_some.clone());
        let joined = match is_tuple {
            true => self.join_tuples(instance, so_far, value, condition.clone())?,
            false => self.join_numbers(&so_far, &value, condition.clone()),
        };
        self.value = Some(joined);
        self.is_some = or(self.is_some.clone(), condition);
        Ok(())
    }

    fn check(&self, instance: &mut Instance<'_>, value: &Val) -> Result<()> {
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
        instance.fail(DiagnosticDraft::new(ErrorCode::NotANumber, self.span, message).help(help))
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
        instance: &mut Instance<'_>,
        so_far: Val,
        value: Val,
        condition: Expr,
    ) -> Result<Val> {
        let (higher, lower_one) = match self.quantifier {
            Quantifier::Max => (&value, &so_far),
            _ => (&so_far, &value),
        };
        let is_better = instance.less(lower_one, higher, false, self.span)?;
        let is_better = or(crate::instantiate::terms::not(self.is_some.clone()), is_better);
        let takes = instance.simple(crate::instantiate::terms::and(condition, is_better));
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
    pub fn add_read(
        &mut self,
        instance: &mut Instance<'_>,
        mut code: Code,
        value: Val,
    ) -> Result<()> {
        let before = self.keep(instance);
        let (adding, ()) = instance.aside(|instance| self.add(instance, value, Expr::Const(1)))?;
        code.extend(adding);
        let after = self.keep(instance);
        instance.push(Op::Member(Member { before, how: Counting::Always, code, after }.into()));
        Ok(())
    }

    /// The same fold with a member more, of which nothing is read or computed where it does not count.
    pub fn add_if(
        mut self,
        instance: &mut Instance<'_>,
        (member, value): (Code, Val),
        counts: Expr,
        filter: Option<Computed>,
    ) -> Result<Fold> {
        let before = match any(&member, &Op::is_access) {
            true => self.keep(instance),
            false => SoFar::default(),
        };
        let mut with = self.clone();
        let (adding, ()) =
            instance.aside(|instance| with.add(instance, value.clone(), Expr::Const(1)))?;
        let mut code = member.clone();
        code.extend(adding);
        let after = with.place(instance, self.is_some != Expr::Const(1));
        let at_once = match filter {
            Some(_) => None,
            None => {
                let (mut code, mut all) = (member, self.clone());
                let (adding, ()) =
                    instance.aside(|instance| all.add(instance, value, counts.clone()))?;
                code.extend(adding);
                let parts = all.value.map_or(Vec::new(), |value| value.parts);
                Some((code, parts.into_iter().chain([all.is_some]).collect()))
            }
        };
        let without = self.without(&after, instance);
        let how = Counting::If { counts, filter, without, at_once };
        instance.push(Op::Member(Member { before, how, code, after }.into()));
        Ok(with)
    }

    /// Keeps what there is in temporaries, for what follows may be another step.
    fn keep(&mut self, instance: &mut Instance<'_>) -> SoFar {
        match self.value {
            Some(_) => self.place(instance, !matches!(self.is_some, Expr::Const(_))),
            None => SoFar::default(),
        }
    }

    /// Puts all parts into temporaries of their own, so that half-read lines have one form.
    fn place(&mut self, instance: &mut Instance<'_>, is_uncertain: bool) -> SoFar {
        let mut so_far = SoFar::default();
        let Some(value) = &mut self.value else { return so_far };
        let mut slots = Vec::new();
        value.ty.slots(&instance.types.records, &mut slots);
        for (part, slot) in value.parts.iter_mut().zip(slots) {
            let temp = instance.temp_for(slot);
            so_far.values.push((temp, std::mem::replace(part, Expr::Temp(temp))));
        }
        if is_uncertain {
            let temp = instance.temp_for(Slot::new(Vec::new(), 0, 1));
            so_far.is_some = Some((temp, std::mem::replace(&mut self.is_some, Expr::Temp(temp))));
        }
        so_far
    }

    /// What there is, or nothing, where the same fold with one member more has it; and whether it is anything.
    fn without(self, after: &SoFar, instance: &Instance<'_>) -> Vec<Expr> {
        let mut values: Vec<Expr> = after
            .values
            .iter()
            .map(|(temp, _)| instance.places.temp_slots.get(temp).map_or(0, |slot| slot.decode(0)))
            .map(Expr::Const)
            .collect();
        let parts = self.value.map_or(Vec::new(), |value| value.parts);
        values.splice(..parts.len(), parts);
        values.push(self.is_some);
        values
    }

    pub fn result(self, instance: &mut Instance<'_>) -> Result<Val> {
        let Some(value) = self.value else {
            let message = "This asks for the highest or lowest of nothing.";
            let help = "Ask only where there is one: behind a condition that is false here.";
            return instance
                .fail(DiagnosticDraft::new(ErrorCode::EmptyDomain, self.span, message).help(help));
        };
        if self.is_some == Expr::Const(1) || instance.claimed.allows_none {
            return Ok(value);
        }
        let empty = Expr::Unary(ir::Unary::Lowest, Expr::Const(0).into());
        let parts = value.parts.into_iter();
        let parts = parts.map(|expr| select(self.is_some.clone(), expr, empty.clone())).collect();
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
