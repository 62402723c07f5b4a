//! Which fences a text needs, as a page shows it: made by the worker, a search after the other.

use crate::check::{Answer, Inquiry};
use catalog::{Report, Scenario, Search};
use fences::{Asking, Question, Refused, Set};
pub use fences::{FailingRun, Fence, FenceSet, Told};
use serde::{Deserialize, Serialize};

/// What is known of the fences of a text by now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FencesFound {
    pub told: Told,
    /// Of each set, the text with its fences, and nothing else that is new.
    pub texts: Vec<String>,
    /// Nothing more is searched.
    pub is_whole: bool,
}

/// The memory of a setting, where fences can make a difference.
pub fn memory(setting: &Scenario) -> Option<String> {
    fences::chosen(setting).map(|memory| memory.to_string())
}

/// Which fences a setting needs.
pub struct Fencing {
    question: Question,
    states_max: usize,
    /// None until it was searched with sequential memory.
    asking: Option<Asking>,
}

impl Fencing {
    pub fn of(setting: &Scenario, states_max: usize) -> Result<Fencing, String> {
        let refused = |refused| match refused {
            Refused::Sentence(sentence) => sentence,
            Refused::Errors { errors, .. } => {
                let first = errors.first();
                let first = first.map(|error| format!(" Line {}: {}", error.line, error.message));
                format!("With fences the text has an error.{}", first.unwrap_or_default())
            }
        };
        let question = Question::of(setting, None, None).map_err(refused)?;
        Ok(Fencing { question, states_max, asking: None })
    }
}

impl Inquiry for Fencing {
    fn next_search(&mut self) -> Option<(Scenario, usize)> {
        let next = match &self.asking {
            None => Some(self.question.sequential()),
            Some(asking) => asking.next_search(),
        };
        Some((next?, self.states_max))
    }

    fn has_answer(&self, search: &Search) -> bool {
        self.asking.as_ref().is_some_and(|asking| asking.has_failed(search))
    }

    fn take(&mut self, report: &Report) {
        match &mut self.asking {
            Some(asking) => asking.take(report),
            None => {
                let question = self.question.clone();
                self.asking = Some(Asking::of(question, report.clone(), None));
            }
        }
    }

    fn answer(&self, is_whole: bool) -> Option<Answer> {
        let asking = self.asking.as_ref()?;
        let text = |places: &Set| asking.question.written(places);
        let texts = asking.sets.sets.iter().map(|set| text(&set.places)).collect();
        Some(Answer::Fences(FencesFound { told: asking.told(), texts, is_whole }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Job, Reply, Request, Topic};
    use crate::state::{Message, State};
    use std::cell::Cell;
    use std::time::Duration;

    /// What a worker says at last of Peterson's lock with a memory.
    fn found(memory: &str) -> FencesFound {
        let state = State::open(&Scenario::parse("peterson").unwrap());
        let setting = state.apply(Message::Memory(memory.into())).scenario.start();
        let mut job = Job::default();
        let (scenario, limit) = (setting.to_string(), usize::MAX);
        let topic = Topic::Fences;
        job.take(Request::Ask { topic, scenario, states_max: limit, bytes_max: limit });
        let now = Cell::new(Duration::ZERO);
        let now = || now.replace(now.get() + Duration::from_secs(1));
        let mut last = None;
        while job.is_running() {
            if let Some(Reply::Answer(Answer::Fences(found))) = job.slice(now) {
                last = Some(found);
            }
        }
        last.expect("something is known")
    }

    #[test]
    fn fences_are_found_with_the_run_that_fails_without_each() {
        for (memory, behind) in
            [("tso", vec!["turn ← 1 − i"]), ("pso", vec!["flag[i] ← true", "turn ← 1 − i"])]
        {
            let found = found(memory);
            assert!(found.is_whole && found.told.complete, "{memory}");
            let [set] = &found.told.sets[..] else { panic!("{:?}", found.told) };
            assert!(set.fences.iter().map(|fence| &*fence.behind).eq(behind), "{set:?}");
            let run = set.fences[0].without.as_ref().expect("a run");
            assert!(run.why.as_ref().is_some_and(|why| why.contains("was pending")), "{run:?}");
            let fences = found.texts[0].lines().filter(|line| line.trim().starts_with("fence"));
            assert_eq!(fences.count(), set.fences.len(), "{}", found.texts[0]);
        }
    }

    #[test]
    fn sequential_memory_has_no_fences() {
        let setting = Scenario::parse("peterson").unwrap().scenario;
        assert_eq!(memory(&setting), None);
        assert!(Fencing::of(&setting, 1).is_err());
    }
}
