//! Where a replicated row lies in a state, and what a process forgets of it.

pub mod reads;
pub mod replicas;
pub mod writes;

use crate::instantiate::Result;
use crate::instantiate::store::Slots;
use crate::sequence::Sequence;
use model::Zone;
use program::ir::{self, Expr, Instruction, Place, ProcessStatus, Slot, SlotId};

impl Sequence<'_> {
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
            self.program.slots.extend((0..count).map(|_| Slot::new(Vec::new(), 0, high)));
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
            busy_waits: None,
            pauses: false,
        };
        self.program.processes.push(ir::Process {
            role: "replica",
            number: Some(number),
            point,
            points: vec![at(0), at(1)],
            sections: vec![
                section(Zone::Remainder, ProcessStatus::Rest),
                section(Zone::Crashed, ProcessStatus::Crashed),
            ],
            rules: Vec::new(),
            awaited: Vec::new(),
            locals: Vec::new(),
            decision: None,
        });
    }
}
