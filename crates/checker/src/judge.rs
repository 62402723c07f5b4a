//! What is known so far of each property.

use crate::{End, Outcome, Verdict, front::run_to, loops, seen::Seen, ways::Ways};
use model::{Claim, Kind, Model, Property};
use std::ops::Range;

/// Of one property.
#[derive(Clone, Copy, Default)]
struct Finding {
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
        let properties = model.properties();
        let asks_for_ends = properties.iter().any(|it| it.kind() == Kind::Outcomes);
        Judge {
            findings: vec![Finding::default(); properties.len()],
            deadlock: None,
            ends: asks_for_ends.then(Vec::new),
        }
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
                            *finding = Finding { state: Some(it), value };
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
                            *finding = Finding { state: Some(it), value };
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
    pub fn failures<M: Model>(&self, model: &M) -> usize {
        let failed = model.properties().iter().zip(&self.findings).filter(|(property, finding)| {
            property.kind() == Kind::Always && finding.state.is_some()
        });
        failed.count() + usize::from(self.deadlock.is_some())
    }

    /// What is known, given what is known of whole runs.
    pub fn verdicts<M: Model>(
        &self,
        model: &M,
        seen: &Seen<M::State>,
        runs: Runs<'_>,
    ) -> Vec<Verdict> {
        let run = |state| run_to(model, seen, state);
        let mut loops = runs.loops.map(|it| it.iter());
        let verdict = |(property, finding): (&Property<M>, &Finding)| {
            let outcome = match (property.kind(), finding.state) {
                (Kind::Outcomes, _) => Outcome::Ends(self.ends(model, seen, property, runs.ways)),
                (Kind::Always, None) => Outcome::Holds,
                (Kind::Always, Some(state)) => Outcome::Fails { run: run(state) },
                (Kind::Sometimes | Kind::Least, None) => Outcome::NotFound,
                (Kind::Sometimes, Some(state)) => Outcome::Found { run: run(state) },
                (Kind::Least, Some(state)) => {
                    Outcome::Least { value: finding.value, run: run(state) }
                }
                (Kind::Most, state) => {
                    Outcome::Most { value: finding.value, run: run(state.unwrap_or(0)) }
                }
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
            Verdict {
                property: property.name,
                words: property.words,
                kind: property.kind(),
                outcome,
            }
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
        model.properties().iter().zip(&self.findings).map(verdict).chain([deadlock]).collect()
    }

    /// How runs can end, by a property that says so.
    fn ends<M: Model>(
        &self,
        model: &M,
        seen: &Seen<M::State>,
        property: &Property<M>,
        ways: Option<&Ways>,
    ) -> Vec<End> {
        let mut ends: Vec<End> = Vec::new();
        let Claim::Outcomes(outcome) = property.claim else { return ends };
        for &state in self.ends.iter().flatten() {
            let value = outcome(model, seen.state(state));
            let runs = ways.and_then(|it| it.to(state));
            match ends.iter_mut().find(|it| it.value == value) {
                Some(end) => {
                    end.states += 1;
                    end.runs = end.runs.zip(runs).map(|(one, other)| one.saturating_add(other));
                }
                None => {
                    let run = run_to(model, seen, state);
                    ends.push(End { value, states: 1, runs, run });
                }
            }
        }
        ends
    }
}
