//! The types of variables, of parts of them, and of what else names stand for.

use super::constant::Constants;
use super::domain::{Domain, Of, Ty};
use super::{Env, Lower, Meaning, Var, look_up};
use crate::functions::{self, Gives};
use crate::tree::{Expr as Tree, ExprKind, Name};

impl Var {
    fn ty(&self) -> Ty {
        match self.dims.is_empty() {
            true => self.element.clone(),
            false => Ty::Array(self.dims.clone(), self.element.clone().into()),
        }
    }
}

impl<'t> Lower<'t> {
    /// Whether `base.name` is a field of a cell.
    pub fn is_cell_field(&self, base: &'t Tree, name: &str, env: &Env<'t>) -> bool {
        self.is_field_of_cells(name)
            && self.constants().reference_ty(base, env).is_some_and(|it| is_cell(&it))
    }

    /// A variable of this process, of nobody, or else of others.
    fn var_of_any(&self, name: &str) -> Option<usize> {
        self.find_var(name).or_else(|| self.vars_called(name).next())
    }
}

impl<'t> Constants<'_, 't> {
    /// None of what is computed.
    pub fn reference_ty(&self, expr: &'t Tree, env: &Env<'t>) -> Option<Ty> {
        self.deeper(|| self.reference_ty_here(expr, env))?
    }

    fn reference_ty_here(&self, expr: &'t Tree, env: &Env<'t>) -> Option<Ty> {
        match &expr.kind {
            ExprKind::Name(name) => match self.lower.meaning(name, env) {
                Meaning::Argument(argument, env) => self.reference_ty(argument, &env),
                // of an unknown member there is no type
                Meaning::Value(value) => Some(value.ty).filter(|it| *it != Ty::Items),
                Meaning::Variable(var) => Some(self.lower.vars[var].ty()),
                _ => self.ty_of_define(name, &[], env),
            },
            ExprKind::Call(name, arguments) => {
                let gives = functions::find(&name.text).map(|it| it.gives);
                match (gives, &arguments[..]) {
                    (Some(Gives::Element), [list, ..]) => element(self.reference_ty(list, env)?),
                    (Some(Gives::First), [like, ..]) | (Some(Gives::Last), [.., like]) => {
                        self.reference_ty(like, env)
                    }
                    _ => self.ty_of_define(&name.text, arguments, env),
                }
            }
            ExprKind::Index(base, indices) => {
                let (ty, skips) = match &base.kind {
                    ExprKind::Name(name) if look_up(env, name).is_none() => {
                        let var = &self.lower.vars[self.lower.var_of_any(name)?];
                        (var.ty(), self.is_indexed_by_process(var, indices.len()))
                    }
                    _ => (self.reference_ty(base, env)?, false),
                };
                indices[usize::from(skips)..].iter().try_fold(ty, |ty, _| element(ty))
            }
            ExprKind::Field(base, name) => self.ty_of_field(base, name, env),
            ExprKind::If { then, otherwise, .. } => {
                self.reference_ty(then, env).or_else(|| self.reference_ty(otherwise, env))
            }
            ExprKind::New(pool) => self.lower.named_domain(&pool.text),
            _ => None,
        }
    }

    fn ty_of_define(&self, name: &str, arguments: &'t [Tree], env: &Env<'t>) -> Option<Ty> {
        let define = self.lower.find_define(name)?;
        self.within(define, arguments, env, |body, env| self.reference_ty(body, env))?
    }

    /// Whether the first index of an own variable is a process.
    fn is_indexed_by_process(&self, var: &Var, indices: usize) -> bool {
        let Some(role) = var.role else { return false };
        match self.lower.here.process {
            Some(_) => var.dims.is_empty() && !matches!(var.element, Ty::Array(..) | Ty::List(..)),
            None => {
                let is_single = self.lower.roles[role].count == 1;
                !(is_single && !var.dims.is_empty() && indices == var.dims.len())
            }
        }
    }

    fn ty_of_field(&self, base: &'t Tree, name: &Name, env: &Env<'t>) -> Option<Ty> {
        let ty = self.reference_ty(base, env);
        match ty {
            Some(Ty::Record(id)) => {
                let mut fields = self.lower.records[id].fields.iter();
                fields.find(|it| it.0 == name.text).map(|it| it.1.clone())
            }
            Some(ty) if is_cell(&ty) => {
                let var = self.lower.vars_called(&name.text).next()?;
                Some(self.lower.vars[var].element.clone())
            }
            // of a process
            _ => self.lower.owned(&name.text).next().map(|var| self.lower.vars[var].ty()),
        }
    }
}

fn element(ty: Ty) -> Option<Ty> {
    match ty {
        Ty::Array(dims, element) if dims.len() == 1 => Some(*element),
        Ty::Array(dims, element) => Some(Ty::Array(dims[1..].to_vec(), element)),
        Ty::List(element, _) => Some(*element),
        _ => None,
    }
}

pub fn is_cell(ty: &Ty) -> bool {
    matches!(ty, Ty::Scalar(Domain { of: Of::Cells(_), .. }))
}
