//! What is computed from a state.

use super::{SlotId, TempId};

/// A slot, or one of several alike that follow each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    pub slot: SlotId,
    pub index: Option<Box<Index>>,
}

/// Which of the slots: `slot + value · stride`. The value is checked to be below `count` elsewhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Index {
    pub value: Expr,
    pub stride: usize,
    pub count: usize,
}

/// How many an index can be, and what is said of another one: a place in [`Program::outside`].
///
/// [`Program::outside`]: super::Program::outside
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    pub count: i64,
    pub outside: u16,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Const(i64),
    Temp(TempId),
    Load(Place),
    /// In a query about a step, what was there before it.
    Before(Place),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// If the first is not zero, the second, else the third; only one of them is computed.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value, which must be from zero to below the bound: an index.
    Below(Box<Expr>, Bound),
    /// What is asked of the messages on their way from a process to a process.
    InTransit(Asked, Option<Box<Expr>>, Option<Box<Expr>>),
}

/// What is asked of messages on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// How many there are, of a kind or of all.
    Count(Option<u8>),
    /// The set of the codes that one of the numbers of messages of a kind has.
    Values(u8, u8),
}

impl Asked {
    /// The kind, if it is of one only.
    pub const fn kind(self) -> Option<u8> {
        match self {
            Asked::Count(kind) => kind,
            Asked::Values(kind, _) => Some(kind),
        }
    }
}

impl Expr {
    /// How many operations and operands it consists of.
    pub fn size(&self) -> usize {
        1 + match self {
            Expr::Const(_) | Expr::Temp(_) => 0,
            Expr::Load(place) | Expr::Before(place) => {
                place.index.as_ref().map_or(0, |index| index.value.size())
            }
            Expr::Unary(_, inner) | Expr::Below(inner, _) => inner.size(),
            Expr::Binary(_, left, right) => left.size() + right.size(),
            Expr::Select(condition, then, otherwise) => {
                condition.size() + then.size() + otherwise.size()
            }
            Expr::InTransit(_, from, to) => from.iter().chain(to).map(|end| end.size()).sum(),
        }
    }

    /// Whether there may be a state in which it cannot be computed.
    pub fn can_fail(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Temp(_) => false,
            Expr::Load(place) | Expr::Before(place) => {
                place.index.as_ref().is_some_and(|index| index.value.can_fail())
            }
            Expr::Below(..) | Expr::Unary(Unary::Lowest | Unary::Highest | Unary::Number, _) => {
                true
            }
            Expr::Unary(_, inner) => inner.can_fail(),
            Expr::Binary(operator, left, right) => {
                let divides = matches!(operator, Binary::Divide | Binary::Modulo);
                let by_zero = divides && !matches!(**right, Expr::Const(by) if by != 0);
                by_zero || left.can_fail() || right.can_fail()
            }
            Expr::Select(condition, then, otherwise) => {
                condition.can_fail() || then.can_fail() || otherwise.can_fail()
            }
            Expr::InTransit(_, from, to) => from.iter().chain(to).any(|end| end.can_fail()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Not,
    Minus,
    /// The number of members of a set.
    Size,
    /// The position of the lowest member of a set, which must have one.
    Lowest,
    /// The position of the highest member of a set, which must have one.
    Highest,
    /// The set with that one member.
    Bit,
    /// The number itself, which must be no symbol.
    Number,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Min,
    Max,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    /// Both are computed. Of sets: the intersection.
    And,
    /// Both are computed. Of sets: the union.
    Or,
    /// The members of the first set that are not in the second.
    Without,
    /// Whether the position on the right is in the set on the left.
    Contains,
}
