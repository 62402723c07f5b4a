//! # A ticket dispenser and its clerks
//!
//! Numbers come from one counter, and a clerk calls them one after the other. If taking a number is
//! one indivisible fetch-and-add, no number is given out twice. If it is a read and then a write,
//! two customers can leave with the same number, and both are served at once.
//!
//! The lecture notes of Douglas W. Jones mention several clerks, to be chosen by number modulo clerks, and
//! the hardware of the NYU Ultracomputer: Allan Gottlieb, Ralph Grishman, Clyde Kruskal, Kevin
//! `McAuliffe`, Larry Rudolph, Marc Snir, [The NYU Ultracomputer][paper], IEEE Transactions on
//! Computers C-32(2), 1983, section 2.2.
//!
//! [paper]: https://doi.org/10.1109/TC.1983.1676201

mod article;
mod names;

use crate::shared::claims::{first_come_first_served, nobody_waits_for_ever, overtaken};
use model::shared_memory::{self, Array, Memory, Program, Then, Threads, number};
use model::{FirstCome, Pid, ProcessView, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct TicketServer {
    processes: usize,
    entries: u8,
    clerks: u8,
    /// A number is taken in one indivisible step.
    fetches_and_adds: bool,
    absent: Absent,
}

/// What happens to the number of a customer that walks away.
#[derive(Clone, Copy, PartialEq)]
enum Absent {
    /// Nobody walks away.
    Nobody,
    /// The clerk waits for it.
    Awaited,
    /// Its turn is passed on when it is called.
    Skipped,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Rest,
    Take,
    Wait,
    Critical,
    Leave,
    WalkAway,
    Called,
    PassOn,
    Gone,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    ticket: u8,
    /// The counter has been read and not yet written.
    has_read: bool,
    has_ticket: bool,
    entered: u8,
}

const NEXT: Array = Array::of(0, "next", 1, number);
/// One element per clerk: the number that it calls.
const SERVING: Array = Array::of(1, "serving", 2, number);

type Line = shared_memory::Line<TicketServer>;
type Property = model::Property<Threads<TicketServer>>;

impl Program for TicketServer {
    type At = At;
    type Cells = [u8; 8];
    type Local = Local;
    type Ghost = FirstCome;

    const ARRAYS: &'static [Array] = &[NEXT, SERVING];
    const ZONES: &'static [Zone] =
        &[Zone::Remainder, Zone::Doorway, Zone::Waiting, Zone::Critical, Zone::Exit];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Remainder, At::Rest, "remainder section", |it, _, my| {
            if it.entries == my.entered {
                return Then::Done;
            }
            my.entered += 1;
            Then::Goto(At::Take)
        }),
        Line::at(Zone::Doorway, At::Take, "take a number", |it, turn, my| {
            if it.fetches_and_adds {
                my.ticket = turn.update(NEXT, 0, |next| next + 1);
            } else if my.has_read {
                turn.write(NEXT, 0, my.ticket + 1);
                my.has_read = false;
            } else {
                my.ticket = turn.read(NEXT, 0);
                my.has_read = true;
                return Then::Stay;
            }
            my.has_ticket = true;
            Then::Goto(At::Wait)
        })
        .worded(|it| match it.fetches_and_adds {
            true => "ticket ← next; next ← next + 1  (at once)".into(),
            false => "ticket ← next; next ← ticket + 1".into(),
        })
        .to("to take a number"),
        Line::at(
            Zone::Waiting,
            At::Wait,
            "await serving[ticket mod clerks] = ticket",
            |it, turn, my| match turn.read(SERVING, it.clerk(my.ticket)) == my.ticket {
                true => Then::Goto(At::Critical),
                false => Then::Await,
            },
        )
        .worded(|it| match it.clerks {
            1 => "await serving = ticket".into(),
            _ => "await serving[ticket mod 2] = ticket".into(),
        })
        .to("to see which number is called"),
        Line::at(Zone::Critical, At::Critical, "critical section", |_, _, _| Then::Goto(At::Leave)),
        Line::at(Zone::Exit, At::Leave, "call the next", |it, turn, my| {
            turn.write(SERVING, it.clerk(my.ticket), my.ticket + it.clerks);
            (my.ticket, my.has_ticket) = (0, false);
            Then::Goto(At::Rest)
        })
        .worded(TicketServer::calls_next)
        .to("to call the next number"),
        Line::fault(Zone::Crashed, At::WalkAway, "customer i walks away", |it, _, my| {
            let passes_on = it.absent == Absent::Skipped && my.has_ticket;
            my.has_read = false;
            Then::Goto(if passes_on { At::Called } else { At::Gone })
        })
        .only_if(|it| it.absent != Absent::Nobody),
        Line::fault(
            Zone::Crashed,
            At::Called,
            "await serving[ticket mod clerks] = ticket",
            |it, turn, my| match turn.read(SERVING, it.clerk(my.ticket)) == my.ticket {
                true => Then::Goto(At::PassOn),
                false => Then::Await,
            },
        )
        .only_if(|it| it.absent == Absent::Skipped)
        .to("and nobody answers"),
        Line::fault(Zone::Crashed, At::PassOn, "call the next", |it, turn, my| {
            turn.write(SERVING, it.clerk(my.ticket), my.ticket + it.clerks);
            (my.ticket, my.has_ticket) = (0, false);
            Then::Goto(At::Gone)
        })
        .worded(TicketServer::calls_next)
        .only_if(|it| it.absent == Absent::Skipped)
        .to("because nobody has answered"),
        Line::fault(Zone::Crashed, At::Gone, "customer i is gone", |_, _, _| Then::Done)
            .only_if(|it| it.absent != Absent::Nobody),
    ];
    const CRASH: Option<At> = Some(At::WalkAway);

    const PROPERTIES: &'static [Property] = &[
        Property::always(
            "mutual exclusion",
            "At most one customer is with each clerk.",
            |it, state| {
                let with = |i: Pid| it.program.clerk(state.local[i].ticket);
                let inside = |i: &Pid| it.zone(state, *i) == Zone::Critical;
                let mut all = it.processes().filter(inside);
                all.all(|i| !it.processes().filter(inside).any(|j| j != i && with(i) == with(j)))
            },
        ),
        first_come_first_served(
            "Whoever has taken a number before another comes is served before that one.",
        ),
        Property::always(
            "numbers unique",
            "No two customers hold the same number.",
            |it, state| {
                let ticket =
                    |i: Pid| Some(state.local[i].ticket).filter(|_| state.local[i].has_ticket);
                let same = |i: Pid, j| ticket(i).is_some() && ticket(i) == ticket(j);
                !it.processes().any(|i| (0..i).any(|j| same(i, j)))
            },
        ),
        nobody_waits_for_ever(),
        overtaken(),
    ];

    fn processes(&self) -> usize {
        self.processes
    }

    fn cells(&self) -> [u8; 8] {
        let mut cells = [0; 8];
        // the second clerk begins with number 1
        cells[SERVING.cell(1)] = self.clerks - 1;
        cells
    }

    fn len(&self, array: Array) -> usize {
        if array.name == NEXT.name { 1 } else { self.clerks.into() }
    }

    fn crashes_max(&self) -> u8 {
        u8::from(self.absent != Absent::Nobody)
    }

    fn show(&self, _: Pid, my: &Local, _: Memory<'_>, view: &mut ProcessView) {
        view.locals = vec![("ticket", my.ticket.to_string())];
        view.token = match (view.zone, my.has_ticket) {
            (_, true) => Some(my.ticket.to_string()),
            (Zone::Doorway, _) => Some("?".into()),
            _ => None,
        };
        if self.clerks > 1 && my.has_ticket {
            view.status = format!("clerk {}", self.clerk(my.ticket));
        }
    }
}

impl TicketServer {
    /// Which clerk serves a number.
    fn clerk(&self, ticket: u8) -> usize {
        usize::from(ticket % self.clerks)
    }

    fn calls_next(&self) -> String {
        match self.clerks {
            1 => "serving ← ticket + 1; ticket ← 0".into(),
            _ => "serving[ticket mod 2] ← ticket + 2; ticket ← 0".into(),
        }
    }
}
