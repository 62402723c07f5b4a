//! What was found in classes, told of states.

use super::Quotient;
use crate::state_graph::VisitedGraph;
use crate::{Outcome, Report, Verdict};
use model::{Action, Expansion, System};

impl Quotient {
    /// The report on all states of the classes, with real runs, and with the properties that were not
    /// checked.
    pub fn unfold(&self, classes: &VisitedGraph<'_>, report: Report) -> Report {
        let all = (0..classes.visited.len()).map(|it| classes.state(it));
        let begun = all.filter(|it| self.choices_left(it) == 0);
        let states = begun.map(|begun| self.class_size(&begun)).sum();
        let is_none = |verdict: &&Verdict| matches!(verdict.outcome, Outcome::NoInitialState(_));
        let none = report.verdicts.iter().find(is_none).map(|verdict| verdict.outcome.clone());
        let mut found = report.verdicts.into_iter().peekable();
        let mut verdicts = Vec::new();
        for (at, it) in self.system.properties().iter().enumerate() {
            if let Some(verdict) = found.next_if(|verdict| verdict.property == it.name) {
                verdicts.push(self.real(verdict, Some(at)));
            } else if it.applies {
                verdicts.push(Verdict {
                    property: it.name,
                    words: it.words,
                    kind: it.kind,
                    outcome: none.clone().unwrap_or(Outcome::NotAsked),
                    notes: Vec::new(),
                });
            }
        }
        // deadlock
        verdicts.extend(found.map(|found| self.real(found, None)));
        let beyond = report.beyond.map(|run| self.real_run(&run, |_| true));
        let states_of_program = report.states_of_program.map(|_| states);
        Report { states, states_of_program, beyond, verdicts, ..report }
    }

    /// The verdict, with a run that ends in a state that proves it.
    fn real(&self, mut verdict: Verdict, property: Option<usize>) -> Verdict {
        let value = match verdict.outcome {
            Outcome::Most { value, .. } | Outcome::Least { value, .. } => value,
            _ => 0,
        };
        let proves = |state: &[u8]| match property {
            Some(at) => self.system.check(at, state).is_some_and(|witness| witness.value == value),
            None => true,
        };
        if let Outcome::Fails { run }
        | Outcome::Found { run }
        | Outcome::Most { run, .. }
        | Outcome::Least { run, .. } = &mut verdict.outcome
        {
            *run = self.real_run(run, proves);
        }
        verdict
    }

    /// A run through the same classes as `run`, each step of which is taken by the state that stands
    /// for its class, to a state that proves something.
    fn real_run(&self, run: &[Action], proves: impl Fn(&[u8]) -> bool) -> Vec<Action> {
        let width = self.width();
        let mut class = self.initial();
        let mut states = vec![class.clone()];
        for &action in run {
            self.step(&mut class, action, &mut model::Log::off());
            let mut scratch = self.scratch();
            let goes_on = |after: &[u8]| {
                let mut other = after.to_vec();
                self.represent(&mut other, &mut scratch);
                other == class
            };
            states.push(self.step_to(&states[states.len() - 1], goes_on).1);
        }
        // the last one proves it by some permutation; by the same one all others lead there
        let count = self.permutations.len();
        let last = self.class(&states[states.len() - 1], count);
        let by = last.chunks_exact(width).position(proves).expect("some state proves it");
        let renamed = |state: &Vec<u8>| self.class(state, count)[by * width..][..width].to_vec();
        let states: Vec<Vec<u8>> = states.iter().map(renamed).collect();
        states
            .windows(2)
            .map(|window| self.step_to(&window[0], |after| after == window[1]).0)
            .collect()
    }

    /// The first step from a state to one that is wanted.
    fn step_to(&self, from: &[u8], mut is_wanted: impl FnMut(&[u8]) -> bool) -> (Action, Vec<u8>) {
        let mut expansion = Expansion::new(true);
        self.system.expand(from, &mut expansion);
        let mut steps = expansion.steps().iter().zip(expansion.states().chunks_exact(from.len()));
        let found = steps.find(|(_, after)| is_wanted(after));
        let (step, after) = found.expect("symmetric processes take the same steps");
        (step.action, after.to_vec())
    }
}
