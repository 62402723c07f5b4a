//! Reading columns of a replicated row.

use crate::instantiate::domain::Domain;
use crate::instantiate::store::access::{ReadName, ReadRow, cell_at, value_of};
use crate::instantiate::terms::{add, binary, load, select, unary};
use crate::sequence::Sequence;
use program::ir::{Binary, End, EventTemplate, Expr, Instruction, Place, TempId, Unary};

impl Sequence<'_> {
    /// The replicas that are up: a set.
    pub fn up(&self) -> Expr {
        let Some(row) = &self.store else { return Expr::Const(0) };
        let all = (0..row.replicas).map(|replica| {
            let bit = Expr::Const(1 << replica);
            if row.down == 0 {
                bit
            } else {
                select(load(row.slots.points + replica), Expr::Const(0), bit)
            }
        });
        all.reduce(|one, other| binary(Binary::Or, one, other)).unwrap_or(Expr::Const(0))
    }

    /// The newest cell that some replicas have in each column.
    fn newest(&self, columns: &[(Expr, Domain)], from: &Expr) -> Vec<Expr> {
        let Some(row) = &self.store else { return Vec::new() };
        let one = |at: &Expr| {
            let all = (0..row.replicas).map(|replica| {
                let cell = cell_at(row.cell(replica, 0), at, row.columns());
                let is_in = binary(Binary::Contains, from.clone(), Expr::Const(replica as i64));
                select(is_in, cell, Expr::Const(0))
            });
            all.reduce(|one, other| binary(Binary::Max, one, other)).unwrap_or(Expr::Const(0))
        };
        columns.iter().map(|(at, _)| one(at)).collect()
    }

    /// Reads a row, in a step of its own.
    pub fn reads_row(&mut self, read: ReadRow) {
        let ReadRow { columns, mut name, to } = read;
        let columns: Vec<_> =
            columns.into_iter().map(|(at, domain)| (self.put(at), domain)).collect();
        if let Some((at, _)) = &mut name.cell.rows {
            *at = self.put(at.clone());
        }
        self.access();
        self.reads.cache.clear();
        match self.store.as_ref().is_some_and(|row| row.one_by_one) {
            true => self.hear_each(&columns, &name, &to),
            false => self.hear_at_once(&columns, &name, &to),
        }
    }

    /// All that a read asks answer in one step.
    fn hear_at_once(&mut self, columns: &[(Expr, Domain)], name: &ReadName, to: &[TempId]) {
        let Some(row) = &self.store else { return };
        let (replicas, asked, down) = (row.replicas, row.asked, row.down);
        let all = (1i64 << replicas) - 1;
        let up = self.up();
        let from = if asked < replicas {
            if down > 0 {
                let size = unary(Unary::Size, up.clone());
                self.guard(binary(Binary::LessEqual, Expr::Const(asked as i64), size));
            }
            let digit = self.temp();
            self.emit(Instruction::Choose(digit, all));
            let set = self.simple_now(add(Expr::Temp(digit), 1));
            let size = unary(Unary::Size, set.clone());
            self.guard(binary(Binary::Equal, size, Expr::Const(asked as i64)));
            let beyond = binary(Binary::Without, set.clone(), up);
            self.guard(binary(Binary::Equal, beyond, Expr::Const(0)));
            set
        } else {
            self.guard(binary(Binary::Equal, up, Expr::Const(all)));
            Expr::Const(all)
        };
        let cells = self.newest(columns, &from);
        for ((cell, (_, domain)), &temp) in cells.into_iter().zip(columns).zip(to) {
            let cell = self.simple_now(cell);
            self.emit(Instruction::Set(temp, value_of(cell, domain)));
        }
        self.tell_row_read(name, to, from);
    }

    /// Those that a read asks answer each in a step.
    fn hear_each(&mut self, columns: &[(Expr, Domain)], name: &ReadName, to: &[TempId]) {
        let process = self.here.process.unwrap_or_default();
        let Some(row) = &self.store else { return };
        let (asked, count) = (row.asked as i64, row.columns());
        let heard = Place { slot: row.slots.heard + process, index: None };
        let newest = row.slots.newest + process * count;
        let place = |nth: usize| Place { slot: newest + nth, index: None };
        let behind = self.block();
        // the first answer, and then the others
        let later = self.add_point(None);
        for is_first in [true, false] {
            let had = if is_first { Expr::Const(0) } else { Expr::Load(heard.clone()) };
            let from = self.one_more(&had);
            let set = self.simple_now(binary(Binary::Or, had, from.clone()));
            let cells = self.newest(columns, &from);
            let cells: Vec<Expr> = cells
                .into_iter()
                .enumerate()
                .map(|(nth, cell)| match is_first {
                    true => cell,
                    false => binary(Binary::Max, load(newest + nth), cell),
                })
                .collect();
            let cells: Vec<Expr> = cells.into_iter().map(|cell| self.simple_now(cell)).collect();
            for ((&temp, cell), (_, domain)) in to.iter().zip(&cells).zip(columns) {
                self.emit(Instruction::Set(temp, value_of(cell.clone(), domain)));
            }
            self.tell_row_read(name, to, from);
            let (enough, more) = (self.block(), self.block());
            let size = unary(Unary::Size, set.clone());
            self.branch(binary(Binary::LessEqual, Expr::Const(asked), size), enough, more);
            self.current = more;
            self.emit(Instruction::Store(heard.clone(), set));
            for (nth, cell) in cells.into_iter().enumerate() {
                self.emit(Instruction::Store(place(nth), cell));
            }
            self.end(End::Stop(later));
            self.current = enough;
            self.emit(Instruction::Store(heard.clone(), Expr::Const(0)));
            for nth in 0..columns.len() {
                self.emit(Instruction::Store(place(nth), Expr::Const(0)));
            }
            self.jump(behind);
            if is_first {
                let code = self.start();
                self.program.processes[process].points[later].code = Some(code);
            }
        }
        self.current = behind;
    }

    /// One replica more answers: a set with that one.
    fn one_more(&mut self, had: &Expr) -> Expr {
        let Some(row) = &self.store else { return Expr::Const(0) };
        let (all, asked, down) = ((1i64 << row.replicas) - 1, row.asked as i64, row.down);
        let up = self.up();
        if down > 0 {
            let can_answer = binary(Binary::Or, had.clone(), up.clone());
            let size = unary(Unary::Size, can_answer);
            self.guard(binary(Binary::LessEqual, Expr::Const(asked), size));
        }
        let digit = self.temp();
        self.emit(Instruction::Choose(digit, all));
        let set = self.simple_now(add(Expr::Temp(digit), 1));
        let size = unary(Unary::Size, set.clone());
        self.guard(binary(Binary::Equal, size, Expr::Const(1)));
        let may = binary(Binary::Without, up, had.clone());
        let beyond = binary(Binary::Without, set.clone(), may);
        self.guard(binary(Binary::Equal, beyond, Expr::Const(0)));
        set
    }

    fn tell_row_read(&mut self, name: &ReadName, to: &[TempId], from: Expr) {
        let several = self.store.as_ref().is_some_and(|row| row.replicas > 1);
        self.emit(Instruction::Event(EventTemplate::Read {
            cell: name.cell.clone(),
            value: to.iter().copied().map(Expr::Temp).collect(),
            words: name.words.clone(),
            overlaps: false,
            from: several.then_some(from),
        }));
    }
}
