//! Expands states, nearest first, and checks those that are new.

use crate::parallel::Pool;
use crate::report::{Findings, Outcome, Runs, TransitionStore, run_to};
use crate::state_graph::VisitedGraph;
use crate::visited::VisitedSet;
use crate::{Bound, Coverage, Limits, Progress, Report, has_initial_state, invariants};
use model::{Check, Expansion, System, Unreached};
use std::ops::Range;
use std::sync::Arc;

/// How many states are expanded together: enough for calls into generated code to cost little, few
/// enough for their successors to stay in the caches.
const EXPANDED_AT_ONCE: u32 = 256;

pub struct Explorer {
    pub system: Arc<dyn System>,
    pub visited: VisitedSet,
    pub findings: Findings,
    /// The state to expand next.
    pub next: u32,
    /// How far from the first state it is.
    depth: usize,
    /// The first state that is farther.
    level_end: u32,
    /// How many initial values are chosen before a run begins.
    choices: usize,
    /// The first state in which all of them are chosen.
    begun_at: u32,
    /// Between states of the algorithm.
    pub transitions: usize,
    pub beyond: Option<u32>,
    /// All steps so far, if they are wanted later.
    pub steps: Option<TransitionStore>,
    pub pool: Pool,
    buffers: Buffers,
}

/// Used again and again.
struct Buffers {
    expansion: Expansion,
    /// Of each successor.
    parents: Vec<u32>,
    numbers: Vec<u32>,
    checks: Vec<Check>,
}

impl Explorer {
    /// From the first state on, which need not be the initial one.
    pub fn new(
        system: Arc<dyn System>,
        first: &[u8],
        by_fingerprints: bool,
        limits: Limits,
    ) -> Explorer {
        let mut findings = invariants::begin(&*system);
        let mut checks = Vec::new();
        let choices = system.choices_left(first);
        let is_asked = invariants::is_of_any_state;
        invariants::check_states(&mut findings, &*system, &mut checks, (0, first), is_asked);
        Explorer {
            visited: VisitedSet::new(first, by_fingerprints, limits),
            system,
            findings,
            next: 0,
            depth: 0,
            level_end: 1,
            choices,
            begun_at: u32::from(choices > 0),
            transitions: 0,
            beyond: None,
            steps: None,
            pool: Pool::default(),
            buffers: Buffers {
                expansion: Expansion::new(false),
                parents: Vec::new(),
                numbers: Vec::new(),
                checks,
            },
        }
    }

    /// From now on all steps are recorded, as far as there is memory for it, and there are no sleep
    /// sets.
    pub fn record_steps(&mut self) {
        self.steps = Some(TransitionStore::default());
    }

    /// The steps of all states so far, or none.
    pub fn take_steps(&mut self) -> TransitionStore {
        self.steps.take().unwrap_or_default()
    }

    /// Expands up to `states` states; false when none is left.
    pub fn advance(&mut self, states: usize) -> bool {
        let mut left = u32::try_from(states).unwrap_or(u32::MAX);
        while left > 0 {
            let next = self.frontier(left.min(EXPANDED_AT_ONCE));
            if next.is_empty() {
                break;
            }
            left -= self.expand(next);
        }
        !self.is_over()
    }

    /// The next states, at most so many, that are as far away as the very next one; none when none
    /// is left.
    pub fn frontier(&mut self, states: u32) -> Range<u32> {
        if self.next == self.level_end && self.level_end < self.visited.len() {
            self.depth += 1;
            if self.depth <= self.choices {
                self.begun_at = self.next;
            }
            self.level_end = self.visited.len();
        }
        self.next..self.level_end.min(self.next.saturating_add(states))
    }

    /// Takes every step from the first of the next states that lie together. Returns how many they
    /// are.
    fn expand(&mut self, states: Range<u32>) -> u32 {
        let has_begun = self.has_begun();
        let Explorer { system, visited, findings, steps, buffers, .. } = self;
        let Buffers { expansion, parents, numbers, checks } = buffers;
        expansion.clear(steps.is_some());
        let (states, batch) = visited.store.together(states);
        system.expand(&batch, expansion);
        parents.clear();
        for (state, expanded) in states.clone().zip(expansion.expanded()) {
            parents.resize(expanded.end, state);
            self.transitions += if has_begun { expanded.transitions } else { 0 };
            if expanded.is_beyond && !expanded.is_error && self.beyond.is_none() {
                self.beyond = Some(state);
            }
            if expanded.is_error {
                findings.error.get_or_insert(state);
            }
            if expanded.is_final {
                invariants::end(findings, state, expanded.is_deadlock);
            }
        }
        let expanded = expansion.expanded();
        invariants::check_expanded(findings, &**system, checks, states.start, &batch, expanded);
        drop(batch);
        visited.insert(expansion.states(), parents, numbers);
        if steps.as_mut().is_some_and(|steps| !steps.record(expansion, numbers)) {
            *steps = None;
        }
        drop_too_many(steps, visited);
        self.next = states.end;
        visited.store.drop_before(self.next);
        states.len() as u32
    }

    /// Checks the states that are not expanded, where they will not be.
    pub fn check_frontier(&mut self) {
        let mut left = self.next..self.visited.len();
        while !left.is_empty() {
            let (some, states) = self.visited.store.together(left.clone());
            let (findings, checks) = (&mut self.findings, &mut self.buffers.checks);
            let is_asked = invariants::is_of_any_state;
            invariants::check_states(
                findings,
                &*self.system,
                checks,
                (some.start, &states),
                is_asked,
            );
            left.start = some.end;
        }
    }

    pub fn is_over(&self) -> bool {
        self.next == self.visited.len()
    }

    pub fn progress(&self) -> Progress {
        Progress {
            states: self.states(),
            transitions: self.transitions,
            depth: self.depth_seen(),
            frontier: (self.visited.len() - self.next) as usize,
            failures: self.findings.failures(),
            is_at_runs: false,
        }
    }

    /// Why there may be states that the search does not see.
    pub fn bounds(&self) -> Vec<Bound> {
        let beyond = self.beyond.map(|_| Bound::BeyondModel);
        let states = self.visited.len() as usize;
        let fingerprints = (!self.visited.store.is_exact()).then_some(Bound::Fingerprints(states));
        let error = self.findings.error.map(|_| Bound::Error);
        let bounds = [error, beyond, self.visited.full(), fingerprints];
        bounds.into_iter().flatten().collect()
    }

    pub fn coverage(&self) -> Coverage {
        let bounds = self.bounds();
        match bounds.len() {
            _ if !self.is_over() => Coverage::Unfinished,
            0 => Coverage::Exhausted,
            _ => Coverage::Bounded(bounds),
        }
    }

    /// What was visited, as a graph.
    pub fn graph(&self) -> VisitedGraph<'_> {
        VisitedGraph { system: &*self.system, visited: &self.visited }
    }

    /// What is known, given what is known of infinite executions.
    pub fn report(&self, runs: &Runs<'_>) -> Report {
        // in no state at all everything would hold
        let has_none = self.has_no_initial_state();
        let coverage = if has_none { Coverage::Exhausted } else { self.coverage() };
        let unreached = (coverage == Coverage::Exhausted).then(|| self.system.unreached());
        let mut verdicts = self.findings.verdicts(&self.graph(), runs, unreached.as_ref());
        if has_none {
            for verdict in &mut verdicts {
                verdict.outcome = Outcome::NoInitialState(self.system.assumptions());
                verdict.notes.clear();
            }
        }
        let Unreached { lines, unused, .. } = unreached.unwrap_or_default();
        Report {
            coverage,
            states: self.states(),
            states_of_program: (!self.system.remembers()).then(|| self.states()),
            transitions: self.transitions,
            depth: self.depth_seen(),
            choices: self.choices,
            beyond: self.beyond.map(|beyond| run_to(&self.graph(), beyond)),
            unused,
            unreached: lines,
            verdicts,
        }
    }

    /// Whether all choices of initial values were tried, and none satisfies the assumptions.
    fn has_no_initial_state(&self) -> bool {
        let is_cut = |bound: &Bound| !matches!(bound, Bound::Fingerprints(_));
        let has_seen_none = self.is_over() && self.states() == 0;
        has_seen_none
            && !self.bounds().iter().any(is_cut)
            && (self.visited.store.is_exact()
                || has_initial_state(&*self.system, usize::MAX) == Some(false))
    }

    pub fn bytes(&self) -> usize {
        let steps = self.steps.as_ref().map_or(0, TransitionStore::bytes);
        self.visited.bytes() + steps + self.pool.bytes()
    }

    /// Between calls all successors are in, so some may be a level ahead of the next state.
    fn depth_seen(&self) -> usize {
        let depth = self.depth + usize::from(self.visited.len() > self.level_end);
        depth.saturating_sub(self.choices)
    }

    /// Whether the states that are expanded are states of the algorithm.
    pub fn has_begun(&self) -> bool {
        self.depth >= self.choices
    }

    /// How many states of the algorithm are known.
    fn states(&self) -> usize {
        // between two levels, those that lie behind the level in hand are of the next one
        let begun_at = match self.depth + 1 == self.choices {
            true => self.level_end,
            false => self.begun_at,
        };
        if self.depth + 1 < self.choices { 0 } else { (self.visited.len() - begun_at) as usize }
    }
}

/// Steps are recorded as long as the search comes as far as without them.
pub fn drop_too_many(steps: &mut Option<TransitionStore>, visited: &VisitedSet) {
    if steps.as_ref().is_some_and(|steps| !visited.has_half(steps.bytes())) {
        *steps = None;
    }
}
