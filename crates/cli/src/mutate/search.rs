//! The searches of changed texts.

use crate::Failure;
use crate::bounds::Runner;
use catalog::{Report, Scenario};
use mutants::{Break, Effect, Mutation, Need, Weighing};

/// The lines of a setting that nothing claimed needs, and how many are not decided.
#[derive(Clone, Debug)]
pub struct Lines {
    pub not_needed: Vec<usize>,
    pub undecided: usize,
}

/// Leaves each line out.
pub fn lines(scenario: &Scenario, report: &Report, runner: &Runner) -> Result<Lines, Failure> {
    let mut weighing = Weighing::of(scenario, report, None, 1, &[]);
    all(&mut weighing, runner)?;
    let mutation = &weighing.mutation;
    let is_not_needed = |at: &usize| matches!(mutation.lines[*at].need(), Need::NotNeeded(..));
    let not_needed = (0..mutation.lines.len()).filter(is_not_needed);
    let not_needed = not_needed.map(|at| mutation.lines[at].number).collect();
    let undecided = mutation.summary().undecided + usize::from(mutation.measured.bound.is_some());
    Ok(Lines { not_needed, undecided })
}

/// Searches all that is open.
pub fn all(weighing: &mut Weighing, runner: &Runner) -> Result<(), Failure> {
    while let Some(next) = weighing.next_search() {
        let report = runner.search_within(&next.scenario, next.states_max)?;
        if runner.is_interrupted() {
            break;
        }
        weighing.take(&report);
    }
    Ok(())
}

/// What breaks without two lines that nothing needs.
pub fn pairs(
    mutation: &Mutation,
    runner: &Runner,
) -> Result<Vec<((usize, usize), Break)>, Failure> {
    let mut found = Vec::new();
    for (pair, changed) in mutation.pairs() {
        let report = runner.search_within(&changed, mutation.states_max())?;
        if let Effect::Breaks(broken) = mutation.measured.effect(&changed, &report) {
            found.push((pair, *broken));
        }
        if runner.is_interrupted() {
            break;
        }
    }
    Ok(found)
}
