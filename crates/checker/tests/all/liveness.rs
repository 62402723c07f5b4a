//! Who waits for ever, on models whose answers are known.

use crate::check;
use crate::{naive, runs};
use checker::{Coverage, Limits, Outcome, Report, Search};
use model::{Action, Fairness, Log, MessageId, Pids, Stepped};
use typed::{Model, Property, system_of};

/// Two processes and one lock: a byte for each process, 0 at rest, 1 waiting, 2 inside.
#[derive(Clone, Copy)]
struct Lock {
    /// The last who was inside lets the other one go first.
    takes_turns: bool,
    /// Who waits looks again and again, which changes nothing.
    polls: bool,
    /// Process 1 comes back only when it is told to.
    letter: bool,
}

/// Behind the processes: who was inside last, and whether a letter to process 1 is on its way.
const LAST: usize = 2;
const LETTER: usize = 3;
const MAIL: MessageId = MessageId { from: 0, to: 1, kind: 0, nth: 0 };

impl Lock {
    const PROPERTIES: &'static [Property<Self>] = &[
        Property::eventually("everybody", "", |_, it: &[u8; 4]| {
            Pids::from(it[0] == 1) | Pids::from(it[1] == 1) << 1
        }),
        Property::eventually("the letter", "", |_, it: &[u8; 4]| it[LETTER].into()),
        Property::eventually("the first", "", |_, it: &[u8; 4]| (it[0] == 1).into()),
    ];
}

impl Model for Lock {
    type State = [u8; 4];

    fn init(&self) -> [u8; 4] {
        [0, 0, 1, 0]
    }

    fn actions(&self, state: &[u8; 4], offer: &mut dyn FnMut(Action)) {
        (0..2).for_each(|process| offer(Action::step(process)));
        if state[LETTER] != 0 {
            offer(Action::Deliver(MAIL));
        }
        offer(Action::Crash(0));
    }

    fn step(&self, state: &mut [u8; 4], action: Action, _: &mut Log<'_>) -> Stepped {
        let me = match action {
            Action::Step { process, .. } => usize::from(process),
            Action::Deliver(_) => {
                state[LETTER] = 0;
                return Stepped::Ran(0);
            }
            _ => return Stepped::Refused,
        };
        let other = 1 - me;
        match state[me] {
            0 if self.letter && me == 1 => return Stepped::Done,
            0 => {
                state[me] = 1;
                state[LETTER] |= u8::from(self.letter);
            }
            1 if state[other] == 2
                || (self.takes_turns && state[other] == 1 && usize::from(state[LAST]) == me) =>
            {
                return if self.polls { Stepped::Ran(0) } else { Stepped::Waits };
            }
            1 => (state[me], state[LAST]) = (2, me as u8),
            _ => state[me] = 0,
        }
        Stepped::Ran(0)
    }

    fn fairness(&self, before: &[u8; 4], action: Action, _: &[u8; 4]) -> Option<Fairness> {
        match action {
            Action::Step { process, .. } if before[usize::from(process)] == 0 => None,
            _ => Fairness::of(action),
        }
    }

    fn properties(&self) -> &'static [Property<Self>] {
        Self::PROPERTIES
    }
}

/// Whatever is asked, the naive checker says the same.
fn judge(lock: Lock) -> Report {
    let report = check(lock, Limits::default());
    assert_eq!(runs::proven(&lock, report.clone()), naive::check(&lock, usize::MAX));
    report
}

fn outcome<'a>(report: &'a Report, property: &str) -> &'a Outcome {
    &report.verdicts.iter().find(|verdict| verdict.property == property).unwrap().outcome
}

const LOCK: Lock = Lock { takes_turns: false, polls: false, letter: false };

#[test]
fn who_is_overtaken_again_and_again_waits_for_ever() {
    let report = judge(LOCK);
    let run: Vec<Action> =
        ["s0", "s1", "s1", "s1"].iter().map(|text| text.parse().unwrap()).collect();
    assert_eq!(*outcome(&report, "the first"), Outcome::Loops { run, from: 1 });
    assert!(!report.ok());
    let verdict = report.verdicts.iter().find(|verdict| verdict.property == "the first").unwrap();
    assert_eq!(verdict.sentence(&report), "fails: after 1 step, a loop of 3 steps");
    assert_eq!((verdict.run().map(<[_]>::len), verdict.loops_from()), (Some(4), Some(1)));
}

#[test]
fn turns_help() {
    for polls in [false, true] {
        let report = judge(Lock { takes_turns: true, polls, ..LOCK });
        assert_eq!(*outcome(&report, "everybody"), Outcome::Holds);
        assert!(report.ok());
    }
}

/// Who polls takes steps, and so keeps its promise.
#[test]
fn polling_is_no_way_out() {
    let report = judge(Lock { polls: true, ..LOCK });
    assert!(matches!(outcome(&report, "everybody"), Outcome::Loops { .. }));
}

#[test]
fn a_letter_arrives_in_the_end() {
    let report = judge(Lock { letter: true, ..LOCK });
    assert_eq!(*outcome(&report, "the letter"), Outcome::Holds);
    // nobody is there to take the lock away from process 0
    assert_eq!(*outcome(&report, "the first"), Outcome::Holds);
}

/// One process that waits, and may only be hit by faults, or turn in circles.
struct Alone {
    steps: bool,
}

impl Alone {
    const PROPERTIES: &'static [Property<Self>] =
        &[Property::eventually("it", "", |_, state: &[u8; 1]| matches!(state[0], 1 | 2).into())];
}

impl Model for Alone {
    type State = [u8; 1];

    fn init(&self) -> [u8; 1] {
        [0]
    }

    fn actions(&self, _: &[u8; 1], offer: &mut dyn FnMut(Action)) {
        offer(Action::Crash(0));
        offer(Action::step(0));
    }

    fn step(&self, state: &mut [u8; 1], action: Action, _: &mut Log<'_>) -> Stepped {
        match (action, state[0]) {
            (Action::Crash(_), at) => {
                state[0] = (at + 1) % 4;
                Stepped::Ran(0)
            }
            (_, 1) if self.steps => Stepped::Ran(0),
            (_, 2) => Stepped::Waits,
            _ => Stepped::Done,
        }
    }

    fn properties(&self) -> &'static [Property<Self>] {
        Self::PROPERTIES
    }
}

#[test]
fn no_fault_has_to_help() {
    let run = |len| vec![Action::Crash(0); len];
    let report = check(Alone { steps: false }, Limits::default());
    assert_eq!(report.verdicts[0].outcome, Outcome::Fails { run: run(1) });
    let report = check(Alone { steps: true }, Limits::default());
    assert_eq!(report.verdicts[0].outcome, Outcome::Fails { run: run(2) });
}

#[test]
fn what_was_not_seen_is_not_judged() {
    let report = check(LOCK, Limits::states(5));
    assert_eq!(*outcome(&report, "everybody"), Outcome::NotAsked);
    let sentence = report.verdicts[0].sentence(&report);
    assert_eq!(sentence, "not checked: the search did not reach every state");
    let few_bytes = Limits { bytes_max: 400_000, ..Limits::default() };
    let report = check(LOCK, few_bytes);
    assert_eq!(report.coverage, Coverage::Exhausted);
    assert!(matches!(outcome(&report, "everybody"), Outcome::Loops { .. }));
}

#[test]
fn a_look_at_runs_can_be_taken_in_slices() {
    let mut search = Search::new(system_of(LOCK), Limits::default());
    let mut looks = 0;
    while search.advance(1) {
        looks += usize::from(search.progress().is_at_runs);
        let report = search.report();
        assert_eq!(report.coverage, Coverage::Unfinished);
        assert_eq!(*outcome(&report, "everybody"), Outcome::NotAsked);
    }
    assert!(looks > search.report().states);
    assert_eq!(search.progress().failures, 2);
    assert_eq!(search.report(), check(LOCK, Limits::default()));
}
