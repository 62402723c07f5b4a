//! The search itself: all of it but the model.

use crate::{Bound, Coverage, Limits, Progress, Report, explored::Explored, judge, seen::Seen};
use model::{Action, Log, Model, Stepped};
use reports::{Findings, Runs};

pub struct Front<M: Model> {
    seen: Seen<M::State>,
    findings: Findings,
    /// The state to expand next.
    next: u32,
    /// How far from the first state it is.
    depth: usize,
    /// The first state that is farther.
    level_end: u32,
    transitions: usize,
    is_beyond: bool,
}

impl<M: Model> Front<M> {
    pub fn new(model: &M, first: M::State, limits: Limits) -> Front<M> {
        let seen = Seen::new(first, limits);
        let mut findings = judge::begin(model);
        judge::look(&mut findings, model, &seen, 0..1);
        Front { seen, findings, next: 0, depth: 0, level_end: 1, transitions: 0, is_beyond: false }
    }

    /// Expands up to `states` states; false when none is left. Shows `each` every attempt.
    #[inline]
    pub fn advance(
        &mut self,
        model: &M,
        states: usize,
        mut each: impl FnMut(&M::State, Action, Stepped, &M::State),
    ) -> bool {
        for _ in 0..states {
            if self.next == self.level_end {
                self.settle(model);
                if self.level_end == self.seen.len() {
                    return false;
                }
                self.depth += 1;
                self.level_end = self.seen.len();
            }
            self.expand(model, &mut each);
        }
        self.settle(model);
        !self.is_over()
    }

    /// Takes every step that there is from one state.
    #[inline]
    fn expand(&mut self, model: &M, each: &mut impl FnMut(&M::State, Action, Stepped, &M::State)) {
        let before = *self.seen.state(self.next);
        let mut can_go_on = false;
        let mut waits = false;
        model.actions(&before, &mut |action| {
            let after = self.seen.draft(&before);
            let stepped = model.step(after, action, &mut Log::off());
            each(&before, action, stepped, after);
            match stepped {
                Stepped::Ran(_) => {
                    can_go_on |= !action.is_fault();
                    self.transitions += 1;
                    if self.seen.add(self.next) {
                        self.settle(model);
                    }
                }
                Stepped::Beyond => {
                    can_go_on |= !action.is_fault();
                    self.is_beyond = true;
                }
                Stepped::Waits => waits = true,
                Stepped::Done | Stepped::Refused => {}
            }
        });
        if waits && !can_go_on {
            self.findings.deadlock.get_or_insert(self.next);
        }
        if !can_go_on && let Some(ends) = &mut self.findings.ends {
            ends.push(self.next);
        }
        self.next += 1;
    }

    fn settle(&mut self, model: &M) {
        let new = self.seen.settle();
        judge::look(&mut self.findings, model, &self.seen, new);
    }

    fn is_over(&self) -> bool {
        self.next == self.seen.len()
    }

    pub fn progress(&self) -> Progress {
        Progress {
            states: self.seen.len() as usize,
            transitions: self.transitions,
            depth: self.depth_seen(),
            frontier: (self.seen.len() - self.next) as usize,
            failures: self.findings.failures(),
            is_at_runs: false,
        }
    }

    pub fn coverage(&self) -> Coverage {
        let beyond = self.is_beyond.then_some(Bound::BeyondModel);
        let bounds: Vec<Bound> = beyond.into_iter().chain(self.seen.full()).collect();
        match bounds.len() {
            _ if !self.is_over() => Coverage::Unfinished,
            0 => Coverage::Exhausted,
            _ => Coverage::Bounded(bounds),
        }
    }

    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// What was seen, as a graph.
    pub fn explored<'a>(&'a self, model: &'a M) -> Explored<'a, M> {
        Explored { model, seen: &self.seen }
    }

    /// What is known, given what is known of whole runs.
    pub fn report(&self, model: &M, runs: Runs<'_>) -> Report {
        Report {
            coverage: self.coverage(),
            states: self.seen.len() as usize,
            transitions: self.transitions,
            depth: self.depth_seen(),
            verdicts: self.findings.verdicts(&self.explored(model), runs),
        }
    }

    pub fn bytes(&self) -> usize {
        self.seen.bytes()
    }

    /// Between calls all successors are in, so some may be a level ahead of the next state.
    fn depth_seen(&self) -> usize {
        self.depth + usize::from(self.seen.len() > self.level_end)
    }
}
