//! How pending writes reach memory.

use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::index_errors::always;
use crate::instantiate::place::LValue;
use crate::instantiate::terms::{add, and, binary, load, not, select};
use crate::sequence::Sequence;
use crate::sequence::memory::{Alike, is_unused, nothing, whole};
use model::WritePhase;
use program::SYMBOLS;
use program::ir::{Binary, Bound, Buffer, End, Expr, Instruction, SlotId, Trigger, Where};

impl Sequence<'_> {
    /// Writes reach memory: the oldest of a process, or any that is the oldest of its cell.
    pub fn arrivals(&mut self) {
        if self.program.buffers.is_empty() {
            return;
        }
        let row = self.environment_row("a pending write reaches memory", false);
        for buffer in self.program.buffers.clone() {
            let code = self.begin_anywhere(buffer.process);
            self.here.in_rule = true;
            self.arrival(&buffer);
            self.end(End::Done);
            self.here.in_rule = false;
            self.add_rule(Trigger::Arrival, Where::Anywhere, code, row);
        }
    }

    fn arrival(&mut self, buffer: &Buffer) {
        let places = buffer.cells.len();
        let which = if buffer.overtakes && places > 1 {
            let digit = self.temp();
            self.emit(Instruction::Choose(digit, places as i64));
            Expr::Temp(digit)
        } else {
            Expr::Const(0)
        };
        // what lies in the chosen place, or so many places ahead
        let chosen = |slots: &[SlotId], ahead: usize, none: Expr| {
            (ahead..places).fold(none, |rest, at| {
                let is_it = binary(Binary::Equal, which.clone(), Expr::Const(at as i64));
                select(is_it, load(slots[at - ahead]), rest)
            })
        };
        let mut keep = |value: Expr| {
            let temp = self.temp();
            self.emit(Instruction::Set(temp, value));
            Expr::Temp(temp)
        };
        let cell = keep(chosen(&buffer.cells, 0, load(buffer.cells[0])));
        let value = keep(chosen(&buffer.values, 0, load(buffer.values[0])));
        self.guard(not(is_unused(cell.clone())));
        if which != Expr::Const(0) {
            // one to the same cell comes first
            let ahead = chosen(&buffer.cells, 1, Expr::Const(SYMBOLS));
            self.guard(binary(Binary::NotEqual, ahead, cell.clone()));
            self.passes_no_fence(buffer, &which);
        }
        let behind = self.block();
        for alike in self.cells_of(buffer.process) {
            let (here, next) = (self.block(), self.block());
            self.branch(alike.has(&cell), here, next);
            self.current = here;
            self.land(&alike, &cell, &value);
            self.jump(behind);
            self.current = next;
        }
        self.end(End::Blocked);
        self.current = behind;
        self.leave(buffer, &which);
    }

    /// What was in a place is gone, and what was behind it comes nearer.
    fn leave(&mut self, buffer: &Buffer, which: &Expr) {
        self.leave_fence(buffer, which);
        let (no_cell, no_value) = nothing(buffer, &self.program.slots);
        for at in 0..buffer.cells.len() {
            let is_gone = binary(Binary::LessEqual, which.clone(), Expr::Const(at as i64));
            for (slots, none) in [(&buffer.cells, &no_cell), (&buffer.values, &no_value)] {
                let next = slots.get(at + 1).map_or(none.clone(), |next| load(*next));
                let left = select(is_gone.clone(), next, load(slots[at]));
                self.emit(Instruction::Store(whole(slots[at]), left));
            }
        }
    }

    /// A write reaches one of some cells.
    fn land(&mut self, alike: &Alike, cell: &Expr, value: &Expr) {
        let from_base = add(cell.clone(), -(alike.base as i64));
        let at = match (alike.count, alike.width) {
            (1, _) => Expr::Const(0),
            (_, 1) => from_base,
            (_, width) => binary(Binary::Divide, from_base, Expr::Const(width as i64)),
        };
        let ty = Ty::numbers(0, alike.count as i64 - 1);
        let at = self.kept_now(&ty, vec![at]).remove(0);
        let mut left = alike.count;
        let index = |dim: &Domain| {
            left /= dim.count();
            let digit = binary(Binary::Divide, at.clone(), Expr::Const(left as i64));
            match left * dim.count() {
                all if all == alike.count => {
                    if left == 1 {
                        at.clone()
                    } else {
                        digit
                    }
                }
                _ => binary(Binary::Modulo, digit, Expr::Const(dim.count() as i64)),
            }
        };
        let indices: Vec<Expr> = self.vars[alike.var].dims.iter().map(index).collect();
        let (ty, field) = self.part_of(&self.vars[alike.var].element, alike.nth);
        let offsets = match alike.count {
            1 => Vec::new(),
            count => vec![(Expr::Below(at.clone().into(), always(count)), alike.width)],
        };
        let spot = LValue {
            var: alike.var,
            slot: alike.base,
            offsets,
            dims: Vec::new(),
            ty,
            indices,
            field,
        };
        self.fail_if_freed(alike, &at);
        self.emit(Instruction::Store(spot.place(0), value.clone()));
        self.tell_write(&spot, WritePhase::Arrives);
    }

    /// A write that reaches a cell which has been given back is a mistake.
    fn fail_if_freed(&mut self, alike: &Alike, at: &Expr) {
        let Some((is, used)) = self.state_of_cells(alike.var) else { return };
        let is_used = binary(Binary::Equal, self.state_of_cell(is, at), Expr::Const(used));
        let (freed, behind) = (self.block(), self.block());
        self.branch(is_used, behind, freed);
        self.current = freed;
        let name = self.pool_of(is);
        let sentence = format!("A write reaches {name} {{}}, which has been freed.");
        let none = Bound { count: 0, ..self.bound(0, sentence, 0) };
        let temp = self.temp();
        self.emit(Instruction::Set(temp, Expr::Below(at.clone().into(), none)));
        self.jump(behind);
        self.current = behind;
    }

    /// The part of a value that has one of its numbers, with the names of fields that lead there.
    fn part_of(&self, ty: &Ty, mut nth: usize) -> (Ty, String) {
        let Ty::Record(id) = ty else { return (ty.clone(), String::new()) };
        for (name, of) in &self.types.records[*id].fields {
            let width = of.width(&self.types.records);
            if nth < width {
                let (ty, rest) = self.part_of(of, nth);
                return (ty, format!(".{name}{rest}"));
            }
            nth -= width;
        }
        (ty.clone(), String::new())
    }
}

impl Alike {
    fn has(&self, cell: &Expr) -> Expr {
        let base = Expr::Const(self.base as i64);
        if self.count == 1 {
            return binary(Binary::Equal, cell.clone(), base);
        }
        let end = Expr::Const((self.base + self.count * self.width) as i64);
        let from = binary(Binary::LessEqual, base, cell.clone());
        let is_within = and(from, binary(Binary::Less, cell.clone(), end));
        if self.width == 1 {
            return is_within;
        }
        let rest = binary(
            Binary::Modulo,
            add(cell.clone(), -(self.base as i64)),
            Expr::Const(self.width as i64),
        );
        and(is_within, binary(Binary::Equal, rest, Expr::Const(0)))
    }
}
