//! Expressions.

use super::{Domain, Name};
use crate::token::Span;

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Number(i64),
    Name(String),
    Call(Name, Vec<Expr>),
    /// `sort(q by t, from)`, or of numbers `sort(q)`.
    Sort(Box<Expr>, Vec<Name>),
    Index(Box<Expr>, Vec<Expr>),
    Field(Box<Expr>, Name),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    /// Operands of one level and the operators between them; comparisons chain.
    Binary(Binary, Box<Expr>, Box<Expr>),
    Compare(Vec<Expr>, Vec<Compare>),
    IsFree(Box<Expr>),
    /// `x′`: the value after a step.
    Prime(Box<Expr>),
    /// `A if C else B`.
    If {
        then: Box<Expr>,
        condition: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// `P ⇒ Q`; `always` asks for Q in all later states, too.
    Implies {
        from: Box<Expr>,
        to: Box<Expr>,
        always: bool,
    },
    Quantified(Quantifier, Vec<Binder>, Box<Expr>),
    /// The body of a sum, a maximum or a minimum: `… where C: V`. A member counts where C is true.
    Where {
        value: Box<Expr>,
        condition: Box<Expr>,
    },
    /// `{j in S: P}`, `{e for j in S: P}`.
    SetOf {
        element: Option<Box<Expr>>,
        binders: Vec<Binder>,
        filter: Option<Box<Expr>>,
    },
    /// `[x in q: P]`.
    ListOf {
        binders: Vec<Binder>,
        filter: Box<Expr>,
    },
    New(Name),
    RowRead(Box<Expr>),
}

impl Expr {
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// A name, and what stands behind it in brackets.
    pub fn named(&self) -> Option<(&str, &[Expr])> {
        match &self.kind {
            ExprKind::Name(name) => Some((name, &[])),
            ExprKind::Call(name, arguments) => Some((&name.text, arguments)),
            _ => None,
        }
    }

    /// The expressions that it is made of, but for those that binders name.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::New(_) => Vec::new(),
            ExprKind::Call(_, all)
            | ExprKind::Tuple(all)
            | ExprKind::List(all)
            | ExprKind::Set(all)
            | ExprKind::Compare(all, _) => all.iter().collect(),
            ExprKind::Index(base, indices) => std::iter::once(&**base).chain(indices).collect(),
            ExprKind::Sort(inner, _)
            | ExprKind::Field(inner, _)
            | ExprKind::Not(inner)
            | ExprKind::Minus(inner)
            | ExprKind::IsFree(inner)
            | ExprKind::Prime(inner)
            | ExprKind::RowRead(inner)
            | ExprKind::Quantified(_, _, inner)
            | ExprKind::ListOf { filter: inner, .. } => vec![inner],
            ExprKind::Binary(_, one, other)
            | ExprKind::Implies { from: one, to: other, .. }
            | ExprKind::Where { condition: one, value: other } => vec![one, other],
            ExprKind::If { then, condition, otherwise } => vec![condition, then, otherwise],
            ExprKind::SetOf { element, filter, .. } => {
                element.iter().chain(filter).map(|expr| &**expr).collect()
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    And,
    Or,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Subset,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    All,
    Some,
    Count,
    Sum,
    Max,
    Min,
}

/// `j ≠ i in S`: names that run over a domain or a set.
#[derive(Clone, Debug)]
pub struct Binder {
    pub names: Vec<Name>,
    pub unequal: Option<Box<Expr>>,
    pub domain: Option<Domain>,
    pub span: Span,
}
