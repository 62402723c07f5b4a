//! What one property asks of operations, process by process.

use crate::at_once::at_once;
use crate::cost_analysis::CostAnalysis;
use crate::operation_finding::OperationFinding;
use crate::operation_labels::OperationLabels;
use crate::operation_query::OperationQuery;
use crate::transition_store::GraphView;
use model::{Kind, PROCESSES_MAX};

/// Of how many states each worker says something before it is added up what that takes.
const PART: usize = 1 << 12;

pub struct OperationAnalysis {
    /// Those that are left, the next one last.
    questions: Vec<OperationQuery>,
    labels: OperationLabels,
    /// What is under way, in the order of the questions.
    inquiries: Vec<Under>,
    /// Whose turn it is, among those that are not done.
    turn: usize,
    /// None if there was no memory for it.
    finding: Option<OperationFinding>,
}

struct Under {
    inquiry: CostAnalysis,
    is_done: bool,
}

impl OperationAnalysis {
    /// What the property at `at` asks for. Memory is taken when it begins.
    pub fn new(at: usize, kind: Kind) -> OperationAnalysis {
        let all = if kind == Kind::LockFree { 1 } else { PROCESSES_MAX };
        OperationAnalysis {
            questions: (0..all).rev().map(|who| OperationQuery { at, kind, who }).collect(),
            labels: OperationLabels::of(at, !kind.is_progress()),
            inquiries: Vec::new(),
            turn: 0,
            finding: Some(OperationFinding::new(kind)),
        }
    }

    pub fn finding(&self) -> Option<&OperationFinding> {
        self.finding.as_ref()
    }

    pub fn fails(&self) -> bool {
        self.finding().is_some_and(OperationFinding::fails)
    }

    pub fn bytes(&self) -> usize {
        self.labels.bytes() + self.inquiries.iter().map(|it| it.inquiry.bytes()).sum::<usize>()
    }

    /// Examines up to that many states, each of so many workers, with room for so many inquiries;
    /// false when all is known, or if what is said takes more than so many bytes.
    pub fn advance(
        &mut self,
        known: GraphView<'_>,
        workers: usize,
        room: usize,
        states: usize,
        labels_max: usize,
    ) -> bool {
        let goes_on = self.go_on(known, workers, room, states, labels_max);
        if goes_on.is_none() {
            self.finding = None;
        }
        if goes_on != Some(true) {
            (self.labels, self.inquiries) = (OperationLabels::default(), Vec::new());
        }
        goes_on == Some(true)
    }

    /// None if there is no memory.
    fn go_on(
        &mut self,
        known: GraphView<'_>,
        workers: usize,
        room: usize,
        states: usize,
        labels_max: usize,
    ) -> Option<bool> {
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
        let finding = self.finding.as_mut()?;
        loop {
            while self.inquiries.len() < room
                && let Some(question) = self.questions.pop()
            {
                let inquiry = CostAnalysis::new(question, &self.labels, known, finding)?;
                self.inquiries.push(Under { inquiry, is_done: false });
            }
            if self.inquiries.is_empty() {
                return Some(false);
            }
            let labels = &self.labels;
            // in turns, so that nobody is left alone with the last one
            let count = self.inquiries.iter().filter(|it| !it.is_done).count();
            let first = self.turn % count;
            let is_next = |at: usize| (at + count - first) % count < workers;
            let open = self.inquiries.iter_mut().filter(|it| !it.is_done).enumerate();
            let mut next: Vec<_> = open.filter(|(at, _)| is_next(*at)).map(|(_, it)| it).collect();
            at_once(&mut next, |it| it.is_done = !it.inquiry.advance(known, labels, states));
            self.turn += workers;
            // in their order, as of what is alike the first counts
            while self.inquiries.first().is_some_and(|it| it.is_done) {
                finding.join(self.inquiries.remove(0).inquiry.found());
            }
            if !self.inquiries.is_empty() {
                return Some(true);
            }
        }
    }
}
