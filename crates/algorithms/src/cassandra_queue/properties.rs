//! What a queue promises.

use super::{CassandraQueue, DETAILS, NUMBER, Property, States, row::Numbers};
use model::shared_memory::Threads;
use model::{Pid, Zone};

type It = Threads<CassandraQueue>;

pub const PROPERTIES: &[Property] = &[
    Property::always(
        "one at a time",
        "No item is processed by two workers at once.",
        |it, state| (1..=it.program.items).all(|item| workers_on(it, state, item) <= 1),
    ),
    Property::always("never twice", "No item is processed a second time.", |it, state| {
        (1..=it.program.items).all(|item| times_processed(it, state, item) <= 1)
    }),
    Property::always(
        "something to do",
        "Whoever processes an item has found its details.",
        |it, state| workers_on(it, state, 0) == 0,
    ),
    Property::always(
        "none lost",
        "An item that is enqueued is in the store, with its details, until it is processed.",
        |it, state| {
            (1..=it.program.items).filter(|&item| is_enqueued(it, state, item)).all(|item| {
                let row = it.program.row_of(item - 1);
                let is_stored = usize::from(state.cell(DETAILS, row)) == item
                    && Numbers(state.cell(NUMBER, row)).has_item();
                is_stored || workers_on(it, state, item) > 0 || times_processed(it, state, item) > 0
            })
        },
    ),
    Property::most("highest number", "The highest number that a worker draws.", |it, state| {
        let rows = 0..it.program.rows();
        rows.map(|row| Numbers(state.cell(NUMBER, row)).max().into()).max().unwrap_or(0)
    }),
    Property::sometimes(
        "equal numbers",
        "Two workers can have the same number for the same item.",
        |it, state| {
            let number = |row, i| Numbers(state.cell(NUMBER, row)).of(i);
            let tie = |row, i: Pid, j| number(row, i) != 0 && number(row, i) == number(row, j);
            let workers = 0..it.program.workers;
            (0..it.program.rows())
                .any(|row| workers.clone().any(|i| (0..i).any(|j| tie(row, i, j))))
        },
    ),
];

/// How many workers process an item, counted from one; zero is no item at all.
fn workers_on(it: &It, state: &States, item: usize) -> usize {
    let is_on = |&i: &Pid| {
        it.zone(state, i) == Zone::Processing && usize::from(state.local[i].work) == item
    };
    it.processes().filter(is_on).count()
}

fn times_processed(it: &It, state: &States, item: usize) -> u8 {
    it.processes().map(|i| state.local[i].processed[item - 1]).sum()
}

/// Whether both writes of an item have landed.
fn is_enqueued(it: &It, state: &States, item: usize) -> bool {
    let clients = it.program.clients();
    if clients == 0 {
        return true;
    }
    let (client, nth) = ((item - 1) % clients, (item - 1) / clients);
    usize::from(state.local[it.program.workers + client].enqueued) > nth
}
