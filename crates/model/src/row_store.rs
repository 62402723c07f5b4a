//! Clients that step through numbered lines over one row of a replicated store.
//!
//! Every replica has a copy of the row. A client writes by sending a mutation to all of them, and
//! goes on once enough have it: [`Store::writes`] says how many. To the others it comes later, in
//! any order, or never. A read asks [`Store::reads`] replicas and takes the newest cell of each
//! column; which replicas answer is an open outcome. With one replica, every operation on the row
//! is atomic, unless writes are said to take their time there too.
//!
//! One step is one read of the row, the beginning of one write, or one mutation that lands at one
//! replica, whose acknowledgement is there at once. Local computation rides along.

mod cell;
mod clients;
mod flight;
mod line;
mod reads;
mod renamed;
#[cfg(test)]
mod tests;
mod view;
mod writes;

pub use crate::shared_memory::Then;
pub use cell::Cell;
pub use clients::{Clients, State};
pub use line::{Line, Put, Turn};

use crate::{Ghost, Pid, Plain, ProcessView, Property, Zone};
use zerocopy::FromZeros;

pub const CLIENTS_MAX: usize = 3;
pub const REPLICAS_MAX: usize = 3;

/// A set of columns, a bit for each.
pub type Columns = u8;

/// An algorithm for clients of a row.
pub trait Program: Sized + Send + Sync + 'static {
    /// The labels of the lines: a `repr(u8)` enum without fields, in the order of [`Self::LINES`].
    type At: Plain + PartialEq + std::fmt::Debug;
    /// A copy of the row: `[Cell; N]`, a cell for each column, at most eight.
    type Row: Plain + PartialEq + AsRef<[Cell]> + AsMut<[Cell]>;
    /// What one client keeps to itself.
    type Local: Plain;
    /// History that a property needs; `()` where none does.
    type Ghost: Ghost;

    const ZONES: &'static [Zone];
    /// The whole algorithm. A line's label, words and effect are one expression.
    const LINES: &'static [Line<Self>];
    const PROPERTIES: &'static [Property<Clients<Self>>];

    fn clients(&self) -> usize;

    /// What client `i` has for itself at the start.
    fn local(&self, _: Pid) -> Self::Local {
        Self::Local::new_zeroed()
    }

    fn store(&self) -> Store;

    /// What the clock of client `i` shows at the start.
    fn clock(&self, _: Pid) -> u8 {
        1
    }

    /// What the page calls a column: `number:0`.
    fn column(&self, column: usize) -> String;

    /// What a reader sees of a set of columns that was read or written at once: `number`.
    fn called(&self, columns: Columns) -> crate::Cell;

    /// A value as the page shows it.
    fn value(&self, _column: usize, value: u8) -> String {
        value.to_string()
    }

    /// What the page shows of a client, beside its zone and its line.
    fn show(&self, i: Pid, my: &Self::Local, view: &mut ProcessView);
}

/// How the store keeps its row, and what may go wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Store {
    /// How many copies there are.
    pub replicas: u8,
    pub reads: Level,
    pub writes: Level,
    /// The replicas that a read asks answer all at the same time, and not one after the other.
    pub answers_at_once: bool,
    /// With one replica, a write is there as soon as it begins. Elsewhere it lands with a step of
    /// its own.
    pub lands_at_once: bool,
    pub stamps: Stamps,
    pub clocks: Clocks,
    /// How many times in one run a client's request may get stuck on its way to the store, so
    /// that the client sends it again and the first one comes late.
    pub retries_max: u8,
    /// How many times in one run a clock may fall back to zero.
    pub steps_back_max: u8,
    /// How many replicas may go down, for good.
    pub downs_max: u8,
    /// How many clients may crash in one run.
    pub crashes_max: u8,
}

/// How many replicas an operation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    One,
    Quorum,
    All,
}

impl Level {
    pub fn of(self, replicas: u8) -> u8 {
        match self {
            Level::One => 1,
            Level::Quorum => replicas / 2 + 1,
            Level::All => replicas,
        }
    }
}

/// Who gives a mutation its timestamp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stamps {
    /// The client: what it sends again has the timestamp that it had.
    Client,
    /// The store, when the request comes there.
    Server,
    /// Each replica, when the mutation lands there.
    Replica,
}

/// What timestamps are taken from. A client's clock, or the store's for that client's requests,
/// starts at [`Program::clock`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clocks {
    /// Each counts its own timestamps.
    Apart,
    /// Each advances whenever a timestamp is taken from any of them: as far apart as at the start.
    InStep,
    /// There is only one, the first client's: no two timestamps are equal.
    One,
    /// All stand still: everything happens within a millisecond.
    Still,
}

impl Store {
    /// How many replicas a read needs, in words: "2 of 3 replicas".
    pub fn words_of(self, level: Level) -> String {
        let s = if self.replicas == 1 { "" } else { "s" };
        format!("{} of {} replica{s}", level.of(self.replicas), self.replicas)
    }

    /// Whether a write is one step.
    fn is_atomic(self) -> bool {
        self.replicas == 1 && self.lands_at_once
    }

    /// A set of all replicas.
    fn all(self) -> u8 {
        (1 << self.replicas) - 1
    }
}
