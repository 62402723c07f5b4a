//! Steps in sleep sets lead to nothing new: with and without them all states are found in one order.

use crate::check;
use crate::real::settings;
use algorithms::Visit;
use checker::{Limits, explore};
use model::{
    Action, Algorithm, Footprint, Log, Model, Property, Skipped, SleepSet, Stepped, System,
    TriedSteps,
};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use zerocopy::IntoBytes;

const STATES_MAX: usize = 2_000;

/// All states, nearest first, and how many steps there are.
pub fn in_order<M: Model>(model: &M) -> (Vec<M::State>, usize) {
    let (mut states, mut transitions) = (vec![model.init()], 0);
    let mut seen = HashSet::from([states[0].as_bytes().to_vec()]);
    let mut next = 0;
    while next < states.len() {
        let before = states[next];
        model.actions(&before, &mut |action| {
            let mut after = before;
            if let Stepped::Ran(_) = model.step(&mut after, action, &mut Log::off()) {
                transitions += 1;
                if states.len() < STATES_MAX && seen.insert(after.as_bytes().to_vec()) {
                    states.push(after);
                }
            }
        });
        next += 1;
    }
    (states, transitions)
}

/// The states that a search finds, in the order of their numbers, and how many steps there are.
pub fn searched(system: Arc<dyn System>) -> (Vec<u8>, usize) {
    let mut states = Vec::new();
    let report = explore(system, STATES_MAX, |before, _, _, _| {
        if !states.ends_with(before) {
            states.extend_from_slice(before);
        }
    });
    (states, report.transitions)
}

struct Orders;

impl Visit for Orders {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        for setting in settings::<A>(golden::quick_or(1, 2)) {
            let model = A::model(&setting);
            let ((wanted, transitions), found) = (in_order(&model), searched(A::system(&setting)));
            assert!(wanted.as_bytes() == found.0, "{slug} {setting:?}: another order");
            assert_eq!(found.1, transitions, "{slug} {setting:?}");
        }
    }
}

#[test]
fn every_algorithm_has_its_states_in_the_same_order() {
    algorithms::visit_all(&mut Orders);
}

/// A model that counts the steps that are tried and run.
struct Counted<M>(M, Arc<AtomicUsize>);

impl<M: Model> Model for Counted<M> {
    type State = M::State;

    unseen!();

    fn init(&self) -> M::State {
        self.0.init()
    }

    fn actions(&self, state: &M::State, offer: &mut dyn FnMut(Action)) {
        self.0.actions(state, offer);
    }

    fn step(&self, state: &mut M::State, action: Action, log: &mut Log<'_>) -> Stepped {
        let stepped = self.0.step(state, action, log);
        self.1.fetch_add(usize::from(matches!(stepped, Stepped::Ran(_))), Ordering::Relaxed);
        stepped
    }

    fn actions_outside(
        &self,
        state: &M::State,
        asleep: SleepSet,
        offer: &mut dyn FnMut(Action),
    ) -> Skipped {
        self.0.actions_outside(state, asleep, offer)
    }

    fn sleep_set(
        &self,
        tried: &mut TriedSteps,
        before: &M::State,
        action: Action,
        came: (Stepped, Footprint),
        after: &M::State,
    ) -> SleepSet {
        self.0.sleep_set(tried, before, action, came, after)
    }

    fn properties(&self) -> &[Property<Self>] {
        &[]
    }
}

/// How many states and steps an algorithm has as it opens, and how many steps are tried.
struct Tries(Vec<(&'static str, [usize; 3])>);

impl Visit for Tries {
    fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
        let setting = settings::<A>(0).remove(0);
        let tried = Arc::new(AtomicUsize::new(0));
        let report = check(Counted(A::model(&setting), Arc::clone(&tried)), Limits::default());
        let tried = tried.load(Ordering::Relaxed);
        self.0.push((slug, [report.states, report.transitions, tried]));
    }
}

/// Nothing would fail if nothing slept.
#[test]
fn most_steps_to_states_that_are_known_sleep() {
    let mut tries = Tries(Vec::new());
    algorithms::visit_all(&mut tries);
    for (slug, [states, transitions, tried]) in &tries.0 {
        println!("{slug}: {states} states, {transitions} steps, {tried} tried");
    }
    let asleep = |slug: &str| {
        let found = tries.0.iter().find(|it| it.0 == slug);
        let (_, [states, transitions, awake]) = found.expect("an algorithm");
        (transitions - awake) * 100 / (transitions + 1 - states)
    };
    let (slug, least) = ("erlang-lock", 60);
    assert!(asleep(slug) >= least, "{slug}: {} %", asleep(slug));
}
