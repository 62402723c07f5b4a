//! Statements with everything put in.

use super::{Code, Computed, Kept};
use crate::instantiate::place::LValue;
use crate::instantiate::store::writes::WriteRow;
use crate::token::Span;
use model::RowId;
use program::ir::Expr;

#[derive(Clone, Debug)]
pub enum Statement {
    /// Steps from here on are those of a row; nothing is known of what was read before.
    Line {
        row: Option<RowId>,
        line: usize,
        span: Span,
    },
    /// A line that never runs.
    NeverRuns(usize),
    Begin,
    Pause,
    Fence,
    StoreFence,
    Assign {
        values: Code,
        stores: Vec<(LValue, Vec<Expr>)>,
    },
    /// What ends a read of a row.
    Until {
        condition: Computed,
        span: Span,
    },
    Await(Computed),
    Receive {
        kind: u8,
        from: Option<Computed>,
        take: Code,
        span: Span,
    },
    Atomic(Code),
    Stop,
    Restart,
    GoTo(String),
    Send {
        kind: u8,
        fields: Vec<Field>,
        to: To,
    },
    If(Vec<Branch>),
    While {
        condition: Computed,
        body: Code,
        span: Span,
        waits: Option<Waits>,
    },
    Repeat {
        body: Code,
        until: Option<(Option<RowId>, Computed)>,
        span: Span,
    },
    ForEach {
        over: Code,
        keeps: Kept,
        rounds: Vec<Round>,
    },
    Choose {
        asked: Code,
        plain: Code,
        of_read: Option<Code>,
    },
    Propose(usize),
    Decide(usize),
    WriteRow(WriteRow),
    Invoke(Vec<Call>),
    Return(Code),
    MayRun,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub code: Code,
    pub parts: Vec<Expr>,
    pub names_ghost: bool,
}

#[derive(Clone, Debug)]
pub enum To {
    All(Vec<usize>),
    One(Computed),
    /// Processes, each with whether it is one.
    Members(Code, Vec<(Expr, Expr)>),
}

#[derive(Clone, Debug)]
pub struct Branch {
    pub row: Option<RowId>,
    /// None: in every other case.
    pub condition: Option<Computed>,
    pub body: Code,
    /// It is false whatever is read.
    pub never: bool,
}

/// One member that a `for each` runs over.
#[derive(Clone, Debug)]
pub enum Round {
    LeftOut,
    Runs { counts: Expr, filter: Option<Computed>, body: Code },
}

/// A loop that only waits: how to write that, and the parts of its condition with what each computes.
#[derive(Clone, Debug)]
pub struct Waits {
    pub instead: String,
    pub parts: Vec<(Span, Code)>,
}

/// An operation where it is called: its code up to its returns.
#[derive(Clone, Debug)]
pub struct Call {
    pub section: usize,
    pub before: Code,
    pub body: Code,
    /// How it returns at its end; none: each way has returned.
    pub at_end: Option<Code>,
}

impl Statement {
    /// The codes within it.
    pub fn inner(&self) -> Vec<&Code> {
        match self {
            Statement::Assign { values, .. } => vec![values],
            Statement::Until { condition, .. } | Statement::Await(condition) => {
                vec![&condition.code]
            }
            Statement::Receive { from, take, .. } => {
                from.iter().map(|from| &from.code).chain([take]).collect()
            }
            Statement::Atomic(code) | Statement::Return(code) => vec![code],
            Statement::Send { fields, to, .. } => {
                let to = match to {
                    To::All(_) => None,
                    To::One(one) => Some(&one.code),
                    To::Members(code, _) => Some(code),
                };
                fields.iter().map(|field| &field.code).chain(to).collect()
            }
            Statement::If(branches) => {
                let codes = branches.iter().flat_map(|branch| {
                    let condition = branch.condition.as_ref().map(|condition| &condition.code);
                    condition.into_iter().chain([&branch.body])
                });
                codes.collect()
            }
            Statement::While { condition, body, .. } => vec![&condition.code, body],
            Statement::Repeat { body, until, .. } => {
                let until = until.as_ref().map(|until| &until.1.code);
                std::iter::once(body).chain(until).collect()
            }
            Statement::ForEach { over, rounds, .. } => {
                let mut all = vec![over];
                for round in rounds {
                    if let Round::Runs { filter, body, .. } = round {
                        all.extend(filter.as_ref().map(|filter| &filter.code));
                        all.push(body);
                    }
                }
                all
            }
            Statement::Choose { plain, of_read, .. } => {
                std::iter::once(plain).chain(of_read).collect()
            }
            Statement::Invoke(calls) => {
                let codes = calls
                    .iter()
                    .flat_map(|call| [&call.before, &call.body].into_iter().chain(&call.at_end));
                codes.collect()
            }
            _ => Vec::new(),
        }
    }
}
