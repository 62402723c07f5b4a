//! Values, and the names that stand for them.

use super::domain::Ty;
use crate::tree::Expr as Tree;
use program::ir::Expr;
use std::rc::Rc;

/// A value: its type and the numbers that it consists of.
#[derive(Clone, Debug)]
pub struct Val {
    pub ty: Ty,
    pub parts: Vec<Expr>,
    /// Of [`Ty::Items`]: each member, and whether it is one.
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
