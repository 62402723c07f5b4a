//! What readers may see of a store: one client writes 1 and then 2 into a column, another reads it
//! twice.

use super::{
    CLIENTS_MAX, Cell, Clients, Clocks, Columns, Level, Line, Program, Put, Stamps, Store, Then,
};
use crate::{Action, Log, Mail, Model, Pid, ProcessView, Property, Stepped, Zone};
use std::collections::{BTreeSet, HashSet};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

struct Toy(Store);

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
enum At {
    Begin,
    One,
    Two,
    Read,
    Again,
    End,
}

/// What was read.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
struct Seen([u8; 2]);

impl Program for Toy {
    type At = At;
    type Row = [Cell; 1];
    type Local = Seen;
    type Ghost = ();

    const ZONES: &'static [Zone] = &[];
    const LINES: &'static [Line<Toy>] = &[
        Line::own(Zone::Remainder, At::Begin, "", |_, turn, _| {
            Then::Goto(if turn.i == 0 { At::One } else { At::Read })
        }),
        Line::write(Zone::Proposing, At::One, "", |_, _, _| put(Some(1)), At::Two),
        Line::write(Zone::Proposing, At::Two, "", |_, _, _| put(Some(2)), At::End),
        Line::read(
            Zone::Reading,
            At::Read,
            "",
            |_, _, _| 1,
            |_, _, my, row| {
                my.0[0] = row[0].value().unwrap_or(0);
                Then::Goto(At::Again)
            },
        ),
        Line::read(
            Zone::Reading,
            At::Again,
            "",
            |_, _, _| 1,
            |_, _, my, row| {
                my.0[1] = row[0].value().unwrap_or(0);
                Then::Goto(At::End)
            },
        ),
        Line::own(Zone::Decided, At::End, "", |_, _, _| Then::Done),
    ];
    const PROPERTIES: &'static [Property<Clients<Toy>>] = &[];

    fn clients(&self) -> usize {
        2
    }

    fn local(&self, _: Pid) -> Seen {
        Seen([0; 2])
    }

    fn store(&self) -> Store {
        self.0
    }

    fn column(&self, _: usize) -> String {
        "x".into()
    }

    fn called(&self, _: Columns) -> crate::Cell {
        crate::Cell { array: "x", index: 0, single: true }
    }

    fn show(&self, _: Pid, _: &Seen, _: &mut ProcessView) {}
}

const fn put(value: Option<u8>) -> Put {
    Put { columns: 1, value }
}

const QUORUMS: Store = Store {
    replicas: 3,
    reads: Level::Quorum,
    writes: Level::Quorum,
    answers_at_once: true,
    lands_at_once: true,
    stamps: Stamps::Client,
    clocks: Clocks::Apart,
    retries_max: 0,
    steps_back_max: 0,
    downs_max: 0,
    crashes_max: 0,
};

type State = super::State<[Cell; 1], Seen, ()>;

/// All that can be reached from `start`.
fn reach(model: &Clients<Toy>, start: State) -> Vec<State> {
    let mut seen = HashSet::from([start.as_bytes().to_vec()]);
    let mut states = vec![start];
    let mut next = 0;
    while let Some(&state) = states.get(next) {
        next += 1;
        model.actions(&state, &mut |action| {
            let mut after = state;
            if let Stepped::Ran(_) = model.step(&mut after, action, &mut Log::off())
                && seen.insert(after.as_bytes().to_vec())
            {
                states.push(after);
            }
        });
    }
    states
}

/// What the second client can read once the first one's writes have ended.
fn read_after_both_writes(store: Store) -> BTreeSet<[u8; 2]> {
    let model = Clients::new(Toy(store));
    let is_between = |state: &&State| {
        model.zone(state, 0) == Zone::Decided && model.zone(state, 1) == Zone::Remainder
    };
    let all = reach(&model, model.init());
    let between = all.iter().filter(is_between);
    let ends = between.flat_map(|&state| reach(&model, state));
    ends.filter(|it| model.zone(it, 1) == Zone::Decided).map(|it| it.local[1].0).collect()
}

#[test]
fn a_read_after_a_write_sees_it_where_they_must_meet() {
    let only = BTreeSet::from([[2, 2]]);
    assert_eq!(read_after_both_writes(Store { replicas: 1, ..QUORUMS }), only);
    assert_eq!(read_after_both_writes(QUORUMS), only);
    assert_eq!(read_after_both_writes(Store { answers_at_once: false, ..QUORUMS }), only);
    for (reads, writes) in [(Level::One, Level::All), (Level::All, Level::One)] {
        assert_eq!(read_after_both_writes(Store { reads, writes, ..QUORUMS }), only);
    }
    let any = read_after_both_writes(Store { reads: Level::One, writes: Level::One, ..QUORUMS });
    let nine = (0..3).flat_map(|first| (0..3).map(move |second| [first, second]));
    assert_eq!(any, nine.collect());
}

/// A value can be seen and then not be seen, as long as its write has not ended.
#[test]
fn a_write_under_way_comes_and_goes() {
    let model = Clients::new(Toy(QUORUMS));
    let reads: BTreeSet<[u8; 2]> = reach(&model, model.init())
        .iter()
        .filter(|it| model.zone(it, 1) == Zone::Decided)
        .map(|it| it.local[1].0)
        .collect();
    assert!(reads.contains(&[1, 0]) && reads.contains(&[2, 1]) && !reads.contains(&[2, 0]));
}

#[test]
fn an_old_timestamp_loses_and_a_new_one_wins() {
    let falls = read_after_both_writes(Store { steps_back_max: 1, ..QUORUMS });
    assert_eq!(falls, BTreeSet::from([[1, 1], [2, 2]]));
    let late = |stamps| read_after_both_writes(Store { stamps, retries_max: 1, ..QUORUMS });
    assert_eq!(late(Stamps::Client), BTreeSet::from([[2, 2]]));
    let revived = late(Stamps::Server);
    assert!(revived.contains(&[2, 1]) && revived.contains(&[1, 2]), "{revived:?}");
}

#[test]
fn too_few_replicas_answer_nobody() {
    let model = Clients::new(Toy(Store { downs_max: 2, ..QUORUMS }));
    let mut state = model.init();
    let mut step = |action| model.step(&mut state, action, &mut Log::off());
    let ran = |stepped| matches!(stepped, Stepped::Ran(_));
    assert!(ran(step(Action::step(1))) && ran(step(Action::Crash(4))));
    assert_eq!(step(Action::Step { process: 1, choice: 0b110 }), Stepped::Refused);
    assert!(ran(step(Action::Step { process: 1, choice: 0b011 })));
    assert!(ran(step(Action::Crash(2))));
    assert_eq!(step(Action::Crash(3)), Stepped::Refused, "two may go down");
    assert_eq!(step(Action::step(1)), Stepped::Waits);
    assert!(ran(step(Action::step(0))) && ran(step(Action::step(0))));
    let land = |to| Action::Deliver(Mail { from: 0, to, kind: 0, nth: 0 });
    assert_eq!(step(land(2)), Stepped::Refused);
    assert!(ran(step(land(3))));
    assert_eq!(step(Action::step(0)), Stepped::Waits, "one acknowledgement is not a quorum");
}

/// Where each replica stamps what lands there, what lands last wins, unless the clocks stand still.
#[test]
fn a_replica_that_stamps_takes_the_last_for_the_newest() {
    let stamps_itself = Store { stamps: Stamps::Replica, ..QUORUMS };
    let any = read_after_both_writes(stamps_itself);
    assert!(any.contains(&[1, 1]) && any.contains(&[2, 2]), "{any:?}");
    let still = read_after_both_writes(Store { clocks: Clocks::Still, ..stamps_itself });
    assert_eq!(still, BTreeSet::from([[2, 2]]));
}

#[test]
fn clocks_advance_as_they_are_said_to() {
    let expected = [
        (Clocks::Apart, [5, 6, 5]),
        (Clocks::InStep, [6, 6, 5]),
        (Clocks::One, [6, 5, 5]),
        (Clocks::Still, [5, 5, 5]),
    ];
    for (clocks, after) in expected {
        let model = Clients::new(Toy(Store { clocks, ..QUORUMS }));
        let mut shows = [5; CLIENTS_MAX];
        model.tick(&mut shows, 1);
        assert_eq!(shows, after, "{clocks:?}");
    }
}

#[test]
fn a_write_to_the_only_replica_may_take_its_time() {
    let model = Clients::new(Toy(Store { replicas: 1, lands_at_once: false, ..QUORUMS }));
    let mut state = model.init();
    let mut step = |action| model.step(&mut state, action, &mut Log::off());
    let ran = |stepped| matches!(stepped, Stepped::Ran(_));
    assert!(ran(step(Action::step(0))) && ran(step(Action::step(0))));
    assert_eq!(step(Action::step(0)), Stepped::Waits);
    assert!(ran(step(Action::step(1))) && ran(step(Action::step(1))));
    assert!(ran(step(Action::Deliver(Mail { from: 0, to: 2, kind: 0, nth: 0 }))));
    assert!(ran(step(Action::step(1))));
    assert_eq!(state.local[1].0, [0, 1]);
    assert_eq!(model.zone(&state, 0), Zone::Proposing);
}
