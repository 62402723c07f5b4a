//! # The bakery as Jones tells it
//!
//! The same tickets as Lamport's, and another way to wait. Lamport looks at one process after the
//! other, and waits at each. Jones first waits until nobody at all is picking, and then looks for
//! the holder of the lowest ticket, again and again, until that is himself.
//!
//! Douglas W. Jones, lecture notes on mutual exclusion in distributed systems, University of
//! Iowa; the algorithm that they vary is Leslie Lamport's, [Communications of the ACM 17(8),
//! 1974][paper]. The notes say that C "is used to help break ties". Without it, and with the rule
//! for ties in place, two customers enter together: C does more than that.
//!
//! [paper]: https://doi.org/10.1145/361082.361093

mod article;

use crate::shared::claims::{
    fewest_steps, first_come_first_served, most_steps, mutual_exclusion, nobody_waits_for_ever,
    overtaken,
};
use model::shared_memory::{self, Array, Memory, Program, Then, Threads, Turn, number};
use model::{FirstCome, Pid, ProcessView, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct JonesBakery {
    processes: usize,
    /// How often each process enters; `None`: for ever.
    entries: Option<u8>,
    /// Tickets up to here are fine; the model follows one more, to show that it can be drawn.
    ticket_max: u8,
    has_c: bool,
    breaks_ties: bool,
    /// A guard looks at all processes at once, and not at one after the other.
    has_atomic_guards: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Rest,
    Raise,
    Pick,
    Lower,
    Hands,
    Lowest,
    Critical,
    Return,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// The next process to be looked at.
    j: u8,
    /// The highest ticket seen, while it picks.
    max: u8,
    /// The lowest ticket seen so far in this look around, and who holds it.
    low: u8,
    holder: u8,
    /// How often it has entered, where that is bounded.
    entered: u8,
}

const C: Array = Array::per_process(0, "C", number);
const N: Array = Array::per_process(1, "N", number);

type Line = shared_memory::Line<JonesBakery>;
type Property = model::Property<Threads<JonesBakery>>;

impl Program for JonesBakery {
    type At = At;
    type Cells = [u8; 8];
    type Local = Local;
    type Ghost = FirstCome;

    const ARRAYS: &'static [Array] = &[C, N];
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
        Line::at(Zone::Doorway, At::Raise, "C[i] ← 1", |_, turn, _| {
            turn.write_own(C, 1);
            Then::Goto(At::Pick)
        })
        .only_if(|it| it.has_c)
        .to("to hold its hand up"),
        Line::at(Zone::Doorway, At::Pick, "N[i] ← max(for all j, N[j]) + 1", |it, turn, my| {
            match it.other(turn.i, my.j) {
                Some(j) => {
                    my.max = my.max.max(turn.read(N, j));
                    my.j = j as u8 + 1;
                    Then::Stay
                }
                None if my.max > it.ticket_max => Then::Beyond,
                None => {
                    turn.write_own(N, my.max + 1);
                    (my.max, my.j) = (0, 0);
                    Then::Goto(At::Lower)
                }
            }
        })
        .to("while it picks its number"),
        Line::at(Zone::Doorway, At::Lower, "C[i] ← 0", |_, turn, _| {
            turn.write_own(C, 0);
            Then::Goto(At::Hands)
        })
        .only_if(|it| it.has_c)
        .to("to take its hand down"),
        Line::at(Zone::Waiting, At::Hands, "await for no j: C[j] = 1", |it, turn, my| {
            if it.has_atomic_guards {
                let hands = turn.read_all(C);
                return if hands.contains(&1) { Then::Await } else { Then::Goto(At::Lowest) };
            }
            let Some(j) = it.other(turn.i, my.j) else { return Then::Goto(At::Lowest) };
            let first = it.other(turn.i, 0) == Some(j);
            match turn.read(C, j) {
                1 if first => Then::Await,
                1 => {
                    my.j = 0;
                    Then::Stay
                }
                _ => {
                    my.j = j as u8 + 1;
                    if it.other(turn.i, my.j).is_some() {
                        return Then::Stay;
                    }
                    my.j = 0;
                    Then::Goto(At::Lowest)
                }
            }
        })
        .only_if(|it| it.has_c)
        .to("to see whether anybody’s hand is up"),
        Line::at(Zone::Waiting, At::Lowest, "repeat W, M, j until i = j", |it, turn, my| {
            if it.has_atomic_guards {
                let tickets = turn.read_all(N);
                for j in it.others(turn.i) {
                    Self::notice(my, j, tickets[j]);
                }
                return it.verdict(turn, my);
            }
            if let Some(j) = it.other(turn.i, my.j) {
                let ticket = turn.read(N, j);
                Self::notice(my, j, ticket);
                my.j = j as u8 + 1;
                if it.other(turn.i, my.j).is_some() {
                    return Then::Stay;
                }
            }
            it.verdict(turn, my)
        })
        .worded(|it| {
            let mine = if it.breaks_ties { "i = min(M)" } else { "i in M" };
            let sets = "W is all j with N[j] > 0\n  M is those of W with the lowest N[j]";
            match it.has_atomic_guards {
                true => format!("await {mine}, where\n  {sets}"),
                false => format!("repeat\n  {sets}\nuntil {mine}"),
            }
        })
        .to("to find the lowest number"),
        Line::at(Zone::Critical, At::Critical, "critical section", |_, _, _| {
            Then::Goto(At::Return)
        }),
        Line::at(Zone::Exit, At::Return, "N[i] ← 0", |_, turn, _| {
            turn.write_own(N, 0);
            Then::Goto(At::Rest)
        })
        .to("to return its ticket"),
    ];

    const PROPERTIES: &'static [Property] = &[
        mutual_exclusion("At most one process is in the critical section."),
        first_come_first_served(
            "Whoever leaves the doorway before another enters it is served before that one.",
        ),
        Property::always("tickets bounded", "No number is higher than the bound.", |it, state| {
            it.processes().all(|i| state.cell(N, i) <= it.program.ticket_max)
        }),
        Property::sometimes(
            "equal numbers",
            "Two processes can hold the same number.",
            |it, state| {
                let tie = |i: Pid, j| state.cell(N, i) != 0 && state.cell(N, i) == state.cell(N, j);
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

    fn show(&self, i: Pid, my: &Local, memory: Memory<'_>, view: &mut ProcessView) {
        view.hand = memory.get(C, i) != 0;
        view.token = match (view.zone, memory.get(N, i)) {
            (Zone::Doorway, 0) => Some("?".into()),
            (_, 0) => None,
            (_, ticket) => Some(ticket.to_string()),
        };
        view.status = match view.zone {
            Zone::Doorway if my.j > 0 => format!("highest seen: {}", my.max),
            Zone::Waiting if my.low > 0 => format!("lowest seen: {} of {}", my.low, my.holder),
            _ => String::new(),
        };
    }
}

impl JonesBakery {
    /// The next process from `j` on that is not `i`.
    fn other(&self, i: Pid, j: u8) -> Option<Pid> {
        self.others(i).find(|&it| it >= usize::from(j))
    }

    fn others(&self, i: Pid) -> impl Iterator<Item = Pid> + use<> {
        (0..self.processes).filter(move |&j| j != i)
    }

    /// Keeps the lowest ticket of the others; of equal ones, that of the lowest process.
    fn notice(my: &mut Local, j: Pid, ticket: u8) {
        if ticket > 0 && (my.low == 0 || ticket < my.low) {
            (my.low, my.holder) = (ticket, j as u8);
        }
    }

    /// Everybody has been looked at: is it my turn?
    fn verdict(&self, turn: &Turn<'_, '_, JonesBakery>, my: &mut Local) -> Then<At> {
        let mine = turn.own(N);
        let (low, holder) = (my.low, usize::from(my.holder));
        (my.low, my.holder, my.j) = (0, 0, 0);
        let theirs_first =
            low != 0 && (low < mine || (self.breaks_ties && low == mine && holder < turn.i));
        match (theirs_first, self.has_atomic_guards) {
            (false, _) => Then::Goto(At::Critical),
            (true, true) => Then::Await,
            (true, false) => Then::Stay,
        }
    }
}
