//! # Lamport's bakery
//!
//! Every customer takes a ticket one higher than any it sees, and waits for all lower tickets.
//! Looking and writing are separate steps, so that two customers may draw the same ticket: the
//! lower process number then goes first. Take that rule away, and both enter. `choosing` keeps a
//! customer from passing one whose ticket is not written yet. Take it away, and the late ticket is
//! lower than, or ties with, one that was already let in.
//!
//! Leslie Lamport, [A New Solution of Dijkstra's Concurrent Programming Problem][paper],
//! Communications of the ACM 17(8), 1974. The listing is that of the Cassandra wiki's page
//! "Locking", which is the paper's but for the name of its `maximum`; so is the version
//! in the lecture notes of Douglas W. Jones, with `C` for `choosing` and `N` for `number`.
//!
//! [paper]: https://doi.org/10.1145/361082.361093

mod article;

use crate::shared::claims::{
    fewest_steps, first_come_first_served, most_steps, mutual_exclusion, nobody_waits_for_ever,
    overtaken,
};
use model::shared_memory::{self, Array, Memory, Program, State, Then, Threads, flag, number};
use model::{FirstCome, Pid, ProcessView, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct Bakery {
    processes: usize,
    /// How often each process enters; `None`: for ever.
    entries: Option<u8>,
    /// Tickets up to here are fine; the model follows one more, to show that it can be drawn.
    ticket_max: u8,
    has_choosing: bool,
    /// Of equal tickets, the lower process number goes first.
    breaks_ties: bool,
    has_safe_registers: bool,
    crashes: Crashes,
}

#[derive(Clone, Copy, PartialEq)]
enum Crashes {
    None,
    /// The registers of a crashed process keep their values.
    Keep,
    /// They come to read zero, one by one, and the process may come back.
    Reset,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Rest,
    Raise,
    Pick,
    Lower,
    Hands,
    Turn,
    Critical,
    Return,
    Crash,
    Dead,
    ResetHand,
    ResetTicket,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// The process that is being looked at.
    j: u8,
    /// The highest ticket seen.
    max: u8,
    /// How often it has entered, where that is bounded.
    entered: u8,
}

const CHOOSING: Array = Array::per_process(0, "choosing", flag);
const NUMBER: Array = Array::per_process(1, "number", number);

type Line = shared_memory::Line<Bakery>;
type Property = model::Property<Threads<Bakery>>;
type States = State<[u8; 8], Local, FirstCome>;

impl Program for Bakery {
    type At = At;
    type Cells = [u8; 8];
    type Local = Local;
    type Ghost = FirstCome;

    const ARRAYS: &'static [Array] = &[CHOOSING, NUMBER];
    const ZONES: &'static [Zone] =
        &[Zone::Remainder, Zone::Doorway, Zone::Waiting, Zone::Critical, Zone::Exit];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Remainder, At::Rest, "remainder section", |it, _, my| {
            if it.entries == Some(my.entered) {
                return Then::Done;
            }
            my.entered += u8::from(it.entries.is_some());
            Then::Goto(At::Raise)
        }),
        Line::at(Zone::Doorway, At::Raise, "choosing[i] ← true", |_, turn, _| {
            turn.write_own(CHOOSING, 1);
            Then::Goto(At::Pick)
        })
        .only_if(|it| it.has_choosing)
        .to("to say that it is picking a ticket"),
        Line::at(Zone::Doorway, At::Pick, "number[i] ← 1 + max(number)", |it, turn, my| match it
            .other(turn.i, my.j)
        {
            Some(j) => {
                my.max = my.max.max(turn.read(NUMBER, j));
                my.j = j as u8 + 1;
                Then::Stay
            }
            None if my.max > it.ticket_max => Then::Beyond,
            None => {
                turn.write_own(NUMBER, my.max + 1);
                (my.max, my.j) = (0, 0);
                Then::Goto(At::Lower)
            }
        })
        .to("while it picks its ticket"),
        Line::at(Zone::Doorway, At::Lower, "choosing[i] ← false", |_, turn, _| {
            turn.write_own(CHOOSING, 0);
            Then::Goto(At::Hands)
        })
        .only_if(|it| it.has_choosing)
        .to("because its ticket is written"),
        Line::at(
            Zone::Waiting,
            At::Hands,
            "for each j ≠ i:\n  await not choosing[j]",
            |it, turn, my| match it.other(turn.i, my.j) {
                Some(j) if turn.read(CHOOSING, j) != 0 => Then::Await,
                Some(j) => {
                    my.j = j as u8;
                    Then::Goto(At::Turn)
                }
                None => Then::Goto(At::Critical),
            },
        )
        .only_if(|it| it.has_choosing)
        .to("to see whether that one is picking"),
        Line::at(
            Zone::Waiting,
            At::Turn,
            "await number[j] = 0 or (number[i], i) < (number[j], j)",
            |it, turn, my| {
                let Some(j) = it.other(turn.i, my.j) else { return Then::Goto(At::Critical) };
                let (mine, theirs) = (turn.own(NUMBER), turn.read(NUMBER, j));
                if theirs != 0 && it.goes_first(theirs, j, mine, turn.i) {
                    return Then::Await;
                }
                my.j = j as u8 + 1;
                match it.other(turn.i, my.j) {
                    Some(_) => Then::Goto(At::Hands),
                    None => {
                        my.j = 0;
                        Then::Goto(At::Critical)
                    }
                }
            },
        )
        .worded(|it| {
            let each = if it.has_choosing { "" } else { "for each j ≠ i:\n" };
            let lower = match it.breaks_ties {
                true => "(number[i], i) < (number[j], j)",
                false => "number[i] ≤ number[j]",
            };
            format!("{each}  await number[j] = 0\n    or {lower}")
        })
        .to("to compare tickets"),
        Line::at(Zone::Critical, At::Critical, "critical section", |_, _, _| {
            Then::Goto(At::Return)
        }),
        Line::at(Zone::Exit, At::Return, "number[i] ← 0", |_, turn, _| {
            turn.write_own(NUMBER, 0);
            Then::Goto(At::Rest)
        })
        .to("to give its ticket back"),
        Line::fault(Zone::Crashed, At::Crash, "process i crashes", |it, _, my| {
            (my.j, my.max) = (0, 0);
            Then::Goto(if it.crashes == Crashes::Reset { At::ResetHand } else { At::Dead })
        })
        .only_if(|it| it.crashes != Crashes::None),
        Line::fault(Zone::Crashed, At::Dead, "process i stays down", |_, _, _| Then::Done)
            .only_if(|it| it.crashes == Crashes::Keep),
        Line::fault(Zone::Crashed, At::ResetHand, "choosing[i] ← false", |_, turn, _| {
            turn.write_own(CHOOSING, 0);
            Then::Goto(At::ResetTicket)
        })
        .only_if(|it| it.crashes == Crashes::Reset && it.has_choosing)
        .to("as memory that has lost its process must"),
        Line::fault(Zone::Crashed, At::ResetTicket, "number[i] ← 0", |_, turn, _| {
            turn.write_own(NUMBER, 0);
            Then::Goto(At::Rest)
        })
        .only_if(|it| it.crashes == Crashes::Reset)
        .to("as memory that has lost its process must, and may come back"),
    ];
    const CRASH: Option<At> = Some(At::Crash);

    const PROPERTIES: &'static [Property] = &[
        mutual_exclusion("At most one process is in the critical section."),
        first_come_first_served(
            "Whoever leaves the doorway before another enters it is served before that one.",
        ),
        Property::always("tickets bounded", "No ticket is higher than the bound.", |it, state| {
            it.processes().all(|i| state.cell(NUMBER, i) <= it.program.ticket_max)
        }),
        Property::sometimes(
            "equal tickets",
            "Two processes can hold the same ticket.",
            |it, state: &States| {
                let tie = |i: Pid, j| {
                    state.cell(NUMBER, i) != 0 && state.cell(NUMBER, i) == state.cell(NUMBER, j)
                };
                it.processes().any(|i| (0..i).any(|j| tie(i, j)))
            },
        ),
        nobody_waits_for_ever(),
        overtaken(),
        fewest_steps(),
        most_steps(),
    ];

    fn processes(&self) -> usize {
        self.processes
    }

    fn has_safe_registers(&self) -> bool {
        self.has_safe_registers
    }

    fn values(&self, array: Array) -> u8 {
        if array.name == NUMBER.name { self.ticket_max + 2 } else { 2 }
    }

    fn crashes_max(&self) -> u8 {
        u8::from(self.crashes != Crashes::None)
    }

    fn show(&self, i: Pid, my: &Local, memory: Memory<'_>, view: &mut ProcessView) {
        view.hand = memory.get(CHOOSING, i) != 0;
        view.token = match (view.zone, memory.get(NUMBER, i)) {
            (Zone::Doorway, 0) => Some("?".into()),
            (_, 0) => None,
            (_, ticket) => Some(ticket.to_string()),
        };
        if view.zone == Zone::Waiting {
            view.locals.push(("j", my.j.to_string()));
        }
        if view.zone == Zone::Doorway && my.j > 0 {
            view.status = format!("highest seen: {}", my.max);
        }
    }
}

impl Bakery {
    /// The next process from `j` on that is not `i`.
    fn other(&self, i: Pid, j: u8) -> Option<Pid> {
        let j = usize::from(j);
        Some(if j == i { j + 1 } else { j }).filter(|&j| j < self.processes)
    }

    /// Whether `theirs`, the ticket of `j`, comes before `mine`, the ticket of `i`.
    fn goes_first(&self, theirs: u8, j: Pid, mine: u8, i: Pid) -> bool {
        theirs < mine || (self.breaks_ties && theirs == mine && j < i)
    }
}
