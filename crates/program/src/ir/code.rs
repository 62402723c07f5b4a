//! Blocks, and the instructions in them.

use super::{BlockId, Expr, Place, PointId, TempId};
use crate::value::Words;
use model::WritePhase;

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
    /// The message in hand is no longer on its way.
    Take,
    /// The message in hand is on its way once more.
    Again,
    /// The monitor takes the event of that number.
    Observe(Expr),
    Event(EventTemplate),
}

/// What a step tells whoever watches.
#[derive(Clone, PartialEq, Debug)]
pub enum EventTemplate {
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
    /// What a name stands for that is no variable.
    Choose {
        name: &'static str,
        value: Vec<Expr>,
        words: Words,
    },
    /// An operation begins, with these arguments, or it returns.
    Operation {
        operation: &'static str,
        value: Vec<Expr>,
        /// Of each argument, or of the result.
        words: Vec<Words>,
        returns: bool,
    },
    /// A replica has what a process waits for.
    Acknowledge {
        to: Expr,
    },
    /// The message in hand arrives.
    Received,
    /// The message in hand gets lost.
    Lost,
    /// The message in hand is doubled.
    Doubled,
    Crashed,
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
    /// How each index reads, where elements are not counted.
    pub labels: Vec<&'static str>,
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
    /// Whether it changes the state.
    pub fn changes(&self) -> bool {
        match self {
            Instruction::Set(..) | Instruction::Choose(..) | Instruction::Event(_) => false,
            Instruction::Store(..)
            | Instruction::Send { .. }
            | Instruction::Take
            | Instruction::Again
            | Instruction::Observe(_) => true,
        }
    }

    /// How many operations and operands it consists of, when nobody watches.
    pub fn size(&self) -> usize {
        1 + match self {
            Instruction::Set(_, value) | Instruction::Observe(value) => value.size(),
            Instruction::Store(place, value) => {
                value.size() + place.index.as_ref().map_or(0, |index| index.value.size())
            }
            Instruction::Send { from, to, fields, .. } => {
                from.as_ref().map_or(0, Expr::size)
                    + to.size()
                    + fields.iter().map(Expr::size).sum::<usize>()
            }
            Instruction::Choose(..)
            | Instruction::Take
            | Instruction::Again
            | Instruction::Event(_) => 0,
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

impl End {
    /// The blocks that may follow within the step.
    pub fn targets(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        let all = match *self {
            End::Jump(to) => [Some(to), None],
            End::Branch(_, then, otherwise) => [Some(then), Some(otherwise)],
            End::Stop(_) | End::Done | End::Blocked | End::Retry(_) => [None, None],
        };
        all.into_iter().flatten()
    }
}

impl EventTemplate {
    /// What has to be computed to tell it: the row, the index and the replicas first, if there are any.
    pub fn exprs(&self) -> Vec<Expr> {
        match self {
            EventTemplate::Read { cell, value, from, .. } => told(cell, from.as_ref(), value),
            EventTemplate::Write { cell, value, .. } => told(cell, None, value),
            EventTemplate::Decide { value, .. }
            | EventTemplate::Choose { value, .. }
            | EventTemplate::Operation { value, .. } => value.clone(),
            EventTemplate::Acknowledge { to } => vec![to.clone()],
            EventTemplate::Received
            | EventTemplate::Lost
            | EventTemplate::Doubled
            | EventTemplate::Crashed
            | EventTemplate::Note(_) => Vec::new(),
        }
    }
}

fn told(cell: &CellName, from: Option<&Expr>, value: &[Expr]) -> Vec<Expr> {
    let row = cell.rows.iter().map(|row| &row.0);
    row.chain(&cell.index).chain(from).chain(value).cloned().collect()
}
