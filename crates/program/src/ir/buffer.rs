//! Store buffers.

use super::{Slot, SlotId};

/// The pending writes of one process, oldest first; where they may overtake each other, those to a cell stand
/// together, and cells in their order, between two fences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    pub process: usize,
    /// Of each place the number of the cell: its slot. A place that is not used has a symbol.
    pub cells: Vec<SlotId>,
    /// The value to write; the lowest where the place is not used.
    pub values: Vec<SlotId>,
    /// Whether a fence is behind the write in a place, which no later write passes; none where no line puts one there.
    pub fences: Vec<SlotId>,
    /// Writes to one cell keep their order, and no others.
    pub overtakes: bool,
}

impl Buffer {
    /// The pending writes of a state: the slot of the cell, and the value.
    pub fn pending<'a>(
        &'a self,
        slots: &'a [Slot],
        state: &'a [u8],
    ) -> impl Iterator<Item = (SlotId, i64)> + 'a {
        let value = |slot: SlotId| slots[slot].value(state);
        let places = self.cells.iter().zip(&self.values);
        let all = places.map(move |(&cell, &of)| (value(cell), value(of)));
        all.take_while(|(cell, _)| *cell < crate::SYMBOLS).map(|(cell, of)| (cell as SlotId, of))
    }
}
