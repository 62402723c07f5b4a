//! What is worked out of an algorithm when its document is written, and comes with that, so that the page
//! which starts there runs nothing but the moment that it shows. Without it the page works it out itself.

use crate::{
    check::Found,
    path::{self, Known, breaking},
};
use catalog::{Entry, Limits, Report, Scenario};
use serde::{Deserialize, Serialize};
use std::{cell::RefCell, rc::Rc};

/// What was found of a setting, and of that with the published options where it has others.
pub type Findings = (Rc<Found>, Option<Rc<Found>>);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ready {
    slug: String,
    pub(crate) stops: Vec<Known>,
    breaking: Vec<String>,
    /// The link of the setting of which this was found.
    setting: String,
    found: Found,
    /// The same of the published options, where the page opens with others.
    usual: Option<Found>,
}

thread_local! {
    static READY: RefCell<Option<Rc<Ready>>> = const { RefCell::new(None) };
}

impl Ready {
    /// What is known of an algorithm, whose page opens in the setting of the report.
    pub fn of(entry: &'static Entry, report: &Report) -> Ready {
        let opening = path::opening(entry);
        let (setting, usual) = (opening.start(), opening.start_of_size());
        let usual = (usual != setting).then(|| {
            let mut search = usual.search(Limits::default());
            search.advance(usize::MAX);
            Found::of(&search.report(), 0).in_memory_of(&usual)
        });
        Ready {
            slug: entry.slug.into(),
            stops: path::of(&opening).iter().map(Known::of).collect(),
            breaking: breaking(entry).into_iter().map(Into::into).collect(),
            setting: setting.to_string(),
            found: Found::of(report, 0).in_memory_of(&setting),
            usual,
        }
    }

    /// From now on it is known in this program.
    pub fn keep(self) {
        READY.set(Some(Rc::new(self)));
    }

    /// What is known of an algorithm.
    pub fn kept(slug: &str) -> Option<Rc<Ready>> {
        READY.with_borrow(Clone::clone).filter(|ready| ready.slug == slug)
    }

    /// What was found of a scenario's setting, if it is the one in which the page opens.
    pub fn found(&self, scenario: &Scenario) -> Option<Findings> {
        let is_its = scenario.start().to_string() == self.setting;
        is_its.then(|| (Rc::new(self.found.clone()), self.usual.clone().map(Rc::new)))
    }

    /// The options whose change leads to a failure at one of the key moments.
    pub fn is_breaking(&self, option: &str) -> bool {
        self.breaking.iter().any(|text| text == option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::State;

    /// A page is the same with it and without.
    #[test]
    fn what_comes_with_a_document_is_what_the_page_would_find() {
        for slug in ["bakery", "cf23", "new"] {
            let entry = catalog::entry(slug).unwrap();
            let opening = path::opening(entry);
            let alone = State::open(&opening.clone().into());
            let mut search = opening.search(Limits::states(100));
            search.advance(usize::MAX);
            let ready = Ready::of(entry, &search.report());
            let text = serde_json::to_string(&ready).unwrap();
            let back: Ready = serde_json::from_str(&text).unwrap();
            assert_eq!(back, ready);
            back.keep();
            assert!(State::open(&opening.clone().into()) == alone, "{slug}");
            assert!(Ready::kept("dekker").is_none());
            let kept = Ready::kept(slug).unwrap();
            assert!(kept.found(&opening).is_some());
            for knob in entry.knobs {
                let is_breaking = breaking(entry).contains(&knob.name);
                assert_eq!(kept.is_breaking(knob.name), is_breaking, "{} of {slug}", knob.name);
            }
        }
        let turned = Scenario::parse("bakery?processes=3").unwrap().scenario;
        let entry = catalog::entry("bakery").unwrap();
        let report = path::opening(entry).search(Limits::states(1)).report();
        assert_eq!(Ready::of(entry, &report).found(&turned), None);
    }
}
