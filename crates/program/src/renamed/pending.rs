//! Pending writes in a state in which processes have exchanged their names.

use super::new_name;
use crate::ir::{Program, SlotId, Symmetry};
use crate::machine::write;
use model::Renaming;

/// The queues lie where the new names of their processes say, and get the new names of cells and values. Where writes to
/// different cells overtake each other, cells stand in their order, from one fence to the next, which the new names change.
pub fn rename(program: &Program, symmetry: &Symmetry, names: &Renaming, state: &mut [u8]) {
    for buffer in &program.buffers {
        let pending = buffer.pending(&program.slots, state);
        let mut writes: Vec<(SlotId, i64)> =
            pending.map(|(cell, value)| renamed(program, symmetry, names, cell, value)).collect();
        if buffer.overtakes {
            let is_fenced = |nth: usize| {
                let fence = buffer.fences.get(nth);
                fence.is_some_and(|slot| program.slots[*slot].value(state) == 1)
            };
            let ends = (0..writes.len()).filter(|&nth| is_fenced(nth)).map(|nth| nth + 1);
            let mut start = 0;
            for end in ends.chain([writes.len()]).collect::<Vec<_>>() {
                writes[start..end].sort_by_key(|write| write.0);
                start = end;
            }
        }
        for (nth, (cell, value)) in writes.into_iter().enumerate() {
            for (slot, value) in [(buffer.cells[nth], cell as i64), (buffer.values[nth], value)] {
                let slot = &program.slots[slot];
                // the queues of processes that are alike have the same cells
                write(state, slot, slot.encode(value).unwrap_or_default());
            }
        }
    }
}

fn renamed(
    program: &Program,
    symmetry: &Symmetry,
    names: &Renaming,
    cell: SlotId,
    value: i64,
) -> (SlotId, i64) {
    let Some(known) = symmetry.cells.get(&cell) else { return (cell, value) };
    let value = match known.names {
        Some(how) => new_name(value, &program.slots[cell], how, names),
        None => value,
    };
    let moved = known.home.map(|(nth, at)| {
        let process = names.name(symmetry.first + nth);
        symmetry.own[process - symmetry.first][at]
    });
    (moved.unwrap_or(cell), value)
}
