//! What waits in store buffers, where processes differ by name only.

use crate::claims::Claims;
use crate::instantiate::domain::Ty;
use crate::layout::symmetry::names_some;
use crate::tree::Storage;
use program::ir::{Buffer, NamedCell, Names, SlotId};
use std::collections::BTreeMap;

impl Claims<'_> {
    /// Gives each process its queue, if those of all have the same cells.
    pub fn own_pending(&self, first: usize, own: &mut [Vec<SlotId>]) -> Option<()> {
        let queue = |process: usize| {
            self.program.buffers.iter().find(move |buffer| buffer.process == process)
        };
        let holds = |buffer: &Buffer| {
            let holds = [buffer.cells[0], buffer.values[0]].map(|slot| {
                let slot = &self.program.slots[slot];
                (slot.low, slot.high, slot.symbols.clone())
            });
            (holds, buffer.fences.len())
        };
        let like = queue(first).map(holds);
        for (nth, own) in own.iter_mut().enumerate() {
            let mine = queue(first + nth);
            if mine.map(holds) != like {
                return None;
            }
            own.extend(mine.into_iter().flat_map(|Buffer { cells, values, fences, .. }| {
                cells.iter().chain(values).chain(fences)
            }));
        }
        Some(())
    }

    /// Of the cells to which writes can be pending, those that new names of processes change.
    pub fn named_cells(
        &self,
        own: &[Vec<SlotId>],
        names: &[(SlotId, Names)],
    ) -> BTreeMap<SlotId, NamedCell> {
        if self.program.buffers.is_empty() {
            return BTreeMap::new();
        }
        let mut cells = BTreeMap::new();
        let nothing = NamedCell { home: None, names: None };
        for (nth, slots) in own.iter().enumerate() {
            for (at, &slot) in slots.iter().enumerate() {
                cells.insert(slot, NamedCell { home: Some((nth, at)), ..nothing });
            }
        }
        for &(slot, how) in names {
            cells.entry(slot).or_insert(nothing).names = Some(how);
        }
        cells
    }

    /// Whether an element of a list that names processes can be pending: behind the end of a list nobody is named.
    pub fn may_pend_in_lists(&self) -> bool {
        !self.program.buffers.is_empty()
            && self.vars.iter().any(|var| match &var.element {
                Ty::List(element, max) if var.storage == Storage::Shared => {
                    self.naming_of_list(element, *max).is_none_or(|naming| names_some(&naming))
                }
                _ => false,
            })
    }
}
