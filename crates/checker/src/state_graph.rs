//! The visited states as a graph.

use crate::column::in_one_chunk;
use crate::fingerprints;
use crate::report::{Edge, NOWHERE, StateGraph};
use crate::visited::VisitedSet;
use model::{Action, Expansion, Fairness, PerProcess, Pids, System};
use std::borrow::Cow;
use std::ops::Range;

pub struct VisitedGraph<'a> {
    pub system: &'a dyn System,
    pub visited: &'a VisitedSet,
}

impl VisitedGraph<'_> {
    /// Any state that was visited.
    #[inline]
    pub fn state(&self, number: u32) -> Cow<'_, [u8]> {
        match self.visited.store.is_exact() {
            true => self.visited.store.key(number),
            false => Cow::Owned(self.recall(number)),
        }
    }

    /// The first of some states as far as they lie together.
    fn together(&self, states: Range<u32>) -> (Range<u32>, Cow<'_, [u8]>) {
        match self.visited.store.is_exact() {
            true => {
                let states = in_one_chunk(states);
                (states.clone(), self.visited.store.keys(states))
            }
            false => (states.start..states.start + 1, self.state(states.start)),
        }
    }

    /// Where only fingerprints are stored, takes the steps that led to a state once more.
    ///
    /// # Panics
    /// If the search did not begin with the initial state.
    fn recall(&self, number: u32) -> Vec<u8> {
        let mut path = vec![number];
        while let Some(&number) = path.last().filter(|it| **it != 0) {
            path.push(self.parent(number));
        }
        let mut state = self.system.initial();
        for &number in path.iter().rev().skip(1) {
            let wanted = self.visited.store.keys.get(number);
            let expansion = self.expansion(&state);
            let mut successors = expansion.states().chunks_exact(state.len());
            let found = successors.find(|successor| fingerprints::of(successor) == *wanted);
            state = found.expect("a step leads from a parent to its child").to_vec();
        }
        state
    }

    /// Adds to `found` what the system says of each of some states.
    fn ask<T: Copy + Default>(
        &self,
        mut states: Range<u32>,
        found: &mut Vec<T>,
        each: &dyn Fn(&[u8], &mut [T]),
    ) {
        while !states.is_empty() {
            let (together, bytes) = self.together(states.clone());
            states.start = together.end;
            let known = found.len();
            found.resize(known + together.len(), T::default());
            each(&bytes, &mut found[known..]);
        }
    }

    fn expansion(&self, states: &[u8]) -> Expansion {
        let mut expansion = Expansion::new(true);
        self.system.expand(states, &mut expansion);
        expansion
    }
}

impl StateGraph for VisitedGraph<'_> {
    fn states(&self) -> u32 {
        self.visited.len()
    }

    fn parent(&self, state: u32) -> u32 {
        self.visited.store.parent(state)
    }

    fn outcome(&self, property: usize, state: u32) -> String {
        self.system.outcome(property, &self.state(state))
    }

    fn waiting(&self, nth: usize, states: Range<u32>, sets: &mut Vec<Pids>) {
        let all = self.system.properties().iter().enumerate();
        let mut of_kind = all.filter(|(_, it)| it.kind.is_awaited());
        let (property, _) = of_kind.nth(nth).expect("so many properties of the kind");
        self.ask(states, sets, &|states, sets| self.system.waiting(property, states, sets));
    }

    fn operations(&self, property: usize, states: Range<u32>, all: &mut Vec<PerProcess>) {
        self.ask(states, all, &|states, all| self.system.operations(property, states, all));
    }

    fn rates(&self, property: usize, states: Range<u32>, all: &mut Vec<PerProcess>) {
        self.ask(states, all, &|states, all| self.system.rates(property, states, all));
    }

    fn charge(&self, property: usize, from: u32, action: Action, to: u32) -> PerProcess {
        self.system.charge(property, &self.state(from), action, &self.state(to))
    }

    fn looks(&self, state: u32, process: usize) -> bool {
        self.system.looks(&self.state(state), process)
    }

    fn system(&self) -> &dyn System {
        self.system
    }

    fn fairness(&self, from: u32, edge: &Edge) -> Option<Fairness> {
        self.system.fairness(&self.state(from), edge.action, &self.state(edge.to))
    }

    fn is_strongly_fair(&self) -> bool {
        self.system.is_strongly_fair()
    }

    fn steps<'a>(&'a self, state: u32, edges: &'a mut Vec<Edge>) -> &'a [Edge] {
        let expansion = self.expansion(&self.state(state));
        edges.clear();
        let edge = |taken_step: &model::TakenStep| Edge::new(NOWHERE, taken_step);
        edges.extend(expansion.steps().iter().map(edge));
        let mut found = edges.iter_mut();
        // all at once: it takes long to find one state, and not much longer to find several
        self.visited.find(expansion.states(), &mut |number| {
            if let (Some(edge), Some(number)) = (found.next(), number) {
                edge.to = number;
            }
        });
        edges.retain(|edge| edge.to != NOWHERE);
        edges
    }
}
