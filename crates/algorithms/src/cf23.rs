//! # CF23: consensus on a row
//!
//! The (2,3)-array on a row of Cassandra: `element_0` to `element_2`, of which each client writes
//! two neighbours at once, and a `propose_` column for each client's input. A row is written
//! atomically, and so it seems that two clients can agree without waiting. But a cell keeps the
//! value with the highest timestamp, not the one that came last; and timestamps are given before
//! a write is applied. On one replica with perfect clocks, both clients can win.
//!
//! Aaron Morton, "Row Level Isolation and Consensus", 16 August 2012. The post's
//! listings are not part of the seed: the order of the operations is that of the book which the
//! post follows, as in the (2,3)-array of this catalogue.

mod article;
mod lines;

use lines::At;
use model::row_store::{Cell, Clients, Columns, Line, Program, Stamps, Store};
use model::{Ghost, Pid, ProcessView, Zone, per_process};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct Cf23 {
    store: Store,
    /// The client whose own clock is ahead of the other's; the store's clock is not.
    ahead: Option<Pid>,
    /// One read gets all elements.
    reads_row: bool,
    /// How often each client calls `decide`.
    uses: u8,
}

const CLIENTS: usize = 2;
const USES_MAX: usize = 2;

/// Where a client has begun and not decided.
const UNDECIDED: &[Zone] = &[Zone::Proposing, Zone::Assigning, Zone::Reading];

/// By how much a clock is ahead: more than all writes of the other client take.
const AHEAD: u8 = 6;

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// As read, in the store's encoding; zero where nothing was found, and while not reading.
    other: u8,
    middle: u8,
    /// For each use, the value decided on; zero is nothing.
    decided: [u8; USES_MAX],
    /// How many times it has decided.
    decisions: u8,
}

/// `element_0` to `element_2`, then `propose_0` and `propose_1`.
type Row = [Cell; 5];

const COLUMNS: [&str; 5] = ["element_0", "element_1", "element_2", "propose_0", "propose_1"];
const ELEMENTS: Columns = 0b111;
const PROPOSE: usize = 3;

/// An element as the page shows it: the client that wrote it.
fn element(value: u8) -> String {
    match value {
        0 => "none".into(),
        _ => (value - 1).to_string(),
    }
}

/// Inputs are letters, so that nobody takes them for clients: A and B, in the second use C and D.
fn input(i: Pid, uses_before: u8) -> u8 {
    1 + 2 * uses_before + i as u8
}

fn letter(value: u8) -> String {
    match value {
        0 => "none".into(),
        _ => char::from(b'A' + value - 1).to_string(),
    }
}

/// Whose writes to the elements came first.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct First {
    /// One more than the client that called first; zero before that.
    called: u8,
    /// For each use, one more than the client whose write was the first that enough replicas had.
    applied: [u8; USES_MAX],
    /// How many such writes of each client were applied.
    writes: [u8; CLIENTS],
}

impl Ghost for First {
    fn ran(&mut self, who: Pid, ran: Zone, zone: impl Fn(Pid) -> Zone) {
        if ran != Zone::Assigning {
            return;
        }
        let name = who as u8 + 1;
        if self.called == 0 {
            self.called = name;
        }
        if zone(who) == Zone::Reading {
            let first = &mut self.applied[usize::from(self.writes[who])];
            if *first == 0 {
                *first = name;
            }
            self.writes[who] += 1;
        }
    }
}

type It = Clients<Cf23>;
type States = model::row_store::State<Row, Local, First>;
type Property = model::Property<It>;

impl Program for Cf23 {
    type At = At;
    type Row = Row;
    type Local = Local;
    type Ghost = First;

    const ZONES: &'static [Zone] =
        &[Zone::Proposing, Zone::Assigning, Zone::Reading, Zone::Decided];
    const LINES: &'static [Line<Cf23>] = lines::LINES;
    const PROPERTIES: &'static [Property] = &[
        Property::always("agreement", "Both decide the same, each time.", |_, state| {
            let [a, b, ..] = &state.local;
            a.decisions().zip(b.decisions()).all(|(a, b)| a == b)
        }),
        Property::always(
            "validity",
            "A decision is what one of the two proposed, that time.",
            |it, state| {
                decisions(it, state)
                    .all(|(uses_before, it)| (0..CLIENTS).any(|i| it == input(i, uses_before)))
            },
        ),
        Property::always(
            "first applied wins",
            "Whoever decides takes the input of the client whose write was applied first, at the only \
             replica or at enough of them.",
            |it, state| {
                decisions(it, state).all(|(uses_before, it)| {
                    let first = state.ghost.applied[usize::from(uses_before)];
                    first > 0 && it == input(usize::from(first) - 1, uses_before)
                })
            },
        ),
        Property::always(
            "decided for good",
            "Whoever asks once more gets the same answer.",
            |it, state| {
                it.clients().all(|i| {
                    let [first, second] = state.local[i].decided;
                    state.local[i].decisions < 2 || first == second
                })
            },
        )
        .only_if(|it| it.program.uses > 1),
        Property::sometimes(
            "later call wins",
            "A client can decide for the one that wrote its elements later.",
            |it, state| {
                let first = usize::from(state.ghost.called);
                let of_later = input(2 - first, 0);
                it.clients().any(|i| state.local[i].decisions().next() == Some(of_later))
            },
        ),
        Property::wait_free(
            "wait-free",
            "A client decides within so many steps of its own, whatever the other does.",
            |it, state| per_process(it.those_in(state, UNDECIDED)),
        ),
        Property::eventually("decides", "Each client decides in the end.", |it, state| {
            it.those_in(state, UNDECIDED)
        }),
        Property::outcomes(
            "decisions",
            "What client 0 and client 1 decide, and in how many runs.",
            |_, state| {
                let [a, b] = [0, 1].map(|i: Pid| match state.local[i].words() {
                    none if none.is_empty() => "undecided".into(),
                    words => words,
                });
                format!("{a} and {b}")
            },
        ),
    ];

    fn clients(&self) -> usize {
        CLIENTS
    }

    fn store(&self) -> Store {
        self.store
    }

    fn clock(&self, i: Pid) -> u8 {
        let is_ahead = self.store.stamps == Stamps::Client && self.ahead == Some(i);
        if is_ahead { 1 + AHEAD } else { 1 }
    }

    fn column(&self, column: usize) -> String {
        COLUMNS[column].into()
    }

    fn called(&self, columns: Columns) -> model::Cell {
        let array = match columns.count_ones() {
            1 => COLUMNS[columns.trailing_zeros() as usize],
            _ => "element_*",
        };
        model::Cell { array, index: 0, single: true }
    }

    fn value(&self, column: usize, value: u8) -> String {
        if column < PROPOSE { element(value) } else { letter(value) }
    }

    fn show(&self, _: Pid, my: &Local, view: &mut ProcessView) {
        if view.zone == Zone::Reading {
            view.locals.push(("other", element(my.other)));
            view.locals.push(("middle", element(my.middle)));
        }
        view.status = match view.zone {
            Zone::Decided => format!("decided {}", my.words()),
            zone => zone.name().into(),
        };
        let last = my.decisions().last();
        view.locals.push(("decided", last.map_or("none".into(), letter)));
        if last.is_some() {
            view.decided = Some(my.words());
        }
    }
}

impl Local {
    fn decisions(&self) -> impl Iterator<Item = u8> {
        self.decided.into_iter().take(self.decisions.into())
    }

    fn words(&self) -> String {
        self.decisions().map(letter).collect::<Vec<_>>().join(", ")
    }
}

/// Everybody's decisions, each with the number of uses before it.
fn decisions(it: &It, state: &States) -> impl Iterator<Item = (u8, u8)> {
    it.clients().flat_map(|i| (0..).zip(state.local[i].decisions()))
}
