//! What a change makes grow beyond a bound.

use crate::effect::after;
use catalog::{Report, Scenario, grouped, states};

/// So many times the states of the text as it is are far more.
const FAR_MORE: usize = 100;

/// The bound that a changed text grows beyond, and the text as it is does not.
#[derive(Clone, PartialEq, Debug)]
pub enum Outgrowth {
    /// A step leads where the model, to stay finite, does not follow.
    Model {
        /// What it would lead to, within a sentence: "x would become 4, which is not in 0..3".
        event: String,
        /// How many steps come before it.
        steps: usize,
        /// The run to where it is possible.
        scenario: Box<Scenario>,
    },
    /// There are more states than were searched, far more than the text as it is has.
    States { before: usize, searched: usize },
}

impl Outgrowth {
    /// None of what a search has found, where the text as it is has so many states.
    pub(crate) fn of(changed: &Scenario, report: &Report, before: usize) -> Option<Outgrowth> {
        if let Some(run) = &report.beyond {
            let scenario = changed.start().then(run, None);
            let event = scenario.moment().outgrown();
            return Some(Outgrowth::Model {
                event: event.unwrap_or_else(|| "a step leads beyond what the model follows".into()),
                steps: report.steps_of(run.len()),
                scenario: Box::new(scenario),
            });
        }
        let searched = report.states;
        let is_far_more = report.coverage.is_cut() && searched / FAR_MORE >= before;
        is_far_more.then_some(Outgrowth::States { before, searched })
    }

    /// The run that shows it.
    pub fn run(&self) -> Option<&Scenario> {
        match self {
            Outgrowth::Model { scenario, .. } => Some(scenario),
            Outgrowth::States { .. } => None,
        }
    }

    /// What it comes to, within a sentence.
    pub fn words(&self) -> String {
        match self {
            Outgrowth::Model { event, steps, .. } => after(event, *steps),
            Outgrowth::States { before, searched } => {
                format!(
                    "there are more than {}, in the place of {}",
                    states(*searched),
                    grouped(before)
                )
            }
        }
    }
}
