//! What is claimed of an algorithm, in a form that a search can judge.

use crate::{Pids, SYSTEM_PROCESSES_MAX};
use serde::Serialize;

/// What every algorithm is asked for besides its properties.
pub const NO_DEADLOCK: &str = "no deadlock";

/// What fails where some step cannot be computed. Nothing is told of it where it holds.
pub const IN_DOMAINS: &str = "values stay in their domains";

/// What is claimed by its name alone: a step reads or writes a cell of a pool that has been freed.
pub const FREED_IS_TOUCHED: &str = "a freed cell is touched";

/// What fails where a number of that name cannot be computed; it is a verdict only where it fails.
pub fn can_be_computed(name: &str) -> String {
    format!("{name} can be computed")
}

const NEVER: &str = "never";

/// What a claim that something never happens is called outside of its text: its name alone reads as the
/// opposite. Without a name of its own it has that word for one.
pub fn never(name: &str) -> String {
    if name == NEVER { name.to_owned() } else { format!("{NEVER} {name}") }
}

/// Whether a property has that name, or had it in its text.
pub fn is_called(property: &str, name: &str) -> bool {
    property == name || property == never(name)
}

/// A number for each process.
pub type PerProcess = [u8; SYSTEM_PROCESSES_MAX];

/// A set of processes: one for each that is in it.
pub fn per_process(set: Pids) -> PerProcess {
    std::array::from_fn(|i| (set >> i & 1) as u8)
}

/// A charge for each process: how many others are in a set, such as that of those who just entered.
pub fn others_in(set: Pids) -> PerProcess {
    std::array::from_fn(|i| (set & !(1 << i)).count_ones() as u8)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// True in every reachable state.
    Always,
    /// True in some reachable state: a question, or proof that the model is not vacuous.
    Sometimes,
    /// The largest value that a quantity takes.
    Most,
    /// The smallest value that a quantity takes where it counts.
    Least,
    /// What somebody waits for comes in the end, in every run.
    Eventually,
    /// True from some moment on, in every run.
    #[serde(rename = "eventually-always")]
    EventuallyAlways,
    /// How runs can end.
    Outcomes,
    /// Every operation ends within a bounded number of its process's own steps, whatever others do,
    /// and be it that they stop.
    #[serde(rename = "wait-free")]
    WaitFree,
    /// As long as anybody takes steps of an operation, operations end, whoever else stops.
    #[serde(rename = "lock-free")]
    LockFree,
    /// From every state, a process that goes on alone ends its operation within a bounded number of
    /// steps.
    #[serde(rename = "obstruction-free")]
    ObstructionFree,
    /// The most that an operation costs, in any run.
    #[serde(rename = "most-cost")]
    MostCost,
    /// The least that an operation costs that ends.
    #[serde(rename = "least-cost")]
    LeastCost,
}

impl ClaimKind {
    /// Whether it is about operations, from their beginning to their end.
    pub const fn is_of_operations(self) -> bool {
        self.is_progress() || matches!(self, ClaimKind::MostCost | ClaimKind::LeastCost)
    }

    /// Whether it is about what recurs in fair infinite executions.
    pub const fn is_awaited(self) -> bool {
        matches!(self, ClaimKind::Eventually | ClaimKind::EventuallyAlways)
    }

    pub const fn is_progress(self) -> bool {
        matches!(self, ClaimKind::WaitFree | ClaimKind::LockFree | ClaimKind::ObstructionFree)
    }
}

/// The names in the text of a claim: of sections, variables and processes.
pub fn names_in(claim: &str) -> impl Iterator<Item = &str> {
    claim.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}
