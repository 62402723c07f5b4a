//! The writes that memory has not got yet.

use super::written;
use crate::runner::Runner;
use model::{BufferView, Event, PendingView, View};

pub fn show(runner: &Runner<'_>, state: &[u8], view: &mut View) {
    let program = runner.program;
    for buffer in &program.buffers {
        let mut writes: Vec<PendingView> = Vec::new();
        let (mut last, mut fences) = (None, Vec::new());
        for (nth, (slot, value)) in buffer.pending(&program.slots, state).enumerate() {
            let mut then = state.to_vec();
            runner.machine.set(&mut then, slot, value);
            let event = written(runner, &then, buffer.process, slot);
            let Some(Event::Write { cell, value, .. }) = event else { continue };
            // what overtakes others stands with those to its cell, the oldest first
            let is_first = if buffer.overtakes { last != Some(slot) } else { last.is_none() };
            writes.push(PendingView { cell, value, may_arrive: is_first && fences.is_empty() });
            last = Some(slot);
            let fence = buffer.fences.get(nth);
            if fence.is_some_and(|slot| program.slots[*slot].value(state) == 1) {
                fences.push(writes.len());
            }
        }
        let (process, places) = (buffer.process as u8, buffer.cells.len());
        view.buffers.push(BufferView { process, places, writes, fences });
    }
}
