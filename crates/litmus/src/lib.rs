//! Litmus tests for x86 as herd has them: read, and written as a text of the language.
//!
//! No input or output, no clock: the same test gives the same text everywhere.

// a test and its text
#![allow(clippy::similar_names)]

pub mod axioms;
mod condition;
mod header;
mod instruction;
mod observed;
mod text;
mod threads;
mod token;

pub use observed::Observed;

use listing::Diagnostic;
use listing::diagnostic::DiagnosticDraft;
use std::collections::BTreeMap;
use std::fmt;

/// The most writes of a thread that can be pending: the places of the largest buffer.
pub const PENDING_MAX: usize = 8;
/// What the text calls its question for all final states.
pub const FINAL_STATES: &str = "final states";

/// A test: threads, what everything begins with, and what is claimed of the final states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    pub name: String,
    pub threads: Vec<Vec<Op>>,
    /// What memory begins with.
    pub cells: BTreeMap<String, u32>,
    /// What registers begin with.
    pub registers: BTreeMap<Register, u32>,
    pub quantifier: Quantifier,
    pub condition: Condition,
    /// Quantifier and condition as they are written, on one line.
    pub claim: String,
    /// What of a final state is told: what the condition names, and what `locations` lists.
    pub observed: Vec<Variable>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Store(String, Value),
    Load(Register, String),
    Move(Register, Value),
    /// Reads the cell and writes to it what was in the register, as one.
    Exchange(String, Register),
    Fence,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Number(u32),
    Register(Register),
}

/// A register of a thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Register {
    pub thread: usize,
    /// As herd prints it: `EAX` on x86, `rax` on x86-64.
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Variable {
    Register(Register),
    Cell(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// Some final state satisfies the condition.
    Exists,
    /// None does.
    NotExists,
    /// All do.
    Forall,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    Equal(Variable, u32),
    Not(Box<Condition>),
    /// Of nothing: true.
    And(Vec<Condition>),
    /// Of nothing: false.
    Or(Vec<Condition>),
}

/// Reads a test, or says what is wrong with it and where.
pub fn read(text: &str) -> Result<Test, Diagnostic> {
    header::read(text).map_err(|found| found.place(text))
}

type Result<T, E = DiagnosticDraft> = std::result::Result<T, E>;

impl Test {
    /// The same as a text of the language. The names of its property are [`Quantifier::name`] and [`FINAL_STATES`].
    pub fn text(&self) -> String {
        text::write(self)
    }

    /// Whether the condition is true in a final state, given by the values of what is observed.
    pub fn satisfies(&self, values: &[u32]) -> bool {
        self.condition.holds(&|variable| {
            let nth = self.observed.iter().position(|observed| observed == variable);
            values[nth.expect("what the condition names is observed")]
        })
    }

    /// A final state as herd prints it: `0:EAX=0; x=1;`.
    pub fn shown(&self, values: &[u32]) -> String {
        let each = |(variable, value): (&Variable, &u32)| format!("{variable}={value};");
        self.observed.iter().zip(values).map(each).collect::<Vec<_>>().join(" ")
    }

    /// The most writes of a thread that can be pending.
    pub fn pending_max(&self) -> usize {
        self.threads.iter().map(|ops| threads::pending_max(ops)).max().unwrap_or(0)
    }
}

impl Condition {
    /// Whether it is true where variables have these values.
    pub fn holds(&self, value: &impl Fn(&Variable) -> u32) -> bool {
        match self {
            Condition::Equal(variable, number) => value(variable) == *number,
            Condition::Not(condition) => !condition.holds(value),
            Condition::And(all) => all.iter().all(|condition| condition.holds(value)),
            Condition::Or(all) => all.iter().any(|condition| condition.holds(value)),
        }
    }

    /// The variables that it names.
    pub fn variables(&self) -> Vec<&Variable> {
        match self {
            Condition::Equal(variable, _) => vec![variable],
            Condition::Not(condition) => condition.variables(),
            Condition::And(all) | Condition::Or(all) => {
                all.iter().flat_map(Condition::variables).collect()
            }
        }
    }
}

impl Quantifier {
    /// What the text calls the property.
    pub fn name(self) -> &'static str {
        match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "not exists",
            Quantifier::Forall => "forall",
        }
    }

    /// Whether the claim is true if so many of all final states satisfy the condition.
    pub fn holds(self, satisfying: usize, all: usize) -> bool {
        match self {
            Quantifier::Exists => satisfying > 0,
            Quantifier::NotExists => satisfying == 0,
            Quantifier::Forall => satisfying == all,
        }
    }
}

/// As a test writes it.
impl fmt::Display for Quantifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        })
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.thread, self.name)
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variable::Register(register) => register.fmt(f),
            Variable::Cell(name) => f.write_str(name),
        }
    }
}
