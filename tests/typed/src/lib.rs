//! Systems as Rust types: small ones, for tests of what works on any system.

mod system;

pub use system::{read, symmetric_system_of, system_of};

use model::{
    Action, ClaimKind, Fairness, Log, PerProcess, Pids, Renaming, SYSTEM_PROCESSES_MAX, Stepped,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// A flat value without padding, which the checker hashes and compares as bytes, and copies by
/// `clone_from`.
pub trait Plain:
    Copy + Send + Sync + IntoBytes + FromZeros + Immutable + Unaligned + 'static
{
}
impl<T: Copy + Send + Sync + IntoBytes + FromZeros + Immutable + Unaligned + 'static> Plain for T {}

/// A finite transition system whose every transition runs one row of a listing.
pub trait Model: Sized + Send + Sync + 'static {
    /// Flat, small and canonical: two states are the same if and only if their bytes are.
    type State: Plain;

    fn init(&self) -> Self::State;

    /// Offers every action worth trying in `state`, always in the same order.
    fn actions(&self, state: &Self::State, offer: &mut dyn FnMut(Action));

    /// All that is offered in `state`.
    #[inline(never)]
    fn offered(&self, state: &Self::State) -> Vec<Action> {
        let mut all = Vec::new();
        self.actions(state, &mut |action| all.push(action));
        all
    }

    /// Takes `action`, or leaves `state` as it was and says why not.
    ///
    /// Guard and effect live together here, so that neither can be changed without the other.
    /// Events go to `log`.
    fn step(&self, state: &mut Self::State, action: Action, log: &mut Log<'_>) -> Stepped;

    /// The weak-fairness constraint on the step from `before` to `after`; none where nobody has to
    /// take it.
    fn fairness(
        &self,
        _before: &Self::State,
        action: Action,
        _after: &Self::State,
    ) -> Option<Fairness> {
        Fairness::of(action)
    }

    /// Whether some constraints are strong.
    fn is_strongly_fair(&self) -> bool {
        false
    }

    fn properties(&self) -> &[Property<Self>];
}

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

/// Of each process the number of the operation that it has begun and not ended, zero where there is
/// none. An operation ends with the step that changes this; so one that ends in the very step in
/// which the next begins needs another number than that. A process that has crashed has none.
pub type Operations<M> = fn(&M, &<M as Model>::State) -> PerProcess;

/// What a step costs, to be charged to operations: state before, step, state after. Asked with the
/// same state twice, it is what a step costs that has to wait, as often as it looks.
pub type Charge<M> = fn(&M, &<M as Model>::State, Action, &<M as Model>::State) -> PerProcess;

pub enum Claim<M: Model> {
    Always(fn(&M, &M::State) -> bool),
    Sometimes(fn(&M, &M::State) -> bool),
    Most(fn(&M, &M::State) -> u32),
    Least(fn(&M, &M::State) -> Option<u32>),
    Eventually(fn(&M, &M::State) -> Pids),
    Outcomes(fn(&M, &M::State) -> String),
    /// One of the conditions of progress.
    Progress(ClaimKind, Operations<M>),
    /// The most or the least that an operation costs.
    Cost(ClaimKind, Operations<M>, Charge<M>),
}

impl<M: Model> Claim<M> {
    pub const fn kind(&self) -> ClaimKind {
        match *self {
            Claim::Always(_) => ClaimKind::Always,
            Claim::Sometimes(_) => ClaimKind::Sometimes,
            Claim::Most(_) => ClaimKind::Most,
            Claim::Least(_) => ClaimKind::Least,
            Claim::Eventually(_) => ClaimKind::Eventually,
            Claim::Outcomes(_) => ClaimKind::Outcomes,
            Claim::Progress(kind, _) | Claim::Cost(kind, ..) => kind,
        }
    }
}

impl<M: Model> Property<M> {
    const fn new(name: &'static str, words: &'static str, claim: Claim<M>) -> Property<M> {
        Property { name, words, claim, applies: |_| true }
    }

    /// Those of a model that say anything.
    pub fn asked_of(model: &M) -> impl Iterator<Item = &Property<M>> {
        model.properties().iter().filter(|property| (property.applies)(model))
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
        Property::new(name, words, Claim::Progress(ClaimKind::WaitFree, operations))
    }

    /// Somebody always gets done: in a run in which steps of operations are taken for ever, operations
    /// end for ever (Herlihy and Shavit). Anybody may stop for ever, and so it fails
    /// wherever somebody has to wait, and in a loop with a step of an operation and the end of none.
    pub const fn lock_free(
        name: &'static str,
        words: &'static str,
        operations: Operations<M>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Progress(ClaimKind::LockFree, operations))
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
        Property::new(name, words, Claim::Progress(ClaimKind::ObstructionFree, operations))
    }

    /// The most that one operation costs, from the step with which it begins to the one with which it
    /// ends: a number, or no bound at all. Nothing has to be counted in the state.
    pub const fn most_cost(
        name: &'static str,
        words: &'static str,
        operations: Operations<M>,
        charge: Charge<M>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Cost(ClaimKind::MostCost, operations, charge))
    }

    /// The least that one operation costs that comes to its end: where nobody is in its way, say.
    pub const fn least_cost(
        name: &'static str,
        words: &'static str,
        operations: Operations<M>,
        charge: Charge<M>,
    ) -> Property<M> {
        Property::new(name, words, Claim::Cost(ClaimKind::LeastCost, operations, charge))
    }

    pub const fn kind(&self) -> ClaimKind {
        self.claim.kind()
    }

    /// Whether `state` breaks this claim.
    pub fn broken(&self, model: &M, state: &M::State) -> bool {
        matches!(self.claim, Claim::Always(holds) if !holds(model, state))
    }
}

/// A model in which some differ by name only: processes, or the replicas of a store.
pub trait Symmetric: Model {
    /// Those whose numbers are names and nothing more: a set. Whoever exchanges their names sees
    /// the same steps.
    fn alike(&self) -> Pids;

    /// The state, with other names for those that are alike.
    fn renamed(&self, state: &Self::State, names: &Renaming) -> Self::State;

    /// Of each name something that does not depend on names, by which to put them in order; equal
    /// where nothing is known.
    fn keys(&self, state: &Self::State) -> [u64; SYSTEM_PROCESSES_MAX];

    /// Whether a property, of that name, may tell those apart that are alike. It is then asked by
    /// all names.
    fn heeds_names(&self, property: &str) -> bool;
}
