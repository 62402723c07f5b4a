//! Other names for the replicas of a store: nobody cares which of them has what. Clients keep
//! theirs.

use super::clients::StateOf;
use super::{Clients, Program, REPLICAS_MAX};
use crate::{Renaming, SYSTEM_PROCESSES_MAX, Symmetric};
use zerocopy::IntoBytes;

impl<P: Program> Symmetric for Clients<P> {
    fn alike(&self) -> u8 {
        self.store.all()
    }

    /// No property knows what a replica has.
    fn heeds_names(&self, _: &str) -> bool {
        false
    }

    fn renamed(&self, state: &StateOf<P>, names: &Renaming) -> StateOf<P> {
        let mut it = *state;
        it.rows = names.array(it.rows);
        it.down = names.set(it.down);
        it.flight = it.flight.map(|sent| sent.to(names.set(sent.pending())));
        it.late = it.late.to(names.set(it.late.pending()));
        for answers in &mut it.answers {
            answers.from = names.set(answers.from);
        }
        it
    }

    /// What each replica has stored.
    fn keys(&self, state: &StateOf<P>) -> [u64; SYSTEM_PROCESSES_MAX] {
        let mut keys = [0; SYSTEM_PROCESSES_MAX];
        for (replica, key) in keys.iter_mut().enumerate().take(REPLICAS_MAX) {
            let row = state.rows[replica].as_bytes();
            *key = row.iter().fold(0, |key, &byte| key << 8 | u64::from(byte));
        }
        keys
    }
}
