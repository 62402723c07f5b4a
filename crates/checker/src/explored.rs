//! A model and the states of it that were seen, as a graph.

use crate::{arena::Keep, seen::Seen};
use model::{Action, Claim, Log, Model, PerProcess, Fairness, Stepped};
use reports::{Edge, NOWHERE, Paths, WAITING_MAX};

pub struct Explored<'a, M, K> {
    pub model: &'a M,
    pub seen: &'a Seen<K>,
}

impl<M: Model, K: Keep<State = M::State>> Explored<'_, M, K> {
    fn state(&self, number: u32) -> M::State {
        K::recall(self.seen, self.model, number)
    }
}

impl<M: Model, K: Keep<State = M::State>> Paths for Explored<'_, M, K> {
    fn states(&self) -> u32 {
        self.seen.len()
    }

    fn parent(&self, state: u32) -> u32 {
        self.seen.parent(state)
    }

    fn outcome(&self, at: usize, state: u32) -> String {
        match self.model.properties()[at].claim {
            Claim::Outcomes(outcome) => outcome(self.model, &self.state(state)),
            _ => String::new(),
        }
    }

    fn waiting(&self, state: u32) -> u64 {
        let state = &self.state(state);
        let all = self.model.properties().iter().filter_map(|it| match it.claim {
            Claim::Eventually(waiting) => Some(waiting),
            _ => None,
        });
        let sets = all.take(WAITING_MAX).enumerate();
        sets.fold(0, |sets, (at, it)| sets | u64::from(it(self.model, state)) << (8 * at))
    }

    fn operations(&self, at: usize, state: u32) -> PerProcess {
        match self.model.properties()[at].claim {
            Claim::Progress(_, of) | Claim::Cost(_, of, _) => of(self.model, &self.state(state)),
            _ => PerProcess::default(),
        }
    }

    fn charge(&self, at: usize, from: u32, action: Action, to: u32) -> PerProcess {
        match self.model.properties()[at].claim {
            Claim::Cost(.., charge) => {
                charge(self.model, &self.state(from), action, &self.state(to))
            }
            _ => PerProcess::default(),
        }
    }

    fn fairness(&self, from: u32, edge: &Edge) -> Option<Fairness> {
        self.model.fairness(&self.state(from), edge.action, &self.state(edge.to))
    }

    fn steps<'a>(&'a self, state: u32, edges: &'a mut Vec<Edge>) -> &'a [Edge] {
        edges.clear();
        let before = &self.state(state);
        // all at once: it takes long to find one state, and not much longer to find several
        let mut states = Vec::new();
        for action in self.model.offered(before) {
            let mut after = *before;
            if let Stepped::Ran(_) = self.model.step(&mut after, action, &mut Log::off()) {
                let is_owed = self.model.fairness(before, action, &after).is_some();
                edges.push(Edge { to: NOWHERE, action, is_owed });
                K::key(&after, &mut states);
            }
        }
        let mut found = edges.iter_mut();
        self.seen.find(&states, &mut |number| {
            if let (Some(edge), Some(number)) = (found.next(), number) {
                edge.to = number;
            }
        });
        edges.retain(|it| it.to != NOWHERE);
        edges
    }
}
