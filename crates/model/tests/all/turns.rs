//! What one turn may do to the shared memory: compare and swap, go one of several ways,
//! and what the environment keeps.

use model::shared_memory::{Array, Line, Memory, Program, Then, Threads, number};
use model::{Action, Event, Log, Model, Pid, ProcessView, Property, Stepped, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

struct Turns;

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
enum At {
    Swap,
    Choose,
    Keep,
}

const CELL: Array = Array::of(0, "cell", 2, number);
const KEPT: Array = Array::of(1, "kept", 1, number);

impl Program for Turns {
    type At = At;
    type Cells = [u8; 8];
    type Local = [u8; 1];
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[CELL];
    const ZONES: &'static [Zone] = &[Zone::Assigning];
    const LINES: &'static [Line<Turns>] = &[
        Line::at(Zone::Assigning, At::Swap, "if cell[0] = 0: cell[0] ← 7", |_, turn, my| {
            *my = [turn.compare_and_swap(CELL, 0, 7, |it| it == 0).into()];
            Then::Stay
        }),
        Line::at(Zone::Assigning, At::Choose, "cell[1] ← 0, 1 or 2", |_, turn, _| {
            let way = turn.choose(3);
            turn.write(CELL, 1, way);
            Then::Stay
        }),
        Line::at(Zone::Assigning, At::Keep, "count this step", |_, turn, _| {
            turn.keep(KEPT, 0, turn.peek(KEPT, 0) + 1);
            Then::Stay
        }),
    ];
    const PROPERTIES: &'static [Property<Threads<Turns>>] = &[];

    fn processes(&self) -> usize {
        3
    }

    fn local(&self, _: Pid) -> [u8; 1] {
        [0]
    }

    /// Each process has a line of its own.
    fn start(&self, i: Pid) -> Option<At> {
        Some([At::Swap, At::Choose, At::Keep][i])
    }

    fn has_choices(&self) -> bool {
        true
    }

    fn show(&self, _: Pid, _: &[u8; 1], _: Memory<'_>, _: &mut ProcessView) {}
}

/// Takes a step, which must be possible, and counts what it told of: reads and writes.
fn told(state: &mut <Threads<Turns> as Model>::State, action: Action) -> (usize, usize) {
    let mut events = Vec::new();
    let stepped = Threads::new(Turns).step(state, action, &mut Log::to(&mut events));
    assert!(matches!(stepped, Stepped::Ran(_)), "{action}");
    let count = |is: fn(&Event) -> bool| events.iter().filter(|it| is(it)).count();
    (count(|it| matches!(it, Event::Read { .. })), count(|it| matches!(it, Event::Write { .. })))
}

#[test]
fn a_swap_writes_only_where_it_finds_what_it_expects() {
    let mut state = Threads::new(Turns).init();
    assert_eq!(told(&mut state, Action::step(0)), (1, 1));
    assert_eq!((state.cell(CELL, 0), state.local[0]), (7, [1]));
    assert_eq!(told(&mut state, Action::step(0)), (1, 0));
    assert_eq!((state.cell(CELL, 0), state.local[0]), (7, [0]));
}

#[test]
fn a_step_that_is_open_is_one_for_each_way() {
    let model = Threads::new(Turns);
    let mut state = model.init();
    let mut ways = Vec::new();
    model.actions(&state, &mut |action| {
        if let Action::Step { process: 1, choice } = action {
            ways.push(choice);
        }
    });
    assert_eq!(ways, [1, 2, 3]);
    told(&mut state, Action::Step { process: 1, choice: 3 });
    assert_eq!(state.cell(CELL, 1), 2);
    for choice in [0, 4] {
        let stepped = model.step(&mut state, Action::Step { process: 1, choice }, &mut Log::off());
        assert_eq!(stepped, Stepped::Refused);
    }
}

#[test]
fn what_the_environment_keeps_is_not_told() {
    let mut state = Threads::new(Turns).init();
    assert_eq!(told(&mut state, Action::step(2)), (0, 0));
    assert_eq!(state.cell(KEPT, 0), 1);
}
