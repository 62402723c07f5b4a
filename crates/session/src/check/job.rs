//! A search in slices short enough that a stop is heard between them. No clock of its own.

use super::reasons::Reasons;
use super::{Found, Inquest, Line, Mark, Pace, Reply, Request, Topic};
use crate::{fencing::Fencing, lines::Lines, needs::Needing};
use catalog::{Limits, Scenario, Search, Setting};
use std::time::Duration;

/// States between two looks at the clock.
const STRIDE: usize = 4_096;
const SLICE: Duration = Duration::from_millis(50);

/// What the worker is at.
#[derive(Default)]
pub struct Job {
    search: Option<Search>,
    /// What the search has found, while claims are asked whether they carry themselves.
    reasons: Option<Reasons>,
    states_max: usize,
    /// A question about a text or a run.
    asked: Option<Asked>,
    /// What is searched.
    scenario: Option<Scenario>,
    running: bool,
    /// Time spent in slices.
    spent: Duration,
    /// What is known for good by now, and what it was made of: how many failures, and whether all
    /// states are known.
    known: ((usize, bool), Vec<Line>),
    /// What is searched, and how many states it had when that was searched last: after an edit there are
    /// about as many, so that room is made for them at once.
    size: Option<(&'static str, Setting, usize)>,
}

impl Job {
    /// Answers a request at once, where there is something to say at once.
    pub fn take(&mut self, request: Request) -> Option<Reply> {
        match request {
            Request::Check { scenario, from_here, states_max, bytes_max } => {
                // first of all, so that its memory can be used again
                (self.search, self.asked, self.reasons) = (None, None, None);
                self.states_max = states_max;
                (self.running, self.spent) = (false, Duration::ZERO);
                self.known = ((0, false), Vec::new());
                match Scenario::parse(&scenario) {
                    Ok(parsed) => {
                        let states_hint = self.expect(&parsed.scenario);
                        let limits =
                            Limits { states_max, bytes_max, states_hint, ..Limits::default() };
                        self.search = Some(match from_here {
                            true => parsed.scenario.search_from_here(limits),
                            false => parsed.scenario.search(limits),
                        });
                        self.running = true;
                        self.scenario = Some(parsed.scenario);
                        None
                    }
                    Err(problem) => Some(Reply::Problem(problem.to_string())),
                }
            }
            Request::Ask { topic, scenario, states_max, bytes_max } => {
                (self.search, self.asked, self.reasons) = (None, None, None);
                self.running = false;
                let begun = Asked::of(topic, &scenario, states_max, bytes_max);
                let begun = begun.map(|asked| self.asked = Some(asked));
                self.running = begun.is_ok();
                begun.err().map(Reply::Problem)
            }
            Request::Stop if self.running => {
                self.running = false;
                self.found().map(Reply::Found)
            }
            Request::Stop => None,
            Request::GoOn => {
                self.running =
                    self.search.is_some() || self.asked.is_some() || self.reasons.is_some();
                None
            }
        }
    }

    pub fn is_running(&self) -> bool {
        self.running
    }

    /// Searches for a slice of time, and tells what came of it.
    pub fn slice(&mut self, now: impl Fn() -> Duration) -> Option<Reply> {
        if let Some(asked) = self.asked.as_mut().filter(|_| self.running) {
            let (reply, is_running) = asked.slice(now);
            self.running = is_running;
            return Some(reply);
        }
        if let Some(reasons) = self.reasons.as_mut().filter(|_| self.running) {
            let reply = reasons.slice(now);
            if let Reply::Found(_) = reply {
                (self.running, self.reasons) = (false, None);
            }
            return Some(reply);
        }
        let search = self.search.as_mut().filter(|_| self.running)?;
        let start = now();
        let was_at_runs = search.progress().is_at_runs;
        let mut more = true;
        let mut spent = Duration::ZERO;
        while more && spent < SLICE {
            more = search.advance(STRIDE);
            spent = now().saturating_sub(start);
            if search.progress().is_at_runs && !was_at_runs {
                break; // all states are known, and readers hear at once what that settles
            }
        }
        self.spent += spent;
        if !more {
            if let Some(size) = &mut self.size {
                size.2 = search.progress().states;
            }
            let found = self.found();
            self.search = None;
            return self.and_reasons(found?);
        }
        let progress = search.progress();
        let made_of = (progress.failures, progress.is_at_runs);
        if made_of != self.known.0 {
            let lines = match search.report_on_states() {
                Some(report) => Found::of(&report, 0).lines,
                None => {
                    let mut lines = Found::of(&search.report(), 0).lines;
                    lines.retain(|line| line.mark == Mark::Fails);
                    lines
                }
            };
            self.known = (made_of, lines);
        }
        let pace = Pace {
            states: progress.states,
            depth: progress.depth,
            failures: progress.failures,
            at_runs: progress.is_at_runs,
            per_second: (progress.states as u64 * 1_000 / self.ms().max(1) as u64) as usize,
        };
        Some(Reply::Progress(pace, self.known.1.clone()))
    }

    /// What was found, or, if claims are to carry themselves, that this is asked now.
    fn and_reasons(&mut self, found: Found) -> Option<Reply> {
        let reasons = Reasons::of(self.scenario.as_ref()?, found.clone(), self.states_max);
        if !reasons.are_asked() {
            self.running = false;
            return Some(Reply::Found(found));
        }
        let lines = found.lines;
        let pace = Pace { states: found.states, at_runs: true, ..Pace::default() };
        self.reasons = Some(reasons);
        Some(Reply::Progress(pace, lines))
    }

    /// About how many states there will be; zero if nothing like it was searched.
    fn expect(&mut self, scenario: &Scenario) -> usize {
        let is_it = |it: &(&str, Setting, usize)| it.0 == scenario.slug && it.1 == scenario.setting;
        let states = self.size.take().filter(is_it).map_or(0, |size| size.2);
        self.size = Some((scenario.slug, scenario.setting.clone(), states));
        states
    }

    fn ms(&self) -> usize {
        self.spent.as_millis() as usize
    }

    fn found(&self) -> Option<Found> {
        if let Some(reasons) = &self.reasons {
            return Some(reasons.so_far());
        }
        let search = self.search.as_ref()?;
        let interpreted = search.interpreted();
        let found = Found { interpreted, ..Found::of(&search.report(), self.ms().max(1)) };
        Some(found.in_memory_of(self.scenario.as_ref()?))
    }
}

/// A question that takes longer than a slice.
enum Asked {
    /// It takes several searches.
    Searches(Box<Inquest>),
    Needs(Box<Needing>),
}

impl Asked {
    fn of(
        topic: Topic,
        scenario: &str,
        states_max: usize,
        bytes_max: usize,
    ) -> Result<Asked, String> {
        let parsed = Scenario::parse(scenario).map_err(|problem| problem.to_string())?;
        let setting = &parsed.scenario;
        let inquest = match topic {
            Topic::Lines => Inquest::new(Lines::of(setting, states_max), bytes_max),
            Topic::Fences => Inquest::new(Fencing::of(setting, states_max)?, bytes_max),
            Topic::Needs => {
                return Needing::of(&parsed, bytes_max)
                    .map(|needing| Asked::Needs(Box::new(needing)));
            }
        };
        Ok(Asked::Searches(Box::new(inquest)))
    }

    /// What it comes to in a slice of time, and whether it goes on.
    fn slice(&mut self, now: impl Fn() -> Duration) -> (Reply, bool) {
        match self {
            Asked::Searches(inquest) => (inquest.slice(now), inquest.is_running()),
            Asked::Needs(needing) => (needing.slice(now), needing.is_running()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn check(states_max: usize) -> Request {
        let scenario = catalog::entries()[0].slug.into();
        Request::Check { scenario, from_here: false, states_max, bytes_max: usize::MAX }
    }

    /// A clock on which every look takes the time of a slice.
    fn clock() -> impl Fn() -> Duration {
        let now = Cell::new(Duration::ZERO);
        move || now.replace(now.get() + SLICE)
    }

    #[test]
    fn a_search_reports_progress_and_then_its_findings() {
        let mut job = Job::default();
        let now = clock();
        assert_eq!(job.take(check(20_000)), None);
        assert!(matches!(job.slice(&now), Some(Reply::Progress(pace, _)) if pace.states > 0));
        let found = loop {
            match job.slice(&now) {
                Some(Reply::Found(found)) => break found,
                Some(Reply::Progress(..)) => {}
                other => panic!("{other:?}"),
            }
        };
        assert!(!found.lines.is_empty());
        assert!(!job.is_running());
        assert_eq!(job.slice(&now), None);
    }

    #[test]
    fn what_fails_is_told_while_the_search_goes_on() {
        let mut job = Job::default();
        let scenario = "bakery?tie-break=none".into();
        job.take(Request::Check {
            scenario,
            from_here: false,
            states_max: usize::MAX,
            bytes_max: usize::MAX,
        });
        let now = clock();
        let failing = loop {
            match job.slice(&now) {
                Some(Reply::Progress(_, failing)) if !failing.is_empty() => break failing,
                Some(Reply::Progress(..)) => {}
                other => panic!("{other:?}"),
            }
        };
        assert_eq!((failing.len(), &*failing[0].property), (1, "mutual exclusion"));
        assert!(failing[0].run().is_some_and(|it| it.len() == 20));
        assert!(job.is_running());
    }

    #[test]
    fn what_all_states_settle_is_told_before_whole_runs_are_examined() {
        let mut job = Job::default();
        let now = clock();
        job.take(check(usize::MAX));
        let told = loop {
            match job.slice(&now) {
                Some(Reply::Progress(pace, told)) if pace.at_runs => break told,
                Some(Reply::Progress(_, told)) => assert!(told.is_empty()),
                other => panic!("{other:?}"),
            }
        };
        let found = loop {
            match job.slice(&now) {
                Some(Reply::Found(found)) => break found,
                Some(Reply::Progress(_, still)) => assert_eq!(still, told),
                other => panic!("{other:?}"),
            }
        };
        assert!(told.len() > 2 && told.len() < found.lines.len());
        assert!(told.iter().all(|it| found.lines.contains(it)), "{told:?}");
    }

    #[test]
    fn a_stop_tells_what_is_known_and_the_search_can_go_on() {
        let mut job = Job::default();
        let now = clock();
        job.take(check(20_000));
        job.slice(&now);
        let Some(Reply::Found(found)) = job.take(Request::Stop) else { panic!() };
        assert!(found.unfinished);
        assert_eq!(job.take(Request::Stop), None);
        assert_eq!(job.slice(&now), None);
        job.take(Request::GoOn);
        assert!(job.slice(&now).is_some());
    }

    #[test]
    fn the_size_of_the_last_search_is_expected_again() {
        let mut job = Job::default();
        let now = clock();
        let mut expect = |link: &str| job.expect(&Scenario::parse(link).unwrap().scenario);
        assert_eq!(expect("peterson"), 0);
        job.take(Request::Check {
            scenario: "peterson".into(),
            from_here: false,
            states_max: usize::MAX,
            bytes_max: usize::MAX,
        });
        while job.is_running() {
            job.slice(&now);
        }
        let mut expect = |link: &str| job.expect(&Scenario::parse(link).unwrap().scenario);
        assert_eq!(expect("peterson"), 58);
        assert_eq!(expect("peterson?order=turn-first"), 0);
        assert_eq!(expect("peterson"), 0);
    }

    #[test]
    fn findings_say_what_they_assume_of_memory() {
        for (link, memories) in [
            ("peterson", Some(vec!["tso".to_owned(), "pso".to_owned()])),
            ("ricart-agrawala?processes=2", None),
        ] {
            let mut job = Job::default();
            let (states_max, bytes_max) = (5_000, usize::MAX);
            let scenario = link.into();
            job.take(Request::Check { scenario, from_here: false, states_max, bytes_max });
            let found = loop {
                if let Some(Reply::Found(found)) = job.slice(clock()) {
                    break found;
                }
            };
            assert_eq!(found.memories, memories, "{link}");
        }
    }

    #[test]
    fn a_bad_scenario_is_a_sentence() {
        let scenario = "nothing".into();
        let request = Request::Check { scenario, from_here: false, states_max: 1, bytes_max: 1 };
        assert!(matches!(Job::default().take(request), Some(Reply::Problem(_))));
    }
}
