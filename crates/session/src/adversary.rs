//! The way from one moment to the nearest failure, and how far a reader has come on it.

use crate::check::{Found, Line, Mark};
use catalog::{Action, Scenario};

#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    pub property: String,
    /// From the very start.
    pub run: Vec<Action>,
    pub loops_from: Option<usize>,
    /// After so many steps it was asked for.
    pub asked_at: usize,
}

impl Way {
    /// The shortest of what was found to fail after `asked`, the moment that was searched from; what
    /// has failed there already only if nothing else does, and what is `known` not at all.
    pub fn of(found: &Found, asked: &Scenario, known: &[String]) -> Option<Way> {
        let fails = found.lines.iter().filter(|line| line.mark == Mark::Fails);
        let fails = fails.filter(|fail| !known.contains(&fail.property));
        let runs = fails.filter_map(|line| Some((line, line.run()?)));
        let (line, rest) = runs.min_by_key(|(_, run)| (run.is_empty(), run.len()))?;
        let Line { property, loops_from, .. } = line;
        let run = [&asked.run[..asked.at], &rest].concat();
        let loops_from = loops_from.map(|loops_from| loops_from + asked.at);
        Some(Way { property: property.clone(), run, loops_from, asked_at: asked.at })
    }

    /// The steps that are left from where the reader is; none if that is off the way.
    pub fn left(&self, scenario: &Scenario) -> Option<&[Action]> {
        let done = &scenario.run[..scenario.at];
        if done.len() < self.asked_at { None } else { self.run.strip_prefix(done) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Limits;

    fn way(asked: &Scenario) -> Option<Way> {
        let mut search = asked.search_from_here(Limits::default());
        search.advance(usize::MAX);
        Way::of(&Found::of(&search.report(), 0), asked, &[])
    }

    #[test]
    fn following_the_way_leads_to_the_failure() {
        let link = "bakery?processes=2&tie-break=none";
        let mut reader = Scenario::parse(link).unwrap().scenario;
        let first = way(&reader).unwrap();
        assert_eq!(first.left(&reader).unwrap().len(), 14);
        // off the way first: process 1 goes once through everything
        for _ in 0..12 {
            reader.run.push(Action::step(1));
            reader.at += 1;
        }
        assert_eq!(first.left(&reader), None);
        let way = way(&reader).unwrap();
        while let [next, ..] = way.left(&reader).unwrap() {
            reader.run.push(*next);
            reader.at += 1;
        }
        assert_eq!(reader.moment().broken, [way.property]);
    }

    #[test]
    fn what_has_failed_already_is_not_asked_for_again() {
        let mut reader = Scenario::parse("erlang-lock").unwrap().scenario;
        let first = way(&reader).unwrap();
        (reader.at, reader.run) = (first.run.len(), first.run);
        let next = way(&reader).unwrap();
        assert_ne!(next.property, first.property);
        assert!(next.run.len() > reader.at);
    }

    #[test]
    fn what_is_known_is_not_told_again() {
        let asked = Scenario::parse("token-ring?faults=lost").unwrap().scenario;
        let mut search = asked.search_from_here(Limits::default());
        search.advance(usize::MAX);
        let found = Found::of(&search.report(), 0);
        let mut known = Vec::new();
        while let Some(way) = Way::of(&found, &asked, &known) {
            known.push(way.property);
        }
        let fails = found.lines.iter().filter(|line| line.mark == Mark::Fails).count();
        assert_eq!(known.len(), fails);
        assert!(fails > 1, "{known:?}");
    }

    #[test]
    fn where_nothing_can_fail_there_is_no_way() {
        let mut reader =
            Scenario::parse("bakery?processes=2&entries=1&tie-break=none").unwrap().scenario;
        assert!(way(&reader).is_some());
        while let Some(step) = reader.moment().steps().next() {
            let action = step.action;
            reader.run.push(action);
            reader.at += 1;
        }
        // all are done
        assert_eq!(way(&reader), None);
    }
}
