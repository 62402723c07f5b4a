//! The vocabulary that every other crate speaks: what an algorithm is, what a step is, and how a
//! state looks to a reader. Nothing here searches, draws, or does input or output.

mod action;
mod algorithm;
mod event;
mod expansion;
mod fairness;
mod figure;
mod intern;
mod knob;
mod property;
mod renaming;
mod row;
mod system;
mod tariff;
mod typed;
mod view;
mod zone;

pub use action::{Action, Mail};
pub use algorithm::{Article, Dare, Family, Paper, Stage};
pub use event::{Cell, Event, Log, WritePhase};
pub use expansion::{Expanded, Expansion, TakenStep};
pub use fairness::Fairness;
pub use figure::{Count, Figure, Measure};
pub use intern::{Lists, intern, intern_zones};
pub use knob::{Knob, Setting, Value, value};
pub use property::{
    Charge, Claim, IN_DOMAINS, Kind, NO_DEADLOCK, Operations, PerProcess, Property, others_in,
    per_process,
};
pub use renaming::{Renaming, Symmetric};
pub use row::{Row, RowId};
pub use system::{Check, Claimed, Symmetry, System, Unreached, WORD, Witness};
pub use tariff::{Costs, Tariff, packed, set_of};
pub use typed::{read, symmetric_system_of, system_of};
pub use view::{
    ArrayView, CellView, CrashView, DELETED, HappenedView, HistoryView, Life, MessageView, PROCESS,
    ProcessView, Queued, ReplicaView, RowView, Shape, StoredView, View, WatchedView,
};
pub use zone::Zone;

use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// A process or node, counted from zero.
pub type Pid = usize;

/// The most processes of any system, with the replicas of a store.
pub const SYSTEM_PROCESSES_MAX: usize = 16;

/// A set of processes, a bit for each: that of the first is the lowest.
pub type Pids = u16;

// a set has room for all of them, a digit names each in a link, and four bits in a message
const _: () = assert!(SYSTEM_PROCESSES_MAX <= Pids::BITS as usize && SYSTEM_PROCESSES_MAX <= 16);

/// The most lanes in a diagram: processes, and the replicas of a store.
pub const LANES_MAX: usize = SYSTEM_PROCESSES_MAX;

const _: () = assert!(LANES_MAX >= SYSTEM_PROCESSES_MAX);

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

    /// The listing of this very instance: its words follow its knobs.
    fn rows(&self) -> Vec<Row>;

    /// The zones that its processes pass through, in the order in which they are drawn.
    fn zones(&self) -> &'static [Zone];

    fn properties(&self) -> &[Property<Self>];

    fn view(&self, state: &Self::State) -> View;
}

/// What came of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stepped {
    /// This row ran.
    Ran(RowId),
    /// The algorithm itself says to wait here: its guard is not satisfied.
    Waits,
    /// The process has nothing left to do, and needs nothing.
    Done,
    /// The algorithm could go on; the model, to stay finite, does not follow.
    Beyond,
    /// The step cannot be computed: a value leaves its domain, or an index its array.
    Error,
    /// There is no such step here.
    Refused,
}
