//! What it means that changes repair a setting: with them, all that is claimed of it holds.
//!
//! One thing is no loss. Where the shortest run to a `reachable` breaks a claim of the failing setting on its way,
//! it shows the failure, and need not be reached any more.

use super::{SearchSummary, SettingVerdict, Variant, Variants};
use crate::check::{Line, Mark};
use catalog::Scenario;

impl Variants {
    /// Takes what a search of a row found.
    pub fn take(&mut self, row: usize, outcome: SearchSummary) {
        if row == 0 {
            self.shows_failure = shows_failure(&self.rows[0].scenario, &outcome);
        }
        self.rows[row].outcome = Some(outcome);
    }

    /// What a search found of a property, as it counts here: by all that is claimed, or by one property.
    pub fn mark(&self, line: &Line, by: Option<&str>) -> Mark {
        match by.is_none() && self.shows_failure.contains(&line.property) {
            true if line.mark == Mark::Fails => Mark::NotFound,
            _ => line.mark,
        }
    }

    /// By all that is claimed, or by one property.
    pub fn judged(&self, row: &Variant, by: Option<&str>) -> SettingVerdict {
        let Some(outcome) = &row.outcome else { return SettingVerdict::Open };
        if outcome.problem.is_some() {
            return SettingVerdict::Impossible;
        }
        let mut asked = outcome.lines.iter().filter(|line| by.is_none_or(|by| line.property == by));
        match asked.any(|line| self.mark(line, by) == Mark::Fails) {
            true => SettingVerdict::Fails,
            false if outcome.is_whole => SettingVerdict::Holds,
            false => SettingVerdict::Open,
        }
    }
}

/// What is reached by runs on which a claim breaks.
fn shows_failure(setting: &Scenario, outcome: &SearchSummary) -> Vec<String> {
    if outcome.lines.iter().all(|line| line.mark != Mark::Fails) {
        return Vec::new();
    }
    let breaks = |line: &&Line| {
        let trace = line.run().map(|run| setting.with_run(run).trace());
        trace.is_some_and(|trace| trace.steps.iter().any(|step| !step.breaks.is_empty()))
    };
    let found = outcome.lines.iter().filter(|line| line.mark == Mark::Found);
    found.filter(breaks).map(|found| found.property.clone()).collect()
}
