//! Other names for processes that share memory.

use super::threads::StateOf;
use super::{Program, Threads};
use crate::{Ghost, Renaming, SYSTEM_PROCESSES_MAX};

/// A program some of whose processes differ by name only.
pub trait Symmetric: Program {
    /// Those whose numbers are names and nothing more, a set: see [`crate::Symmetric::alike`].
    fn alike(&self) -> u8;

    /// Whether a property may tell them apart: see [`crate::Symmetric::heeds_names`].
    fn heeds_names(&self, _property: &str) -> bool {
        true
    }

    /// Gives processes other names in what one of them keeps to itself.
    fn rename_local(&self, _: &mut Self::Local, _: &Renaming) {}

    /// Gives processes other names in shared variables.
    fn rename_cells(&self, _: &mut Self::Cells, _: &Renaming) {}
}

impl<P: Symmetric> crate::Symmetric for Threads<P> {
    fn alike(&self) -> u8 {
        self.program.alike()
    }

    fn heeds_names(&self, property: &str) -> bool {
        self.program.heeds_names(property)
    }

    fn renamed(&self, state: &StateOf<P>, names: &Renaming) -> StateOf<P> {
        let mut it = *state;
        self.program.rename_cells(&mut it.cells, names);
        it.local = names.array(it.local);
        it.local.iter_mut().for_each(|my| self.program.rename_local(my, names));
        it.at = names.array(it.at);
        it.ghost.rename(names);
        it
    }

    /// Where each process stands.
    fn keys(&self, state: &StateOf<P>) -> [u64; SYSTEM_PROCESSES_MAX] {
        let mut keys = [0; SYSTEM_PROCESSES_MAX];
        keys.iter_mut().zip(state.at).for_each(|(key, at)| *key = at.into());
        keys
    }
}
