//! What a property about operations says of each state and step.

use crate::at_once::at_once;
use crate::state_graph::StateGraph;
use crate::transition_store::{GraphView, append};
use model::{PROCESSES_MAX, PerProcess, Pid};
use std::ops::Range;

/// What one property says: who has an operation pending in each state, and, where it is about
/// costs, what each step costs whom and in which states operations begin.
#[derive(Default)]
pub struct OperationLabels {
    at: usize,
    has_costs: bool,
    pub operations: Vec<PerProcess>,
    pub charges: Vec<PerProcess>,
    /// Of each state, those who begin an operation with a step from there.
    beginners: Vec<u8>,
    /// Whose operation is pending in any state.
    anybody: PerProcess,
}

impl OperationLabels {
    /// By the property at `at`.
    pub fn of(at: usize, has_costs: bool) -> OperationLabels {
        OperationLabels { at, has_costs, ..OperationLabels::default() }
    }

    /// Whether there is nothing further to learn.
    pub fn is_whole(&self, graph: GraphView<'_>) -> bool {
        let asked = if self.has_costs { self.beginners.len() } else { self.operations.len() };
        asked == graph.states() as usize
    }

    /// Learns more of up to that many states, each of so many workers. None if there is no memory.
    pub fn grow(&mut self, graph: GraphView<'_>, workers: usize, states: usize) -> Option<()> {
        let all = graph.states();
        let asks = self.operations.len() < all as usize;
        let mut next = if asks { self.operations.len() } else { self.beginners.len() } as u32;
        let mut parts = Vec::new();
        for _ in 0..workers {
            let end = next.saturating_add(states as u32).min(all);
            parts.push(LabelledStates { states: next..end, ..LabelledStates::default() });
            next = end;
        }
        at_once(&mut parts, |it| {
            if asks { self.label(graph, it) } else { self.find_beginners(graph, it) }
        });
        for LabelledStates { operations, charges, beginners, .. } in parts {
            for it in &operations {
                self.anybody = std::array::from_fn(|i| self.anybody[i] | it[i]);
            }
            append(&mut self.operations, &operations)?;
            append(&mut self.charges, &charges)?;
            append(&mut self.beginners, &beginners)?;
        }
        Some(())
    }

    /// What is pending in some states, and what their steps cost.
    fn label(&self, graph: GraphView<'_>, part: &mut LabelledStates) {
        for state in part.states.clone() {
            part.operations.push(graph.operations(self.at, state));
            if self.has_costs {
                let steps = graph.numbered(state).map(|(_, it)| it);
                part.charges.extend(steps.map(|it| graph.charge(self.at, state, it.action, it.to)));
            }
        }
    }

    /// Those who begin an operation with a step from each of some states.
    fn find_beginners(&self, graph: GraphView<'_>, part: &mut LabelledStates) {
        for state in part.states.clone() {
            let before = self.operations[state as usize];
            let mut beginners = 0;
            for (_, edge) in graph.numbered(state) {
                let after = self.operations[edge.to as usize];
                if after != before {
                    let begins = |&i: &usize| after[i] != 0 && after[i] != before[i];
                    beginners |= (0..PROCESSES_MAX).filter(begins).fold(0, |all, i| all | 1 << i);
                }
            }
            part.beginners.push(beginners);
        }
    }

    /// Whether a process has operations at all.
    pub fn has_any(&self, who: Pid) -> bool {
        self.anybody[who] != 0
    }

    /// Whether a process begins an operation with a step from a state.
    pub fn begins(&self, who: Pid, state: u32) -> bool {
        self.beginners[state as usize] >> who & 1 != 0
    }

    pub fn bytes(&self) -> usize {
        let numbers = self.operations.capacity() + self.charges.capacity();
        numbers * size_of::<PerProcess>() + self.beginners.capacity()
    }
}

/// What is said of some states.
#[derive(Default)]
struct LabelledStates {
    states: Range<u32>,
    operations: Vec<PerProcess>,
    charges: Vec<PerProcess>,
    beginners: Vec<u8>,
}
