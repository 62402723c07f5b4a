//! What is known so far of each property, and what it comes to.

use crate::operation_finding::OperationFinding;
use crate::path_counts::PathCounts;
use crate::state_graph::{StateGraph, run_to};
use crate::{End, Outcome, Verdict, fair_cycles, lasso::Lasso};
use model::Kind;

/// What every model is asked for besides its properties.
pub const NO_DEADLOCK: &str = "no deadlock";

/// Of one property.
pub struct Finding {
    pub property: &'static str,
    pub words: &'static str,
    pub kind: Kind,
    /// It says something in this setting.
    pub applies: bool,
    /// The first state that settles it; of a measure, the first state with the largest or
    /// smallest value.
    pub state: Option<u32>,
    pub value: u32,
}

/// What is known so far.
#[derive(Default)]
pub struct Findings {
    /// One for each property of the model.
    pub properties: Vec<Finding>,
    /// The first state in which somebody waits and nobody can take a step.
    pub deadlock: Option<u32>,
    /// The states in which runs end, where they are asked for.
    pub ends: Option<Vec<u32>>,
}

/// What is known of whole runs.
#[derive(Default)]
pub struct Runs<'a> {
    pub cycles: Option<&'a [fair_cycles::Finding]>,
    /// One for each property about operations, if they were asked at all.
    pub operations: Vec<Option<&'a OperationFinding>>,
    pub counts: Option<&'a PathCounts>,
}

impl Findings {
    /// One more property, of which nothing is known.
    pub fn ask(&mut self, property: &'static str, words: &'static str, kind: Kind, applies: bool) {
        self.properties.push(Finding { property, words, kind, applies, state: None, value: 0 });
        if kind == Kind::Outcomes {
            self.ends = Some(Vec::new());
        }
    }

    /// The kinds of the properties that are about what recurs.
    pub fn awaited(&self) -> Vec<Kind> {
        self.properties.iter().map(|it| it.kind).filter(|it| it.is_awaited()).collect()
    }

    /// Whether any of it is of whole runs.
    pub fn are_of_runs(&self) -> bool {
        let is_of_runs = |it: &Finding| it.kind.is_awaited() || it.kind.is_of_operations();
        self.ends.is_some() || self.properties.iter().any(is_of_runs)
    }

    /// How many claims have failed.
    pub fn failures(&self) -> usize {
        let failed = |it: &&Finding| it.kind == Kind::Always && it.state.is_some();
        self.properties.iter().filter(failed).count() + usize::from(self.deadlock.is_some())
    }

    /// What is known, given what is known of whole runs.
    pub fn verdicts(&self, graph: &dyn StateGraph, runs: &Runs<'_>) -> Vec<Verdict> {
        let run = |state| run_to(graph, state);
        let mut cycles = runs.cycles.map(|it| it.iter());
        let mut operations = runs.operations.iter();
        let round = |lasso: &Lasso| {
            let mut run = run(lasso.start);
            let from = run.len();
            run.extend(&lasso.steps);
            (run, from)
        };
        let verdict = |(at, finding): (usize, &Finding)| {
            let value = finding.value;
            let outcome = match (finding.kind, finding.state) {
                (Kind::Outcomes, _) => Outcome::Ends(self.ends(graph, at, runs.counts)),
                (Kind::Always, None) => Outcome::Holds,
                (Kind::Always, Some(state)) => Outcome::Fails { run: run(state) },
                (Kind::Sometimes | Kind::Least, None) => Outcome::NotFound,
                (Kind::Sometimes, Some(state)) => Outcome::Found { run: run(state) },
                (Kind::Least, Some(state)) => Outcome::Least { value, run: run(state) },
                (Kind::Most, state) => Outcome::Most { value, run: run(state.unwrap_or(0)) },
                (kind, _) if kind.is_awaited() => match cycles.as_mut().and_then(Iterator::next) {
                    None => Outcome::NotAsked,
                    Some(fair_cycles::Finding { end: Some(state), .. }) => {
                        Outcome::Fails { run: run(*state) }
                    }
                    Some(fair_cycles::Finding { lasso: Some(lasso), .. }) => {
                        let (run, from) = round(lasso);
                        Outcome::Loops { run, from }
                    }
                    Some(_) => Outcome::Holds,
                },
                _ => match operations.next().copied().flatten() {
                    None => Outcome::NotAsked,
                    Some(it) => it.outcome(run, round),
                },
            };
            let Finding { property, words, kind, applies, .. } = *finding;
            applies.then_some(Verdict { property, words, kind, outcome })
        };
        let deadlock = Verdict {
            property: NO_DEADLOCK,
            words: "Somebody can always take a step until all are done.",
            kind: Kind::Always,
            outcome: match self.deadlock {
                None => Outcome::Holds,
                Some(state) => Outcome::Fails { run: run(state) },
            },
        };
        self.properties.iter().enumerate().filter_map(verdict).chain([deadlock]).collect()
    }

    /// How runs can end, by the property at `at`.
    fn ends(&self, graph: &dyn StateGraph, at: usize, counts: Option<&PathCounts>) -> Vec<End> {
        let mut ends: Vec<End> = Vec::new();
        for &state in self.ends.iter().flatten() {
            let value = graph.outcome(at, state);
            let runs = counts.and_then(|it| it.to(state));
            match ends.iter_mut().find(|it| it.value == value) {
                Some(end) => {
                    end.states += 1;
                    end.runs = end.runs.zip(runs).map(|(one, other)| one.saturating_add(other));
                }
                None => {
                    ends.push(End { value, states: 1, runs, run: run_to(graph, state) });
                }
            }
        }
        ends
    }
}
