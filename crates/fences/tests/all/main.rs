//! Which fences are needed, against sets that are known.

mod assumed;
mod hitting;
mod locks;
mod robust;
mod texts;

use catalog::{Limits, Scenario};
use fences::{Answer, Asking, Counterexample, Question, Set};

/// A text of one's own.
fn of_text(text: &str) -> Scenario {
    let scenario = Scenario::new(catalog::entry("new").unwrap()).with_text(text);
    assert_eq!(scenario.text.as_ref().map_or(&[][..], |it| it.errors()), []);
    scenario
}

fn of_link(link: &str) -> Scenario {
    let parsed = Scenario::parse(link).unwrap();
    assert!(parsed.notices.is_empty(), "{:?}", parsed.notices);
    parsed.scenario
}

fn search(scenario: &Scenario) -> catalog::Report {
    let mut search = scenario.search(Limits::default());
    while search.advance(1 << 16) {}
    search.report()
}

fn answer(question: &Question, only: Option<&'static str>) -> Answer<Counterexample> {
    let sequential = search(&question.sequential());
    let mut asking = Asking::of(question.clone(), sequential, only);
    while let Some(next) = asking.next_search() {
        asking.take(&search(&next));
    }
    asking.sets
}

/// The places of each minimal set, as the statements before them.
fn sets(question: &Question, only: Option<&'static str>) -> Vec<Vec<String>> {
    let answer = answer(question, only);
    assert!(answer.is_complete && answer.hopeless.is_none());
    let words = |set: &Set| set.iter().map(|&at| question.places[at].words.clone()).collect();
    answer.sets.iter().map(|set| words(&set.places)).collect()
}
