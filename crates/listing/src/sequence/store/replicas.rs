//! What replicas do: mutations land, requests come late, replicas go down.

use crate::instantiate::index_errors::always;
use crate::instantiate::instance::Mode;
use crate::instantiate::store::Stamps;
use crate::instantiate::terms::{add, and, binary, load, not, or, unary};
use crate::sequence::Sequence;
use program::ir::{
    Binary, BlockId, End, EventTemplate, Expr, Index, Instruction, Names, Place, PointId, Query,
    SENDER, SlotId, Store, Symmetry, Trigger, Unary, Where,
};
use std::collections::BTreeMap;

/// The fields of the mutation in hand.
const IS_FIRST: Expr = Expr::Temp(SENDER + 1);
const COLUMNS: Expr = Expr::Temp(SENDER + 2);
const CELL: Expr = Expr::Temp(SENDER + 3);

impl Sequence<'_> {
    /// The code of the replicas, once that of all processes is whole.
    pub fn replicas(&mut self) {
        let Some(row) = &self.store else { return };
        let (replicas, rows, down, is_atomic) = (row.replicas, row.rows, row.down, row.is_atomic);
        let first = self.process_count();
        if !is_atomic {
            self.mutations();
        }
        if down > 0 {
            self.program.slots.push(program::ir::Slot::new(Vec::new(), 0, down));
            let count = self.program.slots.len() - 1;
            self.program.counters.push(("downs", count));
            for process in first..first + replicas {
                self.begin_at(process);
                let code = self.start();
                self.emit(Instruction::Event(EventTemplate::Crashed));
                self.count_up_to(down, count);
                self.end(End::Stop(1));
                self.add_rule(Trigger::Crash, Where::Work, code, rows.down);
            }
        }
        let useless = (0..replicas).filter(|_| !is_atomic).map(|replica| self.useless(replica));
        let useless = useless.collect();
        self.note_store(useless);
    }

    /// What becomes of mutations on their way.
    fn mutations(&mut self) {
        let Some(row) = &self.store else { return };
        let (replicas, rows, late) = (row.replicas, row.rows, row.late);
        let (first, kind) = (self.process_count(), self.first_mutation());
        let goes_on = self.continuations();
        for replica in 0..replicas {
            self.begin_at(first + replica);
            let code = self.landing(replica, &goes_on);
            for kind in kind..kind + 2 {
                self.add_rule(Trigger::Message(kind), Where::Up, code, rows.land);
            }
        }
        if late > 0 {
            self.begin_at(first);
            let code = self.coming_late();
            for at in [Where::Up, Where::Crashed] {
                self.add_rule(Trigger::Message(kind + 2), at, code, rows.late);
            }
            (0..first).for_each(|process| self.sending_again(process));
        }
    }

    /// Replicas differ by name only, unless one of them takes the requests that come late.
    pub fn symmetry_of_replicas(&self) -> Option<Symmetry> {
        let row = self.store.as_ref().filter(|row| row.replicas > 1 && row.late == 0)?;
        let columns = row.columns();
        let own = (0..row.replicas).map(|replica| {
            let cells = (0..columns).map(|column| row.cell(replica, column));
            std::iter::once(row.slots.points + replica).chain(cells).collect()
        });
        let first = self.process_count();
        let mut sets = vec![row.slots.writes[2]];
        sets.extend(row.one_by_one.then_some(row.slots.heard));
        let names = sets.into_iter().flat_map(|slot| slot..slot + first);
        let names = names.map(|slot| (slot, Names::Set(first))).collect();
        let kinds = self.program.channels.iter().flat_map(|channels| &channels.kinds);
        let fields = kinds.map(|kind| vec![None; kind.fields.len()]).collect();
        let (tables, lists) = (Vec::new(), Vec::new());
        let cells = BTreeMap::new();
        Some(Symmetry { first, own: own.collect(), tables, lists, names, fields, cells })
    }

    fn begin_at(&mut self, process: usize) {
        self.here.process = Some(process);
        self.here.mode = Mode::Atomic;
    }

    /// Where the processes go on that wait for replicas: process, point, and the code from there.
    fn continuations(&mut self) -> Vec<(usize, PointId, BlockId)> {
        let kind = self.first_mutation();
        let mut all = Vec::new();
        for process in 0..self.process_count() {
            for point in 0..self.program.processes[process].points.len() {
                let rules = self.program.processes[process].all_on(Trigger::Message(kind));
                let code =
                    { rules }.find(|rule| rule.at == Where::Point(point)).map(|rule| rule.code);
                if let Some(code) = code {
                    let copy = self.copy_of(code, process, &mut BTreeMap::new());
                    all.push((process, point, copy));
                }
            }
        }
        all
    }

    /// A copy of the code of a process that another one runs.
    fn copy_of(
        &mut self,
        code: BlockId,
        process: usize,
        known: &mut BTreeMap<BlockId, BlockId>,
    ) -> BlockId {
        if let Some(&copy) = known.get(&code) {
            return copy;
        }
        let copy = self.block();
        known.insert(code, copy);
        let lines = self.program.lines.iter().filter(|line| line.0 == code);
        let lines: Vec<(BlockId, usize)> = lines.map(|line| (copy, line.1)).collect();
        self.program.lines.extend(lines);
        let mut block = self.program.blocks[code].clone();
        block.end = match block.end {
            End::Jump(next) => End::Jump(self.copy_of(next, process, known)),
            End::Branch(condition, then, otherwise) => {
                let then = self.copy_of(then, process, known);
                End::Branch(condition, then, self.copy_of(otherwise, process, known))
            }
            End::Stop(point) | End::Retry(point) => {
                let slot = self.program.processes[process].point;
                let place = Place { slot, index: None };
                block.instructions.push(Instruction::Store(place, Expr::Const(point as i64)));
                End::Done
            }
            end @ (End::Done | End::Blocked) => end,
        };
        self.program.blocks[copy] = block;
        copy
    }

    /// The slot of the sender of the mutation in hand, of one for each process.
    fn of_sender(&self, first: SlotId) -> Place {
        let count = self.process_count();
        let value = Expr::Below(Expr::Temp(SENDER).into(), always(count));
        let index = Index { value, stride: 1, count };
        Place { slot: first, index: Some(index.into()) }
    }

    /// Whether the sender waits for the mutation in hand.
    fn is_awaited(&self) -> Expr {
        let Some(row) = &self.store else { return Expr::Const(0) };
        let same =
            |slot, field: Expr| binary(Binary::Equal, Expr::Load(self.of_sender(slot)), field);
        let is_it = and(same(row.slots.writes[0], COLUMNS), same(row.slots.writes[1], CELL));
        and(binary(Binary::Equal, IS_FIRST, Expr::Const(1)), is_it)
    }

    /// A mutation lands, and the process that waits for it may have waited enough.
    fn landing(&mut self, replica: usize, goes_on: &[(usize, PointId, BlockId)]) -> BlockId {
        let code = self.start();
        self.tell_message(false);
        self.take_message(code);
        let Some(row) = &self.store else { return code };
        let (stamps, needed, cells) = (row.stamps, row.needed as i64, row.cell(replica, 0));
        let [columns, cell, acknowledged] = row.slots.writes;
        let stamped = match stamps {
            Stamps::Replica => self.stamp_of_sender(),
            Stamps::Client | Stamps::Coordinator => CELL,
        };
        self.land_in_columns(cells, &COLUMNS, &stamped);
        let (awaited, done) = (self.block(), self.block());
        self.branch(self.is_awaited(), awaited, done);
        self.current = awaited;
        self.emit(Instruction::Event(EventTemplate::Acknowledge { to: Expr::Temp(SENDER) }));
        let have_it = self.of_sender(acknowledged);
        let all = binary(Binary::Or, Expr::Load(have_it.clone()), Expr::Const(1 << replica));
        let all = self.simple_copy(all);
        self.emit(Instruction::Store(have_it, all.clone()));
        let size = unary(Unary::Size, all);
        let enough = self.block();
        self.branch(binary(Binary::LessEqual, Expr::Const(needed), size), enough, done);
        self.current = enough;
        for slot in [columns, cell, acknowledged] {
            let place = self.of_sender(slot);
            self.emit(Instruction::Store(place, Expr::Const(0)));
        }
        for &(process, point, code) in goes_on {
            let (here, next) = (self.block(), self.block());
            let is_sender = binary(Binary::Equal, Expr::Temp(SENDER), Expr::Const(process as i64));
            let stands = load(self.program.processes[process].point);
            let stands = binary(Binary::Equal, stands, Expr::Const(point as i64));
            self.branch(and(is_sender, stands), here, next);
            self.current = here;
            let me = &self.program.processes[process];
            let name = me.number.map_or(me.role.to_owned(), |nth| format!("{} {nth}", me.role));
            let name = crate::diagnostic::capital(&name);
            self.tell_note(&format!("{name} now has enough answers."));
            self.jump(code);
            self.current = next;
        }
        self.jump(done);
        code
    }

    /// The cell of the mutation in hand with a timestamp that it gets now.
    fn stamp_of_sender(&mut self) -> Expr {
        let now = self.simple_copy(Expr::Load(self.clock_at(&Expr::Temp(SENDER))));
        self.require_stamp(&now);
        self.tick(&Expr::Temp(SENDER));
        let value = binary(Binary::Modulo, CELL, Expr::Const(Store::VALUES));
        let stamp = binary(Binary::Multiply, now, Expr::Const(Store::VALUES));
        self.simple_copy(binary(Binary::Add, stamp, value))
    }

    /// A request that got stuck comes to the store, which sends it to all replicas.
    fn coming_late(&mut self) -> BlockId {
        let code = self.start();
        self.tell_message(false);
        self.take_message(code);
        let Some(row) = &self.store else { return code };
        let (stamps, replicas) = (row.stamps, row.replicas);
        let cell = match stamps {
            Stamps::Coordinator => self.stamp_of_sender(),
            Stamps::Client | Stamps::Replica => CELL,
        };
        let (first, kind) = (self.process_count(), self.first_mutation());
        let value = binary(Binary::Modulo, cell.clone(), Expr::Const(Store::VALUES));
        let deletes = binary(Binary::Equal, value, Expr::Const(Store::TOMBSTONE));
        let (delete, write) = (self.block(), self.block());
        self.branch(deletes, delete, write);
        for (block, kind) in [(write, kind), (delete, kind + 1)] {
            self.current = block;
            for replica in 0..replicas {
                let to = Expr::Const((first + replica) as i64);
                let fields = vec![Expr::Const(0), COLUMNS, cell.clone()];
                let from = Some(Expr::Temp(SENDER));
                self.emit(Instruction::Send { kind, from, to, fields });
            }
            self.end(End::Done);
        }
        code
    }

    /// A request of a process gets stuck before the store has it, and is sent again.
    fn sending_again(&mut self, process: usize) {
        self.begin_at(process);
        let code = self.start();
        let Some(row) = &self.store else { return };
        let (stamps, late, retried, again) =
            (row.stamps, row.late, row.slots.retried, row.rows.retry);
        let [columns, cell, acknowledged] = row.slots.writes.map(|slot| slot + process);
        let is_sent = not(binary(Binary::Equal, load(columns), Expr::Const(0)));
        self.guard(is_sent);
        self.guard(binary(Binary::Equal, load(acknowledged), Expr::Const(0)));
        self.guard(binary(Binary::Less, load(retried), Expr::Const(late)));
        self.set_slot(retried, add(load(retried), 1));
        let cell = match stamps {
            Stamps::Client => load(cell),
            Stamps::Coordinator | Stamps::Replica => {
                let value = binary(Binary::Modulo, load(cell), Expr::Const(Store::VALUES));
                add(value, Store::UNSTAMPED * Store::VALUES)
            }
        };
        let to = Expr::Const(self.process_count() as i64);
        let fields = vec![Expr::Const(0), load(columns), cell];
        let kind = self.first_mutation() + 2;
        self.emit(Instruction::Send { kind, from: None, to, fields });
        self.tell_note("The first request is stuck, and will come late.");
        self.end(End::Done);
        self.add_rule(Trigger::Timeout, Where::Work, code, again);
    }

    /// Whether a replica has no use for the mutation in hand: nobody waits for it, and the replica is
    /// down or has something newer.
    fn useless(&mut self, replica: usize) -> Query {
        self.begin_at(self.process_count() + replica);
        let code = self.start();
        let Some(row) = &self.store else { return Query { code, result: 0 } };
        let columns = (0..row.columns()).map(|column| {
            let is_in = binary(Binary::Contains, COLUMNS, Expr::Const(column as i64));
            let is_newer = binary(Binary::LessEqual, CELL, load(row.cell(replica, column)));
            or(not(is_in), is_newer)
        });
        let is_stale = columns.reduce(and).unwrap_or(Expr::Const(1));
        let is_down = match row.down {
            0 => Expr::Const(0),
            _ => load(row.slots.points + replica),
        };
        let value = and(not(self.is_awaited()), or(is_down, is_stale));
        self.end_query(code, value)
    }
}
