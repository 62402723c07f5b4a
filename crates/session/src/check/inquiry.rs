//! A question that takes several searches, in slices short enough that a stop is heard between them.

use super::{Answer, Pace, Reply};
use catalog::{Limits, Report, Scenario, Search};
use std::time::Duration;

/// States between two looks at the clock.
const STRIDE: usize = 4_096;
const SLICE: Duration = Duration::from_millis(100);

/// What is asked, and what is known of it.
pub trait Inquiry {
    /// What is to be searched next, and after how many states that ends at the latest; none if all is known.
    fn next_search(&mut self) -> Option<(Scenario, usize)>;

    /// Whether a search need not go on.
    fn has_answer(&self, _search: &Search) -> bool {
        false
    }

    /// Takes what that search has found.
    fn take(&mut self, report: &Report);

    /// What is known by now, and perhaps for good; none as long as that is nothing.
    fn answer(&self, is_whole: bool) -> Option<Answer>;
}

/// A question, and the search in hand.
pub struct Inquest {
    inquiry: Box<dyn Inquiry>,
    bytes_max: usize,
    search: Option<Search>,
    /// Something became known that was not told yet.
    has_news: bool,
}

impl Inquest {
    pub fn new(inquiry: impl Inquiry + 'static, bytes_max: usize) -> Inquest {
        let inquiry = Box::new(inquiry);
        let mut inquest = Inquest { inquiry, bytes_max, search: None, has_news: false };
        inquest.begin();
        inquest
    }

    fn begin(&mut self) {
        let next = self.inquiry.next_search();
        let bytes_max = self.bytes_max;
        self.search = next.map(|(scenario, states_max)| {
            scenario.search(Limits { states_max, bytes_max, ..Limits::default() })
        });
    }

    /// Searches for a slice of time, and tells what is known then, or how far the search in hand has come.
    pub fn slice(&mut self, now: impl Fn() -> Duration) -> Reply {
        let start = now();
        while self.advance() && now().saturating_sub(start) < SLICE {}
        let has_news = std::mem::take(&mut self.has_news);
        let news = if has_news { self.inquiry.answer(self.search.is_none()) } else { None };
        news.map_or_else(|| Reply::Progress(self.pace(), Vec::new()), Reply::Answer)
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
        if search.advance(STRIDE) && !self.inquiry.has_answer(search) {
            return true;
        }
        let report = search.report();
        // first of all, so that its memory can be used again
        self.search = None;
        self.has_news = true;
        self.inquiry.take(&report);
        self.begin();
        self.search.is_some()
    }
}
