//! What is claimed of an algorithm, in a form that a search can judge.

use crate::{Action, Model, Pids, SYSTEM_PROCESSES_MAX};
use serde::Serialize;

/// What every algorithm is asked for besides its properties.
pub const NO_DEADLOCK: &str = "no deadlock";

/// What fails where some step cannot be computed. Nothing is told of it where it holds.
pub const IN_DOMAINS: &str = "values stay in their domains";

/// A named claim about reachable states.
pub struct Property<M: Model> {
    /// Short: "mutual exclusion".
    pub name: &'static str,
    /// In words: "At most one process is in the critical section."
    pub words: &'static str,
    pub claim: Claim<M>,
    /// Whether it says anything, as the knobs are turned.
    pub applies: fn(&M) -> bool,
}

/// A number for each process.
pub type PerProcess = [u8; SYSTEM_PROCESSES_MAX];

/// Of each process the number of the operation that it has begun and not ended, zero where there is
/// none. An operation ends with the step that changes this; so one that ends in the very step in
/// which the next begins needs another number than that. A process that has crashed has none.
pub type Operations<M> = fn(&M, &<M as Model>::State) -> PerProcess;

/// What a step costs, to be charged to operations: state before, step, state after. Asked with the
/// same state twice, it is what a step costs that has to wait, as often as it looks.
pub type Charge<M> = fn(&M, &<M as Model>::State, Action, &<M as Model>::State) -> PerProcess;

/// A set of processes: one for each that is in it.
pub fn per_process(set: Pids) -> PerProcess {
    std::array::from_fn(|i| (set >> i & 1) as u8)
}

/// A charge for each process: how many others are in a set, such as that of those who just entered.
pub fn others_in(set: Pids) -> PerProcess {
    std::array::from_fn(|i| (set & !(1 << i)).count_ones() as u8)
}

pub enum Claim<M: Model> {
    Always(fn(&M, &M::State) -> bool),
    Sometimes(fn(&M, &M::State) -> bool),
    Most(fn(&M, &M::State) -> u32),
    Least(fn(&M, &M::State) -> Option<u32>),
    Eventually(fn(&M, &M::State) -> Pids),
    Outcomes(fn(&M, &M::State) -> String),
    /// One of the conditions of progress.
    Progress(Kind, Operations<M>),
    /// The most or the least that an operation costs.
    Cost(Kind, Operations<M>, Charge<M>),
}

impl<M: Model> Claim<M> {
    pub const fn kind(&self) -> Kind {
        match *self {
            Claim::Always(_) => Kind::Always,
            Claim::Sometimes(_) => Kind::Sometimes,
            Claim::Most(_) => Kind::Most,
            Claim::Least(_) => Kind::Least,
            Claim::Eventually(_) => Kind::Eventually,
            Claim::Outcomes(_) => Kind::Outcomes,
            Claim::Progress(kind, _) | Claim::Cost(kind, ..) => kind,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
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

impl Kind {
    /// Whether it is about operations, from their beginning to their end.
    pub const fn is_of_operations(self) -> bool {
        self.is_progress() || matches!(self, Kind::MostCost | Kind::LeastCost)
    }

    /// Whether it is about what recurs in fair infinite executions.
    pub const fn is_awaited(self) -> bool {
        matches!(self, Kind::Eventually | Kind::EventuallyAlways)
    }

    pub const fn is_progress(self) -> bool {
        matches!(self, Kind::WaitFree | Kind::LockFree | Kind::ObstructionFree)
    }
}

impl<M: Model> Property<M> {
    const fn new(name: &'static str, words: &'static str, claim: Claim<M>) -> Property<M> {
        Property { name, words, claim, applies: |_| true }
    }

    /// Those of a model that say anything.
    pub fn asked_of(model: &M) -> impl Iterator<Item = &Property<M>> {
        model.properties().iter().filter(|it| (it.applies)(model))
    }

    /// Elsewhere nothing is said of it: it would hold for want of anything to break it.
    pub const fn only_if(self, applies: fn(&M) -> bool) -> Property<M> {
        Property { applies, ..self }
    }

    pub const fn always(
        name: &'static str,
        words: &'static str,
        holds: fn(&M, &M::State) -> bool,
    ) -> Property<M> {
        Property::new(name, words, Claim::Always(holds))
    }

    pub const fn sometimes(
        name: &'static str,
        words: &'static str,
        holds: fn(&M, &M::State) -> bool,
    ) -> Property<M> {
        Property::new(name, words, Claim::Sometimes(holds))
    }

    pub const fn most(
        name: &'static str,
        words: &'static str,
        measure: fn(&M, &M::State) -> u32,
    ) -> Property<M> {
        Property::new(name, words, Claim::Most(measure))
    }

    /// `measure` tells a value where it counts: of an entry that is complete, say.
    pub const fn least(
        name: &'static str,
        words: &'static str,
        measure: fn(&M, &M::State) -> Option<u32>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Least(measure))
    }

    /// Nobody waits for ever in a fair execution ([`Fairness`](crate::Fairness)). `waiting` tells
    /// who waits: a set, of processes or of anything else, in which each stays until it has what it
    /// waits for.
    pub const fn eventually(
        name: &'static str,
        words: &'static str,
        waiting: fn(&M, &M::State) -> Pids,
    ) -> Property<M> {
        Property::new(name, words, Claim::Eventually(waiting))
    }

    /// `outcome` says in a few words what has come of a run that has ended: nobody can take a step,
    /// faults aside.
    pub const fn outcomes(
        name: &'static str,
        words: &'static str,
        outcome: fn(&M, &M::State) -> String,
    ) -> Property<M> {
        Property::new(name, words, Claim::Outcomes(outcome))
    }

    /// Every operation ends within a bounded number of its process's own steps, however the others
    /// are scheduled, and be it that they stop anywhere for ever. No promise is made but that
    /// messages are delivered, which are nobody's own steps.
    ///
    /// It fails in a run in which a process takes steps of one operation for ever, or in a state in
    /// which a process has to wait for others: a guard stands for a loop that looks again and again
    /// (M. Herlihy, [Wait-Free Synchronization][paper], 1991; M. Herlihy, N. Shavit, "The Art of
    /// Multiprocessor Programming", "Progress Conditions"). Where it holds, the checker tells the most steps.
    ///
    /// [paper]: https://doi.org/10.1145/114005.102808
    pub const fn wait_free(
        name: &'static str,
        words: &'static str,
        operations: Operations<M>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Progress(Kind::WaitFree, operations))
    }

    /// Somebody always gets done: in a run in which steps of operations are taken for ever, operations
    /// end for ever (Herlihy and Shavit). Anybody may stop for ever, and so it fails
    /// wherever somebody has to wait, and in a loop with a step of an operation and the end of none.
    pub const fn lock_free(
        name: &'static str,
        words: &'static str,
        operations: Operations<M>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Progress(Kind::LockFree, operations))
    }

    /// Who goes on alone gets done: from every state, within a bounded number of steps (M. Herlihy,
    /// V. Luchangco, M. Moir, [Obstruction-Free Synchronization][paper], ICDCS 2003). An open outcome
    /// may be the worst every time. Where it holds, the checker tells the most steps.
    ///
    /// [paper]: https://doi.org/10.1109/ICDCS.2003.1203503
    pub const fn obstruction_free(
        name: &'static str,
        words: &'static str,
        operations: Operations<M>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Progress(Kind::ObstructionFree, operations))
    }

    /// The most that one operation costs, from the step with which it begins to the one with which it
    /// ends: a number, or no bound at all. Nothing has to be counted in the state.
    pub const fn most_cost(
        name: &'static str,
        words: &'static str,
        operations: Operations<M>,
        charge: Charge<M>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Cost(Kind::MostCost, operations, charge))
    }

    /// The least that one operation costs that comes to its end: where nobody is in its way, say.
    pub const fn least_cost(
        name: &'static str,
        words: &'static str,
        operations: Operations<M>,
        charge: Charge<M>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Cost(Kind::LeastCost, operations, charge))
    }

    pub const fn kind(&self) -> Kind {
        self.claim.kind()
    }

    /// Whether `state` breaks this claim.
    pub fn broken(&self, model: &M, state: &M::State) -> bool {
        matches!(self.claim, Claim::Always(holds) if !holds(model, state))
    }
}
