//! The lines of a text with everything put in: options, constants, definitions, and names that run over a
//! set. Values are terms, and what is read of memory stands beside them, in order. Which of it is a step is
//! decided afterwards, where code becomes blocks.

mod statement;
mod walk;

pub use statement::{Branch, Call, Field, Round, Statement, To, Waits};
pub use walk::{any, each, each_expr_mut};

use crate::instantiate::place::LValue;
use crate::instantiate::store::access::ReadRow;
use model::WritePhase;
use program::ir::{Expr, Instruction, TempId};

pub type Code = Vec<Op>;

/// A value, and what has to be done to compute it.
#[derive(Clone, Debug)]
pub struct Computed {
    pub code: Code,
    pub value: Expr,
}

#[derive(Clone, Debug)]
pub enum Op {
    /// What is no access.
    Do(Instruction),
    /// A value as it is now, in a temporary of its own if it is not in one; a plain variable is simple enough where
    /// a value is only used several times.
    Keep {
        to: TempId,
        value: Expr,
        only_simple: bool,
    },
    /// A shared variable or element is read: an access, unless it costs the process none.
    Read {
        spot: LValue,
        to: Vec<TempId>,
    },
    /// An access that acts on memory at once; what was read of a variable may be true no more.
    Act {
        forgets: Option<usize>,
    },
    /// An access that reads a variable and writes it.
    Operate {
        spot: LValue,
        now: Vec<TempId>,
        code: Code,
        new: Vec<Expr>,
    },
    ReadRow(Box<ReadRow>),
    /// Whether a process is in a section.
    Stands {
        to: TempId,
        process: usize,
        section: String,
    },
    /// What a process sees of a variable, and how many of its writes are pending.
    Seen {
        to: Vec<TempId>,
        who: Expr,
        spot: LValue,
    },
    Pending {
        to: TempId,
        who: Expr,
    },
    Decision(Box<Decision>),
    Choice(Box<Choice>),
    /// Of a member that does not count, nothing is computed.
    OnlyIf {
        counts: Expr,
        code: Code,
        to: Vec<TempId>,
        parts: Vec<Expr>,
    },
    /// One process after the other is read here, if reading takes steps.
    InOrder(Code),
    /// All of an array is looked at, and no cell is touched by that.
    TouchesNone(Code),
    /// One member more of a sum, a count, a maximum or a minimum.
    Member(Box<Member>),
    Guard(Expr),
    /// Where the pool has no cell left, the step is not followed.
    NeedsRoom {
        pool: usize,
        is_left: Expr,
    },
    Store(LValue, Vec<Expr>),
    /// The same in an access that was made already.
    StoreNow(LValue, Vec<Expr>),
    TellWrite(LValue, WritePhase),
    Statement(Box<Statement>),
}

/// A truth value that some parts decide before others are computed.
#[derive(Clone, Debug)]
pub enum Decision {
    Not { to: TempId, inner: Computed },
    Both { to: TempId, join: Join, left: Computed, right: Computed },
    Each { to: TempId, is_all: bool, over: Code, members: Vec<(Expr, Computed)>, in_order: bool },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    And,
    Or,
    Implies,
}

/// A value of one of two ways: what each gives to the same temporaries.
#[derive(Clone, Debug)]
pub struct Choice {
    pub condition: Computed,
    pub ways: [Way; 2],
    pub to: Vec<TempId>,
    pub kind: Chosen,
}

#[derive(Clone, Debug)]
pub struct Way {
    pub code: Code,
    pub parts: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub enum Chosen {
    /// Both ways give a value of one type.
    Value,
    /// Each way has members of its own. Of each: where its parts are, where it is said whether it counts, and
    /// the numbers that stand there on the other way.
    Members([Vec<ChosenMember>; 2]),
}

#[derive(Clone, Debug)]
pub struct ChosenMember {
    pub to: Vec<TempId>,
    pub parts: Vec<Expr>,
    pub none: Vec<i64>,
    pub counts_to: TempId,
    pub counts: Expr,
}

/// What a fold has so far is kept before a member is read, and after it.
#[derive(Clone, Debug)]
pub struct Member {
    pub before: SoFar,
    pub how: Counting,
    /// The member, and then what the fold has with it.
    pub code: Code,
    pub after: SoFar,
}

/// What is kept in temporaries if it is not yet: where it goes.
pub type Kept = Vec<(TempId, Expr)>;

/// What a fold has so far, and whether that is anything.
#[derive(Clone, Default, Debug)]
pub struct SoFar {
    pub values: Kept,
    pub is_some: Option<(TempId, Expr)>,
}

#[derive(Clone, Debug)]
pub enum Counting {
    Always,
    /// Of a member that does not count nothing is read: what there is then, in place of `after`. Where
    /// nothing is read in a step, it is computed all the same: the code for that, and what there is.
    If {
        counts: Expr,
        filter: Option<Computed>,
        without: Vec<Expr>,
        at_once: Option<(Code, Vec<Expr>)>,
    },
}

impl Computed {
    pub fn of(value: Expr) -> Computed {
        Computed { code: Vec::new(), value }
    }

    /// What it is if it reads nothing and is known.
    pub fn known(&self) -> Option<i64> {
        match self.value {
            Expr::Const(value) if !any(&self.code, &Op::is_access) => Some(value),
            _ => None,
        }
    }

    /// What a condition is, whatever is read for it.
    pub fn certain(&self) -> Option<bool> {
        match (&self.value, self.code.last()) {
            (Expr::Const(value), _) => Some(*value != 0),
            (Expr::Temp(at), Some(Op::Decision(last))) if last.to() == *at => last.certain(),
            _ => None,
        }
    }
}

impl Decision {
    pub fn to(&self) -> TempId {
        match self {
            Decision::Not { to, .. } | Decision::Both { to, .. } | Decision::Each { to, .. } => *to,
        }
    }

    fn certain(&self) -> Option<bool> {
        match self {
            Decision::Not { inner, .. } => inner.certain().map(|holds| !holds),
            Decision::Both { join, left, right, .. } => {
                match left.certain().map(|left| join.decided_by(left)) {
                    Some(Some(decided)) => Some(decided),
                    // the right side decides, if it is what a left one decides with
                    left => right
                        .certain()
                        .filter(|right| left.is_some() || *right == (*join != Join::And)),
                }
            }
            Decision::Each { is_all, members, .. } => {
                let mut all = Some(*is_all);
                for (counts, member) in members {
                    match member.certain() {
                        Some(holds) if holds == *is_all => {}
                        Some(holds) if *counts == Expr::Const(1) => return Some(holds),
                        _ => all = None,
                    }
                }
                all
            }
        }
    }
}
