//! A search that is taken in slices.

use crate::explorer::Explorer;
use crate::report::{LivenessPasses, Outcome, Runs};
use crate::state_graph::VisitedGraph;
use crate::symmetry::Quotient;
use crate::visited::VisitedSet;
use crate::{Bound, Coverage, Limits, Report, Workers};
use model::{Action, Log, Stepped, System};
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;

/// Visits every reachable state of a system, nearest first, as far as the limits allow.
pub struct Search {
    explorer: Explorer,
    limits: Limits,
    /// Where classes of symmetric states are searched.
    unfold: Option<Unfold>,
    /// Begun when every state is known.
    passes: Option<LivenessPasses>,
    is_over: bool,
    is_interrupted: bool,
}

/// Makes a report on states of a report on classes. A closure, so that a program that reduces nothing
/// has none of its code.
type Unfold = Box<dyn Fn(&VisitedGraph<'_>, Report) -> Report + Send + Sync>;

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Progress {
    /// Distinct states visited; classes, where these are searched.
    pub states: usize,
    pub transitions: usize,
    /// How many steps away from the first the farthest of them is.
    pub depth: usize,
    /// Those of them that have not been expanded.
    pub frontier: usize,
    /// How many claims have failed.
    pub failures: usize,
    /// All states are known, and infinite executions are examined.
    pub is_at_runs: bool,
}

impl Search {
    pub fn new(system: Arc<dyn System>, limits: Limits) -> Search {
        Search::after(system, &[], limits)
    }

    /// Of every state that can follow `run`; runs are told from there. Steps that it cannot take are
    /// left out.
    pub fn after(system: Arc<dyn System>, run: &[Action], limits: Limits) -> Search {
        let mut first = system.initial();
        for &action in run {
            system.step(&mut first, action, &mut Log::off());
        }
        Search::begin(Explorer::new(system, &first, false, limits), limits, None)
    }

    /// A search that takes states with the same fingerprint for the same, and so needs less memory
    /// and proves nothing.
    pub fn by_fingerprints(system: Arc<dyn System>, limits: Limits) -> Search {
        let first = system.initial();
        Search::begin(Explorer::new(system, &first, true, limits), limits, None)
    }

    /// A search in which states that differ by names only count as one; none if no two processes or
    /// replicas are symmetric.
    pub fn reduced(system: Arc<dyn System>, limits: Limits) -> Option<Search> {
        let quotient = Arc::new(Quotient::new(system)?);
        let explorer =
            Explorer::new(Arc::clone(&quotient) as _, &quotient.initial(), false, limits);
        let unfold: Unfold = Box::new(move |graph, report| quotient.unfold(graph, report));
        Some(Search::begin(explorer, limits, Some(unfold)))
    }

    fn begin(mut explorer: Explorer, limits: Limits, unfold: Option<Unfold>) -> Search {
        if explorer.findings.are_of_runs() && !limits.safety_only {
            explorer.record_steps();
        }
        Search { explorer, limits, unfold, passes: None, is_over: false, is_interrupted: false }
    }

    /// Expands up to that many further states, and then examines all states once more, where
    /// infinite executions are in question; false when nothing is left to do.
    pub fn advance(&mut self, states: usize) -> bool {
        self.advance_with(1, states, |explorer| explorer.advance(states))
    }

    /// As [`Search::advance`], by several workers at once where each state is stored and stands for
    /// itself. What they find is the same.
    pub fn advance_by(&mut self, workers: &Workers, states: usize) -> bool {
        let is_plain = self.unfold.is_none() && self.explorer.visited.store.is_exact();
        let expand = |explorer: &mut Explorer| match is_plain {
            true => explorer.advance_by(workers, states),
            false => explorer.advance(states),
        };
        workers.run(|| self.advance_with(workers.count(), states, expand))
    }

    fn advance_with(
        &mut self,
        workers: usize,
        states: usize,
        expand: impl FnOnce(&mut Explorer) -> bool,
    ) -> bool {
        if self.is_over || self.is_interrupted {
            return false;
        }
        if self.passes.is_none() {
            if expand(&mut self.explorer) {
                return true;
            }
            self.passes = self.passes();
        }
        let graph = self.explorer.graph();
        let goes_on =
            |liveness_passes: &mut LivenessPasses| liveness_passes.advance(&graph, workers, states);
        self.is_over = !self.passes.as_mut().is_some_and(goes_on);
        !self.is_over
    }

    /// None if there are states that were not visited, or no property is about infinite executions.
    fn passes(&mut self) -> Option<LivenessPasses> {
        let steps = self.explorer.take_steps();
        let bytes = self.limits.bytes_max.saturating_sub(self.explorer.bytes());
        let graph = self.explorer.graph();
        let is_whole = self.explorer.coverage() == Coverage::Exhausted;
        let new = || LivenessPasses::new(&graph, &self.explorer.findings, steps, bytes);
        (is_whole && !self.limits.safety_only).then(new)
    }

    /// Ends the search: what it knows by now is its result, unless it is over.
    pub fn interrupt(&mut self) {
        self.is_interrupted = !self.is_over;
        self.explorer.check_frontier();
    }

    pub fn progress(&self) -> Progress {
        let mut progress = self.explorer.progress();
        progress.failures += self.passes.as_ref().map_or(0, LivenessPasses::failures);
        progress.is_at_runs = self.passes.is_some();
        progress
    }

    /// What is known by now, and how sure it is.
    pub fn report(&self) -> Report {
        let passes = self.passes.as_ref().filter(|_| self.is_over);
        let runs = passes.map(LivenessPasses::runs).unwrap_or_default();
        let mut report = self.explorer.report(&runs);
        if self.is_interrupted {
            let mut bounds = self.explorer.bounds();
            bounds.push(Bound::Interrupted);
            report.coverage = Coverage::Bounded(bounds);
        } else if !self.is_over {
            report.coverage = Coverage::Unfinished;
        }
        self.unfolded(report)
    }

    /// What is final although infinite executions are still examined: all states are known, and this
    /// is about single states. None before and after.
    pub fn report_on_states(&self) -> Option<Report> {
        self.passes.as_ref().filter(|_| !self.is_over)?;
        let mut report = self.explorer.report(&Runs::default());
        report
            .verdicts
            .retain(|verdict| !matches!(verdict.outcome, Outcome::NotAsked | Outcome::Ends(_)));
        Some(self.unfolded(report))
    }

    fn unfolded(&self, report: Report) -> Report {
        match &self.unfold {
            None => report,
            Some(unfold) => unfold(&self.explorer.graph(), report),
        }
    }

    /// How many classes were visited, where these are searched.
    pub fn classes(&self) -> Option<usize> {
        self.unfold.as_ref().map(|_| self.explorer.progress().states)
    }

    /// The same, with how many states of the program were visited. None where that is not known: of classes and
    /// fingerprints, or where there is no memory for it.
    pub fn counted_report(&self) -> Report {
        let mut report = self.report();
        let is_plain = self.unfold.is_none() && self.explorer.visited.store.is_exact();
        if report.states_of_program.is_none() && is_plain {
            let end = self.explorer.visited.len();
            let begun = end - report.states as u32..end;
            let bytes_max = self.limits.bytes_max.saturating_sub(self.bytes());
            report.states_of_program = without_memory(&self.explorer.graph(), begun, bytes_max);
        }
        report
    }

    /// Why the interpreter runs, in whole or in part, where machine code was to.
    pub fn interpreted(&self) -> Option<String> {
        self.explorer.system.interpreted()
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.explorer.bytes() + self.passes.as_ref().map_or(0, LivenessPasses::bytes)
    }
}

/// How many of some states there are without what properties remember; none without so much memory.
fn without_memory(
    graph: &VisitedGraph<'_>,
    mut states: Range<u32>,
    bytes_max: usize,
) -> Option<usize> {
    let Some(first) = states.next() else { return Some(0) };
    let mut state = graph.state(first).into_owned();
    graph.system.forget(&mut state);
    let limits = Limits { bytes_max, ..Limits::states(usize::MAX) };
    let (mut distinct, mut numbers) = (VisitedSet::new(&state, false, limits), Vec::new());
    for number in states {
        state.copy_from_slice(&graph.state(number));
        graph.system.forget(&mut state);
        distinct.insert(&state, &[0], &mut numbers);
    }
    distinct.full().is_none().then(|| distinct.len() as usize)
}

/// A whole search at once.
pub fn check(system: Arc<dyn System>, limits: Limits) -> Report {
    let mut search = Search::new(system, limits);
    search.advance(usize::MAX);
    search.report()
}

/// A search of all states that shows `each` every attempt: before, action, what came of it, after.
pub fn explore(
    system: Arc<dyn System>,
    states_max: usize,
    mut each: impl FnMut(&[u8], Action, Stepped, &[u8]),
) -> Report {
    let first = system.initial();
    let mut explorer = Explorer::new(system, &first, false, Limits::states(states_max));
    explorer.advance(usize::MAX);
    let (system, graph) = (&explorer.system, explorer.graph());
    let mut after = first;
    for number in 0..explorer.visited.len() {
        let before = graph.state(number);
        system.actions(&before, &mut |action| {
            after.copy_from_slice(&before);
            let stepped = system.step(&mut after, action, &mut Log::off());
            each(&before, action, stepped, &after);
        });
    }
    explorer.report(&Runs::default())
}
