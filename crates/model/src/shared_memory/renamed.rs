//! Other names for processes that share memory.

use super::threads::StateOf;
use super::{Array, Program};
use crate::{Ghost, PROCESSES_MAX, Renaming};

pub fn state<P: Program>(program: &P, state: &StateOf<P>, names: &Renaming) -> StateOf<P> {
    let mut it = *state;
    for array in P::ARRAYS {
        move_owned(*array, it.cells.as_mut(), names);
    }
    program.rename_cells(&mut it.cells, names);
    it.local = names.array(it.local);
    it.local.iter_mut().for_each(|my| program.rename_local(my, names));
    it.at = names.array(it.at);
    it.busy = names.array(it.busy);
    it.ghost.rename(names);
    it
}

/// Each process keeps its own element.
fn move_owned(array: Array, cells: &mut [u8], names: &Renaming) {
    let elements = cells[array.cell(0)..].first_chunk_mut::<PROCESSES_MAX>();
    if let (None, Some(elements)) = (array.len, elements) {
        *elements = names.array(*elements);
    }
}

/// Where each process stands.
pub fn keys<P: Program>(state: &StateOf<P>) -> [u64; PROCESSES_MAX] {
    state.at.map(u64::from)
}
