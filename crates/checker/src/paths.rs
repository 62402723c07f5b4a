//! The states that were seen, as a graph whose edges are taken anew each time: keeping them would
//! take more memory than the states do.

use crate::seen::Seen;
use model::{Action, Claim, Log, Model, Promise, Stepped};

/// A step from one state that was seen to another.
#[derive(Clone, Copy)]
pub struct Edge {
    pub action: Action,
    /// None where nobody has to take it.
    pub promise: Option<Promise>,
    pub to: u32,
}

/// All that a look at whole runs needs to know of a model. Behind this, it is compiled once and
/// not for every model.
pub trait Paths {
    fn len(&self) -> u32;
    /// Who waits, by each property of that kind: eight bits for each.
    fn waiting(&self, state: u32) -> u64;
    /// Puts every step from `state` in the place of what was in `edges`.
    fn steps(&self, state: u32, edges: &mut Vec<Edge>);
}

/// More properties of that kind no model has.
const WAITING_MAX: usize = 8;

pub struct Explored<'a, M: Model> {
    pub model: &'a M,
    /// Every state that there is.
    pub seen: &'a Seen<M::State>,
}

impl<M: Model> Paths for Explored<'_, M> {
    fn len(&self) -> u32 {
        self.seen.len()
    }

    fn waiting(&self, state: u32) -> u64 {
        let state = self.seen.state(state);
        let all = self.model.properties().iter().filter_map(|it| match it.claim {
            Claim::Eventually(waiting) => Some(waiting),
            _ => None,
        });
        let sets = all.take(WAITING_MAX).enumerate();
        sets.fold(0, |sets, (at, it)| sets | u64::from(it(self.model, state)) << (8 * at))
    }

    fn steps(&self, state: u32, edges: &mut Vec<Edge>) {
        edges.clear();
        let before = self.seen.state(state);
        self.model.actions(before, &mut |action| {
            let mut after = *before;
            if let Stepped::Ran(_) = self.model.step(&mut after, action, &mut Log::off()) {
                let to = self.seen.find(&after).expect("every state was seen");
                let promise = self.model.promise(before, action, &after);
                edges.push(Edge { action, promise, to });
            }
        });
    }
}
