//! The way from one moment to the nearest failure, and how far a reader has come on it.

use crate::check::{Found, Line, Mark};
use catalog::{Action, SEARCHED_FROM_BEGINNING, Scenario, failing, grouped, steps};

#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    pub property: String,
    /// From the very start.
    pub run: Vec<Action>,
    pub loops_from: Option<usize>,
    /// After so many steps it was asked for.
    pub asked_at: usize,
    /// It was asked for in a run that begins where perhaps no run comes, and is itself one from where runs begin.
    pub is_from_beginning: bool,
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
        let is_from_beginning = asked.state.is_some();
        let asked_at = if is_from_beginning { 0 } else { asked.at };
        let run = [&asked.run[..asked_at], &rest].concat();
        let loops_from = loops_from.map(|loops_from| loops_from + asked_at);
        Some(Way { property: property.clone(), run, loops_from, asked_at, is_from_beginning })
    }

    /// The steps that are left from where the reader is; none if that is off the way.
    pub fn left(&self, scenario: &Scenario) -> Option<&[Action]> {
        if scenario.state.is_some() {
            return self.is_from_beginning.then_some(&self.run);
        }
        let done = &scenario.run[..scenario.at];
        if done.len() < self.asked_at { None } else { self.run.strip_prefix(done) }
    }

    /// How far it is to the failure from where the reader is, in a sentence.
    pub fn distance(&self, scenario: &Scenario, left: &[Action]) -> String {
        let (failure, count) = (failing(&self.property), steps(left.len()));
        let is_elsewhere = scenario.state.is_some();
        let told = match left {
            [] if is_elsewhere => format!("Yes: {failure} there."),
            [] => format!("There it is: {failure}."),
            _ if self.loops_from.is_some() => {
                format!("Yes, for ever: {failure} in a run of {count}.")
            }
            _ if is_elsewhere => format!("Yes: {failure}, {count} from there."),
            _ => format!("Yes: {failure}, {count} from here."),
        };
        from_where(scenario, told)
    }
}

/// That nothing fails, or nothing else.
pub fn nothing(found: &Found, scenario: &Scenario, more: bool) -> String {
    let (states, more) = (grouped(found.states), if more { " else" } else { "" });
    let can = if scenario.state.is_some() { "" } else { " that can follow" };
    let told = match found.exhausted {
        true if found.states == 1 => "No: nothing can follow.".into(),
        true => format!("No: nothing{more} fails in any of the {states} states{can}."),
        false => format!("Not in the {states} states seen; not a proof: {}.", found.bounds),
    };
    from_where(scenario, told)
}

/// Before that, where it was searched from, if that is not where the reader is.
fn from_where(scenario: &Scenario, told: String) -> String {
    match scenario.state {
        Some(_) => format!("{SEARCHED_FROM_BEGINNING} {told}"),
        None => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Message, State};
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

    /// From a state that perhaps no run comes to, nothing is searched, and that is said.
    #[test]
    fn of_a_lead_it_is_said_that_the_search_begins_where_runs_begin() {
        let lead = Scenario::parse("peterson?lead=EO&v=1&at=0&run=AP.6_OT").unwrap().scenario;
        assert!(lead.state.is_some());
        let mut search = lead.search_from_here(Limits::default());
        search.advance(usize::MAX);
        let found = Found::of(&search.report(), 0);
        assert_eq!(Way::of(&found, &lead, &[]), None);
        let told = nothing(&found, &lead, false);
        assert!(told.starts_with(SEARCHED_FROM_BEGINNING), "{told}");
        assert!(told.ends_with(" No: nothing fails in any of the 58 states."), "{told}");
        let lead = Scenario::parse("peterson?order=turn-first&lead=EO").unwrap().scenario;
        let way = way(&lead).unwrap();
        let left = way.left(&lead).unwrap();
        assert_eq!((left, way.asked_at), (&way.run[..], 0));
        let told = way.distance(&lead, left);
        assert!(told.starts_with(SEARCHED_FROM_BEGINNING), "{told}");
        assert!(told.ends_with(" Yes: “mutual exclusion” fails, 9 steps from there."), "{told}");
        // it is no run of the reader's state
        let Way { run, loops_from, property, .. } = way.clone();
        let shown = Message::Show { run, loops_from, property, fails: true };
        let shown = State::open(&Scenario::parse(&lead.to_string()).unwrap()).apply(shown);
        assert_eq!((shown.scenario.state, shown.moment.fails()), (None, true));
        assert_eq!(way.distance(&shown.scenario, &[]), "There it is: “mutual exclusion” fails.");
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
