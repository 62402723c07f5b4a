//! The graph, kept: what is looked at again and again need not be taken anew each time.

use crate::paths::{Edge, Paths};
use model::{Action, PerProcess, Promise};

/// All steps, and who has an operation pending, by one property.
#[derive(Default)]
pub struct Kept {
    /// Of each state, where its steps end.
    ends: Vec<u32>,
    steps: Vec<Step>,
    at: usize,
    operations: Vec<PerProcess>,
}

#[derive(Clone, Copy)]
struct Step {
    to: u32,
    action: Action,
    is_owed: bool,
}

impl Kept {
    /// Takes the steps of one more state; none if there are more than so many bytes for it, and
    /// false if there is no further state.
    pub fn grow(&mut self, paths: &dyn Paths, edges: &mut Vec<Edge>, bytes: usize) -> Option<bool> {
        if self.ends.len() as u32 == paths.states() {
            return Some(false);
        }
        paths.steps(self.ends.len() as u32, edges);
        self.ends.try_reserve(1).ok()?;
        self.steps.try_reserve(edges.len()).ok()?;
        let step = |it: &Edge| Step { to: it.to, action: it.action, is_owed: it.promise.is_some() };
        self.steps.extend(edges.iter().map(step));
        self.ends.push(self.steps.len() as u32);
        (self.bytes() <= bytes).then_some(true)
    }

    /// Learns of one more state who has an operation pending, by the property at `at`; false if
    /// there is no further state.
    pub fn ask(&mut self, paths: &dyn Paths, at: usize) -> bool {
        if self.at != at {
            self.operations.clear();
            self.at = at;
        }
        let state = self.operations.len() as u32;
        let is_left = state < paths.states();
        if is_left {
            self.operations.push(paths.operations(at, state));
        }
        is_left
    }

    pub fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<u32>()
            + self.steps.capacity() * size_of::<Step>()
            + self.operations.capacity() * size_of::<PerProcess>()
    }
}

/// The same paths, with what is kept of them.
pub struct Known<'a> {
    pub paths: &'a dyn Paths,
    pub kept: &'a Kept,
}

impl Paths for Known<'_> {
    fn states(&self) -> u32 {
        self.paths.states()
    }

    fn parent(&self, state: u32) -> u32 {
        self.paths.parent(state)
    }

    fn outcome(&self, at: usize, state: u32) -> String {
        self.paths.outcome(at, state)
    }

    fn waiting(&self, state: u32) -> u64 {
        self.paths.waiting(state)
    }

    fn operations(&self, _: usize, state: u32) -> PerProcess {
        self.kept.operations[state as usize]
    }

    fn charge(&self, at: usize, from: u32, action: Action, to: u32) -> PerProcess {
        self.paths.charge(at, from, action, to)
    }

    /// Of promises it is only known whether there is one.
    fn steps(&self, state: u32, edges: &mut Vec<Edge>) {
        let Kept { ends, steps, .. } = self.kept;
        let from = state.checked_sub(1).map_or(0, |before| ends[before as usize]);
        let all = &steps[from as usize..ends[state as usize] as usize];
        edges.clear();
        edges.extend(all.iter().map(|&Step { to, action, is_owed }| Edge {
            action,
            promise: Promise::of(action).filter(|_| is_owed),
            to,
        }));
    }
}
