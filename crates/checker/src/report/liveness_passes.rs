//! What is looked at when every state is known: whole runs.

use crate::report::components;
use crate::report::cost_analysis;
use crate::report::fair_cycles::FairCycles;
use crate::report::findings::{Findings, Runs};
use crate::report::operation_analysis::{Means, OperationAnalysis};
use crate::report::part_order::{self, PartOrder};
use crate::report::path_counts::{self, PathCounts};
use crate::report::state_graph::{Edge, StateGraph};
use crate::report::transition_store::{GraphView, TransitionStore};
use model::{ClaimKind, Pids};

/// What there is to look at; nothing where there is no memory for it.
pub struct LivenessPasses {
    steps: TransitionStore,
    /// None where there is no memory for it, or no use.
    order: Option<PartOrder>,
    /// That many bytes there are for all of it.
    bytes_max: usize,
    room: Vec<Edge>,
    has_steps: bool,
    all: Vec<Pass>,
    /// The one in hand.
    next: usize,
}

enum Pass {
    FairCycles(FairCycles),
    OperationAnalysis(OperationAnalysis),
    PathCounts(PathCounts),
}

impl LivenessPasses {
    /// What the properties ask for, as far as there are so many bytes for it; of the steps, these
    /// are kept already.
    pub fn new(
        graph: &dyn StateGraph,
        findings: &Findings,
        steps: TransitionStore,
        bytes: usize,
    ) -> LivenessPasses {
        let mut passes = Vec::new();
        let is_room = |each: usize| graph.states() as usize * each <= bytes;
        let awaited = findings.awaited();
        if !awaited.is_empty() && is_room(components::BYTES + size_of::<Pids>() * awaited.len()) {
            passes.extend(FairCycles::new(graph, &awaited).map(Pass::FairCycles));
        }
        if is_room(components::BYTES + cost_analysis::bytes(graph.system().processes())) {
            passes.extend(of_operations(graph, findings).map(Pass::OperationAnalysis));
        }
        if findings.ends.is_some() && is_room(components::BYTES + path_counts::BYTES) {
            passes.extend(PathCounts::new(graph).map(Pass::PathCounts));
        }
        let is_idle = passes.is_empty();
        LivenessPasses {
            steps: if is_idle { TransitionStore::default() } else { steps },
            order: None,
            bytes_max: bytes,
            room: Vec::new(),
            has_steps: is_idle,
            all: passes,
            next: 0,
        }
    }

    /// Examines up to that many states, each of so many workers where these help; false when all is
    /// known.
    pub fn advance(&mut self, graph: &dyn StateGraph, workers: usize, states: usize) -> bool {
        if !self.has_steps {
            if self.record(graph, states) {
                return true;
            }
            self.has_steps = true;
            self.order = self.wants_order(graph).then(PartOrder::default);
        }
        // the same however far a call has come, as what is told must not depend on that
        let each = components::BYTES + cost_analysis::bytes(graph.system().processes());
        let each = graph.states() as usize * each;
        let left = self.bytes_max.saturating_sub(self.steps.bytes());
        let (labels_max, room) = (left.saturating_sub(each), (left / each).max(1));
        let view = GraphView { graph, steps: &self.steps };
        let graph = if self.steps.is_whole(graph) { &view } else { graph };
        if let Some(order) = self.order.as_mut().filter(|order| !order.is_whole(view)) {
            if order.advance(view, states).is_none() {
                self.order = None;
                self.all.retain(|pass| !matches!(pass, Pass::OperationAnalysis(_)));
            } else if !order.is_whole(view) {
                return true;
            }
        }
        let order = self.order.as_ref();
        let workers = workers.min(room);
        let room = if workers == 1 { 1 } else { room };
        let means = Means { workers, room, states, labels_max };
        while let Some(it) = self.all.get_mut(self.next) {
            let goes_on = match it {
                Pass::FairCycles(it) => it.advance(graph, order.map(|order| (view, order)), states),
                Pass::OperationAnalysis(it) => {
                    order.is_some_and(|order| it.advance(view, order, means))
                }
                Pass::PathCounts(it) => it.advance(graph, states),
            };
            if goes_on {
                return true;
            }
            self.next += 1;
        }
        (self.steps, self.order) = (TransitionStore::default(), None);
        false
    }

    /// Takes the steps of up to that many states, to be looked at again and again; false when that
    /// is done. Where there is no memory for it, they are taken each time, and nothing is asked
    /// that looks too often.
    fn record(&mut self, graph: &dyn StateGraph, states: usize) -> bool {
        let ahead = graph.states() as usize * cost_analysis::bytes(graph.system().processes());
        let others = self.bytes() - self.steps.bytes() + ahead;
        let steps_max = self.bytes_max.saturating_sub(others);
        for _ in 0..states {
            match self.steps.grow(graph, &mut self.room, steps_max) {
                Some(true) => {}
                Some(false) => return false,
                None => {
                    self.steps = TransitionStore::default();
                    self.all.retain(|pass| !matches!(pass, Pass::OperationAnalysis(_)));
                    return false;
                }
            }
        }
        true
    }

    /// Whether all steps are kept, and their order helps. Questions about operations have memory for it.
    fn wants_order(&self, graph: &dyn StateGraph) -> bool {
        let left = self.bytes_max.saturating_sub(self.steps.bytes());
        let is_room = |each: usize| graph.states() as usize * each <= left;
        let helps = |it: &Pass| match it {
            Pass::FairCycles(it) => {
                is_room(components::BYTES + part_order::BYTES + it.findings().len())
            }
            Pass::OperationAnalysis(_) => true,
            Pass::PathCounts(_) => false,
        };
        self.steps.is_whole(graph) && self.all.iter().any(helps)
    }

    pub fn failures(&self) -> usize {
        let failures = |it: &Pass| match it {
            Pass::FairCycles(it) => it.failures(),
            Pass::OperationAnalysis(it) => it.failures(),
            Pass::PathCounts(_) => 0,
        };
        self.all.iter().map(failures).sum()
    }

    /// What is known at the end.
    pub fn runs(&self) -> Runs<'_> {
        let mut runs = Runs::default();
        for it in &self.all {
            match it {
                Pass::FairCycles(it) => runs.cycles = Some(it.findings()),
                Pass::OperationAnalysis(it) => runs.operations.extend(it.findings()),
                Pass::PathCounts(it) => runs.counts = Some(it),
            }
        }
        runs
    }

    pub fn bytes(&self) -> usize {
        let bytes = |it: &Pass| match it {
            Pass::FairCycles(it) => it.bytes(),
            Pass::OperationAnalysis(it) => it.bytes(),
            Pass::PathCounts(it) => it.bytes(),
        };
        let order = self.order.as_ref().map_or(0, PartOrder::bytes);
        self.steps.bytes() + order + self.all.iter().map(bytes).sum::<usize>()
    }
}

/// What is asked of operations, those together that are about the same ones.
fn of_operations(
    graph: &dyn StateGraph,
    findings: &Findings,
) -> impl Iterator<Item = OperationAnalysis> {
    let mut groups: Vec<(usize, Vec<(usize, ClaimKind)>)> = Vec::new();
    let kinds = findings.properties.iter().map(|property| property.kind).enumerate();
    for asked in kinds.filter(|(_, kind)| kind.is_of_operations()) {
        let like = graph.system().operations_like(asked.0);
        match groups.iter_mut().find(|group| group.0 == like) {
            Some(group) => group.1.push(asked),
            None => groups.push((like, vec![asked])),
        }
    }
    groups.into_iter().map(|(_, asked)| OperationAnalysis::new(graph, &asked))
}
