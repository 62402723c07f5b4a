//! Behind a search: whether the claims that are to carry themselves do, in slices of time.

use super::{Found, Mark, Pace, Reply};
use catalog::{Induction, NotAsked, Reason, Scenario};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::Duration;

/// States between two looks at the clock.
const STRIDE: usize = 4_096;
const SLICE: Duration = Duration::from_millis(50);

/// Whether a claim is its own reason.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClaimReason {
    pub property: String,
    /// "Each step from one of its 92 states ends in one: that is why it always holds."
    pub sentence: String,
    /// What was found; none where there are too many states to look at.
    pub reason: Option<Reason>,
}

/// What a search has found, while the reasons are asked for.
pub struct Reasons {
    setting: Scenario,
    found: Found,
    states_max: usize,
    waiting: VecDeque<&'static str>,
    asked: Option<(&'static str, Induction)>,
    /// States that were looked at.
    looked: usize,
}

impl Reasons {
    /// Claims that fail have none.
    pub fn of(setting: &Scenario, found: Found, states_max: usize) -> Reasons {
        let setting = setting.start();
        let fails = |name: &str| {
            found.lines.iter().any(|line| line.property == name && line.mark == Mark::Fails)
        };
        let waiting = setting.inductive_claims().into_iter().filter(|name| !fails(name)).collect();
        Reasons { setting, found, states_max, waiting, asked: None, looked: 0 }
    }

    /// Looks at states for a slice of time, and tells all that was found at the end.
    pub fn slice(&mut self, now: impl Fn() -> Duration) -> Reply {
        let start = now();
        while self.advance() {
            if now().saturating_sub(start) >= SLICE {
                let states = self.found.states + self.looked;
                let pace = Pace { states, at_runs: true, ..Pace::default() };
                return Reply::Progress(pace, self.found.lines.clone());
            }
        }
        Reply::Found(self.found.clone())
    }

    /// False if nothing is left.
    fn advance(&mut self) -> bool {
        match self.asked.take() {
            Some((name, mut induction)) => {
                if induction.advance(STRIDE) {
                    self.looked += STRIDE;
                    self.asked = Some((name, induction));
                } else {
                    let reason = induction.reason(self.found.exhausted);
                    self.add(name, reason.sentence.clone(), Some(reason));
                }
            }
            None => {
                let Some(name) = self.waiting.pop_front() else { return false };
                match self.setting.induction(name, self.states_max) {
                    Ok(induction) => self.asked = Some((name, induction)),
                    Err(NotAsked(why)) => self.add(name, why, None),
                }
            }
        }
        true
    }

    fn add(&mut self, name: &str, sentence: String, reason: Option<Reason>) {
        self.found.reasons.push(ClaimReason { property: name.into(), sentence, reason });
    }

    /// What is known when it is stopped: it can go on.
    pub fn so_far(&self) -> Found {
        Found { unfinished: true, ..self.found.clone() }
    }

    /// Whether there are such claims.
    pub fn are_asked(&self) -> bool {
        !self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Job, Limit, Request};
    use std::cell::Cell;

    /// What a worker finds of a text.
    fn checked(scenario: &Scenario) -> Found {
        let mut job = Job::default();
        assert_eq!(job.take(Request::check(scenario, Limit::Unasked)), None);
        // each look at the clock takes the time of a slice
        let now = Cell::new(Duration::ZERO);
        loop {
            match job.slice(|| now.replace(now.get() + SLICE)) {
                Some(Reply::Found(found)) => break found,
                Some(Reply::Progress(..)) if job.is_running() => {}
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_lead_is_told_and_a_press_excludes_it() {
        let published = Scenario::new(catalog::entry("peterson").unwrap());
        let claim = "\ninductive exclusion:\n  at most 1 in critical\n";
        let open = published.with_text(&format!("{}{claim}", published.source()));
        let found = checked(&open);
        let [ClaimReason { property, reason: Some(reason), .. }] = &*found.reasons else {
            panic!("{:?}", found.reasons)
        };
        assert_eq!((&**property, reason.inside, reason.leads), ("exclusion", 96, 2));
        let lead = &reason.shown[0];
        let there = Scenario::parse(lead.link.as_deref().expect("it has a number")).unwrap();
        assert!(there.notices.is_empty() && there.scenario.state.is_some(), "{:?}", there.notices);
        let found = checked(&open.with_text(&lead.candidates[0].text));
        let sentence =
            "Each step from one of its 92 states ends in one: that is why it always holds.";
        assert_eq!(found.reasons[0].sentence, sentence);
        // claims that are not to carry themselves are not asked, nor are those that fail
        assert_eq!(checked(&published).reasons, []);
        let broken = open.source().replace("await not flag[1 − i] or turn = i", "pause");
        let found = checked(&open.with_text(&broken));
        assert_eq!(found.reasons, [], "{:?}", found.lines);
    }
}
