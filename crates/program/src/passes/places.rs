//! Where slots lie in a state that is not packed.

use crate::ir::{Program, Slot};

/// Gives the slot of each process's point room for all of them.
pub fn place_points(program: &mut Program) {
    for process in &program.processes {
        let count = process.points.len();
        program.slots[process.point] = Slot::new(Vec::new(), 0, count as i64 - 1);
    }
}

/// Puts slots one after the other, and messages behind them. Gives the bytes of a state.
pub fn place_slots(program: &mut Program) -> usize {
    let mut at = 0;
    for slot in &mut program.slots {
        slot.at = at;
        at += slot.size;
    }
    if let Some(channels) = &mut program.channels {
        channels.at = at;
        at += 1 + channels.capacity * channels.entry;
    }
    program.width = at.max(1);
    at
}
