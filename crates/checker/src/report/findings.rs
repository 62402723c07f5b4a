//! What is known so far of each property, and what it comes to.

use crate::report::operation_finding::OperationFinding;
use crate::report::path_counts::PathCounts;
use crate::report::state_graph::{StateGraph, run_to};
use crate::report::{End, Outcome, Verdict, fair_cycles, lasso::Lasso};
use model::{ClaimKind, Claimed, IN_DOMAINS, NO_DEADLOCK, Unreached};

/// Of one property.
pub struct Finding {
    pub property: &'static str,
    pub words: &'static str,
    pub kind: ClaimKind,
    /// As of [`Claimed`](model::Claimed).
    pub applies: bool,
    /// The first state that settles it; of a measure, the first state with the largest or
    /// smallest value.
    pub state: Option<u32>,
    pub value: u32,
    pub given: &'static str,
    pub premise_of: Option<usize>,
    pub at_end: bool,
}

/// What is known so far.
#[derive(Default)]
pub struct Findings {
    /// One for each property of the model.
    pub properties: Vec<Finding>,
    /// The first state with a step that cannot be computed.
    pub error: Option<u32>,
    /// The first state in which somebody waits and nobody can take a step.
    pub deadlock: Option<u32>,
    /// The states in which runs end, where they are asked for.
    pub ends: Option<Vec<u32>>,
    /// Whether any run ends.
    pub has_ends: bool,
}

/// What is known of whole runs.
#[derive(Default)]
pub struct Runs<'a> {
    pub cycles: Option<&'a [fair_cycles::Finding]>,
    /// Of each property about operations that was answered, with its number.
    pub operations: Vec<(usize, &'a OperationFinding)>,
    pub counts: Option<&'a PathCounts>,
}

impl Findings {
    /// One more property, of which nothing is known.
    pub fn ask(&mut self, claimed: &Claimed) {
        let Claimed { name: property, words, kind, applies, given, premise_of, at_end } = *claimed;
        let (state, value) = (None, 0);
        let finding =
            Finding { property, words, kind, applies, state, value, given, premise_of, at_end };
        self.properties.push(finding);
        if kind == ClaimKind::Outcomes {
            self.ends = Some(Vec::new());
        }
    }

    /// The kinds of the properties that are about what recurs.
    pub fn awaited(&self) -> Vec<ClaimKind> {
        self.properties
            .iter()
            .map(|property| property.kind)
            .filter(|kind| kind.is_awaited())
            .collect()
    }

    /// Whether any of it is of whole runs.
    pub fn are_of_runs(&self) -> bool {
        let is_of_runs =
            |finding: &Finding| finding.kind.is_awaited() || finding.kind.is_of_operations();
        self.ends.is_some() || self.properties.iter().any(is_of_runs)
    }

    /// How many claims have failed.
    pub fn failures(&self) -> usize {
        let failed =
            |finding: &&Finding| finding.kind == ClaimKind::Always && finding.state.is_some();
        let built_in = [self.error, self.deadlock].iter().flatten().count();
        self.properties.iter().filter(failed).count() + built_in
    }

    /// What is known, given what is known of whole runs, and, where every state was seen, what was not
    /// reached.
    pub fn verdicts(
        &self,
        graph: &dyn StateGraph,
        runs: &Runs<'_>,
        unreached: Option<&Unreached>,
    ) -> Vec<Verdict> {
        let run = |state| run_to(graph, state);
        let mut cycles = runs.cycles.map(|cycle| cycle.iter());
        let round = |lasso: &Lasso| {
            let mut run = run(lasso.start);
            let from = run.len();
            run.extend(&lasso.steps);
            (run, from)
        };
        let verdict = |(at, finding): (usize, &Finding)| {
            let value = finding.value;
            let outcome = match (finding.kind, finding.state) {
                (ClaimKind::Outcomes, _) => Outcome::Ends(self.ends(graph, at, runs.counts)),
                (ClaimKind::Always, None) => Outcome::Holds,
                (ClaimKind::Always, Some(state)) => Outcome::Fails { run: run(state) },
                (ClaimKind::Sometimes | ClaimKind::Least, None) => Outcome::NotFound,
                (ClaimKind::Sometimes, Some(state)) => Outcome::Found { run: run(state) },
                (ClaimKind::Least, Some(state)) => Outcome::Least { value, run: run(state) },
                (ClaimKind::Most, state) => Outcome::Most { value, run: run(state.unwrap_or(0)) },
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
                _ => match runs.operations.iter().find(|operation| operation.0 == at) {
                    None => Outcome::NotAsked,
                    Some((_, it)) => it.outcome(run, round),
                },
            };
            let Finding { property, words, kind, applies, .. } = *finding;
            let notes = self.notes(at, &outcome, unreached);
            let is_told = applies || matches!(outcome, Outcome::Fails { .. });
            is_told.then_some(Verdict { property, words, kind, outcome, notes })
        };
        let error = self.error.map(|state| Verdict {
            property: IN_DOMAINS,
            words: "Every value stays in its domain, and every index in its array.",
            kind: ClaimKind::Always,
            outcome: Outcome::Fails { run: run(state) },
            notes: Vec::new(),
        });
        let deadlock = Verdict {
            property: NO_DEADLOCK,
            words: "Somebody can always take a step until all are done.",
            kind: ClaimKind::Always,
            outcome: match self.deadlock {
                None => Outcome::Holds,
                Some(state) => Outcome::Fails { run: run(state) },
            },
            notes: Vec::new(),
        };
        let properties = self.properties.iter().enumerate().filter_map(verdict);
        properties.chain(error).chain([deadlock]).collect()
    }

    /// What has to be known besides of the outcome of the property at `at`.
    fn notes(&self, at: usize, outcome: &Outcome, unreached: Option<&Unreached>) -> Vec<String> {
        let finding = &self.properties[at];
        let holds = matches!(outcome, Outcome::Holds | Outcome::Within { .. });
        let mut notes = Vec::new();
        if holds && !finding.given.is_empty() {
            notes.push(finding.given.to_owned());
        }
        let Some(unreached) = unreached else { return notes };
        if finding.kind != ClaimKind::Sometimes {
            let sections = unreached.sections.iter().filter(|section| section.0 == at);
            notes.extend(sections.map(|section| format!("Nobody is ever in `{}`.", section.1)));
        }
        let never = |finding: &Finding| finding.premise_of == Some(at) && finding.state.is_none();
        if holds && notes.is_empty() && finding.at_end && !self.has_ends {
            notes.push("Holds vacuously: no run ends.".to_owned());
        } else if holds && notes.is_empty() && self.properties.iter().any(never) {
            notes.push("Holds vacuously: its premise is never true.".to_owned());
        }
        notes
    }

    /// How runs can end, by the property at `at`.
    fn ends(&self, graph: &dyn StateGraph, at: usize, counts: Option<&PathCounts>) -> Vec<End> {
        let mut ends: Vec<End> = Vec::new();
        for &state in self.ends.iter().flatten() {
            let value = graph.outcome(at, state);
            let runs = counts.and_then(|counts| counts.to(state));
            match ends.iter_mut().find(|end| end.value == value) {
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
