//! What came of a question, in runs.

use super::steps::rest;
use super::{Begin, CostAnalysis};
use crate::report::components::Subgraph;
use crate::report::lasso::{self, Go, Lasso};
use crate::report::operation_finding::is_better;
use crate::report::operation_labels::OperationLabels;
use crate::report::operation_query::LabelledQuery;
use crate::report::state_graph::{Edge, run_to};
use crate::report::transition_store::GraphView;
use model::{Action, ClaimKind, Pid, SYSTEM_PROCESSES_MAX};

impl CostAnalysis {
    /// All is known that was asked.
    pub(super) fn conclude(&mut self, known: GraphView<'_>, labels: &OperationLabels) {
        if self.found.stuck.is_some() {
            return;
        }
        let rounds = self.lanes.iter().enumerate().filter(|(_, it)| !it.part.is_empty());
        if let Some((who, _)) = rounds.min_by_key(|(_, it)| it.part[0]) {
            self.found.lasso = Some(self.lasso(known, labels, who));
            return;
        }
        if self.question.kind == ClaimKind::LockFree {
            return;
        }
        // nobody's operations cost nothing at most
        let mut best: Option<(u32, Option<(Pid, Begin)>)> = None;
        for who in 0..SYSTEM_PROCESSES_MAX {
            let begin = self.lanes.get(who).and_then(|lane| lane.best);
            let cost = begin.map_or(0, |begin| begin.cost);
            let may_be = begin.is_some() || !self.is_least();
            if may_be && best.is_none_or(|best| is_better(self.question.kind, cost, best.0)) {
                best = Some((cost, begin.map(|begin| (who, begin))));
            }
        }
        let run = best.and_then(|best| best.1).map(|(who, it)| self.run(known, labels, who, it));
        (self.found.value, self.found.run) = (best.map(|best| best.0), run.unwrap_or_default());
    }

    /// A way around the part of a lane, through the nearest step that costs something.
    fn lasso(&self, known: GraphView<'_>, labels: &OperationLabels, who: Pid) -> Lasso {
        let asked = LabelledQuery { question: self.question, who, labels };
        let mut go = |from, edge: &Edge| match asked.follows(from, edge) {
            true if asked.cost(known, from, edge) > 0 => Go::There,
            true => Go::On,
            false => Go::No,
        };
        lasso::around(&known, &self.lanes[who].part, &mut go)
    }

    /// A run to where what was found of a lane is to come, and on until it has come.
    fn run(
        &self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        who: Pid,
        Begin { to: mut at, by, .. }: Begin,
    ) -> Vec<Action> {
        let asked = LabelledQuery { question: self.question, who, labels };
        let to_come = |state: u32| self.to_come[state as usize * self.lanes.len() + who];
        let mut run = run_to(&known, by.map_or(at, |it| it.0));
        run.extend(by.map(|it| it.1));
        loop {
            let wanted = to_come(at);
            if wanted == 0 && !self.is_least() {
                return run;
            }
            let operation = |state: u32| labels.operations[state as usize][who];
            let stays = |edge: &Edge| operation(edge.to) == operation(at);
            let path = lasso::nearest(&known, at, &mut |from, edge| {
                let effect = self.question.effect(labels, from, edge);
                let cost = asked.cost(known, from, edge);
                match cost.saturating_add(rest(&effect, who, to_come(edge.to), self.is_least())) {
                    all if all != wanted => Go::No,
                    _ if cost == 0 && stays(edge) => Go::On,
                    _ => Go::There,
                }
            });
            let path = path.expect("what is to come comes");
            run.extend(path.iter().map(|edge| edge.action));
            match path.last() {
                Some(last) if stays(last) => at = last.to,
                _ => return run,
            }
        }
    }
}
