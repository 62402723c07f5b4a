//! The search itself: all of it but the model.

use crate::arena::{CHUNK, Keep};
use crate::expand::{Came, Drafts, expand};
use crate::{Bound, Coverage, Limits, Progress, Report, explored::Explored, judge, seen::Seen};
use model::{Action, SleepSet, Model};
use reports::{Findings, Kept, Runs};
use zerocopy::FromZeros;

pub struct Front<K: Keep> {
    pub seen: Seen<K>,
    pub findings: Findings,
    /// The state to expand next.
    pub next: u32,
    /// How far from the first state it is.
    depth: usize,
    /// The first state that is farther.
    level_end: u32,
    pub transitions: usize,
    pub is_beyond: bool,
    /// All steps so far, if they are wanted later.
    pub kept: Option<Kept>,
    pub crew: crate::parallel::Crew<K::State>,
}

impl<K: Keep> Front<K> {
    pub fn new<M: Model<State = K::State>>(model: &M, first: K::State, limits: Limits) -> Front<K> {
        let seen: Seen<K> = Seen::new(first, limits);
        let mut findings = judge::begin(model);
        judge::look(&mut findings, model, 0, &[first]);
        Front {
            seen,
            findings,
            next: 0,
            depth: 0,
            level_end: 1,
            transitions: 0,
            is_beyond: false,
            kept: None,
            crew: crate::parallel::Crew::default(),
        }
    }

    /// From now on all steps are kept, as far as there is memory for it: none sleeps.
    pub fn keep_steps(&mut self) {
        self.kept = Some(Kept::default());
    }

    /// The steps of all states so far, or none.
    pub fn take_kept(&mut self) -> Kept {
        self.kept.take().unwrap_or_default()
    }

    /// Expands up to `states` states; false when none is left.
    #[inline]
    pub fn advance<M: Model<State = K::State>>(&mut self, model: &M, states: usize) -> bool {
        for _ in 0..states {
            if self.next == self.level_end && !self.begin_level(model) {
                return false;
            }
            self.expand(model);
        }
        self.settle(model);
        !self.is_over()
    }

    /// The next level is the last one's successors; false if there are none.
    fn begin_level<M: Model<State = K::State>>(&mut self, model: &M) -> bool {
        self.settle(model);
        if self.level_end == self.seen.len() {
            return false;
        }
        self.depth += 1;
        self.level_end = self.seen.len();
        true
    }

    /// The next states, at most so many, that are as far away as the very next one; none when none
    /// is left.
    pub fn ahead<M: Model<State = K::State>>(
        &mut self,
        model: &M,
        states: u32,
    ) -> std::ops::Range<u32> {
        if self.next == self.level_end && !self.begin_level(model) {
            return self.next..self.next;
        }
        self.next..self.level_end.min(self.next.saturating_add(states))
    }

    /// Takes every step that there is from one state.
    #[inline]
    fn expand<M: Model<State = K::State>>(&mut self, model: &M) {
        let mut before = K::State::new_zeroed();
        before.clone_from(self.seen.state(self.next));
        let Front { seen, findings, kept, next, .. } = self;
        let mut drafts = Onward { model, seen, findings, kept, parent: *next };
        let asleep = drafts.seen.asleep(*next);
        let came = expand(model, &before, asleep, &mut drafts);
        let Came { transitions, is_beyond, is_end, is_deadlock } = came;
        self.transitions += transitions;
        self.is_beyond |= is_beyond;
        if is_end {
            judge::end(&mut self.findings, self.next, is_deadlock);
        }
        if self.kept.as_mut().is_some_and(|it| !it.end()) {
            self.kept = None;
        }
        self.next += 1;
        // else there is no chunk to leave
        if (self.next as usize).is_multiple_of(CHUNK) {
            self.seen.leave(self.next);
        }
    }

    fn settle<M: Model<State = K::State>>(&mut self, model: &M) {
        let Front { seen, findings, kept, .. } = self;
        settle(model, seen, findings, kept);
    }

    pub fn is_over(&self) -> bool {
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
        let bounds = [beyond, self.seen.full(), K::bound(self.seen.len())];
        let bounds: Vec<Bound> = bounds.into_iter().flatten().collect();
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
    pub fn explored<'a, M: Model<State = K::State>>(&'a self, model: &'a M) -> Explored<'a, M, K> {
        Explored { model, seen: &self.seen }
    }

    /// What is known, given what is known of whole runs.
    pub fn report<M: Model<State = K::State>>(&self, model: &M, runs: &Runs<'_>) -> Report {
        Report {
            coverage: self.coverage(),
            states: self.seen.len() as usize,
            transitions: self.transitions,
            depth: self.depth_seen(),
            verdicts: self.findings.verdicts(&self.explored(model), runs),
        }
    }

    pub fn bytes(&self) -> usize {
        let kept = self.kept.as_ref().map_or(0, Kept::bytes);
        self.seen.bytes() + kept + self.crew.bytes()
    }

    /// Between calls all successors are in, so some may be a level ahead of the next state.
    fn depth_seen(&self) -> usize {
        self.depth + usize::from(self.seen.len() > self.level_end)
    }
}

fn settle<M: Model, K: Keep<State = M::State>>(
    model: &M,
    seen: &mut Seen<K>,
    findings: &mut Findings,
    kept: &mut Option<Kept>,
) {
    let drafts = seen.set.drafts();
    let mut new = seen.settle();
    if let Some(steps) = kept {
        steps.lead(&seen.set.batch.looked.numbers[..drafts]);
        drop_too_many(kept, seen);
    }
    while !new.is_empty() {
        let states = seen.keep.together(new.clone());
        judge::look(findings, model, new.start, states);
        new.start += states.len() as u32;
    }
}

/// Steps are kept so far that the search comes as far as without them.
pub fn drop_too_many<K: Keep>(kept: &mut Option<Kept>, seen: &Seen<K>) {
    if kept.as_ref().is_some_and(|it| !seen.set.has_half(it.bytes())) {
        *kept = None;
    }
}

/// Into the states seen.
struct Onward<'a, M, K> {
    model: &'a M,
    seen: &'a mut Seen<K>,
    findings: &'a mut Findings,
    kept: &'a mut Option<Kept>,
    parent: u32,
}

impl<M: Model, K: Keep<State = M::State>> Drafts<M::State> for Onward<'_, M, K> {
    #[inline]
    fn draft(&mut self, state: &M::State) -> &mut M::State {
        self.seen.draft(state)
    }

    #[inline]
    fn add(&mut self, asleep: SleepSet) {
        if self.seen.add(self.parent, asleep) {
            settle(self.model, self.seen, self.findings, self.kept);
        }
    }

    #[inline]
    fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    fn keep(&mut self, action: Action, is_owed: bool) {
        if self.kept.as_mut().is_some_and(|it| !it.step(action, is_owed)) {
            *self.kept = None;
        }
    }
}
