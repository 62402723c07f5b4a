//! What is known of what a text declares.

use crate::instantiate::domain::{Domain, Ty, is_symbol};
use crate::instantiate::value::Val;
use crate::tree::{Role, Storage};
use program::ir::{Expr, SlotId};

pub struct Choice {
    pub name: String,
    /// Words and values.
    pub values: Vec<(String, i64)>,
    pub chosen: usize,
    /// Its values are `yes` and `no`.
    pub is_bool: bool,
}

impl Choice {
    pub fn value(&self, value: i64) -> Val {
        match () {
            () if self.is_bool => Val::bool(Expr::Const(value)),
            () if is_symbol(value) => {
                Val::one(Ty::Scalar(Domain::symbol(value)), Expr::Const(value))
            }
            () => Val::number(value),
        }
    }

    /// Its value of that name.
    pub fn named(&self, name: &str) -> Option<Val> {
        self.values.iter().find(|value| value.0 == name).map(|it| self.value(it.1))
    }
}

pub struct RoleInfo<'t> {
    pub noun: String,
    /// The variable with the number of a process.
    pub number: Option<String>,
    pub count: usize,
    /// The first of its processes.
    pub base: usize,
    pub tree: &'t Role,
    /// How often a process goes through its sections; none: for ever.
    pub times: Option<i64>,
}

pub struct MessageInfo {
    pub name: String,
    pub fields: Vec<(String, Ty)>,
}

/// A declared variable.
pub struct Var {
    pub name: String,
    pub storage: Storage,
    /// Whose it is; none: everybody's.
    pub role: Option<usize>,
    pub dims: Vec<Domain>,
    pub element: Ty,
    /// The first slot, for each process of the role; one if it is everybody's.
    pub bases: Vec<SlotId>,
    /// Initial values, for each of the bases.
    pub initial: Vec<Vec<i64>>,
    /// All initial values are possible.
    pub any: bool,
    /// The named domain of its values, or of a field of them, and the numbers before that field.
    pub points: Option<(String, usize)>,
    /// The named domain of its values, beside symbols.
    pub children_of: Option<String>,
    /// The named domain of its only index.
    pub indexed_by: Option<String>,
    /// What the domain of each index is called, if that is one name.
    pub index_names: Vec<Option<String>>,
    /// A read that overlaps a write returns any value: for each element whether it is being written.
    pub busy: Option<SlotId>,
}
