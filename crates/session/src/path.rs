//! The guided path: key moments, one after the other. A moment is a run with an event in it, and
//! opens a few steps before the event.

use catalog::{Dare, Scenario};
use std::rc::Rc;

/// The path of an algorithm has no more moments; the others stand in its article.
const STOPS_MAX: usize = 6;
/// How many steps before its event a moment opens.
const LEAD: usize = 4;

/// A key moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Stop {
    pub title: String,
    /// What the reader sees there, in a sentence.
    pub words: String,
    /// The run, with the cursor at the event.
    scenario: Scenario,
    /// What fails at the event and held before.
    pub breaks: Vec<&'static str>,
}

/// The key moments in order.
pub type Path = Rc<[Stop]>;

/// The path of the link's own if it has one, otherwise that of its algorithm.
pub fn of(scenario: &Scenario) -> Path {
    if !scenario.moments.is_empty() {
        return scenario.moments.iter().map(|it| Stop::at(scenario, it.at, &it.words)).collect();
    }
    let entry = scenario.entry();
    let stop = |dare: &Dare| {
        let parsed = Scenario::parse(&format!("{}{}", entry.slug, dare.link)).ok()?;
        let event = event(&parsed.scenario);
        Some(Stop { words: dare.words.into(), ..Stop::at(&parsed.scenario, event, dare.title) })
    };
    entry.dares.iter().take(STOPS_MAX).filter_map(stop).collect()
}

/// What a moment's run is about: the first failure on the way, if there is one.
fn event(scenario: &Scenario) -> usize {
    let trace = scenario.trace();
    let first = trace.steps.iter().take(scenario.at).position(|it| !it.breaks.is_empty());
    first.filter(|_| scenario.loops_from.is_none()).map_or(scenario.at, |it| it + 1)
}

impl Stop {
    fn at(scenario: &Scenario, at: usize, title: &str) -> Stop {
        let scenario = Scenario { at, ..scenario.plain() };
        let breaks = match at.checked_sub(1).and_then(|it| scenario.trace().steps.get(it).cloned())
        {
            Some(step) => step.breaks,
            None => Vec::new(),
        };
        Stop { title: title.into(), words: String::new(), scenario, breaks }
    }

    /// How many steps have been taken when its event has happened.
    pub fn event(&self) -> usize {
        self.scenario.at
    }

    /// Whether its event is a failure, of a state or of a run that goes round for ever.
    pub fn fails(&self) -> bool {
        !self.breaks.is_empty() || self.scenario.loops_from.is_some()
    }

    /// The link at which the moment opens.
    pub fn opening(&self) -> String {
        let at = self.event().saturating_sub(LEAD);
        format!("#{}", Scenario { at, ..self.scenario.clone() })
    }

    /// The link of its setting, where nothing has been done.
    pub fn start(&self) -> String {
        let start = self.scenario.with_run(Vec::new());
        format!("#{}", Scenario { moments: Vec::new(), ..start })
    }

    pub fn is_setting_of(&self, scenario: &Scenario) -> bool {
        self.scenario.setting == scenario.setting && self.scenario.text == scenario.text
    }

    /// Whether it is the run of a scenario, wherever the cursor is.
    fn is_run_of(&self, scenario: &Scenario) -> bool {
        self.is_setting_of(scenario) && self.scenario.run == scenario.run
    }
}

/// The moment that a scenario's run leads to, or has just passed.
pub fn here(path: &[Stop], scenario: &Scenario) -> Option<usize> {
    let mut same = (0..path.len()).filter(|&it| path[it].is_run_of(scenario));
    let last = same.clone().next_back();
    same.find(|&it| path[it].event() >= scenario.at).or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bakery(rest: &str) -> Scenario {
        Scenario::parse(&format!("bakery{rest}")).unwrap().scenario
    }

    #[test]
    fn moments_open_before_their_events_and_know_what_breaks() {
        for entry in catalog::entries() {
            let path = of(&Scenario::new(entry));
            // a classic of twenty lines may have one
            let least = if entry.listing.is_some() { 1 } else { 3 };
            assert!(path.len() >= least, "{}", entry.slug);
            for (at, stop) in path.iter().enumerate() {
                let opened = Scenario::parse(&stop.opening()).unwrap();
                assert!(opened.notices.is_empty(), "{}: {:?}", stop.title, opened.notices);
                let ahead = stop.event() - opened.scenario.at;
                assert!(ahead == LEAD || opened.scenario.at == 0, "{}: {ahead}", stop.title);
                assert_eq!(here(&path, &opened.scenario), Some(at), "{}", stop.title);
                // other things may have failed on the way round a loop
                let spoils = ahead > 0 && opened.scenario.moment().fails();
                assert!(!spoils || opened.scenario.loops_from.is_some(), "{}", stop.title);
            }
        }
    }

    #[test]
    fn a_run_that_departs_is_at_no_moment() {
        let path = of(&bakery(""));
        let mut scenario = Scenario::parse(&path[1].opening()).unwrap().scenario;
        assert_eq!(path[1].breaks, ["mutual exclusion"]);
        scenario.run.pop();
        assert_eq!(here(&path, &scenario), None);
    }

    #[test]
    fn a_link_may_have_a_path_of_its_own() {
        let link = "?v=1&path=3:One%20looks|7:Both%20have%201&run=AAFRf.vzf6";
        let scenario = bakery(link);
        let path = of(&scenario);
        let titles: Vec<&str> = path.iter().map(|it| &*it.title).collect();
        assert_eq!(titles, ["One looks", "Both have 1"]);
        let at = |at| here(&path, &Scenario { at, ..scenario.clone() });
        assert_eq!(
            [at(0), at(3), at(4), at(7), at(9)],
            [Some(0), Some(0), Some(1), Some(1), Some(1)]
        );
        // and it stays in its links
        assert!(path[0].opening().contains("path=3:"));
    }
}
