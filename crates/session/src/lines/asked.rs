//! The searches of changed texts.

use super::LinesFound;
use crate::check::{Answer, Inquiry};
use catalog::{Report, Scenario};
use mutants::Weighing;

/// Changes up to this rank.
const RANK: usize = 3;

/// What each line is for.
pub struct Lines {
    base: Scenario,
    states_max: usize,
    /// None until the text as it is was searched.
    weighing: Option<Weighing>,
}

impl Lines {
    pub fn of(scenario: &Scenario, states_max: usize) -> Lines {
        Lines { base: scenario.start(), states_max, weighing: None }
    }
}

impl Inquiry for Lines {
    fn next_search(&mut self) -> Option<(Scenario, usize)> {
        match &mut self.weighing {
            None => Some((self.base.clone(), self.states_max)),
            Some(weighing) => weighing.next_search().map(|next| (next.scenario, next.states_max)),
        }
    }

    fn take(&mut self, report: &Report) {
        match &mut self.weighing {
            Some(weighing) => weighing.take(report),
            None => self.weighing = Some(Weighing::of(&self.base, report, None, RANK, &[])),
        }
    }

    fn answer(&self, is_whole: bool) -> Option<Answer> {
        let weighing = self.weighing.as_ref()?;
        Some(Answer::Lines(LinesFound::of(&weighing.mutation, is_whole)))
    }
}
