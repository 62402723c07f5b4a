//! Reading and writing variables: which accesses are steps, and what readers see of them.

use crate::instantiate::domain::{Ty, size};
use crate::instantiate::instance::Mode;
use crate::instantiate::place::LValue;
use crate::instantiate::terms::{add, binary};
use crate::sequence::{AvailableRead, Open, Sequence};
use crate::tree::{Cause, PartKind, Storage};
use model::WritePhase;
use program::ir::{self, End, EventTemplate, Expr, Instruction, Place, PointId, TempId};

impl Sequence<'_> {
    /// Whether reading it costs the process in hand no step: it is the process's own element of an
    /// array that only it writes.
    pub fn is_free(&self, spot: &LValue) -> bool {
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

    /// Reads a shared element: once in a statement.
    pub fn read(&mut self, spot: LValue, to: &[TempId]) {
        let spot = self.put_in_spot(spot);
        self.at.touches = true;
        let seen: Vec<Expr> = (0..to.len()).map(|nth| self.seen(&spot, nth)).collect();
        if self.is_free(&spot) {
            return self.bind_all(to, seen);
        }
        let (key, ty) = (spot.key(), spot.whole_ty());
        let is_known = |read: &&AvailableRead| {
            read.var == spot.var && read.key == key && read.slot == spot.slot && read.ty == ty
        };
        if let Some(known) = self.reads.cache.iter().find(is_known) {
            let parts = known.to.iter().copied().map(Expr::Temp).collect();
            return self.bind_all(to, parts);
        }
        self.access();
        match self.busy(&spot) {
            Some(busy) if self.here.mode == Mode::Stepped => {
                self.read_safe(&spot, seen, to, busy);
            }
            _ => {
                for (&temp, part) in to.iter().zip(seen) {
                    self.emit(Instruction::Set(temp, part));
                }
                self.tell_read(&spot, to, false);
                self.note_touch(&spot);
            }
        }
        if self.here.mode == Mode::Stepped {
            self.reads.cache.push(AvailableRead {
                var: spot.var,
                key,
                slot: spot.slot,
                ty,
                to: to.to_vec(),
            });
        }
    }

    pub fn tell_read(&mut self, spot: &LValue, to: &[TempId], overlaps: bool) {
        let (cell, value, words) = self.whole_of(spot).unwrap_or_else(|| {
            let words = spot.whole_ty().words(self);
            (self.cell(spot), to.iter().copied().map(Expr::Temp).collect(), words)
        });
        self.emit(Instruction::Event(EventTemplate::Read {
            cell,
            value,
            words,
            overlaps,
            from: None,
        }));
    }

    /// Where it lies whether an element of a safe register is being written.
    fn busy(&self, spot: &LValue) -> Option<Place> {
        let var = &self.vars[spot.var];
        let width = var.element.width(&self.types.records).max(1);
        let slot = var.busy? + (spot.slot - var.bases[0]) / width;
        let offsets = spot.offsets.iter().map(|(at, slots)| (at.clone(), slots / width)).collect();
        Some(LValue { slot, offsets, ..spot.clone() }.place(0))
    }

    /// Of an element that is being written, any value can be read.
    fn read_safe(&mut self, spot: &LValue, now: Vec<Expr>, to: &[TempId], busy: Place) {
        let mut slots = Vec::new();
        spot.whole_ty().slots(&self.types.records, &mut slots);
        let (open, settled, behind) = (self.block(), self.block(), self.block());
        self.branch(Expr::Load(busy), open, settled);
        self.current = open;
        for (&temp, slot) in to.iter().zip(&slots) {
            let digit = self.temp();
            self.emit(Instruction::Choose(digit, slot.count()));
            let symbols = slot.symbols.len() as i64;
            let mut chosen = add(Expr::Temp(digit), slot.low - symbols);
            for (at, &symbol) in slot.symbols.iter().enumerate() {
                let is_it = binary(ir::Binary::Equal, Expr::Temp(digit), Expr::Const(at as i64));
                chosen = crate::instantiate::terms::select(is_it, Expr::Const(symbol), chosen);
            }
            self.emit(Instruction::Set(temp, chosen));
        }
        self.end_lists(&spot.whole_ty(), to);
        self.tell_read(spot, to, true);
        self.jump(behind);
        self.current = settled;
        for (&temp, part) in to.iter().zip(now) {
            self.emit(Instruction::Set(temp, part));
        }
        self.tell_read(spot, to, false);
        self.jump(behind);
        self.current = behind;
    }

    /// Of a list whose parts were chosen, what is behind its end is as in each list that ends there.
    fn end_lists(&mut self, ty: &Ty, temps: &[usize]) {
        match ty {
            Ty::List(element, _) => {
                let width = element.width(&self.types.records);
                let first = element.first(&self.types.records);
                for (nth, &temp) in temps[1..].iter().enumerate() {
                    let is_in = binary(
                        ir::Binary::Less,
                        Expr::Const((nth / width) as i64),
                        Expr::Temp(temps[0]),
                    );
                    let end = Expr::Const(first[nth % width]);
                    let part = crate::instantiate::terms::select(is_in, Expr::Temp(temp), end);
                    self.emit(Instruction::Set(temp, part));
                }
                for part in temps[1..].chunks(width.max(1)) {
                    self.end_lists(element, part);
                }
            }
            Ty::Record(id) => {
                let mut rest = temps;
                for (_, field) in self.types.records[*id].fields.clone() {
                    let (mine, behind) = rest.split_at(field.width(&self.types.records));
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
    fn begin_write(&mut self, spot: &LValue, value: &[Expr], busy: Place, stood: Option<PointId>) {
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
            self.at.open = Open::No;
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

    pub fn tell_write(&mut self, spot: &LValue, phase: WritePhase) {
        let ty = spot.whole_ty();
        let (cell, value, words) = self.whole_of(spot).unwrap_or_else(|| {
            let words = ty.words(self);
            let width = size(&spot.dims) * spot.ty.width(&self.types.records);
            let value = (0..width).map(|nth| Expr::Load(spot.place(nth))).collect();
            (self.cell(spot), value, words)
        });
        let told = EventTemplate::Write { cell, value, words, phase };
        self.emit(Instruction::Event(told));
    }

    /// Writes a value; a shared element in a step of its own.
    pub fn store(&mut self, spot: &LValue, value: Vec<Expr>) {
        let is_shared = self.vars[spot.var].storage == Storage::Shared;
        let mut stood = None;
        if is_shared {
            self.access();
            stood = self.stands_at();
        }
        let busy = self.busy(spot).filter(|_| is_shared && self.here.mode == Mode::Stepped);
        let may_change = busy.is_some() && (self.has_rules() || value.iter().any(asks_messages));
        let value = if value.len() > 1 || may_change {
            // the new value may be made of the old one, and of what a rule or a message changes before the write ends
            self.kept_now(&spot.whole_ty(), value)
        } else {
            value
        };
        self.at.touches |= is_shared;
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
}

/// Whether it depends on what is in transit.
fn asks_messages(value: &Expr) -> bool {
    let mut asks = false;
    value.each_inner(&mut |inner| asks |= matches!(inner, Expr::InTransit(..)));
    asks
}
