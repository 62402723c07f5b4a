//! # Stable storage
//!
//! A value is kept twice, each copy with the time of its writing and a checksum over both, and the
//! second copy is not touched before the first one is on disk. So a crash spoils at most one copy,
//! and the other has the old value or the new one. A second crash may spoil the other, since
//! nothing mends the first; and without the waits one crash spoils both.
//!
//! Douglas W. Jones, [lecture notes 22C:116][notes], University of Iowa, fall 2002, number 29,
//! "Atomic Transactions", section "Stable Storage". The notes call it Lamport's; it is that of
//! Butler W. Lampson and Howard E. Sturgis, [Crash Recovery in a Distributed Data Storage
//! System][sturgis], 1979. The repairs are those of Lampson, [Atomic Transactions][lampson], 1981, who has a
//! `Cleanup` that runs after every crash, and one that is common in file systems: to write over
//! the copy that is worth less.
//!
//! [notes]: http://homepage.divms.uiowa.edu/~jones/opsys/
//! [sturgis]: https://bwlampson.site/21-CrashRecovery/Abstract.html
//! [lampson]: https://doi.org/10.1007/3-540-10571-9_11

mod article;
mod field;
mod properties;
mod steps;

use field::{Copies, Field, better, checksum, is_whole};
use model::shared_memory::{self, Array, Memory, Program, State, Then, Threads, number};
use model::{ArrayView, Pid, ProcessView, Shape, Zone};
use steps::{any_field, copies};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct StableStorage {
    updates: u8,
    crashes: u8,
    /// How many fields may decay on disk in one run.
    decays: u8,
    has_cache: bool,
    /// Whether an update waits for its first copy, and for its second one.
    waits: [bool; 2],
    mends_at_restart: bool,
    mends_before_update: bool,
    /// The copy that an inspect would not return is written first.
    worse_first: bool,
    clock: Clock,
    /// An inspect reads every field once, before it compares.
    reads_first: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Clock {
    Runs,
    Sticks,
    StepsBack,
    /// It is a variable of the process, which a crash sets to zero.
    Restarts,
    /// There is none: the time is one more than the latest of a whole copy.
    Copies,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Serve,
    Survey,
    Tick,
    Copy,
    Stamp,
    Seal,
    Wait,
    Inspect,
    Check,
    Compare,
    Take,
    Crash,
    Restart,
    WriteBack,
    Decay,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// How many fields it has read or waited for; of decay, how many it has destroyed.
    done: u8,
    /// What it has read of them.
    read: Copies,
    /// The copy that is being written, and whether it is the last one.
    c: u8,
    is_last: bool,
    value: u8,
    time: u8,
    is_updating: bool,
    is_mending: bool,
    /// How many updates have begun; the last one writes this number.
    begun: u8,
    /// What an inspect would have returned before that one began, while it is under way or
    /// interrupted.
    old: u8,
    /// What the last inspect returned, one more than that, until the next request.
    result: u8,
    /// The latest value that an inspect has returned.
    seen: u8,
    /// Reads and writes of the update.
    accesses: u8,
}

/// Result of an inspect that found no whole copy.
const FAILURE: u8 = 9;

const COPY: Array = Array::of(0, "Copy", 2, field::show).shaped(Shape::Column);
const TIME: Array = Array::of(1, "Time", 2, field::show).shaped(Shape::Column);
const SUM: Array = Array::of(2, "Sum", 2, field::show_sum).shaped(Shape::Column);
const CLOCK: Array = Array::of(3, "clock", 1, number);
const REQUEST: Array = Array::of(4, "request", 1, request);
const FIELDS: [Array; 3] = [COPY, TIME, SUM];

const INSPECT: u8 = 1;
const UPDATE: u8 = 2;

fn request(value: u8) -> String {
    match value {
        INSPECT => "inspect",
        UPDATE => "update",
        _ => "none",
    }
    .into()
}

type Line = shared_memory::Line<StableStorage>;
type It = Threads<StableStorage>;
type Property = model::Property<It>;
type States = State<[u8; 20], Local, ()>;

impl Program for StableStorage {
    type At = At;
    type Cells = [u8; 20];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[COPY, TIME, SUM, CLOCK, REQUEST];
    const ZONES: &'static [Zone] =
        &[Zone::Remainder, Zone::Reading, Zone::Assigning, Zone::Crashed, Zone::Processing];

    const LINES: &'static [Line] = &[
        Line::at(
            Zone::Remainder,
            At::Serve,
            "request ← inspect, or update with the next value",
            |it, turn, my| {
                let is_update = turn.choose(2) == 1;
                if is_update && my.begun == it.updates {
                    return Then::Done;
                }
                (my.result, my.accesses) = (0, 0);
                if !is_update {
                    turn.write(REQUEST, 0, INSPECT);
                    return Then::Goto(if it.reads_first { At::Inspect } else { At::Check });
                }
                let now = copies(|array, c| turn.peek(array, c), Field::seen);
                my.old = better(now).map_or(my.old, |c| now[3 * c]);
                my.begun += 1;
                my.is_updating = true;
                turn.write(REQUEST, 0, UPDATE);
                if it.surveys_before_update() { Then::Goto(At::Survey) } else { my.take_time() }
            },
        ),
        Line::at(Zone::Reading, At::Survey, "", |it, turn, my| {
            if my.read_next(turn) { it.plan(turn, my) } else { Then::Stay }
        })
        .worded(StableStorage::survey_words)
        .only_if(|it| it.mends_at_restart || it.surveys_before_update())
        .to("to compare the copies"),
        Line::at(Zone::Assigning, At::Tick, "", |it, turn, my| {
            let back = matches!(it.clock, Clock::Sticks | Clock::StepsBack) && turn.choose(2) == 1;
            let step = |clock: u8| match (back, it.clock) {
                (false, _) => clock + 1,
                (true, Clock::StepsBack) => clock.saturating_sub(1),
                (true, _) => clock,
            };
            my.accesses += 1;
            my.time = step(turn.update(CLOCK, 0, step));
            Then::Goto(At::Copy)
        })
        .worded(|it| {
            let or = match it.clock {
                Clock::Sticks => ", or as it was",
                Clock::StepsBack => ", or one back",
                _ => "",
            };
            format!("clock ← clock + 1{or}\ntime ← clock")
        })
        .only_if(|it| it.clock != Clock::Copies)
        .to("to update the time"),
        Line::at(Zone::Assigning, At::Copy, "", |it, turn, my| {
            it.write(turn, my, COPY, my.value);
            Then::Goto(At::Stamp)
        })
        .worded(|it| {
            let order = if it.worse_first { ", from c on" } else { "" };
            format!("for each copy c{order}:\n  Copy[c] ← value")
        }),
        Line::at(Zone::Assigning, At::Stamp, "  Time[c] ← time", |it, turn, my| {
            it.write(turn, my, TIME, my.time);
            Then::Goto(At::Seal)
        }),
        Line::at(
            Zone::Assigning,
            At::Seal,
            "  Sum[c] ← checksum(value, time)",
            |it, turn, my| {
                it.write(turn, my, SUM, checksum(my.value, my.time));
                if it.has_cache && it.waits_for(my) {
                    return Then::Goto(At::Wait);
                }
                it.next_copy(turn, my)
            },
        ),
        Line::at(Zone::Assigning, At::Wait, "", |it, turn, my| {
            let field = FIELDS[usize::from(my.done)];
            if !Field(turn.read(field, my.c.into())).is_on_disk() {
                return Then::Await;
            }
            my.done += 1;
            if usize::from(my.done) < FIELDS.len() {
                return Then::Stay;
            }
            my.done = 0;
            it.next_copy(turn, my)
        })
        .worded(|it| {
            let after = match it.waits {
                [true, false] if it.mends_at_restart || it.mends_before_update => {
                    "  after the first copy, or a mended one:\n  "
                }
                [true, false] => "  after the first copy:\n  ",
                [false, true] => "  after the second copy:\n  ",
                _ => "",
            };
            format!("{after}  await Copy[c], Time[c], Sum[c] on disk")
        })
        .only_if(|it| it.has_cache && it.waits.contains(&true))
        .to("to see whether it is on disk"),
        Line::at(Zone::Reading, At::Inspect, INSPECT_WORDS, |_, turn, my| {
            if !my.read_next(turn) {
                return Then::Stay;
            }
            let (read, c) = (my.read, better(my.read));
            my.give(turn, c.map(|c| read[3 * c]))
        })
        .only_if(|it| it.reads_first),
        Line::at(
            Zone::Reading,
            At::Check,
            "for each copy c:\n  read ← Copy[c], Time[c], Sum[c]\n  \
             c is whole if Sum[c] = checksum(Copy[c], Time[c])",
            |_, turn, my| {
                if !my.read_next(turn) {
                    return Then::Stay;
                }
                match (better(my.read), is_whole(my.read, 0) && is_whole(my.read, 1)) {
                    (None, _) => my.give(turn, None),
                    (Some(_), true) => {
                        my.done = 0;
                        Then::Goto(At::Compare)
                    }
                    (Some(c), false) => my.choose(c),
                }
            },
        )
        .only_if(|it| !it.reads_first),
        Line::at(
            Zone::Reading,
            At::Compare,
            "if both are whole:\n  read ← Time[0], Time[1]\n  \
             c ← 0 if Time[0] > Time[1], else 1",
            |_, turn, my| {
                let c = usize::from(my.done);
                my.read[3 * c + 1] = Field(turn.read(TIME, c)).seen();
                my.done += 1;
                if my.done < 2 {
                    return Then::Stay;
                }
                my.choose(usize::from(my.read[1] <= my.read[4]))
            },
        )
        .only_if(|it| !it.reads_first)
        .to("to see which copy is later"),
        Line::at(Zone::Reading, At::Take, "return Copy[c]", |_, turn, my| {
            let value = Field(turn.read(COPY, my.c.into())).seen();
            my.give(turn, Some(value))
        })
        .only_if(|it| !it.reads_first),
        Line::fault(Zone::Crashed, At::Crash, "", |it, turn, my| {
            *my = my.history();
            for (array, c) in FIELDS.iter().flat_map(|&array| [(array, 0), (array, 1)]) {
                turn.disturb(array, c, |field| Field(field).lost());
            }
            if it.clock == Clock::Restarts {
                turn.disturb(CLOCK, 0, |_| 0);
            }
            Then::Goto(At::Restart)
        })
        .worded(|it| {
            let cache = match it.has_cache {
                true => ", and the cache with it:\n  Copy, Time, Sum ← as they are on disk",
                false => "",
            };
            let clock = if it.clock == Clock::Restarts { "\n  clock ← 0" } else { "" };
            format!("process i crashes{cache}{clock}")
        })
        .only_if(|it| it.crashes > 0),
        Line::at(Zone::Crashed, At::Restart, "start again", |it, _, _| {
            Then::Goto(if it.mends_at_restart { At::Survey } else { At::Serve })
        })
        .only_if(|it| it.crashes > 0),
        Line::at(
            Zone::Processing,
            At::WriteBack,
            "the cache writes, in any order:\n  one of: Copy, Time, Sum ← on disk as in the cache",
            |_, turn, _| {
                let (array, c) = any_field(turn);
                if Field(turn.peek(array, c)).is_on_disk() {
                    return Then::Done;
                }
                turn.write_part(array, c, |field| Field(field).flushed());
                Then::Stay
            },
        )
        .only_if(|it| it.has_cache),
        Line::fault(
            Zone::Processing,
            At::Decay,
            "something on disk decays:\n  one of: Copy, Time, Sum ← #",
            |it, turn, my| {
                if my.done == it.decays {
                    return Then::Done;
                }
                my.done += 1;
                let (array, c) = any_field(turn);
                turn.write_part(array, c, |field| Field(field).decayed(array.name == SUM.name));
                Then::Stay
            },
        )
        .only_if(|it| it.decays > 0),
    ];
    const CRASH: Option<At> = Some(At::Crash);
    const PROPERTIES: &'static [Property] = properties::PROPERTIES;

    fn processes(&self) -> usize {
        1 + usize::from(self.has_cache) + usize::from(self.decays > 0)
    }

    fn local(&self, _: Pid) -> Local {
        Local::new_zeroed()
    }

    fn start(&self, i: Pid) -> Option<At> {
        match i {
            0 => None,
            1 if self.has_cache => Some(At::WriteBack),
            _ => Some(At::Decay),
        }
    }

    fn crashes_max(&self) -> u8 {
        self.crashes
    }

    fn can_crash(&self, i: Pid) -> bool {
        i == 0
    }

    fn has_choices(&self) -> bool {
        true
    }

    fn show_array(&self, array: Array, memory: Memory<'_>, view: &mut ArrayView) {
        if !FIELDS.iter().any(|it| it.name == array.name) {
            return;
        }
        let is_sum = array.name == SUM.name;
        for (copy, it) in view.cells.iter_mut().enumerate() {
            let field = Field(memory.get(array, copy));
            it.value = field::word(field.seen(), is_sum);
            it.stored = (!field.is_on_disk()).then(|| field::word(field.stored(), is_sum));
            let [value, time, sum] = FIELDS.map(|array| Field(memory.get(array, copy)).seen());
            it.bad = is_sum && sum != checksum(value, time);
        }
    }

    fn show_crash(&self, my: &Local, left: Memory<'_>) -> Option<(&'static [Array], String)> {
        let left = copies(|array, c| left.get(array, c), Field::stored);
        Some((&FIELDS, my.after_crash(left)))
    }

    fn role(&self, i: Pid) -> &'static str {
        match i {
            0 => model::PROCESS,
            1 if self.has_cache => "cache",
            _ => "disk",
        }
    }

    fn show(&self, i: Pid, my: &Local, _: Memory<'_>, view: &mut ProcessView) {
        if i > 0 {
            view.status = match view.row == Some(At::Decay as u8) {
                true => format!("decay: {} of {}", my.done, self.decays),
                false => "cache".into(),
            };
            return;
        }
        view.status = match (my.result, view.zone) {
            (FAILURE, _) => "inspect: failure".into(),
            (1.., _) => format!("inspect: {}", field::word(my.result - 1, false)),
            (_, Zone::Assigning) if my.is_mending => format!("mends copy {}", my.c),
            (_, Zone::Assigning) => format!("writes copy {}", my.c),
            _ => String::new(),
        };
        match view.zone {
            Zone::Reading => {
                let fields: &[usize] = match view.row == Some(At::Compare as u8) {
                    true => &[1, 4],
                    false => &[0, 1, 2, 3, 4, 5],
                };
                let read = fields.iter().take(my.done.into());
                let words = read.map(|&at| field::word(my.read[at], at % 3 == 2));
                view.locals.push(("read", words.collect::<Vec<_>>().join(" ")));
                if [Some(At::Compare as u8), Some(At::Take as u8)].contains(&view.row) {
                    view.locals.push(("c", my.c.to_string()));
                }
            }
            Zone::Assigning => {
                view.head = [At::Copy, At::Stamp, At::Seal]
                    .iter()
                    .position(|it| view.row == Some(*it as u8))
                    .map(|field| FIELDS[field].element(my.c.into()));
                view.locals.extend([
                    ("c", my.c.to_string()),
                    ("value", my.value.to_string()),
                    ("time", my.time.to_string()),
                ]);
            }
            _ => {}
        }
    }
}

const INSPECT_WORDS: &str = "for each copy c:\n  read ← Copy[c], Time[c], Sum[c]\n\
     return the Copy of the later whole one,\n  if both are as late the second,\n  \
     failure if neither is whole";
