//! Reading and writing variables: which accesses are steps, and what readers see of them.

use super::domain::{Domain, Ty, add, binary, size};
use super::place::Spot;
use super::pool::shown;
use super::{Lower, Mode, Open, Val};
use crate::tree::{Cause, PartKind, Storage};
use model::WritePhase;
use program::ir::{self, CellName, End, Expr, Instruction, Place, PointId, Told};

impl Lower<'_> {
    /// Whether reading it costs the process in hand no step: it is the process's own element of an
    /// array that only it writes.
    fn is_free(&self, spot: &Spot) -> bool {
        self.free.contains(&spot.var)
            && self.here.process.is_some_and(|process| {
                let own = self.own_index(spot.var, process).map(Expr::Const);
                own.is_some() && spot.indices.first() == own.as_ref()
            })
    }

    /// The index of a process's own element, if the array has one for its role.
    pub fn own_index(&self, var: usize, process: usize) -> Option<i64> {
        let dim = self.vars[var].dims.first()?;
        let first = dim.first_process()?;
        process.checked_sub(first).map(|it| it as i64).filter(|it| dim.contains(*it))
    }

    /// The value of a variable or element; a shared one is read, each element in a step of its own.
    pub fn load(&mut self, spot: &Spot) -> Val {
        let is_shared = self.vars[spot.var].storage == Storage::Shared && !self.here.peeks;
        if let Some(dim) = spot.dims.first().filter(|_| is_shared && self.here.process.is_some()) {
            let (count, rest, of) = (dim.count(), spot.dims[1..].to_vec(), dim.of);
            if self.here.mode == Mode::Stepped {
                self.heeds(of);
            }
            let stride = size(&rest) * spot.ty.width(&self.records);
            let mut parts = Vec::new();
            for at in 0..count {
                let mut element = spot.clone();
                element.dims.clone_from(&rest);
                element.indices.push(Expr::Const(at as i64));
                element.slot += at * stride;
                parts.extend(self.load(&element).parts);
            }
            return Val { ty: spot.whole_ty(), parts, items: Vec::new() };
        }
        let width = size(&spot.dims) * spot.ty.width(&self.records);
        let ty = spot.whole_ty();
        let is_access = is_shared && self.here.process.is_some();
        let parts = match is_access {
            true => (0..width).map(|nth| self.seen(spot, nth)).collect(),
            false => (0..width).map(|nth| Expr::Load(spot.place(nth))).collect(),
        };
        self.here.touches |= is_access;
        let value = Val { ty, parts, items: Vec::new() };
        if !is_access || self.is_free(spot) {
            return value;
        }
        self.read(spot, value)
    }

    /// Reads a shared element: once in a statement.
    fn read(&mut self, spot: &Spot, value: Val) -> Val {
        let key = spot.key();
        let known = self
            .cache
            .iter()
            .find(|it| it.0 == spot.var && it.1 == key && it.2 == spot.slot && it.3.ty == value.ty);
        if let Some(known) = known {
            return known.3.clone();
        }
        self.access();
        let kept = match self.busy(spot) {
            Some(busy) if self.here.mode == Mode::Stepped => self.read_safe(spot, value, busy),
            _ => {
                let kept = self.keep(value);
                self.tell_read(spot, &kept, false);
                self.note_touch(spot);
                kept
            }
        };
        if self.here.mode == Mode::Stepped {
            self.cache.push((spot.var, key, spot.slot, kept.clone()));
        }
        kept
    }

    pub fn tell_read(&mut self, spot: &Spot, value: &Val, overlaps: bool) {
        let (cell, value, words) = self.whole_of(spot).unwrap_or_else(|| {
            let words = value.ty.words(self);
            (self.cell(spot), value.parts.clone(), words)
        });
        self.emit(Instruction::Event(Told::Read { cell, value, words, overlaps, from: None }));
    }

    /// Where it lies whether an element of a safe register is being written.
    fn busy(&self, spot: &Spot) -> Option<Place> {
        let var = &self.vars[spot.var];
        let width = var.element.width(&self.records).max(1);
        let slot = var.busy? + (spot.slot - var.bases[0]) / width;
        let offsets = spot.offsets.iter().map(|(at, slots)| (at.clone(), slots / width)).collect();
        Some(Spot { slot, offsets, ..spot.clone() }.place(0))
    }

    /// Of an element that is being written, any value can be read.
    fn read_safe(&mut self, spot: &Spot, value: Val, busy: Place) -> Val {
        let mut slots = Vec::new();
        value.ty.slots(&self.records, &mut slots);
        let temps: Vec<usize> = slots.iter().map(|it| self.temp_for(it.clone())).collect();
        let (open, settled, behind) = (self.block(), self.block(), self.block());
        self.branch(Expr::Load(busy), open, settled);
        let kept = Val {
            ty: value.ty.clone(),
            parts: temps.iter().map(|&it| Expr::Temp(it)).collect(),
            items: Vec::new(),
        };
        self.current = open;
        for (&temp, slot) in temps.iter().zip(&slots) {
            let digit = self.temp();
            self.emit(Instruction::Choose(digit, slot.count()));
            let symbols = slot.symbols.len() as i64;
            let mut chosen = add(Expr::Temp(digit), slot.low - symbols);
            for (at, &symbol) in slot.symbols.iter().enumerate() {
                let is_it = binary(ir::Binary::Equal, Expr::Temp(digit), Expr::Const(at as i64));
                chosen = super::domain::select(is_it, Expr::Const(symbol), chosen);
            }
            self.emit(Instruction::Set(temp, chosen));
        }
        self.end_lists(&kept.ty, &temps);
        self.tell_read(spot, &kept, true);
        self.jump(behind);
        self.current = settled;
        for (&temp, part) in temps.iter().zip(value.parts) {
            self.emit(Instruction::Set(temp, part));
        }
        self.tell_read(spot, &kept, false);
        self.jump(behind);
        self.current = behind;
        kept
    }

    /// Of a list whose parts were chosen, what is behind its end is as in each list that ends there.
    fn end_lists(&mut self, ty: &Ty, temps: &[usize]) {
        match ty {
            Ty::List(element, _) => {
                let width = element.width(&self.records);
                let first = element.first(&self.records);
                for (nth, &temp) in temps[1..].iter().enumerate() {
                    let is_in = binary(
                        ir::Binary::Less,
                        Expr::Const((nth / width) as i64),
                        Expr::Temp(temps[0]),
                    );
                    let end = Expr::Const(first[nth % width]);
                    let part = super::domain::select(is_in, Expr::Temp(temp), end);
                    self.emit(Instruction::Set(temp, part));
                }
                for part in temps[1..].chunks(width.max(1)) {
                    self.end_lists(element, part);
                }
            }
            Ty::Record(id) => {
                let mut rest = temps;
                for (_, field) in self.records[*id].fields.clone() {
                    let (mine, behind) = rest.split_at(field.width(&self.records));
                    self.end_lists(&field, mine);
                    rest = behind;
                }
            }
            _ => {}
        }
    }

    /// The first step of a write to a safe register; where a crash has left one half-done, the write
    /// ends that one. So a process that has begun stands where it stood, if it did nothing else there, and
    /// begins anew where another one has ended its write.
    fn begin_write(&mut self, spot: &Spot, value: &[Expr], busy: Place, stood: Option<PointId>) {
        let (begin, end) = (self.block(), self.block());
        self.branch(Expr::Load(busy.clone()), end, begin);
        self.current = begin;
        // a value outside of the domain is found here already
        for (nth, part) in value.iter().enumerate() {
            let old = self.temp();
            self.emit(Instruction::Set(old, Expr::Load(spot.place(nth))));
            self.emit(Instruction::Store(spot.place(nth), part.clone()));
            self.emit(Instruction::Store(spot.place(nth), Expr::Temp(old)));
        }
        self.emit(Instruction::Store(busy.clone(), Expr::Const(1)));
        self.tell_write(spot, WritePhase::Begin);
        if let Some(point) = stood {
            self.end(End::Stop(point));
        } else {
            self.point();
            self.here.open = Open::No;
            self.branch(Expr::Load(busy), end, begin);
        }
        self.current = end;
    }

    /// Whether a rule may run between two steps of the process in hand; a crash has no second one.
    fn has_rules(&self) -> bool {
        let Some(process) = self.here.process else { return false };
        let mut parts = self.roles[self.role_of(process)].tree.parts.iter();
        parts.any(|part| match &part.kind {
            PartKind::Rule(rule) => !matches!(rule.cause, Cause::Crash),
            _ => false,
        })
    }

    pub fn tell_write(&mut self, spot: &Spot, phase: WritePhase) {
        let ty = spot.whole_ty();
        let (cell, value, words) = self.whole_of(spot).unwrap_or_else(|| {
            let words = ty.words(self);
            let width = size(&spot.dims) * spot.ty.width(&self.records);
            let value = (0..width).map(|nth| Expr::Load(spot.place(nth))).collect();
            (self.cell(spot), value, words)
        });
        let told = Told::Write { cell, value, words, phase };
        self.emit(Instruction::Event(told));
    }

    /// The name of a shared cell for readers.
    pub fn cell(&self, spot: &Spot) -> CellName {
        let super::Var { name, dims, .. } = &self.vars[spot.var];
        let name = shown(name);
        let [first, rest @ ..] = &spot.indices[..] else {
            return named(format!("{name}{}", spot.field), None);
        };
        let [dim, ..] = &dims[..] else {
            // an element of a list
            return named(format!("{name}{}", spot.field), Some(first.clone()));
        };
        let Some(last) = rest.last() else {
            let index = add(first.clone(), dim.first_index());
            let index = (dim.count() > 1).then_some(index);
            let labels = self.index_labels(&dims[..1]);
            return CellName { labels, ..named(format!("{name}{}", spot.field), index) };
        };
        let row = |value: i64| format!("{name}[{}]{}", self.say_of(value, dim.of), spot.field);
        let (index, labels) = if dims.len() > 2 && rest.len() + 1 == dims.len() {
            (position(&dims[1..], rest), self.index_labels(&dims[1..]))
        } else {
            // behind the last dimension, it is the place in a list
            let dim = dims.get(rest.len());
            let labels = dim.map_or(Vec::new(), |it| self.index_labels(std::slice::from_ref(it)));
            (add(last.clone(), dim.map_or(0, Domain::first_index)), labels)
        };
        let index = Some(index);
        let rows: Vec<String> = dim.values().into_iter().map(row).collect();
        if let Expr::Const(at) = first {
            let row = rows.get(*at as usize).cloned().unwrap_or_default();
            return CellName { labels, ..named(row, index) };
        }
        let rows = rows.iter().map(|row| model::intern(row)).collect();
        CellName { rows: Some((first.clone(), rows)), labels, ..named(name.to_owned(), index) }
    }

    /// Writes a value; a shared element in a step of its own.
    pub fn store(&mut self, spot: &Spot, value: Vec<Expr>) {
        let is_shared = self.vars[spot.var].storage == Storage::Shared;
        let mut stood = None;
        if is_shared {
            self.access();
            stood = self.stands_at();
            let process = self.here.process.unwrap_or_default();
            let index = match spot.indices.first() {
                Some(Expr::Const(at)) => Some(*at),
                _ => None,
            };
            self.writes.push((spot.var, process, index));
        }
        let busy = self.busy(spot).filter(|_| is_shared && self.here.mode == Mode::Stepped);
        let may_change = busy.is_some() && (self.has_rules() || value.iter().any(asks_messages));
        let value = if value.len() > 1 || may_change {
            // the new value may be made of the old one, and of what a rule or a message changes before the write ends
            self.keep(Val { ty: spot.whole_ty(), parts: value, items: Vec::new() }).parts
        } else {
            value
        };
        self.here.touches |= is_shared;
        if is_shared && self.is_buffered(spot.var) {
            self.issue(spot, &value);
            return self.note_touch(spot);
        }
        if may_change {
            stood = self.stands_at();
        }
        if let Some(busy) = &busy {
            self.begin_write(spot, &value, busy.clone(), stood);
        }
        for (nth, part) in value.iter().enumerate() {
            self.emit(Instruction::Store(spot.place(nth), part.clone()));
        }
        if let Some(busy) = &busy {
            self.emit(Instruction::Store(busy.clone(), Expr::Const(0)));
        }
        if is_shared {
            self.tell_write(spot, if busy.is_some() { WritePhase::End } else { WritePhase::Whole });
            self.note_touch(spot);
        }
    }

    /// Arrays over processes of which each element is written by its process alone.
    pub fn only_own_writes(&self) -> Vec<usize> {
        (0..self.vars.len())
            .filter(|&var| {
                let it = &self.vars[var];
                let is_by_process =
                    it.dims.first().is_some_and(|dim| dim.of.are_processes()) && it.role.is_none();
                is_by_process
                    && it.storage == Storage::Shared
                    && self.writes.iter().filter(|write| write.0 == var).all(
                        |&(_, process, index)| {
                            index.is_some() && index == self.own_index(var, process)
                        },
                    )
            })
            .collect()
    }
}

/// Whether it depends on what is in transit.
fn asks_messages(value: &Expr) -> bool {
    let mut asks = false;
    value.each_inner(&mut |inner| asks |= matches!(inner, Expr::InTransit(..)));
    asks
}

/// Which element it is, of all that have these indices.
fn position(dims: &[Domain], indices: &[Expr]) -> Expr {
    let all = dims.iter().zip(indices);
    all.fold(Expr::Const(0), |before, (dim, index)| {
        let count = Expr::Const(dim.count() as i64);
        let before = binary(ir::Binary::Multiply, before, count);
        binary(ir::Binary::Add, before, index.clone())
    })
}

pub fn named(array: String, index: Option<Expr>) -> CellName {
    CellName { array: model::intern(&array), rows: None, index, labels: Vec::new() }
}
