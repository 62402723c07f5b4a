//! What properties ask of the same operations.

use crate::report::at_once::at_once;
use crate::report::cost_analysis::CostAnalysis;
use crate::report::operation_finding::OperationFinding;
use crate::report::operation_labels::OperationLabels;
use crate::report::operation_query::OperationQuery;
use crate::report::part_order::PartOrder;
use crate::report::state_graph::StateGraph;
use crate::report::transition_store::GraphView;
use model::ClaimKind;

/// Of how many states each worker says something before it is added up what that takes.
const PART: usize = 1 << 12;

pub struct OperationAnalysis {
    /// Those that are left, the next one last.
    questions: Vec<OperationQuery>,
    labels: OperationLabels,
    /// What is under way, the next one first.
    inquiries: Vec<CostAnalysis>,
    /// Of each property that is done, by its number.
    findings: Vec<(usize, OperationFinding)>,
}

/// What there is to work with.
#[derive(Clone, Copy)]
pub struct Means {
    pub workers: usize,
    /// For so many inquiries at a time.
    pub room: usize,
    /// So many states are examined in a call, by each worker.
    pub states: usize,
    /// So many bytes there are for what is said of states and steps.
    pub labels_max: usize,
}

impl OperationAnalysis {
    /// What these properties ask for, which are about the same operations. Memory is taken when it
    /// begins.
    pub fn new(graph: &dyn StateGraph, asked: &[(usize, ClaimKind)]) -> OperationAnalysis {
        let mut labels = OperationLabels::of(asked[0].0);
        let questions = asked.iter().rev().map(|&(at, kind)| {
            let cost = (!kind.is_progress()).then(|| labels.ask(graph, at));
            OperationQuery { at, kind, cost }
        });
        OperationAnalysis {
            questions: questions.collect(),
            labels,
            inquiries: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Of each property that is done, with its number.
    pub fn findings(&self) -> impl Iterator<Item = (usize, &OperationFinding)> {
        self.findings.iter().map(|(at, it)| (*at, it))
    }

    pub fn failures(&self) -> usize {
        self.findings.iter().filter(|finding| finding.1.fails()).count()
    }

    pub fn bytes(&self) -> usize {
        self.labels.bytes() + self.inquiries.iter().map(CostAnalysis::bytes).sum::<usize>()
    }

    /// Examines some states; false when all is known, or if what is said takes too many bytes.
    pub fn advance(&mut self, known: GraphView<'_>, order: &PartOrder, means: Means) -> bool {
        let goes_on = self.go_on(known, order, means) == Some(true);
        if !goes_on {
            (self.labels, self.inquiries) = (OperationLabels::default(), Vec::new());
        }
        goes_on
    }

    /// None if there is no memory.
    fn go_on(&mut self, known: GraphView<'_>, order: &PartOrder, means: Means) -> Option<bool> {
        let Means { workers, room, states, labels_max } = means;
        let mut left = states;
        while !self.labels.is_whole(known) {
            if left == 0 {
                return Some(true);
            }
            let part = left.min(PART);
            self.labels
                .grow(known, workers, part)
                .filter(|()| self.labels.bytes() <= labels_max)?;
            left -= part;
        }
        loop {
            while self.inquiries.len() < room
                && let Some(question) = self.questions.pop()
            {
                self.inquiries.push(CostAnalysis::new(question, &self.labels, known)?);
            }
            if self.inquiries.is_empty() {
                return Some(false);
            }
            self.take_turns(known, order, means)?;
            if !self.inquiries.is_empty() {
                return Some(true);
            }
        }
    }

    /// Lets as many go on as there are workers, in turns, so that nobody is left alone with the last one.
    fn take_turns(&mut self, known: GraphView<'_>, order: &PartOrder, means: Means) -> Option<()> {
        let OperationAnalysis { labels, inquiries, findings, .. } = self;
        let count = means.workers.min(inquiries.len());
        let mut next: Vec<_> =
            inquiries.drain(..count).map(|inquiry| (inquiry, Some(true))).collect();
        at_once(&mut next, |(it, goes_on)| {
            *goes_on = it.advance(known, labels, order, means.states);
        });
        for (it, goes_on) in next {
            match goes_on? {
                true => inquiries.push(it),
                false => findings.push((it.at(), it.found())),
            }
        }
        Some(())
    }
}
