//! The states that were seen, as a graph.

use model::{Action, Fairness, PerProcess, Pids, System, TakenStep};
use std::ops::Range;

/// A step from one state that was seen to another.
#[derive(Clone, Copy)]
pub struct Edge {
    pub to: u32,
    pub action: Action,
    /// The step is under a weak-fairness constraint.
    pub is_fair: bool,
}

impl Edge {
    pub fn new(to: u32, step: &TakenStep) -> Edge {
        Edge { to, action: step.action, is_fair: step.is_fair }
    }
}

/// The graph of visited states, and what properties say of them: all that an analysis of infinite
/// executions needs to know.
pub trait StateGraph: Sync {
    fn states(&self) -> u32;
    /// Where a state was reached from first; the first state is its own parent.
    fn parent(&self, state: u32) -> u32;
    /// What has come of a run that ends in a state, by the property at `at`.
    fn outcome(&self, at: usize, state: u32) -> String;
    /// Adds to `sets` who waits in each of some states, by the property at `nth` of that kind.
    fn waiting(&self, nth: usize, states: Range<u32>, sets: &mut Vec<Pids>);
    /// Adds to `all` what is pending in each of some states, by the property at `at`.
    fn operations(&self, at: usize, states: Range<u32>, all: &mut Vec<PerProcess>);
    /// Adds to `all` the rates of each of some states, by the property at `at`.
    fn rates(&self, at: usize, states: Range<u32>, all: &mut Vec<PerProcess>);
    /// What is known of it apart from states.
    fn system(&self) -> &dyn System;
    /// What a step costs, by the property at `at`, if that has no tariff.
    fn charge(&self, at: usize, from: u32, action: Action, to: u32) -> PerProcess;
    /// Whether a process that waits in a state looks again and again at what is shared.
    fn looks(&self, state: u32, process: usize) -> bool;
    /// The fairness constraint on a step.
    fn fairness(&self, from: u32, edge: &Edge) -> Option<Fairness>;
    /// Whether some constraints are strong.
    fn is_strongly_fair(&self) -> bool;
    /// Every step from `state` to a state that was seen. Where they are not kept, they are taken
    /// anew, into `room`.
    fn steps<'a>(&'a self, state: u32, room: &'a mut Vec<Edge>) -> &'a [Edge];
}

/// A shortest run to a state that was seen. Only parents are kept; the actions come from taking
/// the same steps once more.
pub fn run_to(graph: &dyn StateGraph, mut state: u32) -> Vec<Action> {
    let (mut run, mut room) = (Vec::new(), Vec::new());
    while state != 0 {
        let parent = graph.parent(state);
        let edge = graph.steps(parent, &mut room).iter().find(|step| step.to == state);
        run.push(edge.expect("a step leads from a parent to its child").action);
        state = parent;
    }
    run.reverse();
    run
}
