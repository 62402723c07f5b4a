//! Fences as code, and where they lie in a queue.

use crate::instantiate::terms::{and, binary, load, not, or, select};
use crate::sequence::memory::{is_unused, whole};
use crate::sequence::{Open, Sequence};
use program::ir::{Binary, Buffer, Expr, Instruction};

impl Sequence<'_> {
    pub fn fence_here(&mut self) {
        if self.buffering.is_some() {
            self.point();
            self.at.open = Open::No;
            if let Some(is_drained) = self.is_drained() {
                self.guard(is_drained);
            }
        }
    }

    pub fn store_fence_here(&mut self) {
        if !self.buffering.as_ref().is_some_and(|memory| memory.overtakes) {
            return;
        }
        self.point();
        self.at.open = Open::No;
        let Some(Buffer { cells, fences, .. }) = self.own_buffer().cloned() else { return };
        for (at, &fence) in fences.iter().enumerate() {
            let is_end = cells.get(at + 1).map_or(Expr::Const(1), |&next| is_unused(load(next)));
            let is_last = and(not(is_unused(load(cells[at]))), is_end);
            self.emit(Instruction::Store(whole(fence), or(load(fence), is_last)));
        }
    }

    /// Whether a process has a line that puts fences into its queue, as far as is known.
    pub fn may_fence(&self, process: usize) -> bool {
        let issued = self.buffering.as_ref().and_then(|memory| memory.issued.as_ref());
        issued.is_none_or(|issued| issued.fences.contains(&process))
    }

    /// Of each place of a queue, whether what it has comes behind a new write to a cell.
    pub fn places_behind(&mut self, buffer: &Buffer, cell: &Expr) -> Vec<Expr> {
        let mut all: Vec<Expr> = Vec::new();
        for (at, &place) in buffer.cells.iter().enumerate().rev() {
            let is_behind = match buffer.overtakes {
                true => binary(Binary::Less, cell.clone(), load(place)),
                false => is_unused(load(place)),
            };
            all.push(match buffer.fences.get(at) {
                // what stands before a fence stays there
                Some(&fence) => {
                    let next = all.last().cloned().unwrap_or(Expr::Const(1));
                    self.simple_now(and(and(is_behind, not(load(fence))), next))
                }
                None => is_behind,
            });
        }
        all.reverse();
        all
    }

    /// Makes room for the fence behind a new write, which has none: the others keep their writes.
    pub fn shift_fences(&mut self, buffer: &Buffer, behind: &[Expr]) {
        for (at, &fence) in buffer.fences.iter().enumerate().rev() {
            let moved = match at.checked_sub(1) {
                Some(ahead) => {
                    select(behind[ahead].clone(), load(buffer.fences[ahead]), Expr::Const(0))
                }
                None => Expr::Const(0),
            };
            let left = select(behind[at].clone(), moved, load(fence));
            self.emit(Instruction::Store(whole(fence), left));
        }
    }

    /// The write in a place passes no fence.
    pub fn passes_no_fence(&mut self, buffer: &Buffer, which: &Expr) {
        let is_ahead = |(at, &fence): (usize, &usize)| {
            and(binary(Binary::Less, Expr::Const(at as i64), which.clone()), load(fence))
        };
        let passes = buffer.fences.iter().enumerate().map(is_ahead).fold(Expr::Const(0), or);
        if passes != Expr::Const(0) {
            self.guard(not(passes));
        }
    }

    /// The write in a place leaves: a fence behind it is then behind the one before, or gone with the oldest.
    pub fn leave_fence(&mut self, buffer: &Buffer, which: &Expr) {
        for (at, &fence) in buffer.fences.iter().enumerate() {
            let next = buffer.fences.get(at + 1).map_or(Expr::Const(0), |next| load(*next));
            let is_gone = binary(Binary::LessEqual, which.clone(), Expr::Const(at as i64));
            let is_next = binary(Binary::Equal, which.clone(), Expr::Const(at as i64 + 1));
            let kept = or(load(fence), and(is_next, next.clone()));
            self.emit(Instruction::Store(whole(fence), select(is_gone, next, kept)));
        }
    }
}
