//! # Locking a row
//!
//! The bakery on a row of a replicated store: `choosing` and `number` are column families with a
//! column for each client. As published, the lock fails even if there is one copy of the row and
//! every operation on it is atomic: equal numbers have no order, and the numbers are not read
//! again after waiting for a client that was choosing. On several replicas, reads and writes must
//! meet, and clocks must not go back.
//!
//! "Locking", Cassandra wiki, 13 September 2010, which begins: "This page is just
//! musings at this point, don't believe a word!" The lines are the seed's, in its order.

mod article;
mod lines;

use crate::shared::claims::{mutual_exclusion, nobody_waits_for_ever};
use lines::At;
use model::row_store::{Cell, Clients, Columns, Line, Program, Store, Then};
use model::{FirstCome, Pid, ProcessView, RowId, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct RowLock {
    clients: usize,
    /// How often each client enters.
    entries: u8,
    /// Of equal numbers, the lower client goes first.
    breaks_ties: bool,
    /// Who has waited for a client that was choosing reads the numbers once more.
    reads_again: bool,
    gets: Gets,
    /// The seed's line 7 comes before its line 6.
    reads_numbers_first: bool,
    store: Store,
}

/// What one read returns.
#[derive(Clone, Copy, PartialEq)]
enum Gets {
    /// All columns of one family.
    Family,
    /// All columns of both, kept as one family.
    Row,
    /// All columns of both at first, and then those of the family that the line names.
    RowOnce,
    Column,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// As last read: a set of clients, and a number for each.
    choosing_hash: u8,
    number_hash: [u8; CLIENTS_MAX],
    /// Its own number; while it picks one, the highest seen.
    client_number: u8,
    /// The client that is being looked at.
    id: u8,
    entered: u8,
}

const CLIENTS_MAX: usize = model::row_store::CLIENTS_MAX;

impl Local {
    /// Takes the columns that were read into the hashes.
    fn take(&mut self, columns: Columns, row: &[Cell]) {
        for id in (0..CLIENTS_MAX).filter(|id| columns & 1 << id != 0) {
            let chooses = row[CHOOSING + id].value().is_some();
            self.choosing_hash = self.choosing_hash & !(1 << id) | u8::from(chooses) << id;
        }
        for id in (0..CLIENTS_MAX).filter(|id| columns & 1 << (NUMBER + id) != 0) {
            self.number_hash[id] = row[NUMBER + id].value().unwrap_or(0);
        }
    }
}

/// The columns: first everybody's `choosing`, then everybody's `number`.
type Row = [Cell; 2 * CLIENTS_MAX];

const CHOOSING: usize = 0;
const NUMBER: usize = CLIENTS_MAX;

const ALL: Columns = (1 << (2 * CLIENTS_MAX)) - 1;

type Property = model::Property<Clients<RowLock>>;

impl Program for RowLock {
    type At = At;
    type Row = Row;
    type Local = Local;
    type Ghost = FirstCome;

    const ZONES: &'static [Zone] =
        &[Zone::Remainder, Zone::Doorway, Zone::Waiting, Zone::Critical, Zone::Exit];
    const LINES: &'static [Line<RowLock>] = lines::LINES;
    const PROPERTIES: &'static [Property] = &[
        mutual_exclusion("At most one client is in the critical section."),
        Property::always(
            "first come, first served",
            "Whoever leaves the doorway before another enters it is served before that one.",
            |it, state| {
                let in_turn = |i| !state.ghost.has_ahead(i);
                it.clients().all(|i| it.zone(state, i) != Zone::Critical || in_turn(i))
            },
        ),
        Property::most("highest number", "The highest number that a client takes.", |it, state| {
            let numbers = it.clients().map(|i| state.local[i].client_number);
            numbers.max().unwrap_or(0).into()
        }),
        nobody_waits_for_ever(),
    ];

    fn clients(&self) -> usize {
        self.clients
    }

    fn store(&self) -> Store {
        self.store
    }

    fn column(&self, column: usize) -> String {
        match column {
            0..NUMBER => format!("choosing:{column}"),
            _ => format!("number:{}", column - NUMBER),
        }
    }

    fn called(&self, columns: Columns) -> model::Cell {
        let first = columns.trailing_zeros() as usize;
        let (array, family) = match first {
            0..NUMBER => ("choosing", CHOOSING),
            _ => ("number", NUMBER),
        };
        match self.gets {
            Gets::Row => model::Cell { array: "row", index: 0, single: true },
            Gets::RowOnce if columns == ALL => model::Cell { array: "row", index: 0, single: true },
            Gets::Family | Gets::RowOnce => model::Cell { array, index: 0, single: true },
            Gets::Column => model::Cell { array, index: (first - family) as u8, single: false },
        }
    }

    fn show(&self, _: Pid, my: &Local, view: &mut ProcessView) {
        let stands = |at: At| view.row == Some(at as RowId);
        view.hand = view.zone == Zone::Doorway && !stands(At::Raise);
        view.token = match (view.zone, my.client_number) {
            (Zone::Doorway, 0) => Some("?".into()),
            (_, 0) => None,
            (Zone::Doorway, _) if stands(At::Look) => Some("?".into()),
            (_, number) => Some(number.to_string()),
        };
        let is_looping = stands(At::Hand) || stands(At::Again) || stands(At::Turn);
        if matches!(view.zone, Zone::Doorway | Zone::Waiting) {
            view.locals.push(("client_number", my.client_number.to_string()));
        }
        if matches!(view.zone, Zone::Waiting | Zone::Critical) {
            let hands = (0..self.clients).filter(|id| my.choosing_hash & 1 << id != 0);
            let numbers = (0..self.clients).filter(|&id| my.number_hash[id] != 0);
            let hands: Vec<String> = hands.map(|id| format!("{id}: 1")).collect();
            let numbers = numbers.map(|id| format!("{id}: {}", my.number_hash[id]));
            let (hands, numbers) = (hands.join(", "), numbers.collect::<Vec<_>>().join(", "));
            if self.gets == Gets::Row {
                let row = format!("choosing {{{hands}}}, number {{{numbers}}}");
                view.locals.push(("row", row));
            } else {
                view.locals.push(("choosing_hash", format!("{{{hands}}}")));
                view.locals.push(("number_hash", format!("{{{numbers}}}")));
            }
        }
        if is_looping {
            view.locals.push(("id", my.id.to_string()));
            view.awaits.push(my.id);
        }
    }
}

impl RowLock {
    /// The columns that one read of `family` returns, where `my.id` counts the columns that are
    /// read one by one.
    fn columns(&self, family: usize, my: &Local) -> Columns {
        match self.gets {
            Gets::Family | Gets::RowOnce => ((1 << CLIENTS_MAX) - 1) << family,
            Gets::Row => ALL,
            Gets::Column => 1 << (family + usize::from(my.id)),
        }
    }

    /// Takes what a read of `family` returns into the hashes.
    fn take(&self, family: usize, my: &mut Local, row: &[Cell]) {
        my.take(self.columns(family, my), row);
    }

    /// The first read gets both families.
    fn begins_with_row(&self) -> bool {
        matches!(self.gets, Gets::Row | Gets::RowOnce)
    }
    /// Goes on to the next column, where columns are read one by one; true when all are read.
    fn is_through(&self, my: &mut Local) -> bool {
        my.id += 1;
        let is_through = self.gets != Gets::Column || usize::from(my.id) == self.clients;
        if is_through {
            my.id = 0;
        }
        is_through
    }

    /// Where a client goes on that has looked at the clients before `my.id`: to the first of the
    /// others for which it must wait, as far as the hashes tell.
    fn next(&self, i: Pid, my: &mut Local) -> Then<At> {
        while usize::from(my.id) < self.clients {
            if my.choosing_hash & 1 << my.id != 0 {
                return Then::Goto(At::Hand);
            }
            if self.must_wait(i, my) {
                return Then::Goto(At::Turn);
            }
            my.id += 1;
        }
        my.id = 0;
        Then::Goto(At::Critical)
    }

    /// Whether client `my.id` has a number that comes before that of client `i`.
    fn must_wait(&self, i: Pid, my: &Local) -> bool {
        let (theirs, mine) = (my.number_hash[usize::from(my.id)], my.client_number);
        let is_tie = theirs == mine && usize::from(my.id) < i;
        theirs != 0 && (theirs < mine || (self.breaks_ties && is_tie))
    }
}
