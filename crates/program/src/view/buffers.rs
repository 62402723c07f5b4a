//! The writes that memory has not got yet.

use super::written;
use crate::runner::Runner;
use model::{BufferView, Event, PendingView, View};

pub fn show(runner: &Runner<'_>, state: &[u8], view: &mut View) {
    let program = runner.program;
    for buffer in &program.buffers {
        let mut writes: Vec<PendingView> = Vec::new();
        let mut last = None;
        for (slot, value) in buffer.pending(&program.slots, state) {
            let mut then = state.to_vec();
            runner.machine.set(&mut then, slot, value);
            let event = written(runner, &then, buffer.process, slot);
            let Some(Event::Write { cell, value, .. }) = event else { continue };
            // what overtakes others stands with those to its cell, the oldest first
            let may_arrive = if buffer.overtakes { last != Some(slot) } else { last.is_none() };
            writes.push(PendingView { cell, value, may_arrive });
            last = Some(slot);
        }
        let (process, places) = (buffer.process as u8, buffer.cells.len());
        view.buffers.push(BufferView { process, places, writes });
    }
}
