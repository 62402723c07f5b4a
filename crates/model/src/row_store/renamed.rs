//! Other names for the replicas of a store. Clients keep theirs.

use super::clients::StateOf;
use super::{Program, REPLICAS_MAX};
use crate::{PROCESSES_MAX, Renaming};
use zerocopy::IntoBytes;

pub fn state<P: Program>(state: &StateOf<P>, names: &Renaming) -> StateOf<P> {
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
pub fn keys<P: Program>(state: &StateOf<P>) -> [u64; PROCESSES_MAX] {
    let mut keys = [0; PROCESSES_MAX];
    for (replica, key) in keys.iter_mut().enumerate().take(REPLICAS_MAX) {
        let row = state.rows[replica].as_bytes();
        *key = row.iter().fold(0, |key, &byte| key << 8 | u64::from(byte));
    }
    keys
}
