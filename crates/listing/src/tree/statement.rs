//! Lines of blocks, and what stands in them.

use super::{Binder, Expr, Name, Pattern};
use crate::token::Span;

pub type Block = Vec<Line>;

/// The statements of one line, with the line's condition and comment.
#[derive(Clone, Debug)]
pub struct Line {
    /// `strongly`, where it is said: its steps are taken if they are possible again and again.
    pub strongly: Option<Span>,
    pub statements: Vec<Statement>,
    pub with: Option<Expr>,
    pub comment: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

impl Statement {
    /// The blocks below it, of an `if` those of all branches.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StatementKind::If(branches) => branches.iter().map(|branch| &branch.body).collect(),
            StatementKind::Atomic(body)
            | StatementKind::While { body, .. }
            | StatementKind::Repeat { body, .. }
            | StatementKind::ForEach { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Assign {
        targets: Vec<Expr>,
        values: Vec<Expr>,
        until: Option<Expr>,
    },
    Await(Expr),
    /// `await reply(n) from j`, or `await reply`.
    Receive {
        pattern: Pattern,
        from: Option<Expr>,
    },
    Atomic(Block),
    Pause,
    /// Waits until nothing of the process is pending.
    Fence,
    /// Later writes of the process reach memory behind those that are pending.
    StoreFence,
    Skip,
    Stop,
    Restart,
    Become(Name),
    Send {
        message: Pattern,
        to: Target,
    },
    If(Vec<Branch>),
    While {
        condition: Expr,
        body: Block,
    },
    Repeat {
        body: Block,
        untils: Vec<Until>,
    },
    ForEach {
        binder: Binder,
        filter: Option<Expr>,
        body: Block,
    },
    Choose {
        binders: Vec<Binder>,
        filter: Option<Expr>,
    },
    /// `let n = size(votes)`: a name for a value, to the end of the block.
    Let(Name, Expr),
    Propose(Expr),
    Decide(Expr),
    Free(Expr),
    RowWrite(Vec<(Expr, Expr)>),
    RowDelete(Expr),
    Call {
        name: Name,
        arguments: Vec<Expr>,
    },
    /// `call push(1) | x ← pop`: one of these.
    Invoke(Vec<Invocation>),
    Return(Option<Expr>),
}

/// `x ← pop`, behind `call`.
#[derive(Clone, Debug)]
pub struct Invocation {
    pub target: Option<Expr>,
    pub operation: Name,
    pub arguments: Vec<Expr>,
    pub span: Span,
}

/// `if C:`, `else if C:`, `else:`.
#[derive(Clone, Debug)]
pub struct Branch {
    pub condition: Option<Expr>,
    pub body: Block,
    pub with: Option<Expr>,
    pub comment: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Until {
    pub condition: Expr,
    pub with: Option<Expr>,
    pub comment: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Target {
    All,
    AllOthers,
    AllIn(Expr),
    One(Expr),
}
