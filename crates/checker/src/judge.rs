//! What is known so far of each property.

use crate::paths::{Paths, run_to};
use crate::{End, Outcome, Verdict, loops, seen::Seen, ways::Ways};
use model::{Claim, Kind, Model, Property};
use std::ops::Range;

/// Of one property.
struct Finding {
    property: &'static str,
    words: &'static str,
    kind: Kind,
    /// The first state that settles it; of a measure, the first state with the largest or
    /// smallest value.
    state: Option<u32>,
    value: u32,
}

pub struct Judge {
    /// One for each property of the model.
    findings: Vec<Finding>,
    deadlock: Option<u32>,
    /// The states in which runs end, where they are asked for.
    ends: Option<Vec<u32>>,
}

/// What is known of whole runs.
#[derive(Clone, Copy, Default)]
pub struct Runs<'a> {
    pub loops: Option<&'a [loops::Finding]>,
    pub ways: Option<&'a Ways>,
}

impl Judge {
    pub fn new<M: Model>(model: &M) -> Judge {
        let finding = |it: &Property<M>| Finding {
            property: it.name,
            words: it.words,
            kind: it.kind(),
            state: None,
            value: 0,
        };
        let findings: Vec<Finding> = model.properties().iter().map(finding).collect();
        let asks_for_ends = findings.iter().any(|it| it.kind == Kind::Outcomes);
        Judge { findings, deadlock: None, ends: asks_for_ends.then(Vec::new) }
    }

    /// Judges states that are new. Property by property: one call's target stays predictable.
    pub fn look<M: Model>(&mut self, model: &M, seen: &Seen<M::State>, new: Range<u32>) {
        for (property, finding) in model.properties().iter().zip(&mut self.findings) {
            let mut new = new.clone();
            match property.claim {
                Claim::Always(_) | Claim::Sometimes(_) if finding.state.is_some() => {}
                Claim::Least(measure) => {
                    for it in new {
                        let Some(value) = measure(model, seen.state(it)) else { continue };
                        if finding.state.is_none() || value < finding.value {
                            (finding.state, finding.value) = (Some(it), value);
                        }
                    }
                }
                // not a question about single states
                Claim::Eventually(_) | Claim::Outcomes(_) => {}
                Claim::Always(holds) => {
                    finding.state = new.find(|&it| !holds(model, seen.state(it)));
                }
                Claim::Sometimes(holds) => {
                    finding.state = new.find(|&it| holds(model, seen.state(it)));
                }
                Claim::Most(measure) => {
                    for it in new {
                        let value = measure(model, seen.state(it));
                        if finding.state.is_none() || value > finding.value {
                            (finding.state, finding.value) = (Some(it), value);
                        }
                    }
                }
            }
        }
    }

    pub fn deadlock(&mut self, state: u32) {
        self.deadlock.get_or_insert(state);
    }

    /// Nobody can take a step from there, faults aside.
    pub fn end(&mut self, state: u32) {
        if let Some(ends) = &mut self.ends {
            ends.push(state);
        }
    }

    /// How many claims have failed.
    pub fn failures(&self) -> usize {
        let failed = |it: &&Finding| it.kind == Kind::Always && it.state.is_some();
        self.findings.iter().filter(failed).count() + usize::from(self.deadlock.is_some())
    }

    /// What is known, given what is known of whole runs.
    pub fn verdicts(&self, paths: &dyn Paths, runs: Runs<'_>) -> Vec<Verdict> {
        let run = |state| run_to(paths, state);
        let mut loops = runs.loops.map(|it| it.iter());
        let verdict = |(at, finding): (usize, &Finding)| {
            let value = finding.value;
            let outcome = match (finding.kind, finding.state) {
                (Kind::Outcomes, _) => Outcome::Ends(self.ends(paths, at, runs.ways)),
                (Kind::Always, None) => Outcome::Holds,
                (Kind::Always, Some(state)) => Outcome::Fails { run: run(state) },
                (Kind::Sometimes | Kind::Least, None) => Outcome::NotFound,
                (Kind::Sometimes, Some(state)) => Outcome::Found { run: run(state) },
                (Kind::Least, Some(state)) => Outcome::Least { value, run: run(state) },
                (Kind::Most, state) => Outcome::Most { value, run: run(state.unwrap_or(0)) },
                (Kind::Eventually, _) => match loops.as_mut().and_then(Iterator::next) {
                    None => Outcome::NotAsked,
                    Some(loops::Finding { end: Some(state), .. }) => {
                        Outcome::Fails { run: run(*state) }
                    }
                    Some(loops::Finding { lasso: Some(lasso), .. }) => {
                        let mut run = run(lasso.start);
                        let from = run.len();
                        run.extend(&lasso.steps);
                        Outcome::Loops { run, from }
                    }
                    Some(_) => Outcome::Holds,
                },
            };
            let Finding { property, words, kind, .. } = *finding;
            Verdict { property, words, kind, outcome }
        };
        let deadlock = Verdict {
            property: "no deadlock",
            words: "Somebody can always take a step until all are done.",
            kind: Kind::Always,
            outcome: match self.deadlock {
                None => Outcome::Holds,
                Some(state) => Outcome::Fails { run: run(state) },
            },
        };
        self.findings.iter().enumerate().map(verdict).chain([deadlock]).collect()
    }

    /// How runs can end, by the property at `at`.
    fn ends(&self, paths: &dyn Paths, at: usize, ways: Option<&Ways>) -> Vec<End> {
        let mut ends: Vec<End> = Vec::new();
        for &state in self.ends.iter().flatten() {
            let value = paths.outcome(at, state);
            let runs = ways.and_then(|it| it.to(state));
            match ends.iter_mut().find(|it| it.value == value) {
                Some(end) => {
                    end.states += 1;
                    end.runs = end.runs.zip(runs).map(|(one, other)| one.saturating_add(other));
                }
                None => {
                    ends.push(End { value, states: 1, runs, run: run_to(paths, state) });
                }
            }
        }
        ends
    }
}
