//! Writing and deleting columns of a replicated row.

use crate::instantiate::index_errors::always;
use crate::instantiate::store::access::{Named, value_of};
use crate::instantiate::store::writes::WriteRow;
use crate::instantiate::store::{Clocks, Stamps};
use crate::instantiate::table::named as cell_called;
use crate::instantiate::terms::{add, binary, load, select, unary};
use crate::sequence::{Open, Sequence};
use model::WritePhase;
use program::Words;
use program::ir::{
    Binary, End, EventTemplate, Expr, Index, Instruction, Place, Slot, SlotId, Store, Trigger,
    Unary, Where,
};

impl Sequence<'_> {
    /// The set of the columns that are written.
    fn set_of_columns(&self, named: &[Named]) -> Expr {
        let Some(row) = &self.store else { return Expr::Const(0) };
        let bits = |first: usize, count: usize| ((1i64 << count) - 1) << first;
        let sets = named.iter().map(|named| match named {
            Named::All => Expr::Const(bits(0, row.columns())),
            Named::Family(at) => {
                Expr::Const(bits(row.families[*at].first, row.families[*at].count))
            }
            Named::One(at, position) => {
                unary(Unary::Bit, add(position.clone(), row.families[*at].first as i64))
            }
        });
        sets.reduce(|one, other| binary(Binary::Or, one, other)).unwrap_or(Expr::Const(0))
    }

    pub fn put_row(&mut self, put: &WriteRow) {
        let Some(process) = self.here.process else { return };
        let mut put = put.clone();
        put.code = self.put(put.code);
        for named in &mut put.named {
            if let Named::One(_, at) = named {
                *at = self.put(at.clone());
            }
        }
        self.access();
        if self.store.as_ref().is_some_and(|row| row.falls_back > 0) {
            self.may_fall_back(process);
        }
        self.stamp_and_send(&put, process);
        self.at.open = Open::No;
        if self.store.as_ref().is_some_and(|row| row.is_atomic) {
            return;
        }
        // it goes on from there in the step in which enough replicas have it
        let point = self.add_point(None);
        self.end(End::Stop(point));
        let code = self.start();
        let cause = Trigger::Message(self.first_mutation());
        self.add_rule(cause, Where::Point(point), code, self.here.row);
    }

    /// The step in hand is possible a second time, with a clock that falls back before it.
    fn may_fall_back(&mut self, process: usize) {
        let Some(row) = &self.store else { return };
        let (fallen, most) = (row.slots.fallen, row.falls_back);
        let clock = self.clock_of(process);
        let point = self.program.processes[process].points.len() - 1;
        let Some(code) = self.program.processes[process].points[point].code else { return };
        let (current, falls) = (self.current, self.temp_for(Slot::new(Vec::new(), 0, 1)));
        let entry = self.start();
        self.emit(Instruction::Set(falls, Expr::Const(0)));
        self.jump(code);
        self.program.processes[process].points[point].code = Some(entry);
        let second = self.start();
        self.blocks.anywhere.push((process, second));
        let here = load(self.program.processes[process].point);
        self.guard(binary(Binary::Equal, here, Expr::Const(point as i64)));
        self.guard(binary(Binary::Less, load(fallen), Expr::Const(most)));
        self.emit(Instruction::Set(falls, Expr::Const(1)));
        self.jump(code);
        self.add_rule(Trigger::Own, Where::Work, second, self.here.row);
        self.current = current;
        self.when(Expr::Temp(falls), |sequence| {
            sequence.set_slot(fallen, add(load(fallen), 1));
            sequence.set_slot(clock, Expr::Const(0));
            sequence.tell_note("Its clock has fallen back to 0.");
        });
    }

    /// A mutation gets its timestamp and goes to all replicas.
    fn stamp_and_send(&mut self, put: &WriteRow, process: usize) {
        let Some(row) = &self.store else { return };
        let (replicas, is_atomic, stamps) = (row.replicas, row.is_atomic, row.stamps);
        let (writes, cells, down) = (row.slots.writes, row.slots.cells, row.down);
        let clock = self.clock_of(process);
        if is_atomic && down > 0 {
            let up = self.up();
            self.guard(binary(Binary::Equal, up, Expr::Const((1 << replicas) - 1)));
        }
        let now = self.simple_copy(load(clock));
        self.require_stamp(&now);
        let is_stamped_later = stamps == Stamps::Replica && !is_atomic;
        let stamp = if is_stamped_later { Expr::Const(Store::UNSTAMPED) } else { now };
        let cell = binary(Binary::Multiply, stamp, Expr::Const(Store::VALUES));
        let cell = self.simple_copy(binary(Binary::Add, cell, put.code.clone()));
        if !is_stamped_later {
            self.tick(&Expr::Const(process as i64));
        }
        let set = self.set_of_columns(&put.named);
        if is_atomic {
            self.land_in_columns(cells, &set, &cell);
            self.tell_row_write(put, &cell);
            return;
        }
        let kind = self.first_mutation() + put.kind;
        let first = self.process_count();
        for replica in 0..replicas {
            let to = Expr::Const((first + replica) as i64);
            let fields = vec![Expr::Const(1), set.clone(), cell.clone()];
            self.emit(Instruction::Send { kind, from: None, to, fields });
        }
        self.set_slot(writes[0] + process, set);
        self.set_slot(writes[1] + process, cell);
    }

    /// Takes a cell into the columns of one replica.
    pub fn land_in_columns(&mut self, cells: SlotId, set: &Expr, cell: &Expr) {
        let columns = self.store.as_ref().map_or(0, crate::instantiate::store::Row::columns);
        for column in 0..columns {
            let is_in = binary(Binary::Contains, set.clone(), Expr::Const(column as i64));
            let at = cells + column;
            let newest = binary(Binary::Max, load(at), cell.clone());
            if is_in != Expr::Const(0) {
                self.set_slot(at, select(is_in, newest, load(at)));
            }
        }
    }

    /// Tells what is written as the text reads it: by the row, by its families, or by its columns.
    fn tell_row_write(&mut self, put: &WriteRow, cell: &Expr) {
        let Some(row) = &self.store else { return };
        let stamp = binary(Binary::Divide, cell.clone(), Expr::Const(Store::VALUES));
        let (mut columns, mut value, mut name) = (Vec::new(), Vec::new(), None);
        for named in &put.named {
            let (at, positions) = match named {
                Named::All => return,
                Named::Family(at) => {
                    (*at, (0..row.families[*at].count as i64).map(Expr::Const).collect())
                }
                Named::One(at, position) => (*at, vec![position.clone()]),
            };
            let family = &row.families[at];
            let is_by_family = self.notes.rows_read.contains(&Some(at));
            let is_by_row = !is_by_family && self.notes.rows_read.contains(&None);
            let words = self.scalar_words(&family.domain);
            for position in positions {
                value.push(value_of(cell.clone(), &family.domain));
                let known = if let Expr::Const(at) = position { Some(at as usize) } else { None };
                let label = family.index.as_ref().zip(known).map(|(it, nth)| self.label(it, nth));
                if let (Some(label), true) = (&label, is_by_family || is_by_row) {
                    let full = known.map(|nth| self.column_name(family, nth)).filter(|_| is_by_row);
                    columns.push((full.unwrap_or_else(|| label.clone()), words.clone()));
                    let whole = if is_by_row { &row.name } else { &family.name };
                    name.get_or_insert(cell_called(whole.clone(), None));
                } else {
                    name.get_or_insert(self.column_called(family, position));
                }
            }
        }
        let (Some(cell), Some(first)) = (name, put.named.first()) else { return };
        let words = match (columns.len() == value.len(), first) {
            (true, _) => Words::Row(columns),
            (false, Named::Family(at) | Named::One(at, _)) => {
                value.truncate(1);
                self.scalar_words(&row.families[*at].domain)
            }
            (false, Named::All) => return,
        };
        value.push(stamp);
        let words = Words::Stamped(words.into());
        self.emit(Instruction::Event(EventTemplate::Write {
            cell,
            value,
            words,
            phase: WritePhase::Whole,
        }));
    }

    /// The clock that timestamps of a process are taken from.
    fn clock_of(&self, process: usize) -> SlotId {
        let Some(row) = &self.store else { return 0 };
        row.slots.clocks + if row.clocks == Clocks::One { 0 } else { process }
    }

    /// The same for a process that is known when the program runs.
    pub fn clock_at(&self, process: &Expr) -> Place {
        let Some(row) = &self.store else { return Place { slot: 0, index: None } };
        let count = self.process_count();
        let value = Expr::Below(process.clone().into(), always(count));
        let index = Index { value, stride: 1, count };
        match (row.clocks, process) {
            (Clocks::One, _) => Place { slot: row.slots.clocks, index: None },
            (_, Expr::Const(at)) => Place { slot: row.slots.clocks + *at as usize, index: None },
            _ => Place { slot: row.slots.clocks, index: Some(index.into()) },
        }
    }

    /// A timestamp was taken for a process.
    pub fn tick(&mut self, process: &Expr) {
        let Some(row) = &self.store else { return };
        let (clocks, first) = (row.clocks, row.slots.clocks);
        let places = match clocks {
            Clocks::Still => Vec::new(),
            Clocks::Apart | Clocks::One => vec![self.clock_at(process)],
            Clocks::InStep => (0..self.process_count())
                .map(|it| Place { slot: first + it, index: None })
                .collect(),
        };
        for place in places {
            let next = add(Expr::Load(place.clone()), 1);
            self.emit(Instruction::Store(place, next));
        }
    }

    /// What would come after the last timestamp is not followed.
    pub fn require_stamp(&mut self, now: &Expr) {
        let Some(row) = &self.store else { return };
        if row.clocks != Clocks::Still {
            let slot = row.slots.stamp;
            self.set_slot(slot, now.clone());
            self.set_slot(slot, Expr::Const(0));
        }
    }

    pub fn set_slot(&mut self, slot: SlotId, value: Expr) {
        self.emit(Instruction::Store(Place { slot, index: None }, value));
    }

    /// A value as it is now, in a temporary.
    pub fn simple_copy(&mut self, value: Expr) -> Expr {
        if matches!(value, Expr::Const(_)) {
            return value;
        }
        let temp = self.temp_for(Slot::new(Vec::new(), 0, 255));
        self.emit(Instruction::Set(temp, value));
        Expr::Temp(temp)
    }
}
