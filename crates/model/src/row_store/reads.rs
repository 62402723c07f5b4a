//! How a client reads: which replicas may answer, and what it hears of them.

use super::clients::{Clients, StateOf, does};
use super::line::Does;
use super::{Columns, Program, REPLICAS_MAX, Store};
use crate::{Event, Log, Pid};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// What a client has heard of a read, as long as some answers are missing.
#[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub(super) struct Answers<Row> {
    /// A set of replicas.
    pub from: u8,
    newest: Row,
}

impl<P: Program> Clients<P> {
    fn up(&self, state: &StateOf<P>) -> u8 {
        self.store.all() & !state.down
    }

    /// Whether client `i` wants to read, and too few replicas are up for that.
    pub(super) fn is_blocked(&self, state: &StateOf<P>, i: Pid) -> bool {
        let can_answer = (state.answers[i].from | self.up(state)).count_ones() as u8;
        matches!(does::<P>(state.at[i]), Some(Does::Read(..)))
            && can_answer < self.store.reads.of(self.store.replicas)
    }

    /// The open outcomes of the next step of client `i`. Of a read, which replicas answer: a set.
    /// Of a write, 1 where the clock falls back first. Zero is a step whose outcome is not open.
    pub(super) fn choices(&self, state: &StateOf<P>, i: Pid) -> impl Iterator<Item = u8> + use<P> {
        let Store { replicas, reads, answers_at_once, .. } = self.store;
        let (need, up) = (u32::from(reads.of(replicas)), self.up(state));
        let had = state.answers[i].from;
        let can_fall =
            state.steps_back < self.store.steps_back_max && state.flight.awaited_by(i).is_none();
        let is_read = matches!(does::<P>(state.at[i]), Some(Does::Read(..)));
        let is_write = matches!(does::<P>(state.at[i]), Some(Does::Write(..)));
        let one_by_one = !answers_at_once && need > 1;
        let is_open =
            is_read && (one_by_one || need < replicas.into()) && !self.is_blocked(state, i);
        (0..=self.store.all()).filter(move |&choice| match choice {
            0 => !is_open,
            1 if is_write => can_fall,
            _ if !is_open || choice & !up != 0 => false,
            _ if one_by_one => choice.is_power_of_two() && choice & had == 0,
            _ => choice.count_ones() == need,
        })
    }

    /// Client `i` hears of some columns. The newest cells, once enough replicas have answered.
    pub(super) fn read(
        &self,
        state: &mut StateOf<P>,
        i: Pid,
        columns: Columns,
        choice: u8,
        log: &mut Log<'_>,
    ) -> Option<P::Row> {
        let from = if choice == 0 { self.store.all() } else { choice };
        let mut answers = state.answers[i];
        answers.from |= from;
        for replica in (0..REPLICAS_MAX).filter(|replica| from & 1 << replica != 0) {
            let row = state.rows[replica];
            for (column, newest) in answers.newest.as_mut().iter_mut().enumerate() {
                if columns & 1 << column != 0 {
                    *newest = row.as_ref()[column].max(*newest);
                }
            }
        }
        log.tell(|| Event::Read {
            cell: self.program.called(columns),
            value: self.words_of_row(columns, answers.newest.as_ref()),
            overlaps: false,
            replicas: match self.store.replicas {
                1 => Vec::new(),
                n => (0..n).filter(|replica| from & 1 << replica != 0).collect(),
            },
        });
        let is_enough = answers.from.count_ones() as u8 >= self.store.reads.of(self.store.replicas);
        state.answers[i] = if is_enough { Answers::new_zeroed() } else { answers };
        is_enough.then_some(answers.newest)
    }
}
