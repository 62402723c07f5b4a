//! What is claimed of row isolation, and the history that it takes.

use super::{It, Property, Reader, States, row::Row, timestamp};
use model::{Action, Ghost, PROCESSES_MAX, PerProcess, Pid, Zone, per_process};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// Who was beaten to it.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Beaten {
    /// The writers under way since whose clone another one has put its columns in place, a set.
    by_another: u8,
    /// A writer has started again that nobody had beaten.
    in_vain: bool,
}

impl Ghost for Beaten {
    #[inline]
    fn ran(&mut self, who: Pid, ran: Zone, zone: impl Fn(Pid) -> Zone) {
        let was_under_way = is_under_way(ran);
        let bit = 1 << who;
        self.in_vain |= was_under_way && zone(who) == Zone::Reading && self.by_another & bit == 0;
        if was_under_way && zone(who) == Zone::Remainder {
            let others = (0..PROCESSES_MAX).filter(|&it| it != who && is_under_way(zone(it)));
            self.by_another |= others.fold(0, |set, it| set | 1 << it);
        }
        if !is_under_way(zone(who)) {
            self.by_another &= !bit;
        }
    }
}

fn is_under_way(zone: Zone) -> bool {
    matches!(zone, Zone::Processing | Zone::Assigning)
}

pub const ALL: &[Property] = &[
    Property::always(
        "all or nothing",
        "What the reader has seen is what some whole writes come to.",
        |it, state| {
            let is_read = it.program.reader != Reader::None
                && it.zone(state, it.program.writers) == Zone::Remainder;
            !is_read || is_whole(it, state.local[it.program.writers].mine)
        },
    )
    .only_if(|it| it.program.reader != Reader::None),
    Property::always(
        "no update lost",
        "Each column is at least as new as any write to it that is through.",
        |it, state| {
            let row = |i| Row(state.cell(it.program.rows(), it.program.row(i)));
            let is_there = |i| it.program.span(i).all(|col| row(i).column(col) >= timestamp(i));
            (0..it.program.writers).all(|i| state.local[i].written == 0 || is_there(i))
        },
    ),
    Property::always(
        "no restart in vain",
        "Whoever has to start again was beaten since its clone by another writer.",
        |_, state| !state.ghost.in_vain,
    ),
    Property::lock_free(
        "lock-free",
        "As long as anybody writes, columns are put in place, whoever else stops.",
        writing,
    ),
    Property::wait_free(
        "wait-free",
        "Each write is through within so many steps of its own, for as many writes of the others as there are here.",
        writing,
    ),
    Property::obstruction_free(
        "obstruction-free",
        "A writer that is left alone is through within so many steps.",
        writing,
    ),
    Property::most_cost(
        "attempts",
        "How often a write begins.",
        writing,
        |it, before, action, _| {
            let cloning = it.those_in(before, &[Zone::Reading]);
            match action {
                Action::Step { process, .. } => per_process(cloning & 1 << process),
                _ => PerProcess::default(),
            }
        },
    ),
];

/// The writers that are not through, a set.
fn writing(it: &It, state: &States) -> PerProcess {
    let writers = (1 << it.program.writers) - 1;
    let zones = [Zone::Reading, Zone::Processing, Zone::Assigning];
    per_process(it.those_in(state, &zones) & writers)
}

/// Whether the columns are what a set of whole writes comes to.
fn is_whole(it: &It, seen: Row) -> bool {
    let writers = if it.program.has_own_rows { 1 } else { it.program.writers };
    let all_of = |set: u8| {
        let chosen = (0..writers).filter(|&i| set & 1 << i != 0);
        chosen.fold(Row(0), |row, i| {
            it.program.span(i).fold(row, |row, col| row.reconciled(col, timestamp(i)))
        })
    };
    (0..1 << writers).any(|set| all_of(set).has_columns_of(seen))
}
