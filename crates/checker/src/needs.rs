//! What a failure needs: the fewest interruptions, time-outs and faults with which it can happen, and at which
//! steps of a run that number falls.
//!
//! A process is *in the middle* where its next step is one of a line, is possible, and is no `pause`. A step to
//! another process than the one that moved last is an *interruption* if that one is in the middle: a preemption
//! (Musuvathi and Qadeer, [Iterative context bounding for systematic testing of multithreaded programs][chess],
//! PLDI 2007). A crash, a loss and a doubling are faults. A time-out costs as much if its process could still
//! take a step without any time-out or fault.
//!
//! [chess]: https://doi.org/10.1145/1250734.1250785

mod cost;
mod graph;

pub use cost::Cost;

use crate::Limits;
use cost::{Costs, Node};
use graph::{Edge, Graph};
use model::{Action, RowId, System};
use std::sync::Arc;

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failing {
    /// A state that violates an `Always`, by its number.
    Property(usize),
    Deadlock,
}

/// What one step costs, and what that is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// Of a process that stands before this line.
    Interruption { process: u8, row: RowId },
    /// By this rule.
    Timeout { row: RowId },
    /// A crash, a loss or a doubling.
    Fault { row: RowId },
}

/// The fewest that a failure needs, and where a run has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needs {
    /// Of a run that has the fewest: a shortest one.
    pub fewest: Cost,
    pub run: Vec<Action>,
    /// Of the run in question.
    pub of_run: Cost,
    /// The least with which the failure can be reached behind so many actions of the run in question.
    pub along: Vec<usize>,
    /// The actions of it, counted from 0, at which that is lower than ever before, each with what it costs.
    pub turning: Vec<(usize, Vec<Cause>)>,
    /// The one cause of every failure with the fewest, where that is 1: no process is told, as others may stand
    /// before the same line.
    pub everywhere: Option<Cause>,
}

/// Looks at all states between which a failure lies.
pub struct NeedsSearch {
    graph: Graph,
}

impl NeedsSearch {
    pub fn new(system: Arc<dyn System>, failing: Failing, limits: Limits) -> NeedsSearch {
        NeedsSearch { graph: Graph::new(system, failing, limits) }
    }

    /// Expands up to so many further states; false when none is left, or there is no room for another.
    pub fn advance(&mut self, states: usize) -> bool {
        self.graph.advance(states)
    }

    /// How many states were seen.
    pub fn states(&self) -> usize {
        self.graph.states() as usize
    }

    /// What the failure needs in which a run ends. None where not all states could be seen, or the run does
    /// not fail.
    pub fn needs(&self, run: &[Action]) -> Option<Needs> {
        if !self.graph.is_whole() {
            return None;
        }
        let costs = Costs::new(&self.graph);
        let least = costs.least_to_failure();
        let path = self.path(run)?;
        let end = path.last().map_or(Node::INITIAL, |step| step.1);
        if !self.graph.fails(end.state) {
            return None;
        }
        let nodes = [Node::INITIAL].into_iter().chain(path.iter().map(|step| step.1));
        let along: Vec<usize> = nodes.map(|node| least.of(node)).collect();
        let of_run = path.iter().flat_map(|(edge, _, from)| costs.causes(*from, edge)).collect();
        let nearest = costs.nearest(&least);
        let fewest = nearest.iter().flat_map(|(from, edge)| costs.causes(*from, edge)).collect();
        let mut turning = Vec::new();
        let mut lowest = along[0];
        for (nth, (edge, _, from)) in path.iter().enumerate() {
            if along[nth + 1] < lowest {
                lowest = along[nth + 1];
                turning.push((nth, costs.causes(*from, edge)));
            }
        }
        let everywhere = if along[0] == 1 { costs.common(&least) } else { None };
        let run = nearest.iter().map(|(_, edge)| edge.action).collect();
        Some(Needs { fewest, run, of_run, along, turning, everywhere })
    }

    /// The nodes to which a run comes, up to the first state that fails: each step, where it leads, and from where.
    fn path(&self, run: &[Action]) -> Option<Vec<(&Edge, Node, Node)>> {
        let mut at = Node::INITIAL;
        let mut path = Vec::new();
        for &action in run {
            if self.graph.fails(at.state) {
                break;
            }
            let edge = self.graph.edges(at.state).iter().find(|edge| edge.action == action)?;
            let to = at.behind(edge);
            path.push((edge, to, at));
            at = to;
        }
        Some(path)
    }
}
