//! What the kit for shared memory does beside letting a process take its next line.

use model::shared_memory::{Array, Line, Memory, Program, Then, Threads, number};
use model::{Action, Event, Log, Model, Pid, ProcessView, Property, Stepped, WritePhase, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// Process 0 takes its bit of a row, and may lose it again; process 1 begins elsewhere.
struct Lease {
    runs_out: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
enum At {
    Take,
    Keep,
    Other,
    RunOut,
}

const ROW: Array = Array::of(0, "row", 1, number);
/// Has no element where nothing runs out.
const CLOCK: Array = Array::of(1, "clock", 1, number);

impl Program for Lease {
    type At = At;
    type Cells = [u8; 8];
    type Local = [u8; 1];
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[ROW, CLOCK];
    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Critical];
    const LINES: &'static [Line<Lease>] = &[
        Line::at(Zone::Remainder, At::Take, "row ← with i", |_, turn, _| {
            let i = turn.i;
            turn.write_part(ROW, 0, |row| row | 1 << i);
            Then::Goto(At::Keep)
        }),
        Line::at(Zone::Critical, At::Keep, "keep it", |_, _, _| Then::Done),
        Line::at(Zone::Remainder, At::Other, "row ← with 7", |_, turn, _| {
            turn.write_part(ROW, 0, |row| row | 1 << 7);
            Then::Stay
        }),
        Line::fault(Zone::Crashed, At::RunOut, "row ← without i", |_, turn, _| {
            let bit = 1 << turn.i;
            if turn.peek(ROW, 0) & bit == 0 {
                return Then::Done;
            }
            turn.write_part(ROW, 0, |row| row & !bit);
            Then::Stay
        })
        .only_if(|it| it.runs_out),
    ];
    const TIMEOUT: Option<At> = Some(At::RunOut);
    const PROPERTIES: &'static [Property<Threads<Lease>>] = &[];

    fn len(&self, array: Array) -> usize {
        if array.name == CLOCK.name { self.runs_out.into() } else { 1 }
    }

    fn processes(&self) -> usize {
        2
    }

    fn local(&self, _: Pid) -> [u8; 1] {
        [0]
    }

    fn start(&self, i: Pid) -> Option<At> {
        (i == 1).then_some(At::Other)
    }

    fn show(&self, _: Pid, _: &[u8; 1], _: Memory<'_>, _: &mut ProcessView) {}
}

#[test]
fn a_lease_runs_out_where_there_is_one_and_nobody_moves() {
    let model = Threads::new(Lease { runs_out: true });
    let mut state = model.init();
    let mut step = |action| model.step(&mut state, action, &mut Log::off());
    assert_eq!(step(Action::Timeout(0)), Stepped::Refused);
    assert_eq!(step(Action::step(1)), Stepped::Ran(At::Other as u8));
    assert_eq!(step(Action::step(0)), Stepped::Ran(At::Take as u8));
    assert_eq!(step(Action::Timeout(1)), Stepped::Refused);
    assert_eq!(step(Action::Timeout(0)), Stepped::Ran(At::RunOut as u8));
    assert_eq!(step(Action::Timeout(0)), Stepped::Refused);
    assert_eq!(step(Action::Timeout(2)), Stepped::Refused);
    assert_eq!((state.cell(ROW, 0), model.zone(&state, 0)), (1 << 7, Zone::Critical));
}

#[test]
fn nothing_runs_out_where_the_knobs_say_so() {
    let model = Threads::new(Lease { runs_out: false });
    let mut state = model.init();
    assert_eq!(model.step(&mut state, Action::step(0), &mut Log::off()), Stepped::Ran(0));
    assert_eq!(model.step(&mut state, Action::Timeout(0), &mut Log::off()), Stepped::Refused);
    model.actions(&state, &mut |action| assert!(!matches!(action, Action::Timeout(_))));
}

#[test]
fn an_array_without_elements_is_not_shown() {
    for (runs_out, shown) in [(true, vec!["row", "clock"]), (false, vec!["row"])] {
        let model = Threads::new(Lease { runs_out });
        let arrays = model.view(&model.init()).arrays;
        assert_eq!(arrays.iter().map(|it| it.name).collect::<Vec<_>>(), shown);
    }
}

#[test]
fn to_write_a_part_is_one_write_and_no_read() {
    let model = Threads::new(Lease { runs_out: true });
    let mut state = model.init();
    let mut events = Vec::new();
    model.step(&mut state, Action::step(1), &mut Log::to(&mut events));
    let [Event::Write { value, phase: WritePhase::Whole, .. }] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(value, "128");
}

/// Process 0 throws a die of three; process 1 cannot crash.
struct Die;

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
enum Throw {
    Throw,
    Crash,
}

const WIDE: Array = Array::of(0, "wide", 8, number);
const LAST: Array = Array::of(2, "last", 1, number);

impl Program for Die {
    type At = Throw;
    type Cells = [u8; 12];
    type Local = [u8; 1];
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[WIDE, LAST];
    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Crashed];
    const LINES: &'static [Line<Die>] = &[
        Line::at(Zone::Remainder, Throw::Throw, "last ← any of three", |_, turn, _| {
            let eyes = turn.choose(3);
            if eyes == 2 {
                return Then::Done;
            }
            turn.write(LAST, 0, eyes + 1);
            Then::Stay
        }),
        Line::fault(Zone::Crashed, Throw::Crash, "wide, last ← 0", |_, turn, _| {
            (0..8).for_each(|j| turn.disturb(WIDE, j, |old| old + j as u8));
            turn.disturb(LAST, 0, |_| 9);
            Then::Stay
        }),
    ];
    const CRASH: Option<Throw> = Some(Throw::Crash);
    const PROPERTIES: &'static [Property<Threads<Die>>] = &[];

    fn processes(&self) -> usize {
        2
    }

    fn local(&self, _: Pid) -> [u8; 1] {
        [0]
    }

    fn has_choices(&self) -> bool {
        true
    }

    fn crashes_max(&self) -> u8 {
        2
    }

    fn can_crash(&self, i: Pid) -> bool {
        i == 0
    }

    fn show(&self, _: Pid, _: &[u8; 1], _: Memory<'_>, _: &mut ProcessView) {}
}

#[test]
fn an_open_step_is_offered_once_for_each_outcome_and_goes_that_way() {
    let model = Threads::new(Die);
    let mut state = model.init();
    let mut offered = Vec::new();
    model.actions(&state, &mut |action| offered.push(action.to_string()));
    assert_eq!(offered, ["s0=1", "s0=2", "s0=3", "s1=1", "s1=2", "s1=3", "c0", "c1"]);
    let mut step = |action: &str| {
        let stepped = model.step(&mut state, action.parse().unwrap(), &mut Log::off());
        (stepped, state.cell(LAST, 0))
    };
    assert_eq!(step("s0=2"), (Stepped::Ran(0), 2));
    assert_eq!(step("s0=1"), (Stepped::Ran(0), 1));
    assert_eq!(step("s0=3"), (Stepped::Done, 1));
    assert_eq!(step("s0=4"), (Stepped::Refused, 1));
    assert_eq!(step("s0"), (Stepped::Refused, 1));
}

#[test]
fn a_crash_hits_only_whom_it_may_and_changes_what_it_likes() {
    let model = Threads::new(Die);
    let mut state = model.init();
    assert_eq!(model.step(&mut state, Action::Crash(1), &mut Log::off()), Stepped::Refused);
    let mut events = Vec::new();
    assert_eq!(
        model.step(&mut state, Action::Crash(0), &mut Log::to(&mut events)),
        Stepped::Ran(Throw::Crash as u8)
    );
    let has_written = events.iter().any(|it| matches!(it, Event::Write { .. }));
    assert!(!has_written, "{events:?}");
    let wide: Vec<u8> = (0..8).map(|j| state.cell(WIDE, j)).collect();
    assert_eq!((wide, state.cell(LAST, 0)), ((0..8).collect(), 9));
    assert_eq!(model.view(&state).arrays[0].cells.len(), 8);
}

#[test]
fn a_longer_array_takes_two_places() {
    let (long, next) = (Array::of(0, "long", 8, number), Array::of(2, "next", 4, number));
    assert_eq!((long.cell(7) + 1, next.cell(0)), (8, 8));
}
