//! Steps in sleep sets lead to nothing new: with and without them all states are found in one order.

use crate::real::settings;
use algorithms::Visit;
use checker::explore;
use model::{Algorithm, Log, Model, Stepped, System};
use std::collections::HashSet;
use std::sync::Arc;
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
