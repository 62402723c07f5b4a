//! What is asked of operations, step by step: whether one stays pending, and what it costs.

use crate::components::Subgraph;
use crate::operation_labels::OperationLabels;
use crate::state_graph::{Edge, StateGraph};
use crate::transition_store::GraphView;
use model::{Action, Kind, PerProcess, Pid, SYSTEM_PROCESSES_MAX};
use std::ops::Range;

/// What is asked of the operations of one process, or, for lock-freedom, of all together.
#[derive(Clone, Copy)]
pub struct OperationQuery {
    /// Which of the properties asks.
    pub at: usize,
    pub kind: Kind,
    pub who: Pid,
}

/// What a step is to the operations in question.
pub struct StepEffect {
    pub begins: bool,
    pub stays: bool,
    pub ends: bool,
}

impl OperationQuery {
    #[inline]
    pub fn see(self, labels: &OperationLabels, from: u32, edge: &Edge) -> StepEffect {
        let pending = |state: u32| labels.operations[state as usize];
        let (before, after) = (pending(from), pending(edge.to));
        let (i, is_fault) = (self.who, edge.action.is_fault());
        let stays = before[i] != 0 && after[i] == before[i];
        StepEffect {
            begins: after[i] != 0 && after[i] != before[i],
            stays: match self.kind {
                Kind::LockFree => is_fault || !any_ends(before, after),
                Kind::ObstructionFree => stays && (is_step_of(edge, i) || is_service(edge)),
                _ => stays,
            },
            // a fault ends nothing, even if it leaves nothing to be ended
            ends: before[i] != 0 && after[i] != before[i] && !is_fault,
        }
    }

    /// What a step costs, by its number.
    #[inline]
    pub fn cost(self, labels: &OperationLabels, from: u32, (number, edge): (usize, &Edge)) -> u32 {
        if !self.kind.is_progress() {
            return labels.charges[number][self.who].into();
        }
        let before = labels.operations[from as usize];
        self.all().any(|it| before[it] != 0 && is_step_of(edge, it)).into()
    }

    /// The processes in question.
    pub fn all(self) -> Range<Pid> {
        if self.kind == Kind::LockFree { 0..SYSTEM_PROCESSES_MAX } else { self.who..self.who + 1 }
    }

    /// The first one whose operation is pending and that can take no step, nor can the network: it
    /// has to wait for others. Where costs are asked for, only if that costs something.
    pub fn stuck(self, labels: &OperationLabels, known: GraphView<'_>, state: u32) -> Option<Pid> {
        let pending = labels.operations[state as usize];
        let edges = || known.numbered(state).map(|it| it.1);
        let costs = |it: Pid| {
            self.kind.is_progress()
                || known.charge(self.at, state, Action::step(it as u8), state)[it] > 0
        };
        let mut waiting = self.all().filter(|&it| {
            pending[it] != 0 && !edges().any(|edge| is_step_of(edge, it)) && costs(it)
        });
        waiting.next().filter(|_| !edges().any(is_service))
    }

    /// Whether an operation in question is pending.
    pub fn is_pending(self, labels: &OperationLabels, state: u32) -> bool {
        let pending = labels.operations[state as usize];
        self.all().any(|it| pending[it] != 0)
    }
}

/// With what is known of the property.
pub struct LabelledQuery<'a> {
    pub question: OperationQuery,
    pub labels: &'a OperationLabels,
}

impl LabelledQuery<'_> {
    /// What a step costs.
    pub fn cost(&self, known: GraphView<'_>, from: u32, edge: &Edge) -> u32 {
        self.question.cost(self.labels, from, (known.number(from, edge), edge))
    }
}

impl Subgraph for LabelledQuery<'_> {
    fn contains(&self, _: &dyn StateGraph, state: u32) -> bool {
        self.question.is_pending(self.labels, state)
    }

    fn follows(&self, from: u32, edge: &Edge) -> bool {
        self.question.see(self.labels, from, edge).stays
    }
}

/// Whether any operation ends. By itself, so that what asks of one process stays small.
#[inline(never)]
fn any_ends(before: PerProcess, after: PerProcess) -> bool {
    (0..SYSTEM_PROCESSES_MAX).any(|it| before[it] != 0 && after[it] != before[it])
}

fn is_step_of(edge: &Edge, who: Pid) -> bool {
    matches!(edge.action, Action::Step { process, .. } if usize::from(process) == who)
}

/// The network does what it has to do sooner or later.
fn is_service(edge: &Edge) -> bool {
    edge.action.delivered().is_some() && edge.is_fair
}
