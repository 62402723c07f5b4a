//! What is asked of operations, step by step: whether one stays pending, and what it costs.

use crate::report::components::Subgraph;
use crate::report::operation_labels::{self, OperationLabels};
use crate::report::state_graph::Edge;
use crate::report::transition_store::GraphView;
use model::{Action, ClaimKind, Costs, Pid, Pids, SYSTEM_PROCESSES_MAX};

/// What one property asks of the operations of each process, or, for lock-freedom, of all together:
/// these count as those of process 0.
#[derive(Clone, Copy)]
pub struct OperationQuery {
    /// Which of the properties asks.
    pub at: usize,
    pub kind: ClaimKind,
    /// Where it is about costs: which of those that are labelled.
    pub cost: Option<usize>,
}

/// What a step is to the operations in question: sets of processes.
#[derive(Default)]
pub struct StepEffect {
    pub begins: Pids,
    pub stays: Pids,
    pub ends: Pids,
}

impl OperationQuery {
    /// Those of whom an operation in question is pending in a state.
    #[expect(clippy::inline_always, reason = "for every step")]
    #[inline(always)]
    pub fn pending(self, labels: &OperationLabels, state: u32) -> Pids {
        let pending = labels.pending[state as usize];
        if self.kind == ClaimKind::LockFree { Pids::from(pending != 0) } else { pending }
    }

    /// What a step is to the operations of each process.
    #[expect(clippy::inline_always, reason = "for every step")]
    #[inline(always)]
    pub fn effect(self, labels: &OperationLabels, from: u32, edge: &Edge) -> StepEffect {
        let pending = labels.pending[from as usize];
        let after = labels.pending[edge.to as usize];
        let changed = pending ^ after | labels.others(from, edge.to);
        let is_fault = edge.action.is_fault();
        let stays = pending & !changed;
        StepEffect {
            begins: after & changed,
            stays: match self.kind {
                ClaimKind::LockFree => Pids::from(is_fault || pending & changed == 0),
                ClaimKind::ObstructionFree if is_service(edge) => stays,
                ClaimKind::ObstructionFree => stays & mover(edge).map_or(0, |it| 1 << it),
                _ => stays,
            },
            // a fault ends nothing, even if it leaves nothing to be ended
            ends: if is_fault { 0 } else { pending & changed },
        }
    }

    /// What a step costs the operations of each process, a byte for each; the step has that number.
    #[expect(clippy::inline_always, reason = "for every step")]
    #[inline(always)]
    pub fn costs(
        self,
        labels: &OperationLabels,
        from: u32,
        (number, edge): (usize, &Edge),
    ) -> Costs {
        if let Some(cost) = self.cost {
            return labels.costs[cost].of_step(from, number, edge);
        }
        match mover(edge) {
            Some(who) => {
                let is_pending = Costs::from(labels.pending[from as usize] >> who & 1);
                is_pending << if self.kind == ClaimKind::LockFree { 0 } else { 8 * who }
            }
            None => 0,
        }
    }

    /// What the step costs with which an operation begins. It is no step of the operation, but what the process
    /// sends with it, and who overtakes, counts.
    pub fn costs_of_begin(
        self,
        labels: &OperationLabels,
        from: u32,
        step: (usize, &Edge),
    ) -> Costs {
        match self.cost {
            Some(cost) if labels.costs[cost].are_of_steps() => 0,
            _ => self.costs(labels, from, step),
        }
    }

    /// Whether a process can have to wait at a cost.
    pub fn may_be_stuck(self, labels: &OperationLabels) -> bool {
        self.kind != ClaimKind::LeastCost
            && self.cost.is_none_or(|cost| labels.costs[cost].has_looks())
    }

    /// The first process whose operation is pending in a state and that can take no step there, nor can
    /// the network: it has to wait for others. Where costs are asked for, only if that costs something.
    pub fn stuck(self, labels: &OperationLabels, known: GraphView<'_>, state: u32) -> Option<Pid> {
        let pending = labels.pending[state as usize];
        if pending == 0 {
            return None;
        }
        let steps = known.numbered(state).map(|(_, it)| it);
        let waiting = pending & !steps.fold(0, |all, it| all | movers(it));
        let costs = |who: Pid| {
            self.cost.is_none_or(|cost| labels.costs[cost].of_a_look(known, state, who) > 0)
        };
        (0..SYSTEM_PROCESSES_MAX).find(|&who| waiting >> who & 1 != 0 && costs(who))
    }
}

/// Of one process, with what is known of the property.
pub struct LabelledQuery<'a> {
    pub question: OperationQuery,
    pub who: Pid,
    pub labels: &'a OperationLabels,
}

impl LabelledQuery<'_> {
    /// What a step costs.
    pub fn cost(&self, known: GraphView<'_>, from: u32, edge: &Edge) -> u32 {
        let step = (known.number(from, edge), edge);
        operation_labels::of(self.question.costs(self.labels, from, step), self.who)
    }
}

impl Subgraph for LabelledQuery<'_> {
    fn contains(&self, state: u32) -> bool {
        self.question.pending(self.labels, state) >> self.who & 1 != 0
    }

    #[inline]
    fn follows(&self, from: u32, edge: &Edge) -> bool {
        self.question.effect(self.labels, from, edge).stays >> self.who & 1 != 0
    }
}

/// A set of those whom a step shows not to have to wait for others: all if the network takes it.
fn movers(edge: &Edge) -> Pids {
    if is_service(edge) { Pids::MAX } else { mover(edge).map_or(0, |it| 1 << it) }
}

/// Whose step it is, if it is a process's own.
#[inline]
fn mover(edge: &Edge) -> Option<Pid> {
    match edge.action {
        Action::Step { process, .. } => Some(process.into()),
        _ => None,
    }
}

/// The network or memory does what it has to do sooner or later.
fn is_service(edge: &Edge) -> bool {
    let arrives = matches!(edge.action, Action::Arrive(..));
    (arrives || edge.action.delivered().is_some()) && edge.is_fair
}
