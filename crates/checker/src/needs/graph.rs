//! All states up to those that fail, and all steps between them.

use super::Failing;
use crate::Limits;
use crate::report::NOWHERE;
use crate::visited::VisitedSet;
use model::{Action, Expansion, Pids, RowId, Stepped, System};
use std::sync::Arc;

pub struct Edge {
    pub to: u32,
    pub action: Action,
    /// Whose step it is, or to whom a message goes; none where nobody moves.
    pub mover: Option<u8>,
    pub row: RowId,
}

impl Edge {
    pub fn is_timeout(&self) -> bool {
        matches!(self.action, Action::Timeout(_) | Action::TimeoutAs(..))
    }

    /// A process that starts again does what it is granted.
    pub fn is_fault(&self) -> bool {
        self.action.is_fault() && !matches!(self.action, Action::Restart(_))
    }
}

fn mover(action: Action) -> Option<u8> {
    match action {
        Action::Step { process, .. } | Action::Timeout(process) | Action::TimeoutAs(process, _) => {
            Some(process)
        }
        Action::Deliver(mail) | Action::DeliverAs(mail, _) => Some(mail.to),
        _ => None,
    }
}

/// What is known of a state that was expanded.
#[derive(Clone, Copy)]
struct Expanded {
    /// Where its edges end.
    end: usize,
    /// The processes that are in the middle.
    midway: Pids,
    fails: bool,
}

pub struct Graph {
    system: Arc<dyn System>,
    failing: Failing,
    visited: VisitedSet,
    edges: Vec<Edge>,
    expanded: Vec<Expanded>,
}

impl Graph {
    pub fn new(system: Arc<dyn System>, failing: Failing, limits: Limits) -> Graph {
        let visited = VisitedSet::new(&system.initial(), false, limits);
        Graph { system, failing, visited, edges: Vec::new(), expanded: Vec::new() }
    }

    pub fn states(&self) -> u32 {
        self.visited.len()
    }

    pub fn processes(&self) -> usize {
        self.system.processes()
    }

    pub fn is_whole(&self) -> bool {
        self.expanded.len() == self.visited.len() as usize && self.visited.full().is_none()
    }

    pub fn fails(&self, state: u32) -> bool {
        self.expanded[state as usize].fails
    }

    pub fn is_midway(&self, state: u32, process: u8) -> bool {
        self.expanded[state as usize].midway >> process & 1 == 1
    }

    /// The line before which a process stands.
    pub fn line(&self, state: u32, process: u8) -> Option<RowId> {
        self.system.line(&self.visited.store.key(state), process.into())
    }

    pub fn edges(&self, state: u32) -> &[Edge] {
        let state = state as usize;
        let start = state.checked_sub(1).map_or(0, |before| self.expanded[before].end);
        &self.edges[start..self.expanded[state].end]
    }

    pub fn advance(&mut self, states: usize) -> bool {
        for _ in 0..states {
            if self.full() || self.expanded.len() == self.visited.len() as usize {
                return false;
            }
            self.expand();
        }
        true
    }

    fn full(&self) -> bool {
        let taken = self.edges.len() * size_of::<Edge>() + self.visited.bytes();
        self.visited.full().is_some() || taken > self.visited.store.bytes_max
    }

    /// Takes every step from the next state; one that fails is an end.
    fn expand(&mut self) {
        let number = self.expanded.len() as u32;
        let state = self.visited.store.key(number).into_owned();
        let is_open = self.system.choices_left(&state) > 0;
        let lines: Vec<Option<RowId>> =
            (0..self.processes()).map(|process| self.system.line(&state, process)).collect();
        let (mut midway, mut found) = (0, Vec::new());
        let (mut expansion, mut successors) = (Expansion::new(false), Vec::new());
        self.system.attempts(&state, false, &mut |action, stepped, after, _| {
            if !expansion.attempt(action, stepped) {
                return;
            }
            let Stepped::Ran(row) = stepped else { return };
            if let Action::Step { process, .. } = action
                && lines[usize::from(process)] == Some(row)
            {
                midway |= 1 << process;
            }
            let mover = mover(action).filter(|_| !is_open);
            found.push(Edge { to: NOWHERE, action, mover, row });
            successors.extend_from_slice(after);
        });
        expansion.end_state();
        let fails = !is_open
            && match self.failing {
                Failing::Property(property) => self.system.is_violated(property, &state),
                Failing::Deadlock => expansion.expanded().iter().any(|state| state.is_deadlock),
            };
        if !fails {
            let (parents, mut numbers) = (vec![number; found.len()], Vec::new());
            self.visited.insert(&successors, &parents, &mut numbers);
            for (edge, to) in found.iter_mut().zip(numbers) {
                edge.to = to;
            }
            self.edges.extend(found.into_iter().filter(|edge| edge.to != NOWHERE));
        }
        self.expanded.push(Expanded { end: self.edges.len(), midway, fails });
    }
}
