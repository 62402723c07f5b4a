//! All searches of a question, one after the other.

use crate::effect::Effect;
use crate::mutation::Mutation;
use catalog::{Coverage, Report, Scenario};
use std::collections::VecDeque;

/// A search of a changed text, or of the text at a larger size.
#[derive(Clone, Debug)]
pub struct Search {
    pub scenario: Scenario,
    /// It ends after so many states, if it has not ended before.
    pub states_max: usize,
}

/// A question, what is asked next, and what is known.
pub struct Weighing {
    pub mutation: Mutation,
    property: Option<&'static str>,
    /// Larger sizes that are still to be asked of; none until all changes are known.
    sizes: Option<VecDeque<(String, Scenario)>>,
    /// The same lines at a larger size.
    larger: Option<(String, Mutation)>,
    at: Option<At>,
}

/// What is being searched.
enum At {
    Change { line: usize, nth: usize, scenario: Scenario },
    Size { size: String, scenario: Scenario },
}

impl Weighing {
    /// Asks of all lines, or of some; with changes up to a rank.
    pub fn of(
        base: &Scenario,
        report: &Report,
        property: Option<&'static str>,
        rank: usize,
        only_lines: &[usize],
    ) -> Weighing {
        let mutation = Mutation::of(base, report, property, rank, only_lines);
        Weighing { mutation, property, sizes: None, larger: None, at: None }
    }

    /// The lines that are searched: at a larger size, or as they are.
    fn asked(&mut self) -> &mut Mutation {
        self.larger.as_mut().map_or(&mut self.mutation, |(_, larger)| larger)
    }

    /// What is to be searched next; none if all is known.
    pub fn next_search(&mut self) -> Option<Search> {
        let states_max = self.mutation.states_max();
        loop {
            let mutation = self.asked();
            if let Some((line, nth)) = mutation.next_open() {
                let Some(scenario) = mutation.scenario(line, nth) else {
                    mutation.take(line, nth, Effect::Impossible);
                    continue;
                };
                self.at = Some(At::Change { line, nth, scenario: scenario.clone() });
                return Some(Search { scenario, states_max });
            }
            if let Some((size, larger)) = self.larger.take() {
                self.mutation.take_larger(&size, &larger);
            }
            let not_needed = self.mutation.not_needed();
            let sizes = self.sizes.get_or_insert_with(|| self.mutation.larger().into());
            let (size, scenario) = sizes.pop_front().filter(|_| !not_needed.is_empty())?;
            self.at = Some(At::Size { size, scenario: scenario.clone() });
            return Some(Search { scenario, states_max });
        }
    }

    /// Takes what that search has found.
    pub fn take(&mut self, report: &Report) {
        match self.at.take() {
            Some(At::Change { line, nth, scenario }) => {
                let mutation = self.asked();
                let effect = mutation.measured.effect(&scenario, report);
                mutation.take(line, nth, effect);
            }
            // what fails there without a change is not known
            Some(At::Size { .. }) if report.coverage != Coverage::Exhausted => {}
            Some(At::Size { size, scenario }) => {
                let numbers = self.mutation.not_needed();
                let numbers: Vec<usize> =
                    numbers.iter().map(|&at| self.mutation.lines[at].number).collect();
                let larger = Mutation::of(&scenario, report, self.property, 1, &numbers);
                self.larger = Some((size, larger));
            }
            None => {}
        }
    }
}
