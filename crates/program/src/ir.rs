//! A program as data: where its variables lie in a state, and what each step computes.
//!
//! Code is a graph of basic blocks of expressions over slots and temporaries, so that an
//! interpreter and a code generator can both walk it. Processes are written out one by one: the
//! number of a process, options and loop variables are constants in it.

mod claims;
mod history;
mod messages;
mod store;
mod table;
mod variables;
mod walk;

pub use claims::{Ahead, Charge, Claim, Memory, Property, Said, Stage, Watched};
pub use history::{History, Lane};
pub use messages::*;
pub use store::{Column, Store};
pub use table::{Table, TableCell, TableRow};
pub use variables::{ShownAs, Variable};

use crate::value::Words;
use model::{Row, RowId, WritePhase, Zone};
use std::collections::BTreeSet;
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
        self.symbols.iter().position(|&it| it == value).map(|at| at as u64)
    }

    pub fn decode(&self, code: u64) -> i64 {
        match self.symbols.get(code as usize) {
            Some(&symbol) if !self.symbols.is_empty() => symbol,
            _ => self.low + (code as i64 - self.symbols.len() as i64),
        }
    }
}

/// A slot, or one of several alike that follow each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    pub slot: SlotId,
    pub index: Option<Box<Index>>,
}

/// Which of the slots: `slot + value · stride`. The value is checked to be below `count` elsewhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Index {
    pub value: Expr,
    pub stride: usize,
    pub count: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Const(i64),
    Temp(TempId),
    Load(Place),
    /// In a query about a step, what was there before it.
    Before(Place),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// If the first is not zero, the second, else the third; only one of them is computed.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value, which must be from zero to below the bound: an index.
    Below(Box<Expr>, i64),
    /// What is asked of the messages on their way from a process to a process.
    InTransit(Asked, Option<Box<Expr>>, Option<Box<Expr>>),
}

/// What is asked of messages on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// How many there are, of a kind or of all.
    Count(Option<u8>),
    /// The set of the codes that one of the numbers of messages of a kind has.
    Values(u8, u8),
}

impl Asked {
    /// The kind, if it is of one only.
    pub const fn kind(self) -> Option<u8> {
        match self {
            Asked::Count(kind) => kind,
            Asked::Values(kind, _) => Some(kind),
        }
    }
}

impl Expr {
    /// How many operations and operands it consists of.
    pub fn size(&self) -> usize {
        1 + match self {
            Expr::Const(_) | Expr::Temp(_) => 0,
            Expr::Load(place) | Expr::Before(place) => {
                place.index.as_ref().map_or(0, |it| it.value.size())
            }
            Expr::Unary(_, inner) | Expr::Below(inner, _) => inner.size(),
            Expr::Binary(_, left, right) => left.size() + right.size(),
            Expr::Select(condition, then, otherwise) => {
                condition.size() + then.size() + otherwise.size()
            }
            Expr::InTransit(_, from, to) => from.iter().chain(to).map(|it| it.size()).sum(),
        }
    }
}

impl Expr {
    /// Whether there may be a state in which it cannot be computed.
    pub fn can_fail(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Temp(_) => false,
            Expr::Load(place) | Expr::Before(place) => {
                place.index.as_ref().is_some_and(|index| index.value.can_fail())
            }
            Expr::Below(..) | Expr::Unary(Unary::Lowest | Unary::Highest, _) => true,
            Expr::Unary(_, inner) => inner.can_fail(),
            Expr::Binary(operator, left, right) => {
                let divides = matches!(operator, Binary::Divide | Binary::Modulo);
                let by_zero = divides && !matches!(**right, Expr::Const(by) if by != 0);
                by_zero || left.can_fail() || right.can_fail()
            }
            Expr::Select(condition, then, otherwise) => {
                condition.can_fail() || then.can_fail() || otherwise.can_fail()
            }
            Expr::InTransit(_, from, to) => from.iter().chain(to).any(|end| end.can_fail()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Not,
    Minus,
    /// The number of members of a set.
    Size,
    /// The position of the lowest member of a set, which must have one.
    Lowest,
    /// The position of the highest member of a set, which must have one.
    Highest,
    /// The set with that one member.
    Bit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Min,
    Max,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    /// Both are computed. Of sets: the intersection.
    And,
    /// Both are computed. Of sets: the union.
    Or,
    /// The members of the first set that are not in the second.
    Without,
    /// Whether the position on the right is in the set on the left.
    Contains,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Instruction {
    Set(TempId, Expr),
    /// Where the value is outside of the slot's domain, the step is an error.
    Store(Place, Expr),
    /// An open outcome: a number below the count.
    Choose(TempId, i64),
    Send {
        kind: u8,
        /// In whose name, where that is not the process that runs.
        from: Option<Expr>,
        to: Expr,
        fields: Vec<Expr>,
    },
    Event(Told),
}

/// What a step tells whoever watches.
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    Read {
        cell: CellName,
        value: Vec<Expr>,
        words: Words,
        overlaps: bool,
        /// Of a replicated row the set of the replicas that answer.
        from: Option<Expr>,
    },
    Write {
        cell: CellName,
        value: Vec<Expr>,
        words: Words,
        phase: WritePhase,
    },
    Decide {
        value: Vec<Expr>,
        words: Words,
    },
    /// A replica has what a process waits for.
    Acknowledge {
        to: Expr,
    },
    /// A sentence.
    Note(&'static str),
}

/// A cell of which the index may be computed.
#[derive(Clone, PartialEq, Debug)]
pub struct CellName {
    pub array: &'static str,
    /// In place of that, where it is computed which row of several: the name of each.
    pub rows: Option<(Expr, Vec<&'static str>)>,
    /// None: the variable is no array.
    pub index: Option<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Jump(BlockId),
    Branch(Expr, BlockId, BlockId),
    /// The step ends, and the process stands at that point.
    Stop(PointId),
    /// The step ends; where the process stands was stored before, or did not change.
    Done,
    /// The step is not possible now.
    Blocked,
    /// The round of an `await` came out false: blocked if it began with this very step.
    Retry(PointId),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    pub instructions: Vec<Instruction>,
    pub end: End,
}

impl Instruction {
    /// How many operations and operands it consists of, when nobody watches.
    pub fn size(&self) -> usize {
        1 + match self {
            Instruction::Set(_, value) => value.size(),
            Instruction::Store(place, value) => {
                value.size() + place.index.as_ref().map_or(0, |it| it.value.size())
            }
            Instruction::Send { from, to, fields, .. } => {
                from.as_ref().map_or(0, Expr::size)
                    + to.size()
                    + fields.iter().map(Expr::size).sum::<usize>()
            }
            Instruction::Choose(..) | Instruction::Event(_) => 0,
        }
    }
}

impl Block {
    /// How many operations and operands it consists of, when nobody watches.
    pub fn size(&self) -> usize {
        let end = if let End::Branch(condition, ..) = &self.end { condition.size() } else { 0 };
        1 + end + self.instructions.iter().map(Instruction::size).sum::<usize>()
    }
}

/// Where a process can stand between two steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// An index into the sections of the process.
    pub section: usize,
    /// The step from here; none if there is none but those of rules.
    pub code: Option<BlockId>,
    pub row: RowId,
    /// How many outcomes the step has, where it leaves some open.
    pub outcomes: i64,
    /// It is within an `await` with several accesses.
    pub spins: bool,
    /// The step is a `pause`: no access.
    pub pauses: bool,
    /// Messages that are received here: kind, and what takes one.
    pub receives: Vec<(u8, Rule)>,
}

/// A step that begins with a guard, wherever the process stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    pub code: BlockId,
    pub row: RowId,
    pub outcomes: i64,
}

/// One process.
#[derive(Clone, PartialEq, Debug)]
pub struct Process {
    pub role: &'static str,
    /// Its number among those of its role, if they are several.
    pub number: Option<usize>,
    /// Where it stands.
    pub point: SlotId,
    pub points: Vec<Point>,
    pub sections: Vec<Section>,
    pub whens: Vec<Rule>,
    /// Of each kind of message, what to do on one.
    pub on_message: Vec<Vec<Rule>>,
    /// Of each kind of message, what becomes of one that reaches the process when it has crashed;
    /// none: the message stays on its way.
    pub when_crashed: Vec<Vec<Rule>>,
    pub on_timeout: Vec<Rule>,
    /// The same, once it has crashed.
    pub on_timeout_when_crashed: Vec<Rule>,
    /// What a crash does; none: this process does not crash.
    pub on_crash: Vec<Rule>,
    pub awaited: Vec<Awaited>,
    pub locals: Vec<Variable>,
    pub decision: Option<Variable>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    pub zone: Zone,
    pub is: Standing,
    /// While this is true, nobody minds that the process cannot go on.
    pub rests: Option<Query>,
}

impl Process {
    /// What it does by itself, on messages and after time-outs: all but the steps from its points.
    pub fn rules_mut(&mut self) -> impl Iterator<Item = &mut Rule> {
        let received = self.points.iter_mut().flat_map(|it| &mut it.receives).map(|it| &mut it.1);
        let on_message = self.on_message.iter_mut().chain(&mut self.when_crashed).flatten();
        let time_outs = self.on_timeout.iter_mut().chain(&mut self.on_timeout_when_crashed);
        self.whens.iter_mut().chain(received).chain(on_message).chain(time_outs)
    }

    /// What it does after time-outs while it stands in such a section.
    pub fn time_outs(&self, standing: Standing) -> &[Rule] {
        match standing {
            Standing::Ended | Standing::Decided => &[],
            Standing::Crashed => &self.on_timeout_when_crashed,
            Standing::Rest | Standing::Waits => &self.on_timeout,
        }
    }

    pub fn has_time_outs(&self) -> bool {
        !self.on_timeout.is_empty() || !self.on_timeout_when_crashed.is_empty()
    }

    /// Whether it has lines in its sections, not only rules.
    pub fn has_lines(&self) -> bool {
        self.points.iter().any(|it| it.code.is_some() || !it.receives.is_empty())
    }
}

/// Whom a process waits for in a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Awaited {
    pub section: usize,
    pub process: usize,
    /// Whether it still does.
    pub query: Query,
}

/// What it means to stand in a section without a step to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The process may stay for ever, and nobody minds.
    Rest,
    /// It wants to go on.
    Waits,
    /// It has nothing left to do.
    Ended,
    Decided,
    Crashed,
}

/// An environment's fault, with the slot that counts how often it has struck.
#[derive(Clone, PartialEq, Debug)]
pub struct Faults {
    pub count: SlotId,
    pub max: i64,
    /// Kinds of messages that it never strikes.
    pub spares: Vec<u8>,
    pub row: RowId,
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
#[derive(Clone, PartialEq, Debug)]
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
}

/// A whole program, all options put in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    pub title: &'static str,
    pub slots: Vec<Slot>,
    /// The bytes of a state.
    pub width: usize,
    pub temps: usize,
    pub blocks: Vec<Block>,
    /// Where lines of the text begin: a block and the number of the line, counted from 1.
    pub lines: Vec<(BlockId, usize)>,
    pub processes: Vec<Process>,
    pub shared: Vec<Variable>,
    /// Where shared variables are rows of a store.
    pub table: Option<Table>,
    pub channels: Option<Channels>,
    pub losses: Option<Faults>,
    pub duplicates: Option<Faults>,
    pub crashes: Option<Faults>,
    /// Initial values that are open, and the slot that counts those chosen already.
    pub any: Vec<AnyValue>,
    pub any_row: RowId,
    pub begun: Option<SlotId>,
    pub assumptions: Vec<Query>,
    /// A state in which one of them is false is not followed.
    pub limits: Vec<Query>,
    /// Blocks that compute the initial state.
    pub initial: Vec<BlockId>,
    pub memories: Vec<Memory>,
    pub properties: Vec<Property>,
    pub watched: Vec<Watched>,
    pub rows: Vec<Row>,
    /// Those whose steps are under strong fairness.
    pub strongly: BTreeSet<RowId>,
    pub zones: &'static [Zone],
    pub symbols: Vec<String>,
    pub symmetry: Option<Symmetry>,
    pub history: Option<History>,
    pub store: Option<Store>,
}

impl Program {
    /// The processes that take steps of their own: all but replicas.
    pub fn steppers(&self) -> Range<usize> {
        0..self.store.as_ref().map_or(self.processes.len(), |store| store.replicas.start)
    }

    /// The faults that a crash of a process is one of.
    pub fn crashes_of(&self, process: usize) -> Option<&Faults> {
        match &self.store {
            Some(store) if store.replicas.contains(&process) => store.downs.as_ref(),
            _ => self.crashes.as_ref(),
        }
    }
}

/// The temporary that has the sender while a message is handled; its fields follow.
pub const SENDER: TempId = 0;
/// The most numbers in one message.
pub const FIELDS_MAX: usize = 24;

impl Told {
    /// What has to be computed to tell it: the row, the index and the replicas first, if there are any.
    pub fn exprs(&self) -> Vec<Expr> {
        match self {
            Told::Read { cell, value, from, .. } => told(cell, from.as_ref(), value),
            Told::Write { cell, value, .. } => told(cell, None, value),
            Told::Decide { value, .. } => value.clone(),
            Told::Acknowledge { to } => vec![to.clone()],
            Told::Note(_) => Vec::new(),
        }
    }
}

fn told(cell: &CellName, from: Option<&Expr>, value: &[Expr]) -> Vec<Expr> {
    let row = cell.rows.iter().map(|it| &it.0);
    row.chain(&cell.index).chain(from).chain(value).cloned().collect()
}
