//! What is asked of operations, step by step: whether one stays pending, and what it costs.

use crate::parts::Ask;
use crate::paths::{Edge, Paths};
use model::{Action, Kind, PROCESSES_MAX, Pid};
use std::ops::Range;

/// What is asked of the operations of one process, or, for lock-freedom, of all together.
#[derive(Clone, Copy)]
pub struct Question {
    /// Which of the properties asks.
    pub at: usize,
    pub kind: Kind,
    pub who: Pid,
}

/// What a step is to the operations in question.
pub struct Seen {
    pub begins: bool,
    pub stays: bool,
    pub ends: bool,
}

impl Question {
    pub fn see(self, paths: &dyn Paths, from: u32, edge: &Edge) -> Seen {
        let (before, after) = (paths.operations(self.at, from), paths.operations(self.at, edge.to));
        let i = self.who;
        // a fault ends nothing, even if it leaves nothing to be ended
        let ends = |it: Pid| before[it] != 0 && after[it] != before[it] && !edge.action.is_fault();
        let stays = before[i] != 0 && after[i] == before[i];
        Seen {
            begins: after[i] != 0 && after[i] != before[i],
            stays: match self.kind {
                Kind::LockFree => !(0..PROCESSES_MAX).any(ends),
                Kind::ObstructionFree => stays && (is_step_of(edge, i) || is_service(edge)),
                _ => stays,
            },
            ends: ends(i),
        }
    }

    /// What a step costs; asked only where it matters, as it may take long to find out.
    pub fn cost(self, paths: &dyn Paths, from: u32, edge: &Edge) -> u32 {
        if !self.kind.is_progress() {
            return paths.charge(self.at, from, edge.action, edge.to)[self.who].into();
        }
        let before = paths.operations(self.at, from);
        self.all().any(|it| before[it] != 0 && is_step_of(edge, it)).into()
    }

    /// The processes in question.
    fn all(self) -> Range<Pid> {
        if self.kind == Kind::LockFree { 0..PROCESSES_MAX } else { self.who..self.who + 1 }
    }

    /// The first one whose operation is pending and that can take no step, nor can the network: it
    /// has to wait for others. Where costs are asked for, only if that costs something.
    pub fn stuck(self, paths: &dyn Paths, state: u32, edges: &[Edge]) -> Option<Pid> {
        let pending = paths.operations(self.at, state);
        let costs = |it: Pid| {
            self.kind.is_progress()
                || paths.charge(self.at, state, Action::step(it as u8), state)[it] > 0
        };
        let mut waiting = self.all().filter(|&it| {
            pending[it] != 0 && !edges.iter().any(|edge| is_step_of(edge, it)) && costs(it)
        });
        waiting.next().filter(|_| !edges.iter().any(is_service))
    }
}

impl Ask for Question {
    fn is_about(&self, paths: &dyn Paths, state: u32) -> bool {
        let pending = paths.operations(self.at, state);
        match self.kind {
            Kind::LockFree => pending.iter().any(|&it| it != 0),
            _ => pending[self.who] != 0,
        }
    }

    fn follows(&self, paths: &dyn Paths, from: u32, edge: &Edge) -> bool {
        self.see(paths, from, edge).stays
    }
}

fn is_step_of(edge: &Edge, who: Pid) -> bool {
    matches!(edge.action, Action::Step { process, .. } if usize::from(process) == who)
}

/// The network does what it has to do sooner or later.
fn is_service(edge: &Edge) -> bool {
    matches!(edge.action, Action::Deliver(_)) && edge.promise.is_some()
}
