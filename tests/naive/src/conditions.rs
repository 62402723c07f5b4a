//! Conditions: what is known to be read behind them depends on how they came out.

use crate::eval::{Bind, Eval, Result, wrong};
use crate::state::Seen;
use crate::value::Value;
use listing::tree::{Binary, Binder, Compare, DefineBody, Expr, ExprKind, Quantifier};

impl Eval<'_> {
    /// Where something depends on a condition: what each way to its outcome has read is known there.
    pub fn truth(&mut self, expr: &Expr) -> Result<bool> {
        Ok(self.condition(expr)?.0)
    }

    /// Its value: what each way through it has read is known behind it.
    pub fn truth_value(&mut self, expr: &Expr) -> Result<bool> {
        let (value, seen) = self.condition(expr)?;
        self.seen = seen;
        Ok(value)
    }

    pub fn condition(&mut self, expr: &Expr) -> Result<(bool, Seen)> {
        match &expr.kind {
            ExprKind::Not(inner) => {
                let (value, seen) = self.condition(inner)?;
                Ok((!value, seen))
            }
            ExprKind::Binary(sign @ (Binary::And | Binary::Or), one, other) => {
                let is_and = *sign == Binary::And;
                // what is known before the program runs is no branch
                if let Some(value) = self.constant_truth(one) {
                    return if value == is_and { self.condition(other) } else { self.plain(one) };
                }
                let (mut value, seen) = self.condition(one)?;
                if value == is_and {
                    value = self.condition(other)?.0;
                }
                // several ways lead there, and some have read the left side only
                if value != is_and {
                    self.seen.clone_from(&seen);
                }
                Ok((value, seen))
            }
            ExprKind::Implies { from, to, always: false } => {
                if let Some(value) = self.constant_truth(from) {
                    let seen = self.seen.clone();
                    return if value { self.condition(to) } else { Ok((true, seen)) };
                }
                let (holds, seen) = self.condition(from)?;
                let value = !holds || self.condition(to)?.0;
                if value {
                    self.seen.clone_from(&seen);
                }
                Ok((value, seen))
            }
            ExprKind::Quantified(it @ (Quantifier::All | Quantifier::Some), binders, body)
                if !matches!(body.kind, ExprKind::Where { .. }) =>
            {
                self.all_or_some(*it == Quantifier::All, binders, body)
            }
            ExprKind::Name(name) => match self.names.get(name).cloned() {
                Some(Bind::Argument(expr, names)) => {
                    self.within(names, |eval| eval.condition(&expr))
                }
                Some(_) => self.plain(expr),
                None => self.defined(name, &[], expr),
            },
            ExprKind::Call(name, arguments) => self.defined(&name.text, arguments, expr),
            _ => self.plain(expr),
        }
    }

    /// The outcome of a condition that asks nothing of the state.
    pub fn constant_truth(&self, expr: &Expr) -> Option<bool> {
        let mut eval = Eval { me: self.me, ..Eval::constant(self.world, self.names.clone()) };
        eval.truth(expr).ok()
    }

    /// The outcome of a condition that is known before the program runs, whatever it asks of the state.
    pub fn known(&self, expr: &Expr) -> Option<bool> {
        match &expr.kind {
            ExprKind::Not(inner) => Some(!self.known(inner)?),
            ExprKind::Binary(sign @ (Binary::And | Binary::Or), one, other) => {
                let is_and = *sign == Binary::And;
                match (self.known(one), self.known(other)) {
                    (Some(value), _) | (_, Some(value)) if value != is_and => Some(value),
                    (Some(_), Some(_)) => Some(is_and),
                    _ => None,
                }
            }
            ExprKind::Compare(all, signs) => match (&all[..], &signs[..]) {
                ([one, other], [sign]) => self.known_order(one, *sign, other),
                _ => self.constant_truth(expr),
            },
            _ => self.constant_truth(expr),
        }
    }

    /// Of tuples the first pair that differs decides, whatever comes behind it.
    fn known_order(&self, one: &Expr, sign: Compare, other: &Expr) -> Option<bool> {
        let mut eval = Eval { me: self.me, ..Eval::constant(self.world, self.names.clone()) };
        if let (ExprKind::Tuple(one), ExprKind::Tuple(other)) = (&one.kind, &other.kind)
            && matches!(sign, Compare::Less | Compare::Greater)
        {
            let (one, other) = (eval.eval(&one[0]).ok()?, eval.eval(&other[0]).ok()?);
            if one != other {
                return self.compare(&one, sign, &other).ok();
            }
        }
        let (one, other) = (eval.eval(one).ok()?, eval.eval(other).ok()?);
        self.compare(&one, sign, &other).ok()
    }

    fn plain(&mut self, expr: &Expr) -> Result<(bool, Seen)> {
        match self.eval(expr)? {
            Value::Bool(value) => Ok((value, self.seen.clone())),
            other => wrong(format!("{other} is neither true nor false")),
        }
    }

    fn defined(&mut self, name: &str, arguments: &[Expr], expr: &Expr) -> Result<(bool, Seen)> {
        match self.world.definitions.get(name).cloned() {
            Some(define) if self.variable(name).is_none() => {
                let DefineBody::Expr(body) = &define.body else { return wrong("no expression") };
                let names = self.parameters(&define.parameters, arguments);
                self.within(names, |eval| eval.condition(body))
            }
            _ => self.plain(expr),
        }
    }

    pub fn all_or_some(
        &mut self,
        is_all: bool,
        binders: &[Binder],
        body: &Expr,
    ) -> Result<(bool, Seen)> {
        let members = self.bindings(binders, &[body])?;
        if self.is_open(binders, &[body]) {
            let before = self.seen.clone();
            for names in members {
                let value = self.within(names, |eval| eval.condition(body))?.0;
                self.seen.clone_from(&before);
                if value != is_all {
                    return Ok((!is_all, before));
                }
            }
            return Ok((is_all, before));
        }
        let is_alone = members.len() == 1;
        let mut first = None;
        for names in members {
            let (value, seen) = self.within(names, |eval| eval.condition(body))?;
            let first = first.get_or_insert(seen);
            if value != is_all {
                if !is_alone {
                    self.seen.clone_from(first);
                }
                return Ok((!is_all, first.clone()));
            }
        }
        Ok((is_all, first.unwrap_or_else(|| self.seen.clone())))
    }
}
