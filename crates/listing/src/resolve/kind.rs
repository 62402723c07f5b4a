//! What sort of thing an expression stands for, as far as names depend on it.

use super::names::Names;

/// Whose processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    All,
    /// The number of the role.
    Role(usize),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Unknown,
    Bool,
    /// A number or a symbol.
    Plain,
    /// A range as the text writes it: what an array is indexed by.
    Range(String),
    Process(Over),
    /// A name that runs over a set which its uses tell; the number of its binder.
    Bound(usize),
    Set(Box<Kind>),
    List(Box<Kind>),
    Array(Vec<Kind>, Box<Kind>),
    Record(String),
    Tuple(Vec<Kind>),
}

impl Kind {
    pub fn set(member: Kind) -> Kind {
        Kind::Set(Box::new(member))
    }

    /// The members of a set, a list or an array.
    pub fn member(&self) -> Kind {
        match self {
            Kind::Set(member) | Kind::List(member) => (**member).clone(),
            Kind::Array(dims, member) if dims.len() == 1 => (**member).clone(),
            // a single process stands for a set of one
            Kind::Process(over) => Kind::Process(*over),
            _ => Kind::Unknown,
        }
    }

    /// What both are; unknown where they differ.
    pub fn join(self, other: Kind) -> Kind {
        if self == other { self } else { Kind::Unknown }
    }
}

impl Names<'_> {
    /// `process`, or the role's noun.
    pub fn set_name(&self, over: Over) -> &str {
        match over {
            Over::All => "process",
            Over::Role(role) => &self.roles[role].noun.text,
        }
    }

    /// ``a process of `client` ``, `any process`.
    pub fn one_of(&self, over: Over) -> String {
        match over {
            Over::All => "any process".into(),
            Over::Role(role) => format!("a process of `{}`", self.roles[role].noun.text),
        }
    }
}
