//! Expressions.

use super::domain::{Domain, Of, Ty, and, not, select, unary};
use super::lists::value_of;
use super::{Cache, Env, Lower, Open, Result, Val};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{Binary, Expr as Tree, ExprKind};
use program::ir::{self, BlockId, Expr, Instruction};

/// What is known at the beginning of a block.
pub type Known = (Cache, Open);

impl<'t> Lower<'t> {
    pub fn bool(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Expr> {
        let value = self.eval(expr, env)?;
        self.truth(value, expr.span)
    }

    /// A value that is true or false.
    pub fn truth(&mut self, value: Val, span: Span) -> Result<Expr> {
        match value.ty {
            Ty::Bool => Ok(value.parts[0].clone()),
            _ => {
                let message = format!(
                    "Here something true or false is needed, and this is {}.",
                    self.say_ty(&value.ty)
                );
                self.error(Kind::NotABoolean, span, message)
            }
        }
    }

    pub fn number(&mut self, value: &Val, span: Span) -> Result<Expr> {
        match &value.ty {
            Ty::Scalar(Domain { of: Of::Cells(_), .. }) => self.refuse_cell(span),
            Ty::Scalar(domain) if domain.has_numbers() => {
                self.heeds(domain.of);
                Ok(super::domain::number(value.parts[0].clone(), domain))
            }
            _ => {
                let message =
                    format!("Here a number is needed, and this is {}.", self.say_ty(&value.ty));
                self.error(Kind::NotANumber, span, message)
            }
        }
    }

    pub fn eval(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        self.check_size(expr.span)?;
        let value = self.deeper(expr.span, |lower| lower.eval_here(expr, env))?;
        self.spend(value.size(), expr.span)?;
        Ok(value)
    }

    fn eval_here(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        match &expr.kind {
            ExprKind::Number(value) => Ok(Val::number(*value)),
            ExprKind::Name(name) => self.name(name, expr, env),
            ExprKind::Index(base, indices) => {
                if let Some(value) = self.implicit(base, indices, env)? {
                    return Ok(value);
                }
                if let Some(spot) = self.spot(expr, env)? {
                    return Ok(self.load(&spot));
                }
                let value = self.eval(base, env)?;
                let mut value = self.definite(value, base, env)?;
                for index in indices {
                    value = self.element(value, index, env)?;
                }
                Ok(value)
            }
            ExprKind::Field(base, name) => self.field_value(expr, base, name, env),
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr, env),
            ExprKind::Tuple(all) => {
                let (mut tys, mut parts) = (Vec::new(), Vec::new());
                for one in all {
                    let value = self.eval(one, env)?;
                    tys.push(value.ty);
                    parts.extend(value.parts);
                }
                Ok(Val { ty: Ty::Tuple(tys), parts, items: Vec::new() })
            }
            ExprKind::List(all) | ExprKind::Set(all) => {
                let mut items = Vec::new();
                for one in all {
                    items.push((self.eval(one, env)?, Expr::Const(1)));
                }
                if let ExprKind::Set(_) = &expr.kind {
                    items = self.distinct(items, expr.span)?;
                }
                Ok(Val { ty: Ty::Items, parts: Vec::new(), items })
            }
            ExprKind::Not(inner) => {
                if self.steps(inner, env) {
                    return self.flow(expr, env);
                }
                Ok(Val::bool(not(self.bool(inner, env)?)))
            }
            ExprKind::Minus(inner) => {
                let value = self.eval(inner, env)?;
                let part = self.number(&value, inner.span)?;
                let ty = match &value.ty {
                    Ty::Scalar(it) => Ty::numbers(-it.high, -it.low),
                    _ => value.ty,
                };
                Ok(Val::one(ty, unary(ir::Unary::Minus, part)))
            }
            ExprKind::Binary(Binary::And | Binary::Or, left, right) => {
                if self.steps(right, env) {
                    return self.flow(expr, env);
                }
                let one = self.bool(left, env)?;
                let is_and = matches!(expr.kind, ExprKind::Binary(Binary::And, ..));
                Ok(Val::bool(self.decided_by(one, is_and, |lower| lower.bool(right, env))?))
            }
            ExprKind::Binary(operator, left, right) => {
                self.computed(*operator, left, right, expr, env)
            }
            ExprKind::Compare(operands, signs) => self.compare(operands, signs, env),
            ExprKind::IsFree(cell) => self.is_free_cell(cell, env),
            ExprKind::Prime(inner) => self.primed(inner, expr.span, env),
            ExprKind::If { then, condition, otherwise } => {
                self.conditional(then, condition, otherwise, env)
            }
            ExprKind::Implies { from, to, always } => {
                if *always {
                    let message =
                        "`P ⇒ always Q` is a whole property, and no part of an expression.";
                    let help = "Write `always NAME: P ⇒ always Q`; within P and within Q may stand `all` and \
                                `some`.";
                    return self.fail(Found::new(Kind::OutOfPlace, expr.span, message).help(help));
                }
                if self.steps(to, env) {
                    return self.flow(expr, env);
                }
                let from = not(self.bool(from, env)?);
                Ok(Val::bool(self.decided_by(from, false, |lower| lower.bool(to, env))?))
            }
            ExprKind::Quantified(quantifier, binders, body) => {
                self.quantified(*quantifier, binders, body, expr, env)
            }
            // its fold has looked at the condition
            ExprKind::Where { value, .. } => self.eval(value, env),
            ExprKind::SetOf { element, binders, filter } => {
                self.set_of(expr, element.as_deref(), binders, filter.as_deref(), env)
            }
            ExprKind::ListOf { binders, filter } => self.filtered(expr, binders, filter, env),
            ExprKind::Sort(inner, keys) => self.sorted(inner, keys, env),
            ExprKind::New(pool) => self.new_cell(pool, expr.span),
            ExprKind::RowRead(inner) => self.read_row(inner, env),
        }
    }

    fn conditional(
        &mut self,
        then: &'t Tree,
        condition: &'t Tree,
        otherwise: &'t Tree,
        env: &Env<'t>,
    ) -> Result<Val> {
        if !self.steps(condition, env) {
            let value = self.bool(condition, env)?;
            if let Expr::Const(value) = value {
                return self.eval(if value == 0 { otherwise } else { then }, env);
            }
            if self.program.blocks.is_empty() {
                let (one, other) = (self.eval(then, env)?, self.eval(otherwise, env)?);
                return self.either(value, one, other, otherwise.span);
            }
            if !self.steps(then, env) && !self.steps(otherwise, env) {
                let (yes, one) = self.apart(|lower| lower.eval(then, env))?;
                let (no, other) = self.apart(|lower| lower.eval(otherwise, env))?;
                if !self.may_fail(yes.first) {
                    self.run_here(yes);
                    self.run_here(no);
                    self.remove(no);
                    self.remove(yes);
                    return self.either(value, one, other, otherwise.span);
                }
                self.branch(value, yes.first, no.first);
                self.current = yes.last;
                let one = self.keep(one);
                self.current = no.last;
                let other = self.keep(other);
                return self.one_of_two((yes.last, one), (no.last, other), otherwise.span);
            }
        }
        let (yes, no) = (self.block(), self.block());
        let known = self.condition(condition, env, yes, no)?;
        self.current = yes;
        self.know(known.0);
        let one = self.eval(then, env)?;
        let one = self.keep(one);
        let (yes, after_yes) = (self.current, self.known());
        self.current = no;
        self.know(known.1);
        let other = self.eval(otherwise, env)?;
        let other = self.keep(other);
        let after_no = self.known();
        let value = self.one_of_two((yes, one), (self.current, other), otherwise.span)?;
        self.know(meet(after_yes, after_no));
        Ok(value)
    }

    /// The value that one of two ways has computed: the blocks in which they end, and their values.
    fn one_of_two(&mut self, yes: (BlockId, Val), no: (BlockId, Val), span: Span) -> Result<Val> {
        let ty = self.join(&yes.1, &no.1, span)?;
        if ty == Ty::Items {
            return self.items_of_two(yes, no, span);
        }
        let mut slots = Vec::new();
        ty.slots(&self.records, &mut slots);
        let temps: Vec<usize> = slots.into_iter().map(|it| self.temp_for(it)).collect();
        let behind = self.block();
        for (block, value) in [no, yes] {
            self.current = block;
            let values = self.fit(value, &ty, span)?;
            for (&temp, value) in temps.iter().zip(values) {
                self.emit(Instruction::Set(temp, value));
            }
            self.jump(behind);
        }
        self.current = behind;
        let parts = temps.into_iter().map(Expr::Temp).collect();
        Ok(Val { ty, parts, items: Vec::new() })
    }

    /// The members that one of two ways has: those of the other do not count.
    fn items_of_two(&mut self, yes: (BlockId, Val), no: (BlockId, Val), span: Span) -> Result<Val> {
        let (behind, mut items) = (self.block(), Vec::new());
        for ((here, from), elsewhere) in [(&yes, no.0), (&no, yes.0)] {
            for (member, counts) in &from.items {
                if member.ty == Ty::Items {
                    return self.number_not_known(span);
                }
                let kept = self.set_on(*here, elsewhere, member.clone());
                let counts = self.set_on(*here, elsewhere, Val::bool(counts.clone()));
                items.push((kept, counts.parts[0].clone()));
            }
        }
        for block in [yes.0, no.0] {
            self.current = block;
            self.jump(behind);
        }
        self.current = behind;
        Ok(Val { ty: Ty::Items, parts: Vec::new(), items })
    }

    /// A value that is set at the end of one block, and at the end of another to the first of its kind.
    pub fn set_on(&mut self, here: BlockId, elsewhere: BlockId, value: Val) -> Val {
        let mut slots = Vec::new();
        value.ty.slots(&self.records, &mut slots);
        let (mut parts, mut temps) = (value.parts, Vec::new());
        self.current = here;
        for (part, slot) in parts.iter_mut().zip(&slots) {
            temps.push(self.temp_for(slot.clone()));
            let part = std::mem::replace(part, Expr::Temp(temps[temps.len() - 1]));
            self.emit(Instruction::Set(temps[temps.len() - 1], part));
        }
        self.current = elsewhere;
        for (temp, slot) in temps.into_iter().zip(&slots) {
            self.emit(Instruction::Set(temp, Expr::Const(slot.decode(0))));
        }
        Val { ty: value.ty, parts, items: Vec::new() }
    }

    fn either(&mut self, condition: Expr, one: Val, other: Val, span: Span) -> Result<Val> {
        let condition = match one.parts.len() == 1 && other.parts.len() == 1 {
            true => condition,
            false => self.simple(condition),
        };
        if one.ty == Ty::Items && other.ty == Ty::Items {
            let yes = one.items.into_iter().map(|(it, if_)| (it, and(condition.clone(), if_)));
            let mut items: Vec<(Val, Expr)> = yes.collect();
            let no = not(condition);
            items.extend(other.items.into_iter().map(|(it, if_)| (it, and(no.clone(), if_))));
            return Ok(Val { ty: Ty::Items, parts: Vec::new(), items });
        }
        let ty = self.join(&one, &other, span)?;
        let (one, other) = (self.fit(one, &ty, span)?, self.fit(other, &ty, span)?);
        let parts = one.into_iter().zip(other);
        let parts = parts.map(|(a, b)| select(condition.clone(), a, b)).collect();
        Ok(Val { ty, parts, items: Vec::new() })
    }

    /// A type for both.
    pub fn join(&mut self, one: &Val, other: &Val, span: Span) -> Result<Ty> {
        match (&one.ty, &other.ty) {
            (a, b) if a == b => Ok(a.clone()),
            (Ty::Scalar(a), Ty::Scalar(b)) => {
                self.heeds_both(a, b);
                Ok(Ty::Scalar(self.joined(a, b)))
            }
            (Ty::Items, it @ (Ty::Set(_) | Ty::List(..)))
            | (it @ (Ty::Set(_) | Ty::List(..)), Ty::Items) => Ok(it.clone()),
            (Ty::List(one, few), Ty::List(other, many)) => {
                let element = self.join(&value_of(one), &value_of(other), span)?;
                Ok(Ty::List(element.into(), *few.max(many)))
            }
            (a, b) => {
                let (a, b) = self.say_apart(a, b);
                let message = format!("This is {a} in one case and {b} in the other.");
                self.error(Kind::WrongDomain, span, message)
            }
        }
    }
}

/// What is known if either of two ways was gone.
pub fn meet(one: Known, other: Known) -> Known {
    let same = |it: &(usize, Option<Expr>, usize, Val)| {
        other.0.iter().any(|o| o.0 == it.0 && o.1 == it.1 && o.2 == it.2 && o.3.parts == it.3.parts)
    };
    (one.0.into_iter().filter(same).collect(), one.1.or(other.1))
}
