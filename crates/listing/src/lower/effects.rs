//! Which expressions access shared variables.

use super::constant::Constants;
use super::domain::{Of, Ty};
use super::references::is_cell;
use super::{Bound, Env, Lower, Meaning, Val, bind};
use crate::functions::{Effect, effect};
use crate::limits::MEMBERS_MAX;
use crate::tree::{Binder, Define, Expr as Tree, ExprKind, Storage, names_in};
use program::ir::{Expr, TempId};

/// A member of a set that only the program knows.
const SOME_MEMBER: Expr = Expr::Temp(TempId::MAX);

impl<'t> Lower<'t> {
    /// Whether an expression reads a shared variable in a step.
    pub fn touches(&self, expr: &'t Tree, env: &Env<'t>) -> bool {
        self.constants().touches(expr, env)
    }

    /// Whether an expression reads a shared variable for some members, arguments and processes.
    fn may_touch(&self, expr: &'t Tree) -> bool {
        let touches = match &expr.kind {
            ExprKind::New(_) | ExprKind::IsFree(_) | ExprKind::RowRead(_) => true,
            ExprKind::Name(name) => self.name_may_touch(name),
            ExprKind::Call(name, _) => {
                effect(&name.text) == Effect::Operation || self.name_may_touch(&name.text)
            }
            ExprKind::Field(_, name) => self.is_field_of_cells(&name.text),
            _ => false,
        };
        touches || expr.parts().into_iter().any(|it| self.may_touch(it))
    }

    /// The same of a name, found once for each.
    fn name_may_touch(&self, name: &str) -> bool {
        if let Some(known) = self.touching.borrow().get(name) {
            return *known;
        }
        // a definition within itself
        self.touching.borrow_mut().insert(name.to_owned(), true);
        let touches = self.is_called_touching(name);
        self.touching.borrow_mut().insert(name.to_owned(), touches);
        touches
    }

    fn is_called_touching(&self, name: &str) -> bool {
        let is_shared = |var: usize| self.vars[var].storage == Storage::Shared;
        // an argument is what it is where the definition is used
        let is_parameter =
            |define: &&Define| names_in(&define.parameters).iter().any(|it| it.0 == name);
        self.vars_called(name).any(is_shared)
            || self.defines.iter().any(is_parameter)
            || self.find_define(name).is_some_and(|define| match define.value() {
                Some(body) => self.may_touch(body),
                None => true,
            })
    }
}

impl<'t> Constants<'_, 't> {
    fn touches(&self, expr: &'t Tree, env: &Env<'t>) -> bool {
        if !self.lower.may_touch(expr) {
            return false;
        }
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
            ExprKind::Name(name) => match self.lower.meaning(name, env) {
                Meaning::Argument(argument, env) => self.touches(argument, &env),
                Meaning::Variable(var) => self.lower.vars[var].storage == Storage::Shared,
                Meaning::Define(_) => self.define_touches(name, &[], env),
                _ => false,
            },
            ExprKind::Index(base, indices) => {
                self.any_touches(indices, env)
                    || again(base) && !self.is_own_element(base, &indices[0], env)
            }
            ExprKind::Call(name, _) if effect(&name.text) == Effect::Network => false,
            // an argument is read where the definition names it
            ExprKind::Call(name, arguments) if self.lower.find_define(&name.text).is_some() => {
                self.define_touches(&name.text, arguments, env)
            }
            ExprKind::Call(name, arguments) => {
                effect(&name.text) == Effect::Operation || self.any_touches(arguments, env)
            }
            ExprKind::Field(base, name) => again(base) || self.may_be_cell(base, &name.text, env),
            ExprKind::If { then, condition, otherwise } => {
                match self.value(condition, env).and_then(|it| it.constant()) {
                    Some(0) => again(otherwise),
                    Some(_) => again(then),
                    None => again(condition) || again(then) || again(otherwise),
                }
            }
            ExprKind::Quantified(_, binders, _)
            | ExprKind::SetOf { binders, .. }
            | ExprKind::ListOf { binders, .. } => {
                let members = self.possible(binders, env);
                members.iter().any(|env| expr.parts().into_iter().any(|it| self.touches(it, env)))
            }
            _ => expr.parts().into_iter().any(again),
        }
    }

    /// Whether it is the own element of an array that only its processes write.
    fn is_own_element(&self, base: &'t Tree, index: &'t Tree, env: &Env<'t>) -> bool {
        let lower = self.lower;
        let Some(process) = lower.here.process else { return false };
        let var = lower.var_named(base, env).filter(|it| lower.free.contains(it));
        let Some(var) = var else { return false };
        let Some(index) = self.value(index, env) else { return false };
        let by = match (&index.ty, lower.vars[var].dims[0].of) {
            (Ty::Scalar(domain), Of::Processes) => domain.of.base(),
            _ => 0,
        };
        let own = lower.own_index(var, process);
        own.is_some() && index.constant().map(|it| it + by) == own
    }

    fn define_touches(&self, name: &str, arguments: &'t [Tree], env: &Env<'t>) -> bool {
        let Some(define) = self.lower.find_define(name) else { return false };
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
                    let (names, _) = self.lower.names_of(binder);
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
