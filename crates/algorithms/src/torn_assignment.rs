//! # The torn assignment
//!
//! `A := 0` and `A := −1`, at the same time, on a machine that can only write a part of `A` at
//! once. Whoever comes last in one part need not come last in the next, and so A may end as a
//! value that nobody wrote. A lock prevents that, until a writer is killed in the middle and the
//! lock is taken from it.
//!
//! Douglas W. Jones, [lecture notes 22C:116][notes], University of Iowa, fall 2002, number 29,
//! "Atomic Transactions": the first example.
//!
//! [notes]: http://homepage.divms.uiowa.edu/~jones/opsys/

mod article;

use model::shared_memory::{self, Array, Memory, Program, State, Then, Threads, number};
use model::{ArrayView, Pid, ProcessView, Shape, Zone, per_process};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct TornAssignment {
    writers: usize,
    /// How many bytes A has; a step writes or reads one of them.
    parts: usize,
    /// Every other writer begins with the highest part.
    has_opposite_order: bool,
    lock: Lock,
    reader: Reader,
    is_killed: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Lock {
    None,
    /// Who is killed keeps it.
    Kept,
    /// It is taken from who is killed.
    Recovered,
}

#[derive(Clone, Copy, PartialEq)]
enum Reader {
    None,
    Bare,
    /// It takes the writers' lock.
    Locked,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Acquire,
    Write,
    Read,
    Release,
    End,
    Kill,
    Recover,
    Dead,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// How many parts it has written or read.
    done: u8,
    /// What the reader has read so far.
    read: [u8; PARTS_MAX],
    has_read: bool,
}

const PARTS_MAX: usize = 4;

const A: Array = Array::of(0, "A", PARTS_MAX, number).shaped(Shape::Word);
const LOCK: Array = Array::of(1, "lock", 1, holder).shaped(Shape::Locks);

/// The lock holds nobody, or one more than a process's number.
fn holder(value: u8) -> String {
    match value {
        0 => "none".into(),
        _ => (value - 1).to_string(),
    }
}

type Line = shared_memory::Line<TornAssignment>;
type Property = model::Property<Threads<TornAssignment>>;
type States = State<[u8; 8], Local, ()>;

impl Program for TornAssignment {
    type At = At;
    type Cells = [u8; 8];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[A, LOCK];
    const ZONES: &'static [Zone] =
        &[Zone::Waiting, Zone::Assigning, Zone::Reading, Zone::Exit, Zone::Remainder];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Waiting, At::Acquire, "await lock = none\nlock ← i", |it, turn, _| {
            let i = turn.i;
            if turn.update(LOCK, 0, |held| if held == 0 { i as u8 + 1 } else { held }) != 0 {
                return Then::Await;
            }
            Then::Goto(if it.is_reader(i) { At::Read } else { At::Write })
        })
        .only_if(|it| it.lock != Lock::None)
        .to("to have A to itself"),
        Line::at(Zone::Assigning, At::Write, "", |it, turn, my| {
            let part = it.order(turn.i, my.done);
            turn.write(A, part, value_of(turn.i)[part]);
            let a = it.number(it.a(|part| turn.peek(A, part)));
            turn.note(|| format!("A is {a}."));
            my.done += 1;
            if usize::from(my.done) < it.parts {
                return Then::Stay;
            }
            my.done = 0;
            Then::Goto(if it.lock == Lock::None { At::End } else { At::Release })
        })
        .worded(|it| {
            let order = if it.has_opposite_order { ", if i is odd from the last" } else { "" };
            format!("for each part p{order}:\n  A[p] ← value[p]")
        }),
        Line::at(
            Zone::Reading,
            At::Read,
            "for each part p:\n  read[p] ← A[p]",
            |it, turn, my| {
                let part = usize::from(my.done);
                my.read[part] = turn.read(A, part);
                my.done += 1;
                if usize::from(my.done) < it.parts {
                    return Then::Stay;
                }
                my.done = 0;
                my.has_read = true;
                let all = it.number(my.read);
                turn.note(|| format!("It takes A for {all}."));
                Then::Goto(if it.reader == Reader::Locked { At::Release } else { At::End })
            },
        )
        .only_if(|it| it.reader != Reader::None),
        Line::at(Zone::Exit, At::Release, "lock ← none", |_, turn, _| {
            turn.write(LOCK, 0, 0);
            Then::Goto(At::End)
        })
        .only_if(|it| it.lock != Lock::None),
        Line::at(Zone::Remainder, At::End, "end", |_, _, _| Then::Done),
        Line::fault(Zone::Crashed, At::Kill, "process i is killed", |it, turn, my| {
            *my = Local::new_zeroed();
            let has_lock = turn.peek(LOCK, 0) == turn.i as u8 + 1;
            let recovers = has_lock && it.lock == Lock::Recovered;
            Then::Goto(if recovers { At::Recover } else { At::Dead })
        })
        .only_if(|it| it.is_killed),
        Line::fault(Zone::Crashed, At::Recover, "lock ← none", |_, turn, _| {
            turn.write(LOCK, 0, 0);
            Then::Goto(At::Dead)
        })
        .only_if(|it| it.is_killed && it.lock == Lock::Recovered)
        .to("as the system takes the lock from it"),
        Line::fault(Zone::Crashed, At::Dead, "process i stays dead", |_, _, _| Then::Done)
            .only_if(|it| it.is_killed),
    ];
    const CRASH: Option<At> = Some(At::Kill);

    const PROPERTIES: &'static [Property] = &[
        Property::always(
            "final value whole",
            "When all writers have come to their end, A holds a value that one of them was to write.",
            |it, state| !is_over(it, state) || it.program.is_whole(a(it, state)),
        ),
        Property::always(
            "value read whole",
            "The reader takes A for a value that a writer was to write.",
            |it, state| state.local.iter().all(|my| !my.has_read || it.program.is_whole(my.read)),
        )
        .only_if(|it| it.program.reader != Reader::None),
        Property::outcomes(
            "final values",
            "What A holds in the end, and in how many runs.",
            |it, state| it.program.shown(a(it, state)),
        ),
        Property::wait_free(
            "wait-free",
            "Every assignment and inspection ends within so many steps of its own.",
            |it, state| {
                let zones = [Zone::Waiting, Zone::Assigning, Zone::Reading, Zone::Exit];
                per_process(it.those_in(state, &zones))
            },
        ),
        Property::sometimes("255", "A can end as 255.", |it, state| ends_as(it, state, 255)),
        Property::sometimes("−256", "A can end as −256.", |it, state| ends_as(it, state, -256)),
    ];

    fn processes(&self) -> usize {
        self.writers + usize::from(self.reader != Reader::None)
    }

    fn start(&self, i: Pid) -> Option<At> {
        let reads_at_once =
            self.is_reader(i) && (self.reader == Reader::Bare || self.lock == Lock::None);
        reads_at_once.then_some(At::Read)
    }

    fn len(&self, array: Array) -> usize {
        if array.name == A.name { self.parts } else { usize::from(self.lock != Lock::None) }
    }

    fn crashes_max(&self) -> u8 {
        self.is_killed.into()
    }

    fn role(&self, i: Pid) -> &'static str {
        if self.is_reader(i) { "reader" } else { "writer" }
    }

    fn show(&self, i: Pid, my: &Local, memory: Memory<'_>, view: &mut ProcessView) {
        if view.row == Some(At::Acquire as u8) {
            view.awaits.extend(memory.get(LOCK, 0).checked_sub(1));
        }
        if !self.is_reader(i) {
            view.status = format!("A ← {}", self.shown(value_of(i)));
            return;
        }
        if view.zone == Zone::Crashed {
            return;
        }
        let read = my.read.iter().take(self.parts).map(u8::to_string);
        view.locals.push(("read", read.collect::<Vec<_>>().join(" ")));
        if my.has_read {
            view.status = format!("took A for {}", self.shown(my.read));
        }
    }

    fn show_array(&self, array: Array, memory: Memory<'_>, view: &mut ArrayView) {
        if array.name == LOCK.name {
            let holder = memory.get(LOCK, 0).checked_sub(1);
            view.cells.iter_mut().for_each(|it| it.holders.extend(holder));
            return;
        }
        let a = self.a(|part| memory.get(A, part));
        let of_nobody = if self.is_whole(a) { "" } else { ": no writer’s value" };
        view.whole = Some(format!("A = {}{of_nobody}", self.shown(a)));
    }
}

impl TornAssignment {
    fn is_reader(&self, i: Pid) -> bool {
        i == self.writers
    }

    /// The part that writer `i` writes when it has written `done` of them.
    fn order(&self, i: Pid, done: u8) -> usize {
        let done = usize::from(done);
        if self.has_opposite_order && i % 2 == 1 { self.parts - 1 - done } else { done }
    }

    /// The bytes as one number, in two's complement.
    fn number(&self, bytes: [u8; PARTS_MAX]) -> i32 {
        let unused = 8 * (PARTS_MAX - self.parts);
        i32::from_le_bytes(bytes) << unused >> unused
    }

    /// With the sign that the article has.
    fn shown(&self, bytes: [u8; PARTS_MAX]) -> String {
        self.number(bytes).to_string().replace('-', "−")
    }

    fn is_whole(&self, bytes: [u8; PARTS_MAX]) -> bool {
        (0..self.writers).any(|i| self.number(value_of(i)) == self.number(bytes))
    }

    fn a(&self, part: impl Fn(usize) -> u8) -> [u8; PARTS_MAX] {
        std::array::from_fn(|p| if p < self.parts { part(p) } else { 0 })
    }
}

/// What writer `i` writes, lowest part first: 0, −1 and 1.
fn value_of(i: Pid) -> [u8; PARTS_MAX] {
    match i {
        0 => [0; PARTS_MAX],
        1 => [255; PARTS_MAX],
        _ => [1, 0, 0, 0],
    }
}

type It = Threads<TornAssignment>;

fn a(it: &It, state: &States) -> [u8; PARTS_MAX] {
    it.program.a(|part| state.cell(A, part))
}

/// Whether no writer writes any more.
fn is_over(it: &It, state: &States) -> bool {
    let mut writers = 0..it.program.writers;
    writers.all(|i| matches!(it.zone(state, i), Zone::Remainder | Zone::Crashed))
}

fn ends_as(it: &It, state: &States, value: i32) -> bool {
    is_over(it, state) && it.program.number(a(it, state)) == value
}
