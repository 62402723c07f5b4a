//! In how many ways each state can be reached: the interleavings, counted without taking them.
//!
//! Where no run goes round, a state is reached in as many ways as all states before it together,
//! each as often as there are steps from it. So states are taken in an order in which each comes
//! after all before it (A. B. Kahn, [Topological sorting of large networks][paper], Communications
//! of the ACM 5(11), 1962).
//!
//! [paper]: https://doi.org/10.1145/368996.369025

use crate::report::state_graph::{Edge, StateGraph};

/// That many bytes are needed for each state.
pub const BYTES: usize = 16;

pub struct PathCounts {
    /// Of each state: how many steps to it have not been followed yet.
    open: Vec<u32>,
    /// Of each state: in how many ways it is reached, as far as is known.
    reached: Vec<u64>,
    /// The first state whose steps have not been counted among the open ones.
    next: u32,
    /// States to which all steps have been followed, and from which none.
    ready: Vec<u32>,
    /// States from which all steps have been followed.
    done: u32,
    room: Vec<Edge>,
}

impl PathCounts {
    /// None if there is no memory.
    pub fn new(graph: &dyn StateGraph) -> Option<PathCounts> {
        let (mut open, mut reached) = (Vec::new(), Vec::new());
        let len = graph.states() as usize;
        open.try_reserve_exact(len).ok()?;
        reached.try_reserve_exact(len).ok()?;
        open.resize(len, 0);
        reached.resize(len, 0);
        reached[0] = 1;
        Some(PathCounts { open, reached, next: 0, ready: Vec::new(), done: 0, room: Vec::new() })
    }

    pub fn bytes(&self) -> usize {
        (self.open.capacity() + self.ready.capacity()) * size_of::<u32>()
            + self.reached.capacity() * size_of::<u64>()
    }

    /// Examines up to that many states; false when all is known.
    pub fn advance(&mut self, graph: &dyn StateGraph, states: usize) -> bool {
        for _ in 0..states {
            if self.next < graph.states() {
                for edge in graph.steps(self.next, &mut self.room) {
                    self.open[edge.to as usize] += 1;
                }
                self.next += 1;
                if self.next == graph.states() && self.open[0] == 0 {
                    self.ready.push(0);
                }
                continue;
            }
            let Some(state) = self.ready.pop() else { return false };
            let ways = self.reached[state as usize];
            for to in graph.steps(state, &mut self.room).iter().map(|step| step.to) {
                let sum = &mut self.reached[to as usize];
                *sum = sum.saturating_add(ways);
                self.open[to as usize] -= 1;
                if self.open[to as usize] == 0 {
                    self.ready.push(to);
                }
            }
            self.done += 1;
        }
        true
    }

    /// In how many ways a state is reached; [`u64::MAX`] stands for that many or more. None if
    /// runs can go round.
    pub fn to(&self, state: u32) -> Option<u64> {
        (self.done as usize == self.reached.len()).then(|| self.reached[state as usize])
    }
}
