//! The searches of changed texts, in slices short enough that a stop is heard between them.

use super::LinesFound;
use crate::check::{Pace, Reply};
use catalog::{Limits, Scenario, Search};
use mutants::Weighing;
use std::time::Duration;

/// States between two looks at the clock.
const STRIDE: usize = 4_096;
const SLICE: Duration = Duration::from_millis(100);
/// Changes up to this rank.
const RANK: usize = 3;

/// What the worker is at.
pub struct LinesJob {
    base: Scenario,
    bytes_max: usize,
    /// None until the text as it is was searched.
    weighing: Option<Weighing>,
    search: Option<Search>,
    /// Something became known that was not told yet.
    has_news: bool,
}

impl LinesJob {
    pub fn new(scenario: &Scenario, states_max: usize, bytes_max: usize) -> LinesJob {
        let base = scenario.start();
        let limits = Limits { states_max, bytes_max, ..Limits::default() };
        let search = Some(base.search(limits));
        LinesJob { base, bytes_max, weighing: None, search, has_news: false }
    }

    /// Searches for a slice of time, and tells what is known then, or how far the search in hand has come.
    pub fn slice(&mut self, now: impl Fn() -> Duration) -> Reply {
        let start = now();
        while self.advance() && now().saturating_sub(start) < SLICE {}
        match &self.weighing {
            Some(weighing) if std::mem::take(&mut self.has_news) => {
                Reply::Lines(LinesFound::of(&weighing.mutation, self.search.is_none()))
            }
            _ => Reply::Progress(self.pace(), Vec::new()),
        }
    }

    fn pace(&self) -> Pace {
        let now = self.search.as_ref().map(Search::progress);
        Pace {
            states: now.map_or(0, |now| now.states),
            depth: now.map_or(0, |now| now.depth),
            failures: now.map_or(0, |now| now.failures),
            per_second: 0,
            at_runs: now.is_some_and(|now| now.is_at_runs),
        }
    }

    pub fn is_running(&self) -> bool {
        self.search.is_some()
    }

    /// Goes on for some states; false if nothing is left.
    fn advance(&mut self) -> bool {
        let Some(search) = &mut self.search else { return false };
        if search.advance(STRIDE) {
            return true;
        }
        let report = search.report();
        // first of all, so that its memory can be used again
        self.search = None;
        self.has_news = true;
        match &mut self.weighing {
            Some(weighing) => weighing.take(&report),
            None => self.weighing = Some(Weighing::of(&self.base, &report, None, RANK, &[])),
        }
        let next = self.weighing.as_mut().and_then(Weighing::next_search);
        let bytes_max = self.bytes_max;
        self.search = next.map(|next| {
            next.scenario.search(Limits {
                states_max: next.states_max,
                bytes_max,
                ..Limits::default()
            })
        });
        self.search.is_some()
    }
}
