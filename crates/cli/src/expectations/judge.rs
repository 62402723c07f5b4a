//! Whether a search found what was expected.

use catalog::{
    Action, ClaimKind, Coverage, IN_DOMAINS, Outcome, Report, Verdict, can_be_computed, states,
};
use listing::expect::{Expectation, Expected};
use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    Met,
    Unmet,
    /// The search ended at a bound, and what it did not see may change the answer.
    Undecided,
}

/// Judges by the verdict of the property that the expectation names.
pub fn judge(of: &Expectation, verdict: Option<&Verdict>, report: &Report) -> Judgement {
    let is_whole = report.coverage == Coverage::Exhausted;
    if let Expected::States(expected) = of.expected {
        let Some(states) = report.states_of_program.map(|states| states as u64) else {
            return Judgement::Undecided;
        };
        return judged(states == expected, is_whole || states > expected);
    }
    if let Expected::LinesNotNeeded(_) | Expected::Inductive | Expected::Leads(_) = of.expected {
        // judged by other searches
        return Judgement::Undecided;
    }
    let Some(verdict) = verdict else {
        let is_silent = of.title.as_ref().is_some_and(|title| title.text == IN_DOMAINS);
        // what holds and is said only where it fails; else no property of that name has these options
        return if is_silent {
            judged(of.expected == Expected::Holds, is_whole)
        } else {
            Judgement::Unmet
        };
    };
    match (of.expected, &verdict.outcome) {
        (_, Outcome::NotAsked) => Judgement::Undecided,
        (_, Outcome::NoInitialState(_)) => Judgement::Unmet,
        // a run is found for good
        (Expected::Fails(steps), Outcome::Fails { run } | Outcome::Stuck { run, .. })
        | (Expected::Reached(steps), Outcome::Found { run }) => {
            judged(steps.is_none_or(|steps| steps == report.steps_of(run.len()) as u64), true)
        }
        // a loop is not the shortest: it has no number of steps
        (Expected::Fails(steps), Outcome::Loops { .. }) => judged(steps.is_none(), true),
        (Expected::NoBound, Outcome::Unbounded { .. }) => Judgement::Met,
        (Expected::Holds, Outcome::Holds | Outcome::Within { .. })
        | (Expected::NeverReached, Outcome::NotFound) => judged(true, is_whole),
        (Expected::AtMost(_) | Expected::AtLeast(_), _) if is_impossible(verdict, report) => {
            Judgement::Unmet
        }
        // a larger one, or a smaller one, may be in a state that was not seen
        (Expected::AtMost(expected), Outcome::Most { value, .. }) => {
            judged(u64::from(*value) == expected, is_whole || u64::from(*value) > expected)
        }
        (Expected::AtLeast(expected), Outcome::Least { value, .. }) => {
            judged(u64::from(*value) == expected, is_whole || u64::from(*value) < expected)
        }
        (Expected::Outcomes(expected), Outcome::Ends(ends)) => {
            let count = ends.len() as u64;
            judged(count == expected, is_whole || count > expected)
        }
        // another outcome than the expected one, which a state that was not seen may change
        (
            _,
            Outcome::Holds
            | Outcome::Within { .. }
            | Outcome::NotFound
            | Outcome::Most { .. }
            | Outcome::Least { .. },
        ) => judged(false, is_whole),
        _ => Judgement::Unmet,
    }
}

/// What could be expected in its place, as it was found; none if that is not certain, or cannot be expected.
pub fn could_be_expected(
    of: &Expectation,
    verdict: Option<&Verdict>,
    report: &Report,
) -> Option<Expected> {
    let expected = match &of.title {
        None => Expected::States(report.states_of_program? as u64),
        Some(_) => expected(verdict?, report)?,
    };
    let other = Expectation { expected, ..of.clone() };
    (judge(&other, verdict, report) == Judgement::Met).then_some(expected)
}

/// An outcome, as a text expects it.
pub fn expected(verdict: &Verdict, report: &Report) -> Option<Expected> {
    let steps = |run: &[Action]| Some(report.steps_of(run.len()) as u64);
    match &verdict.outcome {
        _ if is_impossible(verdict, report) => None,
        Outcome::Holds | Outcome::Within { .. } => Some(Expected::Holds),
        Outcome::Fails { run } | Outcome::Stuck { run, .. } => Some(Expected::Fails(steps(run))),
        // a loop is not the shortest: it has no number of steps
        Outcome::Loops { .. } => Some(Expected::Fails(None)),
        Outcome::Found { run } => Some(Expected::Reached(steps(run))),
        Outcome::NotFound if verdict.kind == ClaimKind::Sometimes => Some(Expected::NeverReached),
        Outcome::Most { value, .. } => Some(Expected::AtMost((*value).into())),
        Outcome::Least { value, .. } => Some(Expected::AtLeast((*value).into())),
        Outcome::Unbounded { .. } => Some(Expected::NoBound),
        Outcome::Ends(ends) => Some(Expected::Outcomes(ends.len() as u64)),
        Outcome::NotFound | Outcome::NoInitialState(_) | Outcome::NotAsked => None,
    }
}

/// Whether a number cannot be computed in some state.
fn is_impossible(verdict: &Verdict, report: &Report) -> bool {
    let name = can_be_computed(verdict.property);
    let fails = |other: &Verdict| matches!(other.outcome, Outcome::Fails { .. });
    report.verdicts.iter().any(|other| other.property == name && fails(other))
}

fn judged(is_met: bool, is_certain: bool) -> Judgement {
    match (is_certain, is_met) {
        (false, _) => Judgement::Undecided,
        (true, true) => Judgement::Met,
        (true, false) => Judgement::Unmet,
    }
}

/// What the search found, in the words of `check`.
pub fn found(of: &Expectation, verdict: Option<&Verdict>, report: &Report) -> String {
    if of.title.is_none() {
        let Some(states) = report.states_of_program.map(states) else {
            return "there was no memory to count the states of the program".into();
        };
        return match report.coverage {
            Coverage::Exhausted => states,
            _ => format!("bounded: {states} seen"),
        };
    }
    match verdict {
        Some(verdict) if is_impossible(verdict, report) => {
            format!("{}, and in some states it cannot be computed", verdict.sentence(report))
        }
        Some(verdict) => {
            let sentence = verdict.sentence(report);
            // what is expected never to be reached does not fail by that
            match sentence.strip_prefix("fails: ") {
                Some(met) if of.expected == Expected::NeverReached => met.to_owned(),
                _ => sentence,
            }
        }
        None if of.title.as_ref().is_some_and(|title| title.text == IN_DOMAINS) => {
            "no step leads out of a domain".into()
        }
        None => "no such property with these options".into(),
    }
}
