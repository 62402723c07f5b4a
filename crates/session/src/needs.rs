//! What the failure at a moment needs, as a page shows it: found by the worker.

use crate::check::{Answer, Pace, Reply};
use crate::failure;
use crate::state::State;
use catalog::{ClaimKind, NO_DEADLOCK, Needed, NeedsSearch, Parsed, Scenario};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// States between two looks at the clock.
const STRIDE: usize = 512;
const SLICE: Duration = Duration::from_millis(100);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NeedsFound {
    /// None where nothing can be said: there are too many states.
    pub needed: Option<Needed>,
}

/// The run that fails at the moment, if that is a failure of which can be said what it needs.
pub fn asked(state: &State) -> Option<Scenario> {
    let is_at_rest = state.playing.is_none() && !state.scenario.asks && state.quiz.is_none();
    let property = failure::property(state).filter(|_| is_at_rest)?;
    let claims = || state.scenario.entry().claims(&state.scenario.setting);
    let is_of_states =
        |name| claims().iter().any(|claim| claim.kind == ClaimKind::Always && claim.name == name);
    let at = state.moment.at;
    (property == NO_DEADLOCK || is_of_states(property))
        .then(|| Scenario { at, ..state.scenario.clone() }.then(&[], None))
}

/// The question, while it is answered.
pub struct Needing {
    failing: Scenario,
    found: NeedsSearch,
    is_running: bool,
}

impl Needing {
    pub fn of(failing: &Parsed, bytes_max: usize) -> Result<Needing, String> {
        let state = State::open(failing);
        let failing = failing.scenario.clone();
        let found = failure::property(&state)
            .and_then(|property| failing.needs_search(property, bytes_max))
            .ok_or("Nothing fails there of which it can be said what it needs.")?;
        Ok(Needing { failing, found, is_running: true })
    }

    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Looks at states for a slice of time, and tells what is known then.
    pub fn slice(&mut self, now: impl Fn() -> Duration) -> Reply {
        let start = now();
        while self.found.advance(STRIDE) {
            if now().saturating_sub(start) >= SLICE {
                let states = self.found.states();
                let pace = Pace { states, ..Pace::default() };
                return Reply::Progress(pace, Vec::new());
            }
        }
        self.is_running = false;
        Reply::Answer(Answer::Needs(NeedsFound { needed: self.failing.needed(&self.found) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Job, Request, Topic};
    use crate::state::Message;
    use std::cell::Cell;

    const BROKEN: &str = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";

    fn open(link: &str) -> State {
        State::open(&Scenario::parse(link).unwrap())
    }

    #[test]
    fn a_worker_says_what_the_failure_at_a_moment_needs() {
        let failing = asked(&open(BROKEN)).expect("it fails there");
        let mut job = Job::default();
        let (scenario, limit) = (failing.to_string(), usize::MAX);
        let topic = Topic::Needs;
        let request = Request::Ask { topic, scenario, states_max: limit, bytes_max: limit };
        assert_eq!(job.take(request), None);
        let now = Cell::new(Duration::ZERO);
        let now = || now.replace(now.get() + SLICE);
        let mut paces = 0;
        let needed = loop {
            match job.slice(now) {
                Some(Reply::Answer(Answer::Needs(found))) => break found.needed,
                Some(Reply::Progress(pace, _)) if pace.states > 0 => paces += 1,
                other => panic!("{other:?}"),
            }
        };
        assert!(paces > 0 && !job.is_running());
        let needed = needed.expect("few states");
        assert_eq!(needed.sentence, "It needs one interruption: process 0 between steps 3 and 7.");
        let simpler = open(&needed.simpler.expect("one is enough").link);
        assert_eq!(failure::property(&simpler), Some("mutual exclusion"));
    }

    #[test]
    fn it_is_asked_only_where_a_single_state_fails_and_nothing_is_hidden() {
        let broken = open(BROKEN);
        assert!(asked(&broken).is_some());
        assert_eq!(asked(&broken.apply(Message::Back)), None, "nothing fails there");
        assert_eq!(asked(&open("dekker?gives-way=no&v=1&loop=4&run=ABR.OqMH")), None, "a loop");
        let link = BROKEN.replace("&v=1", "&ask=1&v=1");
        assert_eq!(asked(&open(&link)), None, "the reader is to find out");
    }

    #[test]
    fn a_run_that_does_not_fail_is_refused() {
        let mut job = Job::default();
        let request = Request::Ask {
            topic: Topic::Needs,
            scenario: "bakery".into(),
            states_max: 10,
            bytes_max: usize::MAX,
        };
        assert!(matches!(job.take(request), Some(Reply::Problem(why)) if why.ends_with('.')));
        assert!(!job.is_running());
    }
}
