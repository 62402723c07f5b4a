//! Replicated rows: what a text says of one, and where it lies in a state.
//!
//! A replica is a process behind those of the text. It has a cell for each column, one number
//! `timestamp · 16 + value`, so that the newest cell is the highest. A write is a message to each
//! replica; its process goes on, in the step in which it lands, once enough replicas have it.

pub mod access;
pub mod declare;
pub mod words;
pub mod writes;

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::instance::Instance;
use crate::token::Span;
use model::RowId;
use program::ir::{self, SlotId};

pub const REPLICAS_MAX: i64 = 3;
/// The most columns of a row.
pub const COLUMNS_MAX: usize = 8;
/// The most values of a column, nothing among them.
pub const VALUES_MAX: usize = 15;

/// Who gives a mutation its timestamp.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stamps {
    Client,
    /// The store, when the request comes there.
    Coordinator,
    /// Each replica, when the mutation lands there.
    Replica,
}

/// What timestamps are taken from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Clocks {
    /// Each process's clock counts its own timestamps.
    Apart,
    /// All advance whenever a timestamp is taken from any of them.
    InStep,
    /// There is only one.
    One,
    /// All stand still.
    Still,
}

/// Columns that are declared together: `number[client]`.
pub struct Columns {
    pub name: String,
    /// What they are indexed by; none: one column.
    pub index: Option<Domain>,
    pub domain: Domain,
    pub first: usize,
    pub count: usize,
}

/// A row, as far as it is known before its processes.
pub struct Row {
    pub name: String,
    pub families: Vec<Columns>,
    pub replicas: usize,
    /// How many replicas a read asks, and how many have to have a write.
    pub asked: usize,
    pub needed: usize,
    pub one_by_one: bool,
    /// A write is one step.
    pub is_atomic: bool,
    pub stamps: Stamps,
    pub clocks: Clocks,
    pub falls_back: i64,
    pub late: i64,
    pub down: i64,
    pub slots: Slots,
    pub rows: Rows,
}

/// Where it lies in a state.
#[derive(Default)]
pub struct Slots {
    pub cells: SlotId,
    pub clocks: SlotId,
    /// Always zero: what is stored here first is not followed if it is no timestamp.
    pub stamp: SlotId,
    /// What each process writes: the columns, the cell, the replicas that have it.
    pub writes: [SlotId; 3],
    /// Whom each process has heard, and the newest cells so far.
    pub heard: SlotId,
    pub newest: SlotId,
    pub fallen: SlotId,
    pub retried: SlotId,
    pub points: SlotId,
}

/// The rows of the program for what the store does.
#[derive(Clone, Copy, Default)]
pub struct Rows {
    pub land: RowId,
    pub retry: RowId,
    pub late: RowId,
    pub down: RowId,
}

impl Row {
    pub fn columns(&self) -> usize {
        self.families.iter().map(|family| family.count).sum()
    }

    /// Where the cell of a replica lies.
    pub fn cell(&self, replica: usize, column: usize) -> SlotId {
        self.slots.cells + replica * self.columns() + column
    }
}

impl Instance<'_> {
    /// The kinds of messages that a row needs, behind those of the text.
    pub fn declare_mutations(&mut self) -> Result<()> {
        let Some(row) = self.store.as_ref().filter(|row| !row.is_atomic) else { return Ok(()) };
        let columns = (1 << row.columns()) - 1;
        if !self.messages.is_empty() {
            let is_unordered = self.known_symbol("unordered") == Some(self.reserved("channels"));
            if !is_unordered {
                let message =
                    "Writes to a row overtake each other, and messages beside them do, too.";
                let help = "Add the line `define channels: unordered`.";
                return self.fail(
                    DiagnosticDraft::new(ErrorCode::OutOfPlace, Span::default(), message)
                        .help(help),
                );
            }
        }
        for kind in ir::Store::KINDS {
            let field = |name: &str, high| (name.to_owned(), Ty::numbers(0, high));
            let fields = vec![field("first", 1), field("columns", columns), field("cell", 255)];
            // no text can say this name
            self.messages.push(crate::instantiate::info::MessageInfo {
                name: format!("{kind} of a row"),
                fields,
            });
        }
        Ok(())
    }

    /// Which of the mutations a kind of message is.
    pub fn mutation(&self, kind: usize) -> Option<usize> {
        self.store.as_ref().filter(|row| !row.is_atomic)?;
        kind.checked_sub(self.first_mutation().into())
    }

    /// What each process's clock shows first.
    pub fn first_stamps(&mut self) -> Result<Vec<i64>> {
        let rows = self.items();
        let row = rows.into_iter().find_map(|item| match &item.kind {
            crate::tree::ItemKind::Row(row) => Some(row),
            _ => None,
        });
        let starts =
            row.and_then(|row| row.clauses.iter().find(|clause| clause.0.text == "starts"));
        let mut all = Vec::new();
        for process in 0..self.process_count() {
            let Some((_, starts)) = starts else {
                all.push(1);
                continue;
            };
            self.here.process = Some(process);
            let first = self.constant(starts, &None, ErrorCode::NotConstant)?;
            if !(0..ir::Store::UNSTAMPED).contains(&first) {
                let message = format!("A clock starts between 0 and 14, and this is {first}.");
                return self.error(ErrorCode::NumberTooLarge, starts.span, message);
            }
            all.push(first);
        }
        Ok(all)
    }

    /// "number:0"
    pub fn column_name(&self, family: &Columns, nth: usize) -> String {
        match &family.index {
            Some(index) => format!("{}:{}", family.name, self.label(index, nth)),
            None => family.name.clone(),
        }
    }

    /// What a column is called within its family.
    pub fn label(&self, index: &Domain, nth: usize) -> String {
        index.values().get(nth).map_or(String::new(), |&value| self.say_of(value, index.of))
    }
}
