//! # Pointer assignment
//!
//! A variable that is too large to be written at once is made anew in a cell that nobody looks at,
//! and then one pointer is swung to it: the pointer is small enough. That is safe as long as no
//! cell is written while somebody may look at it. With a fresh cell for every update that is so;
//! with two cells used in turn, it is so only until a slow reader meets a writer that comes round.
//!
//! Douglas W. Jones, [lecture notes 22C:116][notes], University of Iowa, fall 2002, number 29,
//! "Atomic Transactions", section "Pointer Assignment". The reader that announces what
//! it looks at is that of Maged M. Michael, [Hazard Pointers][hazard], IEEE Transactions on
//! Parallel and Distributed Systems 15(6), 2004.
//!
//! [notes]: http://homepage.divms.uiowa.edu/~jones/opsys/
//! [hazard]: https://doi.org/10.1109/TPDS.2004.8

mod article;
mod properties;

use model::shared_memory::{self, Array, Memory, Program, State, Then, Threads, Turn, number};
use model::{ArrayView, Pid, ProcessView, Shape, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct PointerAssignment {
    writers: usize,
    /// Of each writer.
    updates: u8,
    /// How many cells each writer uses in turn; `None`: a fresh one every time.
    cells: Option<u8>,
    reader: Reader,
    crash: Crash,
    crashes: u8,
}

#[derive(Clone, Copy, PartialEq)]
enum Reader {
    None,
    /// It reads the pointer, and then what is there.
    Plain,
    /// It then looks whether the pointer is still the same.
    Rechecks,
    /// So it does, and the pointer carries the number of its writer's update.
    RechecksCount,
    /// It says where it is about to look, and writers keep away from there.
    Announces,
}

#[derive(Clone, Copy, PartialEq)]
enum Crash {
    Stays,
    /// It restarts, and begins with the first of its cells.
    First,
    /// With one that the pointer does not point to.
    Looks,
    /// With the one whose turn it is, which it has not forgotten.
    Recalls,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    New,
    Fill,
    Swing,
    Look,
    Announce,
    Confirm,
    Read,
    Recheck,
    Withdraw,
    End,
    Crash,
    Restart,
    Dead,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// The writer's new cell.
    temp: u8,
    /// Which of its own cells it has made visible last.
    last: u8,
    /// How many updates it has begun.
    begun: u8,
    /// What the reader read the pointer as.
    p: u8,
    /// How many halves it has written or read.
    halves: u8,
    /// What the reader has read.
    read: [u8; 2],
    has_read: bool,
    /// When it had read all, the pointer pointed to another value.
    is_late: bool,
}

const P: Array = Array::of(0, "P", 1, pointer);
const LOW: Array = Array::of(1, "low", CELLS_MAX, number).shaped(Shape::Part);
const HIGH: Array = Array::of(3, "high", CELLS_MAX, number).shaped(Shape::Part);
const LOOKS_AT: Array = Array::of(5, "looks_at", 1, cell_or_none);

const CELLS_MAX: usize = 8;

/// A pointer is a cell's number and, where it carries one, that of an update.
fn pointer(value: u8) -> String {
    match (cell_of(value), value >> 3) {
        (cell, 0) => cell.to_string(),
        (cell, count) => format!("{cell}, update {count}"),
    }
}

fn cell_of(pointer: u8) -> usize {
    usize::from(pointer & 7)
}

/// Nothing, or one more than a cell's number.
fn cell_or_none(value: u8) -> String {
    value.checked_sub(1).map_or("none".into(), |cell| cell.to_string())
}

type Line = shared_memory::Line<PointerAssignment>;
type It = Threads<PointerAssignment>;
type Property = model::Property<It>;
type States = State<[u8; 24], Local, ()>;

impl Program for PointerAssignment {
    type At = At;
    type Cells = [u8; 24];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[P, LOW, HIGH, LOOKS_AT];
    const ZONES: &'static [Zone] =
        &[Zone::Remainder, Zone::Assigning, Zone::Reading, Zone::Crashed];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Remainder, At::New, "", |it, turn, my| {
            if my.begun == it.updates {
                return Then::Done;
            }
            let Some(temp) = it.next_cell(turn, my) else { return Then::Await };
            my.temp = temp;
            my.begun += 1;
            Then::Goto(At::Fill)
        })
        .worded(|it| match (it.cells, it.reader) {
            (None, _) => "temp: a new cell".into(),
            (_, Reader::Announces) => "await a cell of mine that is neither the\n  \
                 last nor looks_at\ntemp: that cell, the next in turn"
                .into(),
            _ => "temp: the next of my cells, in turn".into(),
        })
        .to("to take another cell"),
        Line::at(
            Zone::Assigning,
            At::Fill,
            "low[temp] ← low half of value\nhigh[temp] ← high half of value",
            |it, turn, my| {
                let half = [LOW, HIGH][usize::from(my.halves)];
                turn.write(half, my.temp.into(), it.value(turn.i, my.begun));
                my.halves += 1;
                if my.halves < 2 {
                    return Then::Stay;
                }
                my.halves = 0;
                Then::Goto(At::Swing)
            },
        ),
        Line::at(Zone::Assigning, At::Swing, "P ← temp", |it, turn, my| {
            let count = if it.reader == Reader::RechecksCount { my.begun } else { 0 };
            turn.write(P, 0, my.temp | count << 3);
            my.last = it.cells.map_or(0, |cells| my.temp % cells);
            my.temp = 0;
            Then::Goto(At::New)
        })
        .worded(|it| match it.reader {
            Reader::RechecksCount => "P ← temp, number of this update".into(),
            _ => "P ← temp".into(),
        })
        .to("to swing the pointer"),
        Line::at(Zone::Remainder, At::Look, "p ← P", |it, turn, my| {
            my.p = turn.read(P, 0);
            Then::Goto(if it.reader == Reader::Announces { At::Announce } else { At::Read })
        })
        .only_if(|it| it.reader != Reader::None)
        .to("to see where the value is"),
        Line::at(Zone::Reading, At::Announce, "looks_at ← p", |_, turn, my| {
            turn.write(LOOKS_AT, 0, my.p + 1);
            Then::Goto(At::Confirm)
        })
        .only_if(|it| it.reader == Reader::Announces),
        Line::at(
            Zone::Reading,
            At::Confirm,
            "if P ≠ p:\n  p ← P; announce again",
            |_, turn, my| Then::Goto(if my.is_up_to_date(turn) { At::Read } else { At::Announce }),
        )
        .only_if(|it| it.reader == Reader::Announces)
        .to("to see whether the writers can have known"),
        Line::at(Zone::Reading, At::Read, "read ← low[p], high[p]", |it, turn, my| {
            let half = usize::from(my.halves);
            my.read[half] = turn.read([LOW, HIGH][half], cell_of(my.p));
            my.halves += 1;
            if my.halves < 2 {
                return Then::Stay;
            }
            match it.reader {
                Reader::Rechecks | Reader::RechecksCount => Then::Goto(At::Recheck),
                Reader::Announces => Then::Goto(At::Withdraw),
                _ => my.finish(turn),
            }
        })
        .only_if(|it| it.reader != Reader::None),
        Line::at(
            Zone::Reading,
            At::Recheck,
            "if P ≠ p:\n  p ← P; read ← none; read again",
            |_, turn, my| {
                if my.is_up_to_date(turn) {
                    return my.finish(turn);
                }
                (my.halves, my.read) = (0, [0; 2]);
                Then::Goto(At::Read)
            },
        )
        .only_if(|it| matches!(it.reader, Reader::Rechecks | Reader::RechecksCount))
        .to("to see whether it has moved"),
        Line::at(Zone::Reading, At::Withdraw, "looks_at ← none", |_, turn, my| {
            turn.write(LOOKS_AT, 0, 0);
            my.finish(turn)
        })
        .only_if(|it| it.reader == Reader::Announces),
        Line::at(Zone::Remainder, At::End, "end", |_, _, _| Then::Done)
            .only_if(|it| it.reader != Reader::None),
        Line::fault(Zone::Crashed, At::Crash, "writer i crashes", |it, _, my| {
            (my.temp, my.halves) = (0, 0);
            Then::Goto(if it.crash == Crash::Stays { At::Dead } else { At::Restart })
        })
        .only_if(|it| it.crashes > 0),
        Line::at(Zone::Crashed, At::Restart, "", |it, turn, my| {
            let cells = it.cells.unwrap_or(1);
            match it.crash {
                Crash::Looks => {
                    let visible = cell_of(turn.read(P, 0)) as u8;
                    let is_mine = usize::from(visible / cells) == turn.i;
                    my.last = if is_mine { visible % cells } else { cells - 1 };
                }
                Crash::First => my.last = cells - 1,
                Crash::Stays | Crash::Recalls => {}
            }
            Then::Goto(At::New)
        })
        .worded(|it| {
            match it.crash {
                Crash::Looks => "start again, with a cell other than P’s",
                Crash::First => "start again, with my first cell",
                _ => "start again, with the cell whose turn it is",
            }
            .into()
        })
        .only_if(|it| it.crashes > 0 && it.crash != Crash::Stays)
        .to("to see which cell is visible"),
        Line::fault(Zone::Crashed, At::Dead, "writer i stays down", |_, _, _| Then::Done)
            .only_if(|it| it.crashes > 0 && it.crash == Crash::Stays),
    ];
    const CRASH: Option<At> = Some(At::Crash);
    const PROPERTIES: &'static [Property] = properties::PROPERTIES;

    fn processes(&self) -> usize {
        self.writers + usize::from(self.reader != Reader::None)
    }

    fn local(&self, i: Pid) -> Local {
        // the initial value is in the first cell of writer 0
        let last = self.cells.filter(|_| i > 0 && i < self.writers).map_or(0, |cells| cells - 1);
        Local { last, ..Local::new_zeroed() }
    }

    fn start(&self, i: Pid) -> Option<At> {
        (i == self.writers).then_some(At::Look)
    }

    fn len(&self, array: Array) -> usize {
        if ![LOW.name, HIGH.name].contains(&array.name) {
            return 1;
        }
        match self.cells {
            Some(cells) => self.writers * usize::from(cells),
            None => 1 + self.writers * usize::from(self.updates),
        }
    }

    fn crashes_max(&self) -> u8 {
        self.crashes
    }

    fn can_crash(&self, i: Pid) -> bool {
        i < self.writers
    }

    fn show_array(&self, array: Array, memory: Memory<'_>, view: &mut ArrayView) {
        if array.name == P.name {
            view.cells[0].points_to = Some(LOW.element(cell_of(memory.get(P, 0))));
        }
    }

    fn role(&self, i: Pid) -> &'static str {
        if i < self.writers { "writer" } else { "reader" }
    }

    fn show(&self, i: Pid, my: &Local, _: Memory<'_>, view: &mut ProcessView) {
        if i < self.writers {
            view.status = match view.zone {
                Zone::Assigning => format!("writes {} into {}", self.value(i, my.begun), my.temp),
                _ => format!("{} of {} updates", my.begun, self.updates),
            };
            return;
        }
        view.locals.push(("p", pointer(my.p)));
        let halves = if my.has_read { 2 } else { my.halves.into() };
        let read: Vec<_> = my.read[..halves].iter().map(u8::to_string).collect();
        view.locals.push(("read", if halves == 0 { "none".into() } else { read.join(" ") }));
        if my.has_read {
            view.status = format!("value: {}", value(my.read));
        }
    }
}

impl Local {
    /// The reader reads the pointer again, and whether it is as it was.
    fn is_up_to_date(&mut self, turn: &mut Turn<'_, '_, PointerAssignment>) -> bool {
        let before = std::mem::replace(&mut self.p, turn.read(P, 0));
        self.p == before
    }

    /// The reader has what it takes for the value.
    fn finish(&mut self, turn: &mut Turn<'_, '_, PointerAssignment>) -> Then<At> {
        let visible = cell_of(turn.peek(P, 0));
        (self.has_read, self.halves) = (true, 0);
        self.is_late = self.read != [LOW, HIGH].map(|half| turn.peek(half, visible));
        let read = value(self.read);
        turn.note(|| format!("It takes the value for {read}."));
        Then::Goto(At::End)
    }
}

impl PointerAssignment {
    /// What writer `i` writes in its update of that number: each half of it holds that number.
    fn value(&self, i: Pid, update: u8) -> u8 {
        i as u8 * self.updates + update
    }

    /// The cell for the writer's next update; none if all of its own are in use.
    fn next_cell(&self, turn: &mut Turn<'_, '_, PointerAssignment>, my: &Local) -> Option<u8> {
        if self.cells.is_none() {
            return Some(self.value(turn.i, my.begun + 1));
        }
        let avoided = match self.reader {
            Reader::Announces => turn.read(LOOKS_AT, 0),
            _ => 0,
        };
        self.own_cell(turn.i, my, avoided)
    }

    /// The update that a writer is at, or about to begin; zero if it has none.
    fn update(&self, my: &Local, zone: Zone) -> u8 {
        match zone {
            Zone::Assigning => my.begun,
            Zone::Remainder if my.begun < self.updates => my.begun + 1,
            _ => 0,
        }
    }

    /// The next of its own cells that is neither the last nor, plus one, the avoided one; with one
    /// cell there is no other than the last.
    fn own_cell(&self, i: Pid, my: &Local, avoided: u8) -> Option<u8> {
        let cells = self.cells?;
        let mut in_turn =
            (1..cells.max(2)).map(|ahead| i as u8 * cells + (my.last + ahead) % cells);
        in_turn.find(|cell| cell + 1 != avoided)
    }
}

fn is_whole(halves: [u8; 2]) -> bool {
    halves[0] == halves[1]
}

fn value(halves: [u8; 2]) -> String {
    match is_whole(halves) {
        true => halves[0].to_string(),
        false => format!("half {}, half {}", halves[0], halves[1]),
    }
}
