//! Conditions whose reads are steps: what is read, in which order, and where that stops.

use super::domain::{Of, Ty};
use super::expr::{Known, is_reference, meet};
use super::{Bound, Env, Lower, Mode, Result, Val, look_up};
use crate::limits::DEFINITION_DEPTH_MAX;
use crate::token::Span;
use crate::tree::{Binary, DefineBody, Expr as Tree, ExprKind, Quantifier, Storage};
use program::ir::{BlockId, Expr, Instruction};

impl<'t> Lower<'t> {
    /// Whether an expression takes steps here.
    pub fn steps(&mut self, expr: &'t Tree, env: &Env<'t>) -> bool {
        self.here.mode == Mode::Stepped && self.touches(expr, env)
    }

    /// A condition with steps, as a value.
    pub fn flow(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let (yes, no, behind) = (self.block(), self.block(), self.block());
        let known = self.condition(expr, env, yes, no)?;
        let temp = self.temp_for(super::domain::slot(Vec::new(), 0, 1));
        for (block, value) in [(yes, 1), (no, 0)] {
            self.current = block;
            self.emit(Instruction::Set(temp, Expr::Const(value)));
            self.jump(behind);
        }
        self.current = behind;
        self.know(meet(known.0, known.1));
        Ok(Val::bool(Expr::Temp(temp)))
    }

    pub fn known(&self) -> Known {
        (self.cache.clone(), self.here.is_open)
    }

    pub fn know(&mut self, known: Known) {
        (self.cache, self.here.is_open) = known;
    }

    /// Goes on at one block if the condition is true, at another if it is false, and stops reading
    /// when that is known.
    pub fn condition(
        &mut self,
        expr: &'t Tree,
        env: &Env<'t>,
        yes: BlockId,
        no: BlockId,
    ) -> Result<(Known, Known)> {
        self.check_size(expr.span)?;
        if !self.steps(expr, env) {
            let value = self.bool(expr, env)?;
            self.branch(value, yes, no);
            return Ok((self.known(), self.known()));
        }
        match &expr.kind {
            ExprKind::Not(inner) => {
                let (t, f) = self.condition(inner, env, no, yes)?;
                Ok((f, t))
            }
            ExprKind::Binary(Binary::And, left, right) => {
                let next = self.block();
                let (t, f) = self.condition(left, env, next, no)?;
                self.current = next;
                self.know(t);
                let (t, other) = self.condition(right, env, yes, no)?;
                Ok((t, meet(f, other)))
            }
            ExprKind::Binary(Binary::Or, left, right) => {
                let next = self.block();
                let (t, f) = self.condition(left, env, yes, next)?;
                self.current = next;
                self.know(f);
                let (other, f) = self.condition(right, env, yes, no)?;
                Ok((meet(t, other), f))
            }
            ExprKind::Quantified(it @ (Quantifier::All | Quantifier::Some), binders, body) => {
                self.heeds_order(binders);
                let is_all = *it == Quantifier::All;
                let mut early: Option<Known> = None;
                for (inner, condition) in self.members(binders, env)? {
                    let next = self.block();
                    if condition != Expr::Const(1) {
                        let counts = self.block();
                        self.branch(condition, counts, next);
                        self.current = counts;
                    }
                    let before = self.known();
                    let (t, f) = match is_all {
                        true => self.condition(body, &inner, next, no)?,
                        false => self.condition(body, &inner, yes, next)?,
                    };
                    let (on, off) = if is_all { (t, f) } else { (f, t) };
                    early = Some(match early {
                        Some(early) => meet(early, off),
                        None => off,
                    });
                    self.current = next;
                    self.know(meet(on, before));
                }
                let known = self.known();
                self.jump(if is_all { yes } else { no });
                let early = early.unwrap_or_else(|| known.clone());
                Ok(if is_all { (known, early) } else { (early, known) })
            }
            ExprKind::Name(name) => match look_up(env, name) {
                Some(Bound::Alias(inner, env)) => self.condition(inner, &env, yes, no),
                _ => self.condition_of_define(name, &[], expr, env, yes, no),
            },
            ExprKind::Call(name, arguments) => {
                self.condition_of_define(&name.text, arguments, expr, env, yes, no)
            }
            _ => self.plain_condition(expr, env, yes, no),
        }
    }

    fn condition_of_define(
        &mut self,
        name: &str,
        arguments: &'t [Tree],
        expr: &'t Tree,
        env: &Env<'t>,
        yes: BlockId,
        no: BlockId,
    ) -> Result<(Known, Known)> {
        let define = if self.find_var(name).is_some() { None } else { self.find_define(name) };
        let Some((define, DefineBody::Expr(body))) = define.map(|it| (it, &it.body)) else {
            return self.plain_condition(expr, env, yes, no);
        };
        let inner = self.arguments(define, arguments, expr.span, env)?;
        self.here.depth += 1;
        let known = self.condition(body, &inner, yes, no);
        self.here.depth -= 1;
        known
    }

    fn plain_condition(
        &mut self,
        expr: &'t Tree,
        env: &Env<'t>,
        yes: BlockId,
        no: BlockId,
    ) -> Result<(Known, Known)> {
        let value = self.bool(expr, env)?;
        self.branch(value, yes, no);
        Ok((self.known(), self.known()))
    }

    /// Whether an expression reads a shared variable in a step.
    pub fn touches(&mut self, expr: &'t Tree, env: &Env<'t>) -> bool {
        let found = self.found.len();
        let touches = self.deeper(expr.span, |lower| Ok(lower.touches_here(expr, env)));
        // what is wrong is found again when it is evaluated
        self.found.truncate(found);
        touches.unwrap_or(true)
    }

    fn touches_here(&mut self, expr: &'t Tree, env: &Env<'t>) -> bool {
        match &expr.kind {
            ExprKind::Number(_) => false,
            ExprKind::New(_) | ExprKind::IsFree(_) | ExprKind::RowRead(_) => true,
            ExprKind::Name(name) => match look_up(env, name) {
                Some(Bound::Alias(inner, env)) => self.touches(inner, &env),
                Some(Bound::Value(_)) => false,
                None if self.options.iter().any(|it| it.name == *name) => false,
                None => match self.find_var(name) {
                    Some(var) => self.vars[var].storage == Storage::Shared,
                    None => self.define_touches(name, &[], expr.span, env),
                },
            },
            ExprKind::Index(base, indices) => {
                if indices.iter().any(|it| self.touches(it, env)) {
                    return true;
                }
                if !self.touches(base, env) {
                    return false;
                }
                // an own element of an array that only its processes write
                let (ExprKind::Name(name), Some(process)) = (&base.kind, self.here.process) else {
                    return true;
                };
                let var = match look_up(env, name) {
                    None => self.find_var(name),
                    Some(_) => None,
                };
                let Some(var) = var.filter(|it| self.free.contains(it)) else { return true };
                let index = self.speculate(|lower| lower.eval(&indices[0], env));
                let own = self.own_index(var, process);
                let Ok(index) = index else { return true };
                let by = match (&index.ty, self.vars[var].dims[0].of) {
                    (Ty::Scalar(domain), Of::Processes) => domain.of.base(),
                    _ => 0,
                };
                index.constant().map(|it| it + by) != Some(own)
            }
            ExprKind::Call(name, arguments) => {
                if name.text == "in_transit" {
                    return false;
                }
                arguments.iter().any(|it| !is_reference(it) && self.touches(it, env))
                    || matches!(
                        name.text.as_str(),
                        "cas" | "swap" | "fetch_and_add" | "test_and_set"
                    )
                    || self.define_touches(&name.text, arguments, expr.span, env)
            }
            ExprKind::Field(base, name) => {
                self.touches(base, env) || self.is_cell_field(base, &name.text, env)
            }
            ExprKind::Not(base)
            | ExprKind::Minus(base)
            | ExprKind::Prime(base)
            | ExprKind::Sort(base, _) => self.touches(base, env),
            ExprKind::Tuple(all) | ExprKind::List(all) | ExprKind::Set(all) => {
                all.iter().any(|it| self.touches(it, env))
            }
            ExprKind::Compare(all, _) => all.iter().any(|it| self.touches(it, env)),
            ExprKind::Binary(_, left, right) => self.touches(left, env) || self.touches(right, env),
            ExprKind::Implies { from, to, .. } => self.touches(from, env) || self.touches(to, env),
            ExprKind::Where { value, condition } => {
                self.touches(condition, env) || self.touches(value, env)
            }
            ExprKind::If { then, condition, otherwise } => match self.if_constant(condition, env) {
                Some(0) => self.touches(otherwise, env),
                Some(_) => self.touches(then, env),
                None => {
                    self.touches(condition, env)
                        || self.touches(then, env)
                        || self.touches(otherwise, env)
                }
            },
            ExprKind::Quantified(_, binders, body) => {
                match self.speculate(|lower| lower.members(binders, env)) {
                    Ok(all) => all.iter().any(|(inner, _)| self.touches(body, inner)),
                    Err(()) => true,
                }
            }
            ExprKind::SetOf { element, binders, filter } => {
                let members = self.speculate(|lower| lower.members(binders, env));
                let members = members.unwrap_or_default();
                members.iter().any(|(inner, _)| {
                    element.as_ref().is_some_and(|it| self.touches(it, inner))
                        || filter.as_ref().is_some_and(|it| self.touches(it, inner))
                })
            }
            ExprKind::ListOf { binders, filter } => {
                let members = self.speculate(|lower| lower.members(binders, env));
                let members = members.unwrap_or_default();
                members.iter().any(|(inner, _)| self.touches(filter, inner))
            }
        }
    }

    /// The value of a condition if it is known before the program runs.
    pub fn if_constant(&mut self, condition: &'t Tree, env: &Env<'t>) -> Option<i64> {
        let found = self.found.len();
        let value = self.speculate(|lower| lower.eval(condition, env));
        self.found.truncate(found);
        value.ok().and_then(|it| it.constant())
    }

    fn define_touches(
        &mut self,
        name: &str,
        arguments: &'t [Tree],
        span: Span,
        env: &Env<'t>,
    ) -> bool {
        let Some(define) = self.find_define(name) else {
            return arguments.iter().any(|it| self.touches(it, env));
        };
        let DefineBody::Expr(body) = &define.body else { return true };
        if self.here.depth >= DEFINITION_DEPTH_MAX {
            return true;
        }
        let found = self.found.len();
        let Ok(inner) = self.arguments(define, arguments, span, env) else {
            self.found.truncate(found);
            return true;
        };
        self.here.depth += 1;
        let touches = self.touches(body, &inner);
        self.here.depth -= 1;
        touches
    }
}
