//! Replicated rows: what a text says of one, and where it lies in a state.
//!
//! A replica is a process behind those of the text. It has a cell for each column, one number
//! `timestamp · 16 + value`, so that the newest cell is the highest. A write is a message to each
//! replica; its process goes on, in the step in which it lands, once enough replicas have it.

mod access;
mod replicas;
mod words;
mod writes;

use super::domain::{Domain, Ty, slot};
use super::{Lower, Result};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{Expr as Tree, StoredRow};
use model::{RowId, Zone};
use program::ir::{self, Expr, Instruction, Place, SlotId, Standing};

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

pub fn load(slot: SlotId) -> Expr {
    Expr::Load(Place { slot, index: None })
}

impl<'t> Lower<'t> {
    pub fn declare_row(&mut self, row: &'t StoredRow) -> Result<()> {
        if self.store.is_some() {
            let message = "A text has at most one replicated row.";
            return self.error(Kind::DeclaredTwice, row.name.span, message);
        }
        let replicas = self.number_constant(&row.replicas, &None)?;
        if !(1..=REPLICAS_MAX).contains(&replicas) {
            let message =
                format!("A row has one to {REPLICAS_MAX} replicas, and this is {replicas}.");
            return self.error(Kind::NumberTooLarge, row.replicas.span, message);
        }
        let processes = self.process_count() + replicas as usize;
        if processes > model::SYSTEM_PROCESSES_MAX {
            let message = format!(
                "Processes and replicas are at most {} together, and here are {processes}.",
                model::SYSTEM_PROCESSES_MAX
            );
            let found = Found::new(Kind::TooManyProcesses, row.replicas.span, message);
            return self.fail(found.help("Choose a smaller number."));
        }
        let families = self.families(row)?;
        let replicas = replicas as usize;
        let lands_at_once = self.store_word(row, "lands")?.is_none_or(|it| it == "at_once");
        let (asked, needed) =
            (self.level(row, "reads", replicas)?, self.level(row, "writes", replicas)?);
        let one_by_one = self.store_word(row, "answers")?.is_some_and(|it| it == "one_by_one");
        let stamps = match self.store_word(row, "timestamps")?.as_deref() {
            Some("coordinator") => Stamps::Coordinator,
            Some("replica") => Stamps::Replica,
            _ => Stamps::Client,
        };
        let clocks = match self.store_word(row, "clocks")?.as_deref() {
            Some("in_step") => Clocks::InStep,
            Some("one") => Clocks::One,
            Some("still") => Clocks::Still,
            _ => Clocks::Apart,
        };
        self.store = Some(Row {
            name: row.name.text.clone(),
            families,
            replicas,
            asked,
            needed,
            one_by_one: one_by_one && asked > 1,
            is_atomic: replicas == 1 && lands_at_once,
            stamps,
            clocks,
            falls_back: self.store_count(row, "falls_back")?,
            late: self.store_count(row, "late")?,
            down: self.store_count(row, "down")?,
            slots: Slots::default(),
            rows: Rows::default(),
        });
        Ok(())
    }

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
                return self
                    .fail(Found::new(Kind::OutOfPlace, Span::default(), message).help(help));
            }
        }
        for kind in ir::Store::KINDS {
            let field = |name: &str, high| (name.to_owned(), Ty::numbers(0, high));
            let fields = vec![field("first", 1), field("columns", columns), field("cell", 255)];
            // no text can say this name
            self.messages.push(super::MessageInfo { name: format!("{kind} of a row"), fields });
        }
        Ok(())
    }

    /// Which of the mutations a kind of message is.
    pub fn mutation(&self, kind: usize) -> Option<usize> {
        self.store.as_ref().filter(|row| !row.is_atomic)?;
        kind.checked_sub(self.first_mutation().into())
    }

    pub fn family(&self, name: &str) -> Option<&Columns> {
        self.store.iter().flat_map(|row| &row.families).find(|family| family.name == name)
    }

    /// The values of a whole family.
    pub fn family_type(&self, name: &str) -> Ty {
        let Some(family) = self.family(name) else { return Ty::Bool };
        let element = Ty::Scalar(family.domain.clone());
        match &family.index {
            Some(index) => Ty::Array(vec![index.clone()], element.into()),
            None => element,
        }
    }

    fn families(&mut self, row: &'t StoredRow) -> Result<Vec<Columns>> {
        let mut families: Vec<Columns> = Vec::new();
        let mut first = 0;
        for variable in row.variables.iter().flat_map(|it| &it.variables) {
            let Ty::Scalar(domain) = self.ty(&variable.domain, &None)? else {
                let message = "A column has numbers, symbols or processes.";
                return self.error(Kind::WrongDomain, variable.domain.span, message);
            };
            if domain.symbols.first() != Some(&program::SYMBOLS) || domain.count() > VALUES_MAX {
                let message = format!(
                    "A column is `none` as long as it is not written, and has at most {} other \
                     values.",
                    VALUES_MAX - 1
                );
                let help = "Begin its domain with `none |`.";
                let found = Found::new(Kind::WrongDomain, variable.domain.span, message);
                return self.fail(found.help(help));
            }
            if let Some(initial) = &variable.initial {
                let (crate::tree::Initial::Any(span)
                | crate::tree::Initial::Value(Tree { span, .. })) = initial;
                let message = "A column begins as `none`.";
                return self.error(Kind::OutOfPlace, *span, message);
            }
            for (name, indices) in &variable.names {
                let index = match &indices[..] {
                    [] => None,
                    [index] => match self.ty(&index.domain, &None)? {
                        Ty::Scalar(domain) => Some(domain),
                        _ => return self.two_indices(index.domain.span),
                    },
                    [_, second, ..] => return self.two_indices(second.domain.span),
                };
                if families.iter().any(|family| family.name == name.text) {
                    return self.declared_twice(&name.text, name.span);
                }
                let count = index.as_ref().map_or(1, Domain::count);
                let domain = domain.clone();
                families.push(Columns { name: name.text.clone(), index, domain, first, count });
                first += count;
            }
        }
        if !(1..=COLUMNS_MAX).contains(&first) {
            let message =
                format!("A row has one to {COLUMNS_MAX} columns, and this one has {first}.");
            return self.error(Kind::DomainTooLarge, row.name.span, message);
        }
        Ok(families)
    }

    fn two_indices<T>(&mut self, span: Span) -> Result<T> {
        self.error(
            Kind::WrongDomain,
            span,
            "Columns have one index: numbers, symbols or processes.",
        )
    }

    /// Sets the clocks in the initial state.
    pub fn start_clocks(&mut self) -> Result<()> {
        let Some(clocks) = self.store.as_ref().map(|row| row.slots.clocks) else { return Ok(()) };
        let stores = self.first_stamps()?.into_iter().enumerate().map(|(process, stamp)| {
            let place = Place { slot: clocks + process, index: None };
            Instruction::Store(place, Expr::Const(stamp))
        });
        if let Some(&first) = self.program.initial.first() {
            self.program.blocks[first].instructions.splice(0..0, stores);
        }
        Ok(())
    }

    /// What each process's clock shows first.
    fn first_stamps(&mut self) -> Result<Vec<i64>> {
        let rows = self.items();
        let row = rows.into_iter().find_map(|item| match &item.kind {
            crate::tree::ItemKind::Row(row) => Some(row),
            _ => None,
        });
        let starts = row.and_then(|row| row.clauses.iter().find(|it| it.0.text == "starts"));
        let mut all = Vec::new();
        for process in 0..self.process_count() {
            let Some((_, starts)) = starts else {
                all.push(1);
                continue;
            };
            self.here.process = Some(process);
            let first = self.constant(starts, &None, Kind::NotConstant)?;
            if !(0..ir::Store::UNSTAMPED).contains(&first) {
                let message = format!("A clock starts between 0 and 14, and this is {first}.");
                return self.error(Kind::NumberTooLarge, starts.span, message);
            }
            all.push(first);
        }
        Ok(all)
    }

    /// The places of a row, and its replicas.
    pub fn allocate_row(&mut self) {
        let processes = self.process_count();
        let Some(row) = &self.store else { return };
        let (replicas, columns) = (row.replicas, row.columns());
        let (one_by_one, is_atomic) = (row.one_by_one, row.is_atomic);
        let (falls_back, late) = (row.falls_back, row.late);
        let all = (1 << replicas) - 1;
        let mut add = |count: usize, high: i64| {
            let first = self.program.slots.len();
            self.program.slots.extend((0..count).map(|_| slot(Vec::new(), 0, high)));
            first
        };
        let slots = Slots {
            cells: add(replicas * columns, 255),
            clocks: add(processes, ir::Store::UNSTAMPED),
            stamp: add(1, ir::Store::UNSTAMPED - 1),
            writes: match is_atomic {
                true => [0; 3],
                false => {
                    [add(processes, (1 << columns) - 1), add(processes, 255), add(processes, all)]
                }
            },
            heard: if one_by_one { add(processes, all) } else { 0 },
            newest: if one_by_one { add(processes * columns, 255) } else { 0 },
            fallen: if falls_back > 0 { add(1, falls_back) } else { 0 },
            retried: if late > 0 { add(1, late) } else { 0 },
            points: add(replicas, 1),
        };
        self.program.slots[slots.stamp].is_limit = true;
        let points = slots.points;
        if let Some(row) = &mut self.store {
            row.slots = slots;
        }
        (0..replicas).for_each(|replica| self.add_replica(replica, points + replica));
    }

    /// Tells the program about the row.
    fn note_store(&mut self, useless: Vec<ir::Query>) {
        let Some(row) = &self.store else { return };
        let columns =
            row.families.iter().flat_map(|family| (0..family.count).map(move |nth| (family, nth)));
        let columns = columns.map(|(family, nth)| ir::Column {
            name: model::intern(&self.column_name(family, nth)),
            words: self.scalar_words(&family.domain),
            low: family.domain.low,
            symbols: family.domain.symbols.clone(),
        });
        let first = self.process_count();
        self.program.store = Some(ir::Store {
            replicas: first..first + row.replicas,
            columns: columns.collect(),
            cells: row.slots.cells,
            writes: row.slots.writes,
            needed: row.needed,
            answers: row.one_by_one.then_some(row.slots.heard),
            asked: row.asked,
            useless,
        });
    }

    /// "number:0"
    fn column_name(&self, family: &Columns, nth: usize) -> String {
        match &family.index {
            Some(index) => format!("{}:{}", family.name, self.label(index, nth)),
            None => family.name.clone(),
        }
    }

    /// What a column is called within its family.
    fn label(&self, index: &Domain, nth: usize) -> String {
        index.values().get(nth).map_or(String::new(), |&value| self.say_of(value, index.of))
    }

    /// What a process is about to write or read is lost with it.
    pub fn forget_row(&mut self, process: usize) {
        let Some(row) = &self.store else { return };
        let mut slots = Vec::new();
        if !row.is_atomic {
            slots.extend(row.slots.writes.map(|slot| slot + process));
        }
        if row.one_by_one {
            let columns = row.columns();
            slots.push(row.slots.heard + process);
            slots.extend((0..columns).map(|nth| row.slots.newest + process * columns + nth));
        }
        for slot in slots {
            let place = Place { slot, index: None };
            self.emit(Instruction::Store(place, Expr::Const(0)));
        }
    }

    fn add_replica(&mut self, number: usize, point: SlotId) {
        let down = self.store.as_ref().map_or(0, |row| row.rows.down);
        let section = |zone: Zone, is| ir::Section { zone, is, rests: None };
        let at = |section| ir::Point {
            section,
            code: None,
            row: down,
            outcomes: 1,
            spins: None,
            pauses: false,
        };
        self.program.processes.push(ir::Process {
            role: "replica",
            number: Some(number),
            point,
            points: vec![at(0), at(1)],
            sections: vec![
                section(Zone::Remainder, Standing::Rest),
                section(Zone::Crashed, Standing::Crashed),
            ],
            rules: Vec::new(),
            awaited: Vec::new(),
            locals: Vec::new(),
            decision: None,
        });
    }
}
