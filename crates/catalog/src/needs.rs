//! What a failure needs, for readers: how many interruptions, time-outs and faults, and where a run has them.

mod one_step;
mod words;

use crate::{Scenario, Trace};
use checker::{Cause, Cost, Failing, Limits, Needs, NeedsSearch};
use model::{Action, ClaimKind, NO_DEADLOCK, System};
use serde::{Deserialize, Serialize};

/// Of settings with more states nothing is said.
pub const NEEDS_STATES_MAX: usize = 200_000;

/// What the failure needs in which a run ends. Steps are counted from 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Needed {
    pub interruptions: usize,
    pub timeouts: usize,
    pub faults: usize,
    /// "It needs one interruption: process 0 between steps 2 and 7."
    pub sentence: String,
    /// The steps of the run at which less is needed than at every moment before.
    pub turning: Vec<usize>,
    /// Where these are interruptions: who is interrupted, and when.
    pub gaps: Vec<Gap>,
    /// Every failure with so much has it at one place: a sentence.
    pub everywhere: Option<String>,
    /// The line of the text before which that is, if it is an interruption.
    pub everywhere_line: Option<usize>,
    /// A run with less, if this one has more than is needed.
    pub simpler: Option<Simpler>,
    /// What could be one step, so that nobody comes between.
    pub one_step: Option<OneStep>,
}

/// A process is interrupted: from its last step before, to its next one behind, if there is any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gap {
    pub process: u8,
    pub from: usize,
    pub to: Option<usize>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Simpler {
    /// "This run has 3 interruptions, and one is enough."
    pub sentence: String,
    /// The run, as a link.
    pub link: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OneStep {
    /// "Lines 13 and 14 as one step?"
    pub question: String,
    /// The whole text, with that.
    pub text: String,
}

impl Scenario {
    /// Looks for what the failure of a property needs; none of one that is not about single states.
    pub fn needs_search(&self, property: &str, bytes_max: usize) -> Option<NeedsSearch> {
        let system = self.entry().system(&self.setting);
        let claimed = system.properties();
        let failing = match property {
            NO_DEADLOCK => Failing::Deadlock,
            name => Failing::Property(
                claimed
                    .iter()
                    .position(|claim| claim.kind == ClaimKind::Always && claim.name == name)?,
            ),
        };
        let limits = Limits { bytes_max, ..Limits::states(NEEDS_STATES_MAX) };
        Some(NeedsSearch::new(system, failing, limits))
    }

    /// What the failure needs that this run comes to, as a search has found. None of a single process, of which
    /// there is nothing to say, and where the search did not see all.
    pub fn needed(&self, found: &NeedsSearch) -> Option<Needed> {
        let run = &self.run[..self.at.min(self.run.len())];
        let needs = found.needs(run)?;
        let trace = self.trace();
        if trace.processes - trace.replicas < 2 {
            return None;
        }
        let told = Run { scenario: self, trace: &trace, needs: &needs };
        let turning = told.turning();
        let everywhere = told.everywhere(&turning);
        Some(Needed {
            interruptions: needs.fewest.interruptions,
            timeouts: needs.fewest.timeouts,
            faults: needs.fewest.faults,
            sentence: told.sentence(&turning),
            gaps: turning.iter().filter_map(|turn| told.gap(turn)).collect(),
            everywhere,
            everywhere_line: needs.everywhere.and_then(|cause| told.line_of(cause)),
            simpler: told.simpler(),
            one_step: told.one_step(&turning),
            turning: turning.into_iter().map(|turn| turn.step).collect(),
        })
    }
}

/// A run that fails, and what is known of it.
struct Run<'a> {
    scenario: &'a Scenario,
    trace: &'a Trace,
    needs: &'a Needs,
}

/// A step at which less is needed than before, and by what.
struct Turn {
    step: usize,
    cause: Cause,
}

impl Run<'_> {
    /// A step that costs more than it takes away counts for the rarer: faults stand first.
    fn turning(&self) -> Vec<Turn> {
        let mut all = Vec::new();
        let mut lowest = self.needs.along[0];
        for (step, causes) in &self.needs.turning {
            let fall = lowest - self.needs.along[step + 1];
            lowest -= fall;
            all.extend(causes.iter().take(fall).map(|cause| Turn { step: *step, cause: *cause }));
        }
        all
    }

    fn gap(&self, turn: &Turn) -> Option<Gap> {
        let Cause::Interruption { process, .. } = turn.cause else { return None };
        let moves = |step: &usize| moved(self.trace.steps[*step].action) == Some(process);
        let from = (0..turn.step).rev().find(moves)?;
        Some(Gap { process, from, to: (turn.step..self.trace.steps.len()).find(moves) })
    }

    /// The line of the text before which a process is interrupted.
    fn line_of(&self, cause: Cause) -> Option<usize> {
        let Cause::Interruption { row, .. } = cause else { return None };
        self.trace.rows[usize::from(row)].label.parse().ok()
    }

    fn total(&self) -> usize {
        self.needs.fewest.total()
    }

    fn simpler(&self) -> Option<Simpler> {
        (self.needs.of_run.total() > self.total()).then(|| Simpler {
            sentence: words::more_than_enough(self.needs.of_run, self.total()),
            link: self.scenario.with_run(self.needs.run.clone()).to_string(),
        })
    }
}

/// Whose step it is, or to whom a message goes.
fn moved(action: Action) -> Option<u8> {
    match action {
        Action::Step { .. } | Action::Timeout(_) | Action::TimeoutAs(..) => Some(action.process()),
        action => action.delivered().map(|mail| mail.to),
    }
}

/// How much there is of each, as it is counted: the name of one, and how many.
fn parts(cost: Cost) -> impl Iterator<Item = (&'static str, usize)> {
    let all =
        [("interruption", cost.interruptions), ("time-out", cost.timeouts), ("fault", cost.faults)];
    all.into_iter().filter(|part| part.1 > 0)
}
