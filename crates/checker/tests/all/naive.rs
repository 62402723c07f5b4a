//! A checker as plain as can be, to hold against the real one.

use crate::{operations, runs};
use checker::{Bound, Coverage, End, Outcome, Report, Verdict};
use model::{Action, Log, Stepped};
use std::collections::{HashMap, VecDeque};
use typed::{Claim, Model, Property};
use zerocopy::IntoBytes;

type Run = Vec<Action>;

pub fn check<M: Model>(model: &M, states_max: usize) -> Report {
    let bytes = |state: &M::State| state.as_bytes().to_vec();
    let mut runs: HashMap<Vec<u8>, Run> = HashMap::from([(bytes(&model.init()), vec![])]);
    let mut queue = VecDeque::from([model.init()]);
    let mut visited: Vec<(M::State, Run)> = Vec::new();
    let (mut transitions, mut depth) = (0, 0);
    let (mut beyond, mut is_full) = (None, false);
    let mut deadlock = None;
    let mut ends: Vec<M::State> = Vec::new();
    while let Some(state) = queue.pop_front() {
        let run = runs[&bytes(&state)].clone();
        depth = depth.max(run.len());
        let mut actions = Vec::new();
        model.actions(&state, &mut |action| actions.push(action));
        let (mut moves, mut waits) = (0, 0);
        for action in actions {
            let mut after = state;
            match model.step(&mut after, action, &mut Log::off()) {
                Stepped::Ran(_) => {
                    transitions += 1;
                    moves += usize::from(!action.is_fault());
                    if runs.contains_key(&bytes(&after)) {
                    } else if runs.len() < states_max {
                        let longer = run.iter().copied().chain([action]).collect();
                        runs.insert(bytes(&after), longer);
                        queue.push_back(after);
                    } else {
                        is_full = true;
                    }
                }
                Stepped::BoundReached => {
                    beyond.get_or_insert_with(|| run.clone());
                    moves += usize::from(!action.is_fault());
                }
                Stepped::Error => unreachable!("these models compute every step"),
                Stepped::Waits => waits += 1,
                Stepped::Done | Stepped::Refused => {}
            }
        }
        if moves == 0 {
            ends.push(state);
        }
        if moves == 0 && waits > 0 && deadlock.is_none() {
            deadlock = Some(run.clone());
        }
        visited.push((state, run));
    }
    let mut bounds = Vec::new();
    if beyond.is_some() {
        bounds.push(Bound::BeyondModel);
    }
    if is_full {
        bounds.push(Bound::StatesMax(states_max));
    }
    let mut verdicts: Vec<Verdict> = Vec::new();
    for property in Property::asked_of(model) {
        let outcome = judge(model, property, &visited, &ends, bounds.is_empty());
        let (kind, words) = (property.kind(), property.words);
        verdicts.push(Verdict { property: property.name, words, kind, outcome, notes: Vec::new() });
    }
    verdicts.push(Verdict {
        property: "no deadlock",
        words: "Somebody can always take a step until all are done.",
        kind: model::ClaimKind::Always,
        outcome: match deadlock {
            Some(run) => Outcome::Fails { run },
            None => Outcome::Holds,
        },
        notes: Vec::new(),
    });
    let coverage = if bounds.is_empty() { Coverage::Exhausted } else { Coverage::Bounded(bounds) };
    Report {
        coverage,
        states: visited.len(),
        states_of_program: Some(visited.len()),
        transitions,
        depth,
        choices: 0,
        beyond,
        unreached: Vec::new(),
        unused: Vec::new(),
        verdicts,
    }
}

fn judge<M: Model>(
    model: &M,
    property: &Property<M>,
    visited: &[(M::State, Run)],
    ends: &[M::State],
    is_whole: bool,
) -> Outcome {
    let first = |wanted: &dyn Fn(&M::State) -> bool| {
        visited.iter().find(|(state, _)| wanted(state)).map(|(_, run)| run.clone())
    };
    match property.claim {
        Claim::Always(holds) => match first(&|state| !holds(model, state)) {
            Some(run) => Outcome::Fails { run },
            None => Outcome::Holds,
        },
        Claim::Sometimes(holds) => match first(&|state| holds(model, state)) {
            Some(run) => Outcome::Found { run },
            None => Outcome::NotFound,
        },
        Claim::Outcomes(outcome) => {
            Outcome::Ends(outcomes(model, outcome, visited, ends, is_whole))
        }
        Claim::Eventually(_) | Claim::Progress(..) | Claim::Cost(..) if !is_whole => {
            Outcome::NotAsked
        }
        Claim::Progress(..) | Claim::Cost(..) => operations::judge(model, property, visited),
        Claim::Eventually(waiting) => {
            let states: Vec<M::State> = visited.iter().map(|it| it.0).collect();
            match runs::ends(model, waiting, &states) {
                Some(end) => Outcome::Fails { run: visited[end].1.clone() },
                None if runs::loops(model, waiting, &states) => runs::SOME_LOOP,
                None => Outcome::Holds,
            }
        }
        Claim::Least(measure) => {
            let values = visited.iter().filter_map(|(state, _)| measure(model, state));
            match values.min() {
                None => Outcome::NotFound,
                Some(value) => {
                    let run = first(&|state| measure(model, state) == Some(value)).unwrap();
                    Outcome::Least { value, run }
                }
            }
        }
        Claim::Most(measure) => {
            let values = visited.iter().map(|(state, _)| measure(model, state));
            let value = values.max().unwrap();
            let run = first(&|state| measure(model, state) == value).unwrap();
            Outcome::Most { value, run }
        }
    }
}

fn outcomes<M: Model>(
    model: &M,
    outcome: fn(&M, &M::State) -> String,
    visited: &[(M::State, Run)],
    ends: &[M::State],
    is_whole: bool,
) -> Vec<End> {
    let states: Vec<M::State> = visited.iter().map(|it| it.0).collect();
    let ways = is_whole.then(|| runs::ways(model, &states)).flatten();
    let mut found: Vec<End> = Vec::new();
    for end in ends {
        let at = states.iter().position(|state| state.as_bytes() == end.as_bytes()).unwrap();
        let value = outcome(model, end);
        if !found.iter().any(|end| end.value == value) {
            let (run, runs) = (visited[at].1.clone(), ways.as_ref().map(|_| 0));
            found.push(End { value: value.clone(), states: 0, runs, run });
        }
        let it = found.iter_mut().find(|end| end.value == value).unwrap();
        it.states += 1;
        it.runs = it.runs.map(|runs: u64| runs.saturating_add(ways.as_ref().unwrap()[at]));
    }
    found
}
