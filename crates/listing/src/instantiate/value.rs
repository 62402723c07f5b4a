//! Values, and the names that stand for them.

use crate::instantiate::domain::Ty;
use crate::tree::{Define, Expr as Tree, ExprKind};
use program::ir::Expr;
use std::rc::Rc;

/// A value: its type and the numbers that it consists of.
#[derive(Clone, Debug)]
pub struct Val {
    pub ty: Ty,
    pub parts: Vec<Expr>,
    /// Of [`Ty::Literal(_)`]: each member, and whether it is one.
    pub items: Vec<(Val, Expr)>,
}

impl Val {
    pub fn one(ty: Ty, expr: Expr) -> Val {
        Val { ty, parts: vec![expr], items: Vec::new() }
    }

    pub fn bool(expr: Expr) -> Val {
        Val::one(Ty::Bool, expr)
    }

    pub fn number(value: i64) -> Val {
        Val::one(Ty::numbers(value, value), Expr::Const(value))
    }

    /// How much there is to copy of it.
    pub fn size(&self) -> usize {
        let items = self.items.iter().map(|(item, condition)| item.size() + condition.size());
        self.parts.iter().map(Expr::size).sum::<usize>() + items.sum::<usize>()
    }

    pub fn constant(&self) -> Option<i64> {
        match self.parts[..] {
            [Expr::Const(value)] => Some(value),
            _ => None,
        }
    }
}

/// Names in force, the innermost first.
pub type Env<'t> = Option<Rc<Scope<'t>>>;

pub struct Scope<'t> {
    name: String,
    bound: Bound<'t>,
    next: Env<'t>,
}

#[derive(Clone)]
pub enum Bound<'t> {
    Value(Val),
    /// An argument of a definition, with the names in force where it stands.
    Alias(&'t Tree, Env<'t>),
}

pub fn bind<'t>(env: &Env<'t>, name: &str, bound: Bound<'t>) -> Env<'t> {
    Some(Rc::new(Scope { name: name.to_owned(), bound, next: env.clone() }))
}

pub fn look_up<'t>(env: &Env<'t>, name: &str) -> Option<Bound<'t>> {
    let mut at = env.as_ref();
    while let Some(scope) = at {
        if scope.name == name {
            return Some(scope.bound.clone());
        }
        at = scope.next.as_ref();
    }
    None
}

/// The names in force within a definition, or the argument that does not fit.
pub fn define_env<'t>(
    define: &'t Define,
    arguments: &'t [Tree],
    env: &Env<'t>,
) -> Result<Env<'t>, &'t Tree> {
    let mut inner = env.clone();
    for (parameter, argument) in define.parameters.iter().zip(arguments) {
        match (&parameter.kind, &argument.kind) {
            (ExprKind::Name(name), _) => {
                inner = bind(&inner, name, Bound::Alias(argument, env.clone()));
            }
            (ExprKind::Tuple(names), ExprKind::Tuple(values)) if names.len() == values.len() => {
                for (name, value) in names.iter().zip(values) {
                    if let ExprKind::Name(name) = &name.kind {
                        inner = bind(&inner, name, Bound::Alias(value, env.clone()));
                    }
                }
            }
            _ => return Err(argument),
        }
    }
    Ok(inner)
}
