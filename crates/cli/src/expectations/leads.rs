//! Whether a claim carries itself, as a text expects it.

use super::judge::Judgement;
use crate::bounds::Runner;
use catalog::{Coverage, Report, Scenario};
use listing::expect::Expected;

/// From how many states a step leads out of a claim, and that in a sentence.
pub struct Leads {
    /// None where it is not known.
    count: Option<u64>,
    sentence: String,
}

pub fn is_asked(expected: Expected) -> bool {
    matches!(expected, Expected::Inductive | Expected::Leads(_))
}

impl Leads {
    pub fn of(scenario: &Scenario, property: &str, report: &Report, runner: &Runner) -> Leads {
        match runner.induction(scenario, property) {
            Ok(induction) => {
                let is_known = report.coverage == Coverage::Exhausted;
                let (count, sentence) = (Some(induction.leads()), induction.sentence(is_known));
                Leads { count, sentence }
            }
            Err(sentence) => Leads { count: None, sentence },
        }
    }

    pub fn judge(&self, expected: Expected) -> (Judgement, String) {
        let judgement = match self.could_be_expected() {
            None => Judgement::Undecided,
            Some(found) if found == expected => Judgement::Met,
            Some(_) => Judgement::Unmet,
        };
        (judgement, self.sentence.clone())
    }

    pub fn could_be_expected(&self) -> Option<Expected> {
        Some(match self.count? {
            0 => Expected::Inductive,
            leads => Expected::Leads(leads),
        })
    }
}
