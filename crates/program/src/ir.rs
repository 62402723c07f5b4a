//! A program as data: where its variables lie in a state, and what each step computes.
//!
//! Code is a graph of basic blocks of expressions over slots and temporaries, so that an
//! interpreter and a code generator can both walk it. Processes are written out one by one: the
//! number of a process, options and loop variables are constants in it.

mod buffer;
mod claims;
mod code;
mod expr;
mod history;
mod messages;
mod monitor;
mod order_monitor;
mod process;
mod reason;
mod store;
mod table;
mod variables;
mod walk;

pub use buffer::Buffer;
pub use claims::{Charge, Claim, Inductive, Property, Said, Watched};
pub use code::{Block, CellName, End, EventTemplate, Instruction};
pub use expr::{Asked, Binary, Bound, Expr, Index, Place, Unary};
pub use history::{History, Lane};
pub use messages::*;
pub use monitor::{Clears, Flag, Monitor, Overtaking, Stage, When};
pub use order_monitor::{BEGINS, Called, Happened, NO_ORDER, OrderMonitor};
pub use process::{Awaited, Point, Process, ProcessStatus, Rule, Section, Trigger, Where};
pub use reason::{
    Addends, Compared, Explained, Member, Members, Part, Saying, Sentence, Sign, Term,
};
pub use store::{Column, Store};
pub use table::{Table, TableCell, TableRow};
pub use variables::{ShownAs, Variable};

use model::{Action, MessageId, Row, RowId, Zone};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub type SlotId = usize;
pub type TempId = usize;
pub type BlockId = usize;
pub type PointId = usize;

/// Where one number lies in a state, and which values it can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The first bit; of a field, within the message. Of a program that is not [`Compiled`](crate::Compiled),
    /// in bytes.
    pub at: usize,
    /// How many bits, all within eight bytes. Of a program that is not compiled, in bytes: 1, 2, 4 or 8.
    pub size: usize,
    /// Symbols that it can be; they are stored as 0, 1, ….
    pub symbols: Vec<i64>,
    /// Numbers that it can be, from and to; none if `high` is lower.
    pub low: i64,
    pub high: i64,
    /// A step that stores another value is not followed, and no error.
    pub is_limit: bool,
}

impl Slot {
    /// One with these symbols and numbers, wherever it lies.
    pub fn new(symbols: Vec<i64>, low: i64, high: i64) -> Slot {
        let mut slot = Slot { at: 0, size: 1, symbols, low, high, is_limit: false };
        while slot.size < 8 && slot.count() > 1i64 << (8 * slot.size) {
            slot.size *= 2;
        }
        slot
    }

    /// How many values it can have.
    pub fn count(&self) -> i64 {
        self.symbols.len() as i64 + (self.high - self.low + 1).max(0)
    }

    /// The value that it has in a state.
    pub fn value(&self, state: &[u8]) -> i64 {
        self.decode(crate::machine::read(state, self))
    }

    /// A value of its domain as it is stored.
    pub fn encode(&self, value: i64) -> Option<u64> {
        let symbols = self.symbols.len() as u64;
        if (self.low..=self.high).contains(&value) {
            return Some(symbols + (value - self.low) as u64);
        }
        self.symbols.iter().position(|&symbol| symbol == value).map(|at| at as u64)
    }

    pub fn decode(&self, code: u64) -> i64 {
        match self.symbols.get(code as usize) {
            Some(&symbol) if !self.symbols.is_empty() => symbol,
            _ => self.low + (code as i64 - self.symbols.len() as i64),
        }
    }
}

/// What the network does to a message that is on its way.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkFault {
    /// It doubles the message, or loses it.
    pub doubles: bool,
    /// Kinds of messages that it leaves alone.
    pub exempt: Vec<u8>,
    /// What happens to the message in hand, wherever processes stand.
    pub rule: Rule,
}

impl NetworkFault {
    pub fn of(&self, mail: MessageId) -> Action {
        if self.doubles { Action::Duplicate(mail) } else { Action::Lose(mail) }
    }
}

/// A variable whose initial value is open: the first steps choose it.
#[derive(Clone, PartialEq, Debug)]
pub struct AnyValue {
    pub slot: SlotId,
    pub process: usize,
}

/// A computation that reads a state and writes nothing to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query {
    pub code: BlockId,
    pub result: TempId,
}

/// How a slot names processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// A number is that of a process, counted from this one.
    One(usize),
    /// A member of a set is that of a process, counted from this one.
    Set(usize),
}

/// Processes of one role that differ by name only.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Symmetry {
    pub first: usize,
    /// For each of them the slots that it has to itself, in one order.
    pub own: Vec<Vec<SlotId>>,
    /// Arrays with an element for each of them: the slot of the first one's element, and how many
    /// slots an element has.
    pub tables: Vec<(SlotId, usize)>,
    /// Lists that name processes: the slot of the length, and how many slots an element has.
    pub lists: Vec<(SlotId, usize)>,
    /// The slots of a state that name processes.
    pub names: Vec<(SlotId, Names)>,
    /// Of each kind of message, which of its numbers do.
    pub fields: Vec<Vec<Option<Names>>>,
    /// Of the cells to which writes can be pending, those that have to do with processes.
    pub cells: BTreeMap<SlotId, NamedCell>,
}

/// What a cell is to processes that differ by name only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedCell {
    /// Which of them has it to itself, and which of its slots it is.
    pub home: Option<(usize, usize)>,
    /// How its values name processes.
    pub names: Option<Names>,
}

/// A whole program, all options put in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    pub title: &'static str,
    pub slots: Vec<Slot>,
    /// The bytes of a state.
    pub width: usize,
    /// The most work of one step; zero of a program that is not [`Compiled`](crate::Compiled).
    pub step_work: usize,
    pub temps: usize,
    pub blocks: Vec<Block>,
    /// Where lines of the text begin: a block and the number of the line, counted from 1.
    pub lines: Vec<(BlockId, usize)>,
    pub processes: Vec<Process>,
    pub shared: Vec<Variable>,
    /// Where shared variables are rows of a store.
    pub table: Option<Table>,
    pub channels: Option<Channels>,
    pub network_faults: Vec<NetworkFault>,
    /// What counts how often a fault has struck, with the fault's name.
    pub counters: Vec<(&'static str, SlotId)>,
    /// Initial values that are open, and the slot that counts those chosen already.
    pub any: Vec<AnyValue>,
    pub any_row: RowId,
    pub choices_made: Option<SlotId>,
    /// What restricts the initial states, each with its name.
    pub assumptions: Vec<(&'static str, Query)>,
    /// A state in which one of them is false is not followed.
    pub limits: Vec<Query>,
    /// Blocks that compute the initial state.
    pub initial: Vec<BlockId>,
    /// The lines before a process's first access that need open values: they run once all are chosen.
    pub beginnings: Vec<(usize, BlockId)>,
    /// Slots of what claims remembered that are not asked; they keep their first value.
    pub forgotten: BTreeSet<SlotId>,
    /// What processes have read and not used yet: of each, in some lines only.
    pub half_read: BTreeSet<SlotId>,
    pub monitors: Vec<Monitor>,
    pub order_monitor: Option<OrderMonitor>,
    pub properties: Vec<Property>,
    /// Which of them are to carry themselves.
    pub inductive: Vec<Inductive>,
    pub watched: Vec<Watched>,
    pub rows: Vec<Row>,
    /// Those whose steps are under strong fairness.
    pub strongly: BTreeSet<RowId>,
    pub zones: &'static [Zone],
    pub symbols: Vec<String>,
    pub outside: Vec<Outside>,
    pub symmetry: Option<Symmetry>,
    /// The symmetry that there would be, and what stands in its way: a clause.
    pub hindrance: Option<(Symmetry, String)>,
    pub history: Option<History>,
    pub store: Option<Store>,
    /// Where writes wait until they reach memory: at most one queue for each process.
    pub buffers: Vec<Buffer>,
}

/// What is said where an index is none of those that there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    /// A sentence, with `{}` in the place of the index.
    pub sentence: String,
    /// What the first index is called: a step counts them from zero.
    pub first: i64,
}

/// What counts the crashes of processes.
pub const CRASHES: &str = "crashes";

impl Program {
    /// The processes that take steps of their own: all but replicas.
    pub fn steppers(&self) -> Range<usize> {
        0..self.store.as_ref().map_or(self.processes.len(), |store| store.replicas.start)
    }

    /// The claim about each step whose result a query reads, if it reads one.
    pub fn about_step(&self, query: Query) -> Option<Query> {
        let reads = |slot: SlotId| {
            let mut reads = false;
            self.blocks[query.code].each_expr(&mut |expr| {
                reads |= matches!(expr, Expr::Load(place) if place.slot == slot);
            });
            reads
        };
        let flags = self.monitors.iter().filter_map(Monitor::flag);
        let mut of_steps = flags.filter(|flag| flag.is_of_steps() && reads(flag.slot));
        of_steps.find_map(|flag| flag.sets).map(|when| when.query)
    }
}

/// The temporary that has the sender while a message is handled; its fields follow.
pub const SENDER: TempId = 0;
/// The most numbers in one message.
pub const FIELDS_MAX: usize = 24;
