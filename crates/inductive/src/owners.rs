//! Whose each slot is: of the process that alone writes it, of several, or of nobody.

use program::ir::{Program, SlotId};
use program::written;
use std::collections::BTreeSet;

pub struct Owners {
    /// Of each process, what it alone writes.
    pub own: Vec<BTreeSet<SlotId>>,
    /// What several write, in order.
    pub common: Vec<SlotId>,
    /// What no line writes: it stays as it began.
    pub constant: BTreeSet<SlotId>,
}

impl Owners {
    pub fn new(program: &Program) -> Owners {
        let processes = 0..program.processes.len();
        let mut own: Vec<BTreeSet<SlotId>> =
            processes.map(|process| written(program, process)).collect();
        let (mut common, mut constant) = (Vec::new(), BTreeSet::new());
        let forgotten = forgotten(program);
        for slot in 0..program.slots.len() {
            let writers = own.iter().filter(|slots| slots.contains(&slot)).count();
            if forgotten.contains(&slot) || writers > 1 {
                for slots in &mut own {
                    slots.remove(&slot);
                }
            }
            if forgotten.contains(&slot) {
                continue;
            }
            match writers {
                0 => _ = constant.insert(slot),
                1 => {}
                _ => common.push(slot),
            }
        }
        Owners { own, common, constant }
    }
}

/// What claims remember of a run: it is no part of a state by type.
pub fn forgotten(program: &Program) -> BTreeSet<SlotId> {
    program.forgotten.iter().copied().chain(program.remembered()).collect()
}
