//! Store buffers as code: what waits in a queue, what is seen of it, and what waits for it.

pub mod arrivals;
pub mod crashes;
pub mod fences;
pub mod views;

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::size;
use crate::instantiate::instance::Mode;
use crate::instantiate::memory::Buffering;
use crate::instantiate::place::LValue;
use crate::instantiate::terms::{and, binary, load, select, whole};
use crate::sequence::Sequence;
use crate::tree::Storage;
use model::WritePhase;
use program::SYMBOLS;
use program::ir::{Binary, BlockId, Buffer, End, Expr, Instruction, Place, Slot, SlotId};
use std::collections::BTreeSet;

impl Sequence<'_> {
    /// Gives each process that writes a queue.
    pub fn allocate_buffers(&mut self) {
        let Some(Buffering { overtakes, places, .. }) = self.buffering else { return };
        for process in 0..self.process_count() {
            let all = self.cells_of(process);
            let (Some(first), Some(last)) = (
                all.iter().map(|alike| alike.base).min(),
                all.iter().map(|alike| alike.base + alike.width * (alike.count - 1)).max(),
            ) else {
                continue;
            };
            let of = || all.iter().map(|alike| &self.program.slots[alike.base]);
            let numbers = || of().filter(|slot| slot.low <= slot.high);
            let low = numbers().map(|slot| slot.low).min().unwrap_or(0);
            let high = numbers().map(|slot| slot.high).max().unwrap_or(-1);
            let symbols: BTreeSet<i64> = of().flat_map(|slot| &slot.symbols).copied().collect();
            let value = Slot::new(symbols.into_iter().collect(), low, high);
            let cell = Slot::new(vec![SYMBOLS], first as i64, last as i64);
            let has_fences = overtakes && self.may_fence(process);
            let mut next = || {
                let slots = &mut self.program.slots;
                slots.extend([cell.clone(), value.clone()]);
                (slots.len() - 2, slots.len() - 1)
            };
            let (cells, values) = (0..places).map(|_| next()).unzip();
            let mut fence = || {
                self.program.slots.push(Slot::new(Vec::new(), 0, 1));
                self.program.slots.len() - 1
            };
            let fences = (0..places).filter(|_| has_fences).map(|_| fence()).collect();
            self.program.buffers.push(Buffer { process, cells, values, fences, overtakes });
        }
    }

    /// The cells that a process may write.
    fn cells_of(&self, process: usize) -> Vec<Alike> {
        let mut all = Vec::new();
        for (var, variable) in self.vars.iter().enumerate() {
            let is_memory = variable.storage == Storage::Shared && variable.role.is_none();
            if is_memory && self.may_issue(process, var) {
                let (width, count) =
                    (variable.element.width(&self.types.records), size(&variable.dims));
                all.extend((0..width).filter(|_| count > 0).map(|nth| {
                    let base = variable.bases[0] + nth;
                    Alike { var, nth, width, count, base }
                }));
            }
        }
        all
    }

    /// The queue in which writes of the process in hand to a variable wait.
    fn buffer_for(&self, var: usize) -> Option<Buffer> {
        self.buffer_of(self.here.process?, var)
    }

    fn buffer_of(&self, process: usize, var: usize) -> Option<Buffer> {
        let is_memory = self.vars[var].storage == Storage::Shared;
        let is_buffered = self.buffering.is_some() && is_memory && self.may_issue(process, var);
        let mut all = self.program.buffers.iter();
        all.find(|buffer| buffer.process == process && is_buffered).cloned()
    }

    /// Whether a process has a line that puts writes to a variable into its queue, as far as is known.
    fn may_issue(&self, process: usize, var: usize) -> bool {
        let issued = self.buffering.as_ref().and_then(|memory| memory.issued.as_ref());
        issued.is_none_or(|issued| issued.writes.contains(&(process, var)))
    }

    /// One of the numbers of a variable as the process in hand sees it: its youngest pending write, or memory.
    pub fn seen(&self, spot: &LValue, nth: usize) -> Expr {
        let place = spot.place(nth);
        let buffer = self.buffer_for(spot.var).filter(|_| self.here.mode == Mode::Stepped);
        let Some(buffer) = buffer else { return Expr::Load(place) };
        view_of(&buffer, place)
    }

    /// Whether writes of the process in hand to a variable are buffered where they are no part of a larger step.
    pub fn is_buffered(&self, var: usize) -> bool {
        self.here.mode == Mode::Stepped && self.buffer_for(var).is_some()
    }

    /// Puts a write behind the others. A value outside of the domain is found here already.
    pub fn issue(&mut self, spot: &LValue, value: &[Expr]) {
        let Some(buffer) = self.buffer_for(spot.var) else { return };
        let [value] = value else {
            let name = crate::instantiate::pool::shown(&self.vars[spot.var].name);
            let message = format!(
                "This writes more than one number of `{name}`, and a buffer takes one at a time."
            );
            let help = "Write its fields or elements one by one, or all of it in an `atomic` line.";
            let found = DiagnosticDraft::new(ErrorCode::OutOfPlace, self.here.line, message);
            let _: Result<()> = self.fail(found.help(help));
            return;
        };
        let place = spot.place(0);
        let last = buffer.cells[buffer.cells.len() - 1];
        self.guard(is_unused(load(last)));
        let (cell, value) = (self.simple_now(cell_at(&place)), self.simple_now(value.clone()));
        let old = self.temp();
        self.emit(Instruction::Set(old, Expr::Load(place.clone())));
        self.emit(Instruction::Store(place.clone(), value.clone()));
        self.tell_write(spot, WritePhase::Issued);
        self.emit(Instruction::Store(place, Expr::Temp(old)));
        // it comes before the first that is behind it; the others make room, from the last on
        let behind = self.places_behind(&buffer, &cell);
        self.shift_fences(&buffer, &behind);
        for at in (0..buffer.cells.len()).rev() {
            for (slots, new) in [(&buffer.values, &value), (&buffer.cells, &cell)] {
                let here = select(behind[at].clone(), new.clone(), load(slots[at]));
                let moved = match at.checked_sub(1) {
                    Some(ahead) => select(behind[ahead].clone(), load(slots[ahead]), here),
                    None => here,
                };
                self.emit(Instruction::Store(whole(slots[at]), moved));
            }
        }
    }

    /// The queue of the process in hand, if it has one.
    fn own_buffer(&self) -> Option<&Buffer> {
        self.program.buffers.iter().find(|buffer| Some(buffer.process) == self.here.process)
    }

    /// Nothing of the process in hand is pending.
    fn is_drained(&self) -> Option<Expr> {
        Some(is_unused(load(self.own_buffer()?.cells[0])))
    }

    /// The access in hand acts on memory: what reads and writes at once comes only where nothing is pending.
    pub fn acts_on_memory(&mut self) {
        self.at.touches |= self.here.mode == Mode::Atomic;
        if let Some(is_drained) = self.is_drained().filter(|_| self.here.mode == Mode::Stepped) {
            self.guard(is_drained);
        }
    }

    /// A step as a whole that accesses something comes only where nothing is pending. Says where it begins.
    pub fn begin_whole(&mut self) -> Option<(BlockId, BlockId)> {
        self.is_drained().filter(|_| self.here.mode == Mode::Stepped)?;
        let (entry, inside) = (self.current, self.block());
        self.jump(inside);
        self.current = inside;
        self.at.touches = false;
        Some((entry, inside))
    }

    pub fn end_whole(&mut self, begun: Option<(BlockId, BlockId)>) {
        if let Some((entry, inside)) = begun.filter(|_| self.at.touches) {
            let behind = std::mem::replace(&mut self.current, entry);
            self.wait_for_memory(inside);
            self.current = behind;
        }
    }

    /// Code that runs some other where nothing is pending, if that accesses something.
    pub fn whole_from(&mut self, code: BlockId) -> BlockId {
        if !self.at.touches || self.is_drained().is_none() {
            return code;
        }
        let entry = self.start();
        self.wait_for_memory(code);
        entry
    }

    fn wait_for_memory(&mut self, code: BlockId) {
        let Some(is_drained) = self.is_drained() else { return };
        let waits = self.block();
        self.program.blocks[waits].end = End::Blocked;
        self.branch(is_drained, code, waits);
    }

    /// Whether nothing is pending, for what is asked of a state.
    pub fn all_drained(&self) -> Expr {
        let all = self.program.buffers.iter().map(|buffer| is_unused(load(buffer.cells[0])));
        all.fold(Expr::Const(1), and)
    }
}

/// Cells that are alike, each so many slots behind the other: those of a variable, or of a field.
pub struct Alike {
    pub var: usize,
    pub nth: usize,
    pub width: usize,
    pub count: usize,
    pub base: SlotId,
}

pub fn is_unused(cell: Expr) -> Expr {
    binary(Binary::Equal, cell, Expr::Const(SYMBOLS))
}

/// What a place has that is not used: no cell, and the lowest value.
pub fn nothing(buffer: &Buffer, slots: &[Slot]) -> (Expr, Expr) {
    let value = &slots[buffer.values[0]];
    let lowest = value.symbols.first().copied().unwrap_or(value.low);
    (Expr::Const(SYMBOLS), Expr::Const(lowest))
}

/// The youngest value that is pending for a cell, or else what is in memory.
pub fn view_of(buffer: &Buffer, place: Place) -> Expr {
    let cell = cell_at(&place);
    let places = buffer.cells.iter().zip(&buffer.values);
    places.fold(Expr::Load(place), |older, (&at, &value)| {
        select(binary(Binary::Equal, load(at), cell.clone()), load(value), older)
    })
}

/// The number of a cell.
pub fn cell_at(place: &Place) -> Expr {
    let first = Expr::Const(place.slot as i64);
    let Some(index) = &place.index else { return first };
    let stride = Expr::Const(index.stride as i64);
    binary(Binary::Add, binary(Binary::Multiply, index.value.clone(), stride), first)
}
