//! All steps of a graph, recorded because analyses read them again and again.

use crate::report::state_graph::{Edge, StateGraph};
use model::{Action, Expansion, Fairness, PerProcess, Pids, System};
use std::ops::Range;

/// A state that was not seen.
pub const NOWHERE: u32 = u32::MAX;

/// All steps.
#[derive(Default)]
pub struct TransitionStore {
    /// Of each state, where its steps end.
    ends: Vec<u32>,
    steps: Vec<Edge>,
}

impl TransitionStore {
    /// Takes the steps of one more state; none if there are more than so many bytes for it, and
    /// false if there is no further state.
    pub fn grow(
        &mut self,
        graph: &dyn StateGraph,
        room: &mut Vec<Edge>,
        bytes: usize,
    ) -> Option<bool> {
        if self.bytes() > bytes {
            return None;
        }
        if self.is_whole(graph) {
            return Some(false);
        }
        let steps = graph.steps(self.states(), room);
        self.steps.try_reserve(steps.len()).ok()?;
        self.steps.extend_from_slice(steps);
        self.ends.try_reserve(1).ok()?;
        self.ends.push(self.steps.len() as u32);
        Some(true)
    }

    /// Adds the steps of the states that come next, as they were recorded; `to` is where each leads.
    /// False if there is no memory for them.
    pub fn record(&mut self, expansion: &Expansion, to: &[u32]) -> bool {
        let expanded = expansion.expanded();
        let is_room = self.steps.try_reserve(to.len()).is_ok()
            && self.ends.try_reserve(expanded.len()).is_ok();
        if is_room {
            let before = self.steps.len();
            let steps = expansion.steps().iter().zip(to);
            self.steps.extend(steps.map(|(step, &to)| Edge::new(to, step)));
            self.ends.extend(expanded.iter().map(|expanded| (before + expanded.end) as u32));
        }
        is_room
    }

    /// Where steps lead is called something else.
    pub fn redirect(&mut self, to: impl Fn(u32) -> u32) {
        self.steps.iter_mut().for_each(|step| step.to = to(step.to));
    }

    /// Clears without freeing capacity.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.steps.clear();
    }

    /// The steps of the states that come next. False if there is no memory for them.
    pub fn append(&mut self, next: &TransitionStore) -> bool {
        let before = self.steps.len() as u32;
        let ends: Vec<u32> = next.ends.iter().map(|end| before + end).collect();
        append(&mut self.steps, &next.steps).is_some() && append(&mut self.ends, &ends).is_some()
    }

    /// Of how many states.
    pub fn states(&self) -> u32 {
        self.ends.len() as u32
    }

    pub fn is_whole(&self, graph: &dyn StateGraph) -> bool {
        self.states() == graph.states()
    }

    /// The numbers of the steps from a state.
    fn numbers(&self, state: u32) -> Range<usize> {
        let from = state.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        from as usize..self.ends[state as usize] as usize
    }

    pub fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<u32>() + self.steps.capacity() * size_of::<Edge>()
    }
}

/// The same graph, with all steps kept.
#[derive(Clone, Copy)]
pub struct GraphView<'a> {
    pub graph: &'a dyn StateGraph,
    pub steps: &'a TransitionStore,
}

impl GraphView<'_> {
    /// The steps from a state, each with its number.
    pub fn numbered(&self, state: u32) -> impl Iterator<Item = (usize, &Edge)> {
        let numbers = self.steps.numbers(state);
        numbers.clone().zip(&self.steps.steps[numbers])
    }

    /// How many steps there are.
    pub fn count(&self) -> usize {
        self.steps.steps.len()
    }

    /// The number of a step from a state.
    pub fn number(&self, from: u32, edge: &Edge) -> usize {
        let is_it = |it: &Edge| (it.to, it.action) == (edge.to, edge.action);
        let found = self.numbered(from).find(|(_, it)| is_it(it));
        found.expect("all steps are kept").0
    }
}

impl StateGraph for GraphView<'_> {
    fn states(&self) -> u32 {
        self.steps.states()
    }

    fn parent(&self, state: u32) -> u32 {
        self.graph.parent(state)
    }

    fn outcome(&self, at: usize, state: u32) -> String {
        self.graph.outcome(at, state)
    }

    fn waiting(&self, nth: usize, states: Range<u32>, sets: &mut Vec<Pids>) {
        self.graph.waiting(nth, states, sets);
    }

    fn operations(&self, at: usize, states: Range<u32>, all: &mut Vec<PerProcess>) {
        self.graph.operations(at, states, all);
    }

    fn rates(&self, at: usize, states: Range<u32>, all: &mut Vec<PerProcess>) {
        self.graph.rates(at, states, all);
    }

    fn system(&self) -> &dyn System {
        self.graph.system()
    }

    fn charge(&self, at: usize, from: u32, action: Action, to: u32) -> PerProcess {
        self.graph.charge(at, from, action, to)
    }

    fn looks(&self, state: u32, process: usize) -> bool {
        self.graph.looks(state, process)
    }

    fn fairness(&self, from: u32, edge: &Edge) -> Option<Fairness> {
        self.graph.fairness(from, edge)
    }

    fn is_strongly_fair(&self) -> bool {
        self.graph.is_strongly_fair()
    }

    fn steps<'a>(&'a self, state: u32, _: &'a mut Vec<Edge>) -> &'a [Edge] {
        &self.steps.steps[self.steps.numbers(state)]
    }
}

/// Adds values to the end. None if there is no memory.
pub fn append<T: Copy>(all: &mut Vec<T>, new: &[T]) -> Option<()> {
    all.try_reserve(new.len()).ok()?;
    all.extend_from_slice(new);
    Some(())
}
