//! Instructions, and what they are made of.

use crate::eval::Names;
use listing::tree::{Binder, Cause, Expr, Pattern, Target};

pub struct Instruction {
    pub kind: Op,
    pub names: Names,
}

pub enum Op {
    /// Here a section begins.
    Section(String),
    Assign(Vec<Expr>, Vec<Expr>),
    Await(Expr),
    Receive(Pattern, Option<Expr>, Bound),
    Pause,
    Stop,
    Restart,
    Become(String),
    Send(Pattern, Target),
    /// Goes on, or where the condition is false there.
    Branch(Expr, usize),
    /// The same, behind the conditions of branches before it.
    ElseIf(Expr, usize),
    Jump(usize),
    /// Notes the members; of them the next one, or there if there is none.
    Each(Binder, Vec<Expr>, usize),
    Next(usize, Vec<usize>, usize),
    /// Before a choice: whether that is a step of its own.
    BeforeChoice(bool),
    Choose(Vec<Binder>, Option<Expr>, Vec<Bound>),
    Let(usize, Expr),
    Propose(Expr),
    Decide(Expr),
    Free(Expr),
    /// One step, up to where it ends.
    Atomic,
    EndAtomic,
    /// Behind the last section.
    EndPass,
    /// A process of rules alone has no lines.
    NoLines,
    EndRule,
}

/// Fields of a message, a sender or a choice: names that are bound, or variables that are assigned.
#[derive(Clone, Debug)]
pub struct Bound {
    pub places: Vec<Target1>,
    /// The name that is bound to the sender.
    pub sender: Option<usize>,
}

#[derive(Clone, Debug)]
pub enum Target1 {
    Slot(usize),
    Place(Expr),
}

pub struct Rule {
    pub cause: Cause,
    pub guard: Option<Expr>,
    pub names: Names,
    pub bound: Bound,
    pub at: usize,
    pub is_for_crashed: bool,
}
