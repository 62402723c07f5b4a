//! What becomes of pending writes in a crash.

use super::super::Lower;
use super::{LOST, PENDING, is_unused, load, nothing, whole};
use crate::tree::Define;
use program::ir::{Expr, Instruction, Told};

impl Lower<'_> {
    pub(super) fn loses_pending(&mut self) -> bool {
        // of a text whose own it is, it may have parameters
        let is_own = |define: &Define| !define.parameters.is_empty();
        if self.find_define(PENDING).is_some_and(is_own) {
            return false;
        }
        let chosen = self.reserved(PENDING);
        self.say(chosen) == LOST
    }

    /// Where the text says so, the crash of the process in hand empties its queue.
    pub fn lose_pending(&mut self) {
        let loses = self.buffering.as_ref().is_some_and(|memory| memory.loses);
        let Some(buffer) = self.own_buffer().filter(|_| loses).cloned() else { return };
        let (no_cell, no_value) = nothing(&buffer, &self.program.slots);
        let (lost, behind) = (self.block(), self.block());
        self.branch(is_unused(load(buffer.cells[0])), behind, lost);
        self.current = lost;
        self.emit(Instruction::Event(Told::Note("What was pending is lost.")));
        let no_fence = Expr::Const(0);
        let all =
            [(&buffer.cells, no_cell), (&buffer.values, no_value), (&buffer.fences, no_fence)];
        for (slots, none) in all {
            for &slot in slots {
                self.emit(Instruction::Store(whole(slot), none.clone()));
            }
        }
        self.jump(behind);
        self.current = behind;
    }
}
