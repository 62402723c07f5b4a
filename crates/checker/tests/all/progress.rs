//! Conditions of progress and costs, on graphs whose answers are known.

use crate::check;
use crate::{naive, operations};
use checker::{Limits, Outcome, Report};
use model::others_in;
use model::{Action, Log, PerProcess, Pids, Stepped};
use typed::{Model, Property};

/// A graph of small numbers, drawn by hand: from where, what, and whereto.
#[derive(Clone, Copy)]
struct Drawn {
    steps: &'static [(u8, &'static str, u8)],
    /// What processes 0 and 1 have pending in each state.
    pending: &'static [[u8; 2]],
    /// Of each state, who is inside: a set.
    inside: &'static [Pids],
}

/// Of two processes.
fn first_two(one: u8, other: u8) -> PerProcess {
    let mut all = PerProcess::default();
    all[..2].copy_from_slice(&[one, other]);
    all
}

impl Drawn {
    fn operations(&self, state: &[u8; 1]) -> PerProcess {
        let [a, b] = self.pending[usize::from(state[0])];
        first_two(a, b)
    }

    /// One's own steps, also those with which one has to wait.
    fn own(_: &Self, _: &[u8; 1], action: Action, _: &[u8; 1]) -> PerProcess {
        let is_own = |i: u8| u8::from(action == Action::step(i));
        first_two(is_own(0), is_own(1))
    }

    /// How many others enter.
    fn passed(&self, from: &[u8; 1], _: Action, to: &[u8; 1]) -> PerProcess {
        let inside = |state: &[u8; 1]| self.inside[usize::from(state[0])];
        others_in(inside(to) & !inside(from))
    }

    const PROPERTIES: &'static [Property<Self>] = &[
        Property::wait_free("wait-free", "", Self::operations),
        Property::lock_free("lock-free", "", Self::operations),
        Property::obstruction_free("obstruction-free", "", Self::operations),
        Property::most_cost("most steps", "", Self::operations, Self::own),
        Property::least_cost("least steps", "", Self::operations, Self::own),
        Property::most_cost("passed", "", Self::operations, Self::passed),
    ];
}

impl Model for Drawn {
    type State = [u8; 1];

    fn init(&self) -> [u8; 1] {
        [0]
    }

    fn actions(&self, state: &[u8; 1], offer: &mut dyn FnMut(Action)) {
        let here = self.steps.iter().filter(|step| step.0 == state[0]);
        here.for_each(|it| offer(it.1.parse().unwrap()));
    }

    fn step(&self, state: &mut [u8; 1], action: Action, _: &mut Log<'_>) -> Stepped {
        let name = action.to_string();
        let Some(step) = self.steps.iter().find(|step| step.0 == state[0] && step.1 == name) else {
            return Stepped::Waits;
        };
        state[0] = step.2;
        Stepped::Ran(0)
    }

    fn properties(&self) -> &'static [Property<Self>] {
        Self::PROPERTIES
    }
}

/// Whatever is asked, the naive checker says the same.
fn judge(steps: &'static [(u8, &'static str, u8)], pending: &'static [[u8; 2]]) -> Report {
    judge_with(Drawn { steps, pending, inside: &[0; 9] })
}

fn judge_with(drawn: Drawn) -> Report {
    let report = check(drawn, Limits::default());
    let wanted = naive::check(&drawn, usize::MAX);
    assert_eq!(operations::proven(&drawn, report.clone()), wanted);
    report
}

fn run(text: &str) -> Vec<Action> {
    text.split_whitespace().map(|action| action.parse().unwrap()).collect()
}

fn outcomes(report: &Report) -> Vec<Outcome> {
    report.verdicts.iter().map(|verdict| verdict.outcome.clone()).take(5).collect()
}

#[test]
fn who_needs_nobody_is_wait_free() {
    let report = judge(
        &[(0, "s0", 1), (1, "s0", 2), (1, "s1", 3), (3, "s0", 2)],
        &[[1, 0], [1, 0], [0, 0], [1, 0]],
    );
    let all = Outcome::Within { value: 2, run: run("s0 s0") };
    let most = Outcome::Most { value: 2, run: run("s0 s0") };
    let least = Outcome::Least { value: 2, run: run("s0 s0") };
    assert_eq!(outcomes(&report), [all.clone(), Outcome::Holds, all, most, least]);
    let sentence = |at: usize| report.verdicts[at].sentence(&report);
    assert_eq!(sentence(0), "holds: at most 2 own steps (reached in 2 steps)");
    assert_eq!(sentence(1), "holds in every run");
    assert!(report.ok());
}

/// Process 1 ends one operation after the other, each time that it sends process 0 back.
#[test]
fn who_is_beaten_again_and_again_is_lock_free_at_best() {
    let report = judge(
        &[
            (0, "s0", 1),
            (0, "s1", 2),
            (1, "s0", 4),
            (1, "s1", 2),
            (2, "s0", 3),
            (2, "s1", 0),
            (3, "s0", 4),
            (3, "s1", 0),
        ],
        &[[1, 1], [1, 1], [1, 2], [1, 2], [0, 0]],
    );
    let beaten = Outcome::Loops { run: run("s0 s1 s1"), from: 0 };
    let growth = Outcome::Unbounded { run: run("s0 s1 s1"), from: 0 };
    let alone = Outcome::Within { value: 2, run: run("s0 s0") };
    // process 0 ends it for process 1
    let least = Outcome::Least { value: 0, run: run("s0 s0") };
    assert_eq!(outcomes(&report), [beaten, Outcome::Holds, alone, growth, least]);
    let sentence = |at: usize| report.verdicts[at].sentence(&report);
    assert_eq!(sentence(0), "fails: a loop of 3 steps");
    assert_eq!(sentence(3), "no bound: a loop of 3 steps");
    assert_eq!(report.verdicts[3].loops_from(), Some(0));
}

/// Each undoes what the other has done; who is left alone gets done.
#[test]
fn who_undo_each_other_are_obstruction_free_at_best() {
    let report = judge(
        &[(0, "s0", 1), (0, "s1", 2), (1, "s0", 3), (1, "s1", 0), (2, "s1", 3), (2, "s0", 0)],
        &[[1, 1], [1, 1], [1, 1], [0, 0]],
    );
    let round = Outcome::Loops { run: run("s0 s1"), from: 0 };
    let found = outcomes(&report);
    assert_eq!(found[..2], [round.clone(), round]);
    assert_eq!(found[2], Outcome::Within { value: 3, run: run("s1 s0 s0 s0") });
}

#[test]
fn who_waits_for_others_is_stuck() {
    // process 1 can go on when process 0 is through
    let report = judge(
        &[(0, "s0", 1), (0, "s1", 3), (1, "s0", 2), (2, "s1", 4), (3, "s0", 4)],
        &[[1, 1], [1, 1], [0, 1], [1, 0], [0, 0]],
    );
    let stuck = Outcome::Stuck { run: run("s0"), process: 1 };
    let spins = Outcome::Unbounded { run: run("s0"), from: 1 };
    let least = Outcome::Least { value: 1, run: run("s1 s0") };
    assert_eq!(outcomes(&report), [stuck.clone(), stuck.clone(), stuck, spins, least]);
    let sentence = |at: usize| report.verdicts[at].sentence(&report);
    assert_eq!(sentence(0), "fails: somebody waits for others after 1 step");
    assert_eq!(sentence(3), "no bound: from step 1 on it can retry for ever");
    assert_eq!(report.verdicts[3].loops_from(), None);
    assert!(!report.ok());
}

#[test]
fn messages_are_delivered_and_faults_end_nothing() {
    let report = judge(
        &[(0, "d10a", 1), (1, "c0", 2), (1, "s0", 3), (2, "r0", 0)],
        &[[1, 0], [1, 0], [0, 0], [0, 0]],
    );
    let all = Outcome::Within { value: 1, run: run("d10a s0") };
    let found = outcomes(&report);
    assert_eq!(found[..3], [all.clone(), Outcome::Holds, all]);
    assert_eq!(found[4], Outcome::Least { value: 1, run: run("d10a s0") });
    // nobody ever ends
    let report = judge(&[(0, "c0", 1), (0, "s0", 0)], &[[1, 0], [0, 0]]);
    assert_eq!(outcomes(&report)[4], Outcome::NotFound);
}

/// Process 0 waits; process 1 enters and leaves.
#[test]
fn who_is_passed_is_told_how_often() {
    const STEPS: &[(u8, &str, u8)] =
        &[(0, "s1", 1), (1, "s1", 2), (2, "s1", 3), (3, "s1", 4), (0, "s0", 5), (4, "s0", 5)];
    const PENDING: &[[u8; 2]] = &[[1, 0], [1, 0], [1, 0], [1, 0], [1, 0], [0, 0]];
    let inside = &[0, 2, 0, 2, 0, 1];
    let report = judge_with(Drawn { steps: STEPS, pending: PENDING, inside });
    let passed = |report: &Report| report.verdicts[5].outcome.clone();
    assert_eq!(passed(&report), Outcome::Most { value: 2, run: run("s1 s1 s1") });
    let round = &[(0, "s1", 1), (1, "s1", 0), (0, "s0", 2)];
    let report = judge_with(Drawn { steps: round, pending: &PENDING[3..], inside: &[0; 3] });
    assert_eq!(passed(&report), Outcome::Most { value: 0, run: vec![] });
    let report = judge_with(Drawn { steps: round, pending: PENDING, inside });
    assert_eq!(passed(&report), Outcome::Unbounded { run: run("s1 s1"), from: 0 });
    assert!(report.verdicts[5].good());
}
