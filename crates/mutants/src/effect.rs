//! What becomes of the claims of a text by a change.

use crate::outgrowth::Outgrowth;
use catalog::claims::{Claims, is_claim};
use catalog::reason::{CLAIM_IS_FALSE, Reason};
use catalog::{
    ClaimKind, Coverage, IN_DOMAINS, NO_DEADLOCK, Outcome, Report, Scenario, Verdict, grouped,
    steps,
};

/// What a change does to what is claimed.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    Breaks(Box<Break>),
    /// What fails without the change holds with it.
    Repairs(&'static str),
    /// No claim notices, but a measure does: its name, its value before and after.
    Costs {
        property: &'static str,
        before: String,
        after: String,
    },
    /// No claim notices.
    Unnoticed {
        states: usize,
        change: Change,
    },
    /// Nothing failed in what was seen, which is not all: it has grown beyond a bound that the text as it is keeps.
    Outgrows(Outgrowth),
    /// Nothing failed in so many states, and there are more.
    Undecided {
        states: usize,
        why: Bound,
    },
    /// It is no text that can be run.
    Impossible,
}

/// Why not all states were seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    TooMany,
    /// A step leads where the model, to stay finite, does not follow, or cannot be computed.
    OfModel,
}

impl Bound {
    fn of(coverage: &Coverage) -> Option<Bound> {
        match coverage {
            Coverage::Exhausted => None,
            Coverage::Bounded(_) if !coverage.is_cut() => Some(Bound::OfModel),
            _ => Some(Bound::TooMany),
        }
    }
}

/// What can happen with a change, beside what could happen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Less,
    /// As many states and transitions.
    Same,
    More,
}

/// A claim that does not hold any more, and the run that shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Break {
    pub property: &'static str,
    pub kind: BreakKind,
    /// How many steps come before it; of what is never reached none.
    pub steps: Option<usize>,
    /// How many steps then go round for ever.
    pub round: Option<usize>,
    /// The run to its end.
    pub scenario: Scenario,
    /// What happens, within a sentence: "two are in the critical section".
    pub event: String,
    /// Why, in sentences; empty where no more is known.
    pub why: String,
}

/// The kinds of failures, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BreakKind {
    Safety,
    NotComputed,
    Deadlock,
    Progress,
    NeverReached,
}

impl BreakKind {
    fn of(verdict: &Verdict) -> BreakKind {
        match verdict.kind {
            _ if verdict.property == NO_DEADLOCK => BreakKind::Deadlock,
            _ if verdict.property == IN_DOMAINS => BreakKind::NotComputed,
            ClaimKind::Sometimes => BreakKind::NeverReached,
            kind if kind.is_awaited() || kind.is_progress() => BreakKind::Progress,
            _ => BreakKind::Safety,
        }
    }

    /// As data names it.
    pub fn name(self) -> &'static str {
        match self {
            BreakKind::Safety => "fails",
            BreakKind::NotComputed => "cannot-be-computed",
            BreakKind::Deadlock => "deadlock",
            BreakKind::Progress => "no-progress",
            BreakKind::NeverReached => "never-reached",
        }
    }
}

/// What is known of a text as it is.
#[derive(Clone, Debug)]
pub struct Measured {
    pub claims: Claims,
    pub states: usize,
    /// Why these are not all.
    pub bound: Option<Bound>,
    transitions: usize,
    /// What is measured, and its value.
    measures: Vec<(&'static str, String)>,
}

impl Measured {
    pub fn of(report: &Report, only: Option<&'static str>) -> Measured {
        let measures = report
            .verdicts
            .iter()
            .filter_map(|verdict| Some((verdict.property, measure(verdict)?)));
        Measured {
            claims: Claims::of(report, only),
            states: report.states,
            bound: Bound::of(&report.coverage),
            transitions: report.transitions,
            measures: measures.collect(),
        }
    }

    /// What a search says of a changed text.
    pub fn effect(&self, changed: &Scenario, report: &Report) -> Effect {
        if let Some(found) = self.worst(changed, report) {
            return Effect::Breaks(Box::new(found));
        }
        match Bound::of(&report.coverage) {
            // a model that is not followed everywhere is compared as far as it is
            None | Some(Bound::OfModel) if self.bound == Some(Bound::OfModel) => {}
            None => {}
            Some(why) => {
                let states = report.states;
                let outgrowth = self.outgrowth(changed, report).map(Effect::Outgrows);
                return outgrowth.unwrap_or(Effect::Undecided { states, why });
            }
        }
        if let Some(&repaired) = self.claims.failing().iter().find(|&&name| holds(report, name)) {
            return Effect::Repairs(repaired);
        }
        let other = |(property, before): &(&'static str, String)| {
            let verdict = report.verdicts.iter().find(|verdict| verdict.property == *property)?;
            let after = measure(verdict)?;
            (after != *before).then(|| Effect::Costs { property, before: before.clone(), after })
        };
        self.measures.iter().find_map(other).unwrap_or_else(|| Effect::Unnoticed {
            states: report.states,
            change: self.change(report),
        })
    }

    /// Which bound a changed text grows beyond, if the text as it is was seen whole.
    fn outgrowth(&self, changed: &Scenario, report: &Report) -> Option<Outgrowth> {
        match self.bound {
            None => Outgrowth::of(changed, report, self.states),
            Some(_) => None,
        }
    }

    fn change(&self, report: &Report) -> Change {
        match (report.states, report.transitions).cmp(&(self.states, self.transitions)) {
            std::cmp::Ordering::Less => Change::Less,
            std::cmp::Ordering::Equal => Change::Same,
            std::cmp::Ordering::Greater => Change::More,
        }
    }

    /// The worst kind of failure, unless one of another kind takes half as many steps.
    fn worst(&self, changed: &Scenario, report: &Report) -> Option<Break> {
        let failing =
            self.claims.asked(report).filter(|verdict| !verdict.good_after(&report.coverage));
        let length =
            |verdict: &Verdict| verdict.run().map_or(usize::MAX, |run| report.steps_of(run.len()));
        let all: Vec<(&Verdict, usize)> =
            failing.map(|verdict| (verdict, length(verdict))).collect();
        let worst = all.iter().min_by_key(|(verdict, _)| BreakKind::of(verdict))?;
        let shortest = all.iter().min_by_key(|(_, length)| *length)?;
        let is_half = shortest.1.saturating_mul(2) <= worst.1;
        Some(Break::of(if is_half { shortest.0 } else { worst.0 }, changed, report))
    }
}

impl Break {
    fn of(verdict: &Verdict, changed: &Scenario, report: &Report) -> Break {
        let Some(run) = verdict.run() else {
            let event = match &verdict.outcome {
                Outcome::NoInitialState(_) => "it cannot begin".into(),
                _ => format!("“{}” never happens", verdict.property),
            };
            return Break {
                property: verdict.property,
                kind: BreakKind::of(verdict),
                steps: None,
                round: None,
                scenario: changed.start(),
                event,
                why: String::new(),
            };
        };
        let from = match &verdict.outcome {
            Outcome::Loops { from, .. } | Outcome::Unbounded { from, .. } => *from,
            _ => run.len(),
        };
        let scenario = changed.start().then(run, verdict.loops_from());
        let reasons = scenario.reasons();
        let told = reasons.iter().find(|reason| reason.property == verdict.property);
        let why = told.map(Reason::text).unwrap_or_default();
        let event = told.map(|reason| reason.ahead.clone());
        let event = event.filter(|event| !event.is_empty() && event != CLAIM_IS_FALSE);
        let kind = BreakKind::of(verdict);
        Break {
            property: verdict.property,
            kind,
            steps: Some(report.steps_of(from)),
            round: (from < run.len()).then(|| run.len() - from),
            event: event.unwrap_or_else(|| match kind {
                BreakKind::NotComputed => "a step cannot be computed".into(),
                _ => format!("“{}” fails", verdict.property),
            }),
            scenario,
            why,
        }
    }

    /// "two are in the critical section after 6 steps"
    pub fn words(&self) -> String {
        self.steps.map_or_else(|| self.event.clone(), |count| after(&self.event, count))
    }
}

/// What happens after so many steps, within a sentence.
pub(crate) fn after(event: &str, count: usize) -> String {
    match count {
        0 => format!("{event} in the first state"),
        // a clause ends before the number that belongs to the whole
        _ if event.contains(", ") => format!("{event}, after {}", steps(count)),
        _ => format!("{event} after {}", steps(count)),
    }
}

/// The value of what is measured, as words.
fn measure(verdict: &Verdict) -> Option<String> {
    if is_claim(verdict) {
        return None;
    }
    match &verdict.outcome {
        Outcome::Most { value, .. }
        | Outcome::Least { value, .. }
        | Outcome::Within { value, .. } => Some(grouped(value)),
        Outcome::Unbounded { .. } => Some("no bound".into()),
        Outcome::NotFound => Some("never".into()),
        Outcome::Ends(ends) => Some(match ends.len() {
            1 => "one way to end".into(),
            count => format!("{count} ways to end"),
        }),
        _ => None,
    }
}

fn holds(report: &Report, name: &str) -> bool {
    let verdict = report.verdicts.iter().find(|verdict| verdict.property == name);
    verdict.is_none_or(|verdict| verdict.good_after(&report.coverage))
}
