//! What a program does while its operations come one at a time.

use crate::Compiled;
use crate::ir::OrderMonitor;
use crate::work::STATE_WORK;
use model::work::Allowance;
use model::{Action, Log, Stepped, System};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The most states, within operations and between them.
const STATES_MAX: usize = 50_000;
/// The most work that it takes to find them.
const WORK_MAX: usize = 20 * STATE_WORK;

/// Why there is no monitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotMonitored {
    /// The object has too many states, one operation at a time.
    TooManyStates,
    /// The operations can overlap in too many ways.
    TooManySets,
}

/// States in which no operation runs, each with what can follow: an operation as a whole, known by its return, or
/// a step outside of operations.
#[derive(Default)]
pub struct Graph {
    pub operations: Vec<Vec<(usize, usize)>>,
    pub steps: Vec<Vec<usize>>,
    /// Calls of operations that begin there and never end alone.
    pub unended: Vec<BTreeSet<usize>>,
}

struct Search<'a> {
    compiled: &'a Compiled,
    monitor: &'a OrderMonitor,
    callers: BTreeSet<usize>,
    graph: Graph,
    nodes: HashMap<Vec<u8>, usize>,
    open: Vec<Vec<u8>>,
    left: usize,
    work: Allowance,
}

impl Compiled {
    pub(super) fn serial_graph(&self, monitor: &OrderMonitor) -> Result<Graph, NotMonitored> {
        let mut search = Search {
            compiled: self,
            monitor,
            callers: monitor.operations.iter().map(|called| called.process).collect(),
            graph: Graph::default(),
            nodes: HashMap::new(),
            open: Vec::new(),
            left: STATES_MAX,
            work: Allowance::of(WORK_MAX),
        };
        search.node(self.start());
        let mut next = 0;
        while let Some(state) = search.open.get(next).cloned() {
            search.expand(next, &state)?;
            next += 1;
        }
        Ok(search.graph)
    }
}

impl Search<'_> {
    fn node(&mut self, state: Vec<u8>) -> usize {
        let count = self.nodes.len();
        let node = *self.nodes.entry(state.clone()).or_insert(count);
        if node == count {
            self.open.push(state);
            self.graph.operations.push(Vec::new());
            self.graph.steps.push(Vec::new());
            self.graph.unended.push(BTreeSet::new());
        }
        node
    }

    fn expand(&mut self, node: usize, state: &[u8]) -> Result<(), NotMonitored> {
        for (action, event, after) in self.successors(state)? {
            match event {
                None => {
                    let next = self.node(after);
                    self.graph.steps[node].push(next);
                }
                Some(event) if self.is_return(event) => self.returns(node, event, after),
                Some(call) => self.run_alone(node, (action.process().into(), call), after)?,
            }
        }
        let monitor = self.monitor;
        let ended = &self.graph.operations[node];
        let ended: BTreeSet<usize> =
            ended.iter().map(|&(event, _)| monitor.call_of(event)).collect();
        self.graph.unended[node].retain(|call| !ended.contains(call));
        Ok(())
    }

    /// What is still pending in a store buffer reaches memory first: alone, an operation is over with that.
    fn returns(&mut self, node: usize, event: usize, mut after: Vec<u8>) {
        let system: &dyn System = self.compiled;
        while let Some(arrival) =
            system.offered(&after).into_iter().find(|action| matches!(action, Action::Arrive(..)))
        {
            if !matches!(system.step(&mut after, arrival, &mut Log::off()), Stepped::Ran(_)) {
                break;
            }
            system.forget(&mut after);
        }
        let next = self.node(after);
        self.graph.operations[node].push((event, next));
    }

    /// An operation from its call to its return: no other one begins.
    fn run_alone(
        &mut self,
        node: usize,
        (process, call): (usize, usize),
        from: Vec<u8>,
    ) -> Result<(), NotMonitored> {
        self.graph.unended[node].insert(call);
        let (mut seen, mut open) = (HashSet::from([from.clone()]), vec![from]);
        while let Some(state) = open.pop() {
            for (action, event, after) in self.successors(&state)? {
                let other = usize::from(action.process());
                match event {
                    _ if other != process && self.callers.contains(&other) => {}
                    Some(event) => self.returns(node, event, after),
                    None if seen.insert(after.clone()) => open.push(after),
                    None => {}
                }
            }
        }
        Ok(())
    }

    fn is_return(&self, event: usize) -> bool {
        self.monitor.happened(event).result.is_some()
    }

    /// The steps from a state, each with the last event in it. Nobody crashes, and the network loses nothing: that
    /// is no part of what the object does by itself.
    fn successors(
        &mut self,
        state: &[u8],
    ) -> Result<Vec<(Action, Option<usize>, Vec<u8>)>, NotMonitored> {
        self.left = self.left.checked_sub(1).ok_or(NotMonitored::TooManyStates)?;
        if self.work.is_spent() {
            return Err(NotMonitored::TooManyStates);
        }
        let (compiled, slot) = (self.compiled, &self.compiled.program().slots[self.monitor.slot]);
        let mut all = Vec::new();
        compiled.attempts(state, false, &mut |action, stepped, after, _| {
            let is_fault = matches!(
                action,
                Action::Crash(_) | Action::Restart(_) | Action::Lose(_) | Action::Duplicate(_)
            );
            if is_fault || !matches!(stepped, Stepped::Ran(_)) {
                return;
            }
            let event = usize::try_from(slot.value(after) - 1).ok();
            let mut after = after.to_vec();
            compiled.forget(&mut after);
            all.push((action, event, after));
        });
        Ok(all)
    }
}
