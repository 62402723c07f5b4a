//! What a failure needs: the fewest interruptions, time-outs and faults with which it can happen.

use crate::args::Check;
use catalog::{Action, NEEDS_STATES_MAX, Needed, Report, Scenario, Verdict, steps};
use serde::Serialize;

/// States between two looks for an end.
const SLICE: usize = 10_000;

/// What is printed of it.
#[derive(Serialize)]
pub struct Told {
    interruptions: usize,
    timeouts: usize,
    faults: usize,
    pub sentence: String,
    /// The steps of the run at which less is needed than ever before, from 1.
    turning: Vec<usize>,
    /// From which step to which a process is interrupted; null if it takes no step behind that.
    gaps: Vec<(usize, Option<usize>)>,
    /// The line before which every failure with one interruption has it.
    everywhere: Option<usize>,
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// The run of a failure that is to be shown, and what it needs, where not too many states say so.
pub fn of(
    verdict: &Verdict,
    report: &Report,
    start: &Scenario,
    args: &Check,
) -> (Option<Vec<Action>>, Option<Told>) {
    let needed = || {
        let run = verdict.run().filter(|_| !verdict.good())?;
        let is_small = report.states <= NEEDS_STATES_MAX && !report.coverage.is_cut();
        if !is_small || args.from_here || args.reduce || args.fingerprints {
            return None;
        }
        let mut found = start.needs_search(verdict.property, usize::MAX)?;
        while found.advance(SLICE) {}
        let shortest = start.then(run, None);
        let needed = shortest.needed(&found)?;
        let simpler = needed.simpler.as_ref().filter(|_| args.fewest);
        let simpler = simpler.and_then(|simpler| Scenario::own(&simpler.link));
        Some(match simpler.map(|simpler| (simpler.needed(&found), simpler.run)) {
            Some((Some(needed), run)) => (Some(run), needed),
            _ => (None, needed),
        })
    };
    let Some((run, needed)) = needed() else { return (None, None) };
    let mut told = Told::of(needed, report);
    if let Some(run) = &run {
        let steps = steps(report.steps_of(run.len()));
        told.notes.push(format!("This is a run with no more than that, of {steps}."));
    }
    (run, Some(told))
}

impl Told {
    fn of(needed: Needed, report: &Report) -> Told {
        let number = |step: usize| report.steps_of(step + 1);
        let fewer = needed
            .simpler
            .map(|simpler| format!("{} `--fewest` shows such a run.", simpler.sentence));
        Told {
            interruptions: needed.interruptions,
            timeouts: needed.timeouts,
            faults: needed.faults,
            sentence: needed.sentence,
            turning: needed.turning.into_iter().map(number).collect(),
            gaps: needed.gaps.iter().map(|gap| (number(gap.from), gap.to.map(number))).collect(),
            everywhere: needed.everywhere_line,
            notes: needed.everywhere.into_iter().chain(fewer).collect(),
        }
    }

    /// In a line.
    pub fn text(&self) -> String {
        let all = [&self.sentence].into_iter().chain(&self.notes);
        all.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}
