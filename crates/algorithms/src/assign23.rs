//! # Two-process consensus from a (2,3)-array
//!
//! An array of three cells in which a process can write two neighbours at once: process 0 the
//! first two, process 1 the last two. The middle cell belongs to both, and so it tells who came
//! second. Write the two cells one after the other, read them in the other order, or write
//! the same value from both sides, and two processes can each believe to have won.
//!
//! Maurice Herlihy, [Wait-Free Synchronization][paper], ACM Transactions on Programming Languages
//! and Systems 13(1), 1991, section 3.6 (multiple assignment), as told in Herlihy and Shavit's
//! "The Art of Multiprocessor Programming", section 5.5, and in the post of Aaron Morton. The
//! listing is the book's, since the post's own listings are not part of the seed.
//!
//! [paper]: https://doi.org/10.1145/114005.102808

mod article;

use model::shared_memory::{self, Array, Memory, Program, Then, Threads};
use model::{Pid, ProcessView, Zone, per_process};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct Assign23 {
    /// Both cells are written in one step.
    is_atomic: bool,
    /// The middle cell is read before the other process's own cell.
    reads_middle_first: bool,
    /// The input is announced only after the array is written.
    proposes_late: bool,
    /// Both processes write 1, and not their identity.
    writes_one: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Propose,
    Assign,
    ProposeLate,
    MiddleFirst,
    Other,
    Middle,
    Win,
    Lose,
    Decided,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// The cells of a pair that are written already, where they are written one by one.
    written: u8,
    other: u8,
    middle: u8,
    /// The value decided on, in the array's encoding; zero until then.
    decided: u8,
    has_decided: bool,
}

const R: Array = Array::of(0, "r", 3, cell);
const PROPOSED: Array = Array::per_process(1, "proposed", input);

/// A cell holds null, or one more than a process's number.
fn cell(value: u8) -> String {
    match value {
        0 => "null".into(),
        _ => (value - 1).to_string(),
    }
}

/// Inputs are letters, so that nobody takes them for identities.
fn input(value: u8) -> String {
    match value {
        0 => "null".into(),
        _ => char::from(b'A' + value - 1).to_string(),
    }
}

type Line = shared_memory::Line<Assign23>;
type Property = model::Property<Threads<Assign23>>;

impl Program for Assign23 {
    type At = At;
    type Cells = [u8; 8];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[R, PROPOSED];
    const ZONES: &'static [Zone] =
        &[Zone::Proposing, Zone::Assigning, Zone::Reading, Zone::Decided];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Proposing, At::Propose, "proposed[i] ← input", |_, turn, _| {
            turn.write_own(PROPOSED, turn.i as u8 + 1);
            Then::Goto(At::Assign)
        })
        .only_if(|it| !it.proposes_late)
        .to("so that the other can find its input"),
        Line::at(Zone::Assigning, At::Assign, "", |it, turn, my| {
            let (i, value) = (turn.i, it.identity(turn.i));
            if it.is_atomic {
                turn.write_all([(R, i, value), (R, i + 1, value)]);
                return Then::Goto(At::ProposeLate);
            }
            turn.write(R, i + usize::from(my.written), value);
            my.written += 1;
            if my.written < 2 {
                return Then::Stay;
            }
            my.written = 0;
            Then::Goto(At::ProposeLate)
        })
        .worded(|it| {
            let value = if it.writes_one { '1' } else { 'i' };
            match it.is_atomic {
                true => format!("r[i], r[i+1] ← {value}, {value}  (at once)"),
                false => format!("r[i] ← {value}; r[i+1] ← {value}"),
            }
        }),
        Line::at(Zone::Assigning, At::ProposeLate, "proposed[i] ← input", |_, turn, _| {
            turn.write_own(PROPOSED, turn.i as u8 + 1);
            Then::Goto(At::MiddleFirst)
        })
        .only_if(|it| it.proposes_late)
        .to("after the array is written"),
        Line::at(Zone::Reading, At::MiddleFirst, "middle ← r[1]", |_, turn, my| {
            my.middle = turn.read(R, 1);
            Then::Goto(At::Other)
        })
        .only_if(|it| it.reads_middle_first),
        Line::at(Zone::Reading, At::Other, "other ← r[(i + 2) mod 3]", |it, turn, my| {
            my.other = turn.read(R, (turn.i + 2) % 3);
            if my.other == 0 {
                let i = turn.i;
                turn.note(|| case(1, i));
                return Then::Goto(At::Win);
            }
            if it.reads_middle_first {
                return compare(turn, my);
            }
            Then::Goto(At::Middle)
        })
        .to("to see whether the other has written"),
        Line::at(Zone::Reading, At::Middle, "middle ← r[1]", |_, turn, my| {
            my.middle = turn.read(R, 1);
            compare(turn, my)
        })
        .only_if(|it| !it.reads_middle_first)
        .to("to see who wrote it last"),
        Line::at(
            Zone::Reading,
            At::Win,
            "if other = null or other = middle:\n  decided ← proposed[i]",
            |_, turn, my| {
                my.decided = turn.read(PROPOSED, turn.i);
                my.has_decided = true;
                turn.decide(|| input(my.decided));
                Then::Goto(At::Decided)
            },
        ),
        Line::at(
            Zone::Reading,
            At::Lose,
            "else:\n  decided ← proposed[1 − i]",
            |_, turn, my| {
                my.decided = turn.read(PROPOSED, 1 - turn.i);
                my.has_decided = true;
                turn.decide(|| input(my.decided));
                Then::Goto(At::Decided)
            },
        ),
        Line::at(Zone::Decided, At::Decided, "return decided", |_, _, _| Then::Done),
    ];

    const PROPERTIES: &'static [Property] = &[
        Property::always("agreement", "No two processes decide differently.", |_, state| {
            let [a, b, ..] = &state.local;
            !(a.has_decided && b.has_decided) || a.decided == b.decided
        }),
        Property::always("validity", "Every decision is the input of a process.", |_, state| {
            state.local.iter().all(|my| !my.has_decided || my.decided != 0)
        }),
        Property::wait_free(
            "wait-free",
            "A process decides within so many steps of its own, whatever the other does.",
            |it, state| {
                let zones = [Zone::Proposing, Zone::Assigning, Zone::Reading];
                per_process(it.those_in(state, &zones))
            },
        ),
        Property::outcomes(
            "decisions",
            "What process 0 and process 1 decide, and in how many runs.",
            |_, state| {
                let [a, b, ..] = &state.local;
                format!("{} and {}", input(a.decided), input(b.decided))
            },
        ),
        Property::sometimes("0 wins", "Process 0’s input can be decided on.", |_, state| {
            state.local.iter().any(|my| my.decided == 1)
        }),
        Property::sometimes("1 wins", "Process 1’s input can be decided on.", |_, state| {
            state.local.iter().any(|my| my.decided == 2)
        }),
    ];

    fn processes(&self) -> usize {
        2
    }

    fn show(&self, _: Pid, my: &Local, _: Memory<'_>, view: &mut ProcessView) {
        view.locals = vec![
            ("other", cell(my.other)),
            ("middle", cell(my.middle)),
            ("decided", input(my.decided)),
        ];
        if my.has_decided {
            view.decided = Some(input(my.decided));
        }
    }
}

impl Assign23 {
    /// What process `i` writes, in the array's encoding: one more than the value.
    fn identity(&self, i: Pid) -> u8 {
        if self.writes_one { 2 } else { i as u8 + 1 }
    }
}

/// Both cells are read, and the other process has written: who wrote the middle cell last?
fn compare(turn: &mut shared_memory::Turn<'_, '_, Assign23>, my: &Local) -> Then<At> {
    let i = turn.i;
    if my.other == my.middle {
        turn.note(|| case(2, i));
        Then::Goto(At::Win)
    } else {
        turn.note(|| case(3, i));
        Then::Goto(At::Lose)
    }
}

/// The three cases of the post, as process `i` sees them.
fn case(case: u8, i: Pid) -> String {
    let j = 1 - i;
    match case {
        1 => format!(
            "Case 1: process {j} has not written, so process {i} takes itself for the first."
        ),
        2 => format!(
            "Case 2: process {j} wrote the middle cell last, so process {i} takes itself for the first."
        ),
        _ => format!(
            "Case 3: process {i} wrote the middle cell last, so it takes process {j} for the first."
        ),
    }
}
