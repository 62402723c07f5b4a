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
mod pending;
mod property;
mod renaming;
mod row;
mod system;
mod tariff;
mod view;
pub mod work;
mod zone;

pub use action::{Action, MessageId};
pub use algorithm::{Article, Dare, Family, Paper, Stage};
pub use event::{Cell, Event, Log, WritePhase, call};
pub use expansion::{Expanded, Expansion, TakenStep};
pub use fairness::Fairness;
pub use figure::{Count, Figure, Measure};
pub use intern::{Lists, intern, intern_zones};
pub use knob::{Knob, Setting, Value, value};
pub use pending::{BufferView, PendingView};
pub use property::{
    ClaimKind, FREED_IS_TOUCHED, IN_DOMAINS, NO_DEADLOCK, PerProcess, can_be_computed, is_called,
    names_in, never, others_in, per_process,
};
pub use renaming::Renaming;
pub use row::{Row, RowId};
pub use system::{Check, Claimed, Symmetry, System, Unreached, WORD, Witness};
pub use tariff::{Costs, Tariff, packed, set_of};
pub use view::{
    ArrayView, CellView, CrashView, DELETED, Drawn, HappenedView, HistoryView, Life, MessageView,
    Milestone, PROCESS, ProcessView, Queued, ReplicaView, RowView, Shape, StoredView, View,
    WatchedView,
};
pub use zone::Zone;

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
    BoundReached,
    /// The step cannot be computed: a value leaves its domain, or an index its array.
    Error,
    /// There is no such step here.
    Refused,
}
