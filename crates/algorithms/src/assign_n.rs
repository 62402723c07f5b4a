//! # Consensus from multiple assignment
//!
//! Every process has a register of its own, and every two processes share one. A process writes
//! all of its registers in one indivisible assignment. What two share tells which of them wrote
//! later, and so everybody can find out who was first of all. Take the assignment apart, read in
//! the other order, or compare everybody with oneself only, and two decide differently.
//!
//! Maurice Herlihy, [Wait-Free Synchronization][paper], ACM Transactions on Programming Languages
//! and Systems 13(1), 1991, section 3.6: atomic assignment to n registers solves consensus for n
//! processes (and, in two phases that are not here, for 2n − 2). For two processes it is the
//! (2,3)-array of Aaron Morton's post.
//!
//! [paper]: https://doi.org/10.1145/114005.102808

mod article;

use model::shared_memory::{self, Array, Memory, Program, Then, Threads, Turn, number};
use model::{Ghost, Pid, ProcessView, Shape, Zone, per_process};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct AssignN {
    processes: usize,
    assignment: Assignment,
    /// What two processes share is read before the other's own register.
    reads_pair_first: bool,
    /// A process compares all others with itself, and not with the first that it knows of.
    compares_with_itself: bool,
}

/// What is written in one step.
#[derive(Clone, Copy, PartialEq)]
enum Assignment {
    All,
    /// The own register and one that is shared.
    Two,
    /// One register, the own one first.
    OwnFirst,
    /// One register, the own one last.
    OwnLast,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Assign,
    PairFirst,
    Own,
    Pair,
    Decided,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// How many steps of the assignment are through.
    written: u8,
    /// How many others it has compared.
    compared: u8,
    /// The first to have written that it knows of, and that one's input.
    first: u8,
    input: u8,
    /// What it has read of the one that it compares: the input, or who wrote last.
    other: u8,
    last: u8,
    decided: u8,
}

/// Who was first to have written all of its registers: one more than its number.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Assigned {
    first: u8,
}

impl Ghost for Assigned {
    #[inline]
    fn ran(&mut self, who: Pid, _: Zone, zone: impl Fn(Pid) -> Zone) {
        if self.first == 0 && zone(who) != Zone::Assigning {
            self.first = who as u8 + 1;
        }
    }
}

const R: Array = Array::per_process(0, "r", letter);
const PAIR: Array = Array::of(1, "pair", 3, writer).shaped(Shape::Pairs);

/// An input is a letter, so that nobody takes it for a process.
fn letter(value: u8) -> String {
    match value {
        0 => "null".into(),
        _ => char::from(b'A' + value - 1).to_string(),
    }
}

/// What two share holds null, or one more than a process's number.
fn writer(value: u8) -> String {
    value.checked_sub(1).map_or("null".into(), number)
}

/// The processes but `i`, by number.
fn other(i: Pid, nth: usize) -> Pid {
    if nth < i { nth } else { nth + 1 }
}

/// The place of the register that two processes share.
fn pair(i: Pid, j: Pid) -> usize {
    i + j - 1
}

type Line = shared_memory::Line<AssignN>;
type Property = model::Property<Threads<AssignN>>;

impl Program for AssignN {
    type At = At;
    type Cells = [u8; 8];
    type Local = Local;
    type Ghost = Assigned;

    const ARRAYS: &'static [Array] = &[R, PAIR];
    const ZONES: &'static [Zone] = &[Zone::Assigning, Zone::Reading, Zone::Decided];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Assigning, At::Assign, "", |it, turn, my| {
            let (i, others, done) = (turn.i, it.processes - 1, usize::from(my.written));
            let own = (R, i, i as u8 + 1);
            let shared = |nth| (PAIR, pair(i, other(i, nth)), i as u8 + 1);
            let steps = match it.assignment {
                Assignment::All => {
                    turn.write_all(std::iter::once(own).chain((0..others).map(shared)));
                    1
                }
                Assignment::Two => {
                    turn.write_all([own, shared(done)]);
                    others
                }
                Assignment::OwnFirst => {
                    turn.write_all([if done == 0 { own } else { shared(done - 1) }]);
                    1 + others
                }
                Assignment::OwnLast => {
                    turn.write_all([if done < others { shared(done) } else { own }]);
                    1 + others
                }
            };
            my.written += 1;
            if usize::from(my.written) < steps {
                return Then::Stay;
            }
            my.written = 0;
            Then::Goto(At::PairFirst)
        })
        .worded(|it| {
            let (own, shared) = ("r[i] ← input", "pair[i+j−1] ← i");
            match it.assignment {
                Assignment::All => format!("{own}; {shared} for each j ≠ i  (all at once)"),
                Assignment::Two => format!("for each j ≠ i:\n  {own}; {shared}  (at once)"),
                Assignment::OwnFirst => format!("{own}\nfor each j ≠ i: {shared}"),
                Assignment::OwnLast => format!("for each j ≠ i: {shared}\n{own}"),
            }
        }),
        Line::at(Zone::Reading, At::PairFirst, "", |it, turn, my| {
            my.last = turn.read(PAIR, it.shared(turn.i, my));
            Then::Goto(At::Own)
        })
        .worded(|it| format!("for each j ≠ i:\n  last ← pair[{}+j−1]", it.one()))
        .only_if(|it| it.reads_pair_first)
        .to("to see who wrote it last"),
        Line::at(Zone::Reading, At::Own, "", |it, turn, my| {
            my.other = turn.read(R, other(turn.i, my.compared.into()));
            if my.other == 0 || it.reads_pair_first {
                return it.weigh(turn, my);
            }
            Then::Goto(At::Pair)
        })
        .worded(|it| match it.reads_pair_first {
            true => format!("  if r[j] ≠ null and last = {}: first ← j", it.one()),
            false => "for each j ≠ i:\n  other ← r[j]\n  if other = null: next j".into(),
        })
        .to("to see whether that one has written"),
        Line::at(Zone::Reading, At::Pair, "", |it, turn, my| {
            my.last = turn.read(PAIR, it.shared(turn.i, my));
            it.weigh(turn, my)
        })
        .worded(|it| format!("  if pair[{one}+j−1] = {one}: first ← j", one = it.one()))
        .only_if(|it| !it.reads_pair_first)
        .to("to see who wrote it last"),
        Line::at(Zone::Decided, At::Decided, "return the input of first", |_, _, _| Then::Done),
    ];

    const PROPERTIES: &'static [Property] = &[
        Property::always("agreement", "No two processes decide differently.", |_, state| {
            let mut decided = state.local.iter().map(|my| my.decided).filter(|&it| it != 0);
            let first = decided.next();
            decided.all(|it| Some(it) == first)
        }),
        Property::always(
            "first come, first served",
            "Whoever decides takes the input of the first that has written all of its registers.",
            |_, state| {
                let first = state.ghost.first;
                state.local.iter().all(|my| my.decided == 0 || my.decided == first)
            },
        ),
        Property::wait_free(
            "wait-free",
            "A process decides within so many steps of its own, whatever the others do.",
            |it, state| per_process(it.those_in(state, &[Zone::Assigning, Zone::Reading])),
        ),
        Property::outcomes(
            "decisions",
            "What process 0, process 1 and so on decide, and in how many runs.",
            |it, state| {
                let decided = it.processes().map(|i| letter(state.local[i].decided));
                decided.collect::<Vec<_>>().join(" ")
            },
        ),
    ];

    fn processes(&self) -> usize {
        self.processes
    }

    fn len(&self, array: Array) -> usize {
        if array.name == PAIR.name {
            pair(self.processes - 2, self.processes - 1) + 1
        } else {
            self.processes
        }
    }

    fn local(&self, i: Pid) -> Local {
        Local { first: i as u8, input: i as u8 + 1, ..Local::new_zeroed() }
    }

    fn show(&self, _: Pid, my: &Local, _: Memory<'_>, view: &mut ProcessView) {
        view.locals.push(("first", my.first.to_string()));
        if my.decided != 0 {
            view.decided = Some(letter(my.decided));
            view.status = format!("decided {}", letter(my.decided));
        } else if self.reads_pair_first {
            view.locals.push(("last", writer(my.last)));
        } else {
            view.locals.push(("other", letter(my.other)));
        }
    }
}

impl AssignN {
    /// The name of the one that others are compared with.
    fn one(&self) -> &'static str {
        if self.compares_with_itself { "i" } else { "first" }
    }

    /// The one that others are compared with.
    fn one_of(&self, i: Pid, my: &Local) -> Pid {
        if self.compares_with_itself { i } else { my.first.into() }
    }

    /// The register that it shares with the one in hand.
    fn shared(&self, i: Pid, my: &Local) -> usize {
        pair(self.one_of(i, my), other(i, my.compared.into()))
    }

    /// All that is to be read of one process is read: was it earlier?
    fn weigh(&self, turn: &mut Turn<'_, '_, AssignN>, my: &mut Local) -> Then<At> {
        let (i, one) = (turn.i, self.one_of(turn.i, my));
        let j = other(i, my.compared.into());
        let (input, last) = (std::mem::take(&mut my.other), std::mem::take(&mut my.last));
        if input == 0 {
            turn.note(|| format!("Process {j} has not written."));
        } else if usize::from(last) == one + 1 {
            turn.note(|| format!("Process {j} wrote before process {one}."));
            (my.first, my.input) = (j as u8, input);
        } else {
            turn.note(|| format!("Process {one} wrote before process {j}."));
        }
        my.compared += 1;
        if usize::from(my.compared) + 1 < self.processes {
            return Then::Goto(At::PairFirst);
        }
        (my.compared, my.decided) = (0, std::mem::take(&mut my.input));
        turn.decide(|| letter(my.decided));
        Then::Goto(At::Decided)
    }
}
