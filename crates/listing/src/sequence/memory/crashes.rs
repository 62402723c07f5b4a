//! What becomes of pending writes in a crash, as code.

use crate::instantiate::terms::load;
use crate::sequence::Sequence;
use crate::sequence::memory::{is_unused, nothing, whole};
use program::ir::{EventTemplate, Expr, Instruction};

impl Sequence<'_> {
    /// Where the text says so, the crash of the process in hand empties its queue.
    pub fn lose_pending(&mut self) {
        let loses = self.buffering.as_ref().is_some_and(|memory| memory.loses);
        let Some(buffer) = self.own_buffer().filter(|_| loses).cloned() else { return };
        let (no_cell, no_value) = nothing(&buffer, &self.program.slots);
        let (lost, behind) = (self.block(), self.block());
        self.branch(is_unused(load(buffer.cells[0])), behind, lost);
        self.current = lost;
        self.emit(Instruction::Event(EventTemplate::Note("What was pending is lost.")));
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
