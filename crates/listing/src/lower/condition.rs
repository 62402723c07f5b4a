//! Conditions whose reads are steps: what is read, in which order, and where that stops.

use super::expr::{Known, meet};
use super::{Env, Lower, Meaning, Mode, Result, Val};
use crate::tree::{Binary, Define, Expr as Tree, ExprKind, Quantifier};
use program::ir::{BlockId, Expr, Instruction};

impl<'t> Lower<'t> {
    /// Whether an expression takes steps here.
    pub fn steps(&self, expr: &'t Tree, env: &Env<'t>) -> bool {
        self.here.mode == Mode::Stepped && self.touches(expr, env)
    }

    /// What a condition is that takes no step and is known when the text is put together.
    pub fn decided_at_once(&mut self, condition: &'t Tree, env: &Env<'t>) -> Option<i64> {
        if self.steps(condition, env) { None } else { self.if_constant(condition, env) }
    }

    /// A condition with steps, as a value.
    pub fn flow(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        self.flow_if(Expr::Const(1), expr, env)
    }

    /// The same, false and without a read where it is not asked for.
    fn flow_if(&mut self, is_asked: Expr, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let (yes, no, behind) = (self.block(), self.block(), self.block());
        let mut before = None;
        if is_asked != Expr::Const(1) {
            before = Some(self.known());
            let asks = self.block();
            self.branch(is_asked, asks, no);
            self.current = asks;
        }
        let mut known = self.condition(expr, env, yes, no)?;
        if let Some(before) = before {
            known.1 = meet(known.1, before);
        }
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

    /// Whether a member counts: of one that is none, the condition computes and reads nothing.
    pub fn counts_if(&mut self, is_member: Expr, filter: &'t Tree, env: &Env<'t>) -> Result<Expr> {
        if is_member != Expr::Const(0) && self.steps(filter, env) {
            return Ok(self.flow_if(is_member, filter, env)?.parts[0].clone());
        }
        self.decided_by(is_member, true, |lower| lower.bool(filter, env))
    }

    pub fn known(&self) -> Known {
        (self.cache.clone(), self.here.open)
    }

    pub fn know(&mut self, known: Known) {
        (self.cache, self.here.open) = known;
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
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let is_and = *operator == Binary::And;
                if let Some(value) = self.decided_at_once(left, env) {
                    // what is known already needs no other side
                    if (value != 0) == is_and {
                        return self.condition(right, env, yes, no);
                    }
                    self.jump(if is_and { no } else { yes });
                    return Ok((self.known(), self.known()));
                }
                let next = self.block();
                let (t, f) = match is_and {
                    true => self.condition(left, env, next, no)?,
                    false => self.condition(left, env, yes, next)?,
                };
                self.current = next;
                self.know(if is_and { t.clone() } else { f.clone() });
                let (other_t, other_f) = self.condition(right, env, yes, no)?;
                Ok(match is_and {
                    true => (other_t, meet(f, other_f)),
                    false => (meet(t, other_t), other_f),
                })
            }
            ExprKind::Implies { from, to, always: false } => {
                match self.decided_at_once(from, env) {
                    Some(0) => {
                        self.jump(yes);
                        return Ok((self.known(), self.known()));
                    }
                    Some(_) => return self.condition(to, env, yes, no),
                    None => {}
                }
                let next = self.block();
                let (t, f) = self.condition(from, env, next, yes)?;
                self.current = next;
                self.know(t);
                let (other_t, other_f) = self.condition(to, env, yes, no)?;
                Ok((meet(f, other_t), other_f))
            }
            ExprKind::Quantified(it @ (Quantifier::All | Quantifier::Some), binders, body) => {
                self.heeds_order(binders);
                let is_all = *it == Quantifier::All;
                let mut early: Option<Known> = None;
                for (inner, condition) in self.members(binders, env)? {
                    let next = self.block();
                    let is_certain = condition == Expr::Const(1);
                    if !is_certain {
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
                    self.know(if is_certain { on } else { meet(on, before) });
                }
                let known = self.known();
                self.jump(if is_all { yes } else { no });
                let early = early.unwrap_or_else(|| known.clone());
                Ok(if is_all { (known, early) } else { (early, known) })
            }
            ExprKind::Name(name) => match self.meaning(name, env) {
                Meaning::Argument(argument, env) => self.condition(argument, &env, yes, no),
                Meaning::Define(define) => {
                    self.condition_of_define(Some(define), &[], expr, env, yes, no)
                }
                _ => self.condition_of_define(None, &[], expr, env, yes, no),
            },
            ExprKind::Call(name, arguments) => {
                let define = self.find_define(&name.text);
                self.condition_of_define(define, arguments, expr, env, yes, no)
            }
            _ => self.condition_of_define(None, &[], expr, env, yes, no),
        }
    }

    /// A condition that a definition stands for, or one that is evaluated as a whole.
    fn condition_of_define(
        &mut self,
        define: Option<&'t Define>,
        arguments: &'t [Tree],
        expr: &'t Tree,
        env: &Env<'t>,
        yes: BlockId,
        no: BlockId,
    ) -> Result<(Known, Known)> {
        if let Some(define) = define
            && let Some(body) = define.value()
        {
            return self.within_define(define, arguments, expr.span, env, |lower, env| {
                lower.condition(body, env, yes, no)
            });
        }
        let value = self.bool(expr, env)?;
        self.branch(value, yes, no);
        Ok((self.known(), self.known()))
    }
}
