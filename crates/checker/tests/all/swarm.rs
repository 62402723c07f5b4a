//! Swarms: what they find is there, and the same seed finds the same.

use crate::naive;
use crate::toys::{Counters, Locks, Race};
use checker::Outcome;
use checker::swarm::{Found, Swarm, random_walk};
use model::{Action, Log, Stepped, System};
use std::sync::Arc;
use typed::{Model, Property, system_of};

const SWARM: Swarm = Swarm { seed: 1, visits_max: 100_000, depth_max: 400, bytes_max: 1_000_000 };

pub fn of(system: &Arc<dyn System>, seed: u64) -> Found {
    random_walk(&**system, Swarm { seed, ..SWARM }, &mut |_| ())
}

#[test]
fn the_same_seed_finds_the_same() {
    let many = system_of(Counters::<8> { end: 9, turns: true, sum_max: u32::MAX });
    assert_eq!(of(&many, 1), of(&many, 1));
    assert_eq!(of(&many, 1).visits, 100_000);
    // eight steps are enough, and no run that is shortened has any to spare
    assert_eq!(of(&many, 2).failures[0].run.len(), 8);
    let runs = |seed| of(&many, seed).failures[0].run.clone();
    assert!((0..20).any(|seed| runs(seed) != runs(1)));
}

/// One process counts to three, and so breaks a claim; two more do what does not matter.
struct Padded;

impl Model for Padded {
    type State = [u8; 3];

    fn init(&self) -> [u8; 3] {
        [0; 3]
    }

    fn actions(&self, _: &[u8; 3], offer: &mut dyn FnMut(Action)) {
        (0..3).for_each(|process| offer(Action::step(process)));
    }

    fn step(&self, state: &mut [u8; 3], action: Action, _: &mut Log<'_>) -> Stepped {
        let Action::Step { process, .. } = action else { return Stepped::Refused };
        let number = &mut state[usize::from(process)];
        *number = (*number + 1) % 50;
        Stepped::Ran(0)
    }

    fn properties(&self) -> &'static [Property<Self>] {
        const { &[Property::always("fewer", "", |_, it: &[u8; 3]| it[0] != 3)] }
    }
}

#[test]
fn nothing_can_be_left_out_of_a_run() {
    for seed in 0..5 {
        let found = of(&system_of(Padded), seed);
        assert_eq!(found.failures[0].run, [Action::step(0); 3], "seed {seed}");
    }
}

#[test]
fn deadlocks_are_found() {
    let race = || Race { locks: Locks::InOppositeOrders, faults: false };
    let found = of(&system_of(race()), 1);
    let wanted = naive::check(&race(), usize::MAX);
    assert_eq!(found.failures.len(), 1);
    assert_eq!(found.failures[0].property, "no deadlock");
    let steps = found.failures[0].run.len();
    assert!(matches!(&wanted.verdicts[2].outcome, Outcome::Fails { run } if run.len() == steps));
}

#[test]
fn limits_are_kept() {
    let many = system_of(Counters::<8> { end: 39, turns: true, sum_max: u32::MAX });
    let mut told = Vec::new();
    let swarm = Swarm { depth_max: 160, ..SWARM };
    let found = random_walk(&*many, swarm, &mut |visits| told.push(visits));
    assert_eq!((found.visits, found.depth), (100_000, 160));
    assert_eq!(told.len(), 6);
}
