//! Which expressions access shared variables.

use super::constant::Constants;
use super::domain::{Of, Ty};
use super::expr::is_reference;
use super::references::is_cell;
use super::{Bound, Env, Lower, Val, bind, look_up};
use crate::limits::MEMBERS_MAX;
use crate::tree::{Binder, Expr as Tree, ExprKind, Storage};
use program::ir::{Expr, TempId};

/// A member of a set that only the program knows.
const SOME_MEMBER: Expr = Expr::Temp(TempId::MAX);

impl<'t> Lower<'t> {
    /// Whether an expression reads a shared variable in a step.
    pub fn touches(&self, expr: &'t Tree, env: &Env<'t>) -> bool {
        self.constants().touches(expr, env)
    }
}

impl<'t> Constants<'_, 't> {
    fn touches(&self, expr: &'t Tree, env: &Env<'t>) -> bool {
        // what is too deep is told when it is evaluated
        self.deeper(|| self.touches_here(expr, env)).unwrap_or(true)
    }

    fn any_touches(&self, all: &'t [Tree], env: &Env<'t>) -> bool {
        all.iter().any(|it| self.touches(it, env))
    }

    fn touches_here(&self, expr: &'t Tree, env: &Env<'t>) -> bool {
        let again = |it: &'t Tree| self.touches(it, env);
        match &expr.kind {
            ExprKind::Number(_) => false,
            ExprKind::New(_) | ExprKind::IsFree(_) | ExprKind::RowRead(_) => true,
            ExprKind::Name(name) => match look_up(env, name) {
                Some(Bound::Alias(inner, env)) => self.touches(inner, &env),
                Some(Bound::Value(_)) => false,
                None if self.lower.options.iter().any(|it| it.name == *name) => false,
                None => match self.lower.find_var(name) {
                    Some(var) => self.lower.vars[var].storage == Storage::Shared,
                    None => self.define_touches(name, &[], env),
                },
            },
            ExprKind::Index(base, indices) => {
                self.any_touches(indices, env)
                    || again(base) && !self.is_own_element(base, &indices[0], env)
            }
            ExprKind::Call(name, _) if name.text == "in_transit" => false,
            ExprKind::Call(name, arguments) => {
                arguments.iter().any(|it| !is_reference(it) && again(it))
                    || matches!(
                        name.text.as_str(),
                        "cas" | "swap" | "fetch_and_add" | "test_and_set"
                    )
                    || self.define_touches(&name.text, arguments, env)
            }
            ExprKind::Field(base, name) => again(base) || self.may_be_cell(base, &name.text, env),
            ExprKind::Not(base)
            | ExprKind::Minus(base)
            | ExprKind::Prime(base)
            | ExprKind::Sort(base, _) => again(base),
            ExprKind::Tuple(all)
            | ExprKind::List(all)
            | ExprKind::Set(all)
            | ExprKind::Compare(all, _) => self.any_touches(all, env),
            ExprKind::Binary(_, one, other)
            | ExprKind::Implies { from: one, to: other, .. }
            | ExprKind::Where { value: other, condition: one } => again(one) || again(other),
            ExprKind::If { then, condition, otherwise } => {
                match self.value(condition, env).and_then(|it| it.constant()) {
                    Some(0) => again(otherwise),
                    Some(_) => again(then),
                    None => again(condition) || again(then) || again(otherwise),
                }
            }
            ExprKind::Quantified(_, binders, body) => {
                self.possible(binders, env).iter().any(|inner| self.touches(body, inner))
            }
            ExprKind::SetOf { element, binders, filter } => {
                let parts = || element.iter().chain(filter);
                let all = self.possible(binders, env);
                all.iter().any(|inner| parts().any(|it| self.touches(it, inner)))
            }
            ExprKind::ListOf { binders, filter } => {
                self.possible(binders, env).iter().any(|inner| self.touches(filter, inner))
            }
        }
    }

    /// Whether it is the own element of an array that only its processes write.
    fn is_own_element(&self, base: &'t Tree, index: &'t Tree, env: &Env<'t>) -> bool {
        let lower = self.lower;
        let (ExprKind::Name(name), Some(process)) = (&base.kind, lower.here.process) else {
            return false;
        };
        let var = lower.find_var(name).filter(|it| lower.free.contains(it));
        let Some(var) = var.filter(|_| look_up(env, name).is_none()) else { return false };
        let Some(index) = self.value(index, env) else { return false };
        let by = match (&index.ty, lower.vars[var].dims[0].of) {
            (Ty::Scalar(domain), Of::Processes) => domain.of.base(),
            _ => 0,
        };
        index.constant().map(|it| it + by) == Some(lower.own_index(var, process))
    }

    fn define_touches(&self, name: &str, arguments: &'t [Tree], env: &Env<'t>) -> bool {
        let Some(define) = self.lower.find_define(name) else {
            return self.any_touches(arguments, env);
        };
        let touches = self.within(define, arguments, env, |body, env| self.touches(body, env));
        touches.unwrap_or(true)
    }

    fn may_be_cell(&self, base: &'t Tree, field: &str, env: &Env<'t>) -> bool {
        self.lower.is_field_of_cells(field)
            && self.reference_ty(base, env).is_none_or(|it| is_cell(&it))
    }

    /// The names in force for each member that there may be.
    fn possible(&self, binders: &'t [Binder], env: &Env<'t>) -> Vec<Env<'t>> {
        let mut all = vec![env.clone()];
        for binder in binders {
            let inner = all.iter().flat_map(|env| {
                self.one_binder(binder, env).unwrap_or_else(|| {
                    let value = Bound::Value(Val::one(Ty::Items, SOME_MEMBER));
                    let (names, _) = self.lower.names_of(binder, env);
                    vec![names.iter().fold(env.clone(), |env, it| bind(&env, it, value.clone()))]
                })
            });
            all = inner.collect();
            if all.len() > MEMBERS_MAX {
                break;
            }
        }
        all
    }
}
