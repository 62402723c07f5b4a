//! Operations: by definition, at whatever cost.

use crate::runs::{SOME_LOOP, steps};
use checker::{Outcome, Report, Verdict};
use model::{Action, ClaimKind, Fairness, Log, PerProcess, SYSTEM_PROCESSES_MAX, Stepped};
use std::collections::HashMap;
use typed::{Claim, Model, Property};
use zerocopy::IntoBytes;

/// A loop in which something grows, whichever.
const SOME_GROWTH: Outcome = Outcome::Unbounded { run: Vec::new(), from: 0 };

/// What is asked of the operations of one process, or of all.
struct Asked<'a, M: Model> {
    model: &'a M,
    claim: &'a Claim<M>,
    kind: ClaimKind,
    i: usize,
}

/// What a step is to them.
struct Seen {
    begins: bool,
    stays: bool,
    ends: bool,
    cost: u64,
}

impl<M: Model> Asked<'_, M> {
    fn operations(&self, state: &M::State) -> PerProcess {
        match self.claim {
            Claim::Progress(_, operations) | Claim::Cost(_, operations, _) => {
                operations(self.model, state)
            }
            _ => panic!("no operations"),
        }
    }

    fn is_service(action: Action, promise: Option<Fairness>) -> bool {
        matches!(action, Action::Deliver(_)) && promise.is_some()
    }

    fn see(
        &self,
        from: &M::State,
        (action, promise, to): (Action, Option<Fairness>, &M::State),
    ) -> Seen {
        let (before, after) = (self.operations(from), self.operations(to));
        let own =
            |i: usize| matches!(action, Action::Step { process, .. } if usize::from(process) == i);
        let i = self.i;
        let is_end = |i: usize| before[i] != 0 && before[i] != after[i] && !action.is_fault();
        let begins = after[i] != 0 && before[i] != after[i];
        let stays = before[i] != 0 && before[i] == after[i];
        let is_own = before[i] != 0 && own(i);
        match (self.kind, self.claim) {
            (ClaimKind::LockFree, _) => Seen {
                begins: false,
                stays: before != PerProcess::default()
                    && after != PerProcess::default()
                    && !(0..SYSTEM_PROCESSES_MAX).any(is_end),
                ends: false,
                cost: (0..SYSTEM_PROCESSES_MAX).any(|i| before[i] != 0 && own(i)).into(),
            },
            (ClaimKind::ObstructionFree, _) => {
                let alone = own(i) || Self::is_service(action, promise);
                Seen { begins, stays: stays && alone, ends: is_end(i), cost: is_own.into() }
            }
            (_, Claim::Cost(.., charge)) => {
                let cost = charge(self.model, from, action, to)[i].into();
                Seen { begins, stays, ends: is_end(i), cost }
            }
            _ => Seen { begins, stays, ends: is_end(i), cost: is_own.into() },
        }
    }

    /// Whether the process has to wait for others, given the steps that there are.
    fn is_stuck(&self, state: &M::State, steps: &[(Action, Option<Fairness>, usize)]) -> bool {
        let costs = match self.claim {
            Claim::Cost(.., charge) => {
                charge(self.model, state, Action::step(self.i as u8), state)[self.i] > 0
            }
            _ => true,
        };
        let helps = |&(action, promise, _): &(Action, Option<Fairness>, usize)| {
            matches!(action, Action::Step { process, .. } if usize::from(process) == self.i)
                || Self::is_service(action, promise)
        };
        self.operations(state)[self.i] != 0 && costs && !steps.iter().any(helps)
    }
}

pub fn judge<M: Model>(
    model: &M,
    property: &Property<M>,
    visited: &[(M::State, Vec<Action>)],
) -> Outcome {
    let kind = property.kind();
    let asked = |i| Asked { model, claim: &property.claim, kind, i };
    let least = kind == ClaimKind::LeastCost;
    let numbers: HashMap<&[u8], usize> =
        visited.iter().enumerate().map(|(at, it)| (it.0.as_bytes(), at)).collect();
    let graph: Vec<Vec<(Action, Option<Fairness>, usize)>> = visited
        .iter()
        .map(|(it, _)| {
            let all = steps(model, it).into_iter();
            all.map(|(action, promise, to)| (action, promise, numbers[to.as_bytes()])).collect()
        })
        .collect();
    for ((state, run), steps) in visited.iter().zip(&graph) {
        if let Some(i) =
            (0..SYSTEM_PROCESSES_MAX).find(|&i| !least && asked(i).is_stuck(state, steps))
        {
            let run = run.clone();
            return match kind {
                ClaimKind::MostCost => Outcome::Unbounded { from: run.len(), run },
                _ => Outcome::Stuck { run, process: i as u8 },
            };
        }
    }
    let mut values: Vec<u64> = Vec::new();
    for i in 0..SYSTEM_PROCESSES_MAX {
        let asked = asked(i);
        let mut edges: Vec<(usize, usize, Seen)> = Vec::new();
        for (from, steps) in graph.iter().enumerate() {
            for &(action, promise, to) in steps {
                let seen = asked.see(&visited[from].0, (action, promise, &visited[to].0));
                edges.push((from, to, seen));
            }
        }
        // the most or the least that is still to come; what does not go round costs no more than all
        let all = edges.iter().map(|(.., seen)| seen.cost).sum::<u64>();
        let mut value: Vec<Option<u64>> = vec![(!least).then_some(0); graph.len()];
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for (from, to, seen) in &edges {
                let rest = match (seen.stays, seen.ends) {
                    (true, _) => value[*to],
                    (_, is_end) => (is_end || !least).then_some(0),
                };
                let Some(sum) = rest.map(|it| it + seen.cost) else { continue };
                let old = value[*from];
                if old.is_none_or(|old| if least { sum < old } else { sum > old }) {
                    value[*from] = Some(sum);
                    goes_on = true;
                }
                if !least && sum > all {
                    return if kind == ClaimKind::MostCost { SOME_GROWTH } else { SOME_LOOP };
                }
            }
        }
        let is_pending = asked.operations(&visited[0].0)[i] != 0;
        match kind {
            ClaimKind::LockFree => {}
            ClaimKind::MostCost | ClaimKind::LeastCost => {
                values.extend(value[0].filter(|_| is_pending));
                let begins = edges.iter().filter(|(.., seen)| seen.begins);
                values.extend(begins.filter_map(|(_, to, seen)| Some(value[*to]? + seen.cost)));
            }
            _ => values.extend(value.iter().flatten()),
        }
    }
    let run = Vec::new();
    let most = values.iter().max().map_or(0, |&it| it as u32);
    match (kind, values.iter().min()) {
        (ClaimKind::LockFree, _) => Outcome::Holds,
        (ClaimKind::LeastCost, None) => Outcome::NotFound,
        (ClaimKind::LeastCost, Some(&value)) => Outcome::Least { value: value as u32, run },
        (ClaimKind::MostCost, _) => Outcome::Most { value: most, run },
        _ => Outcome::Within { value: most, run },
    }
}

/// The report with every run that tells what operations cost held against the model, and then none
/// put for it, or any loop for a loop.
pub fn proven<M: Model>(model: &M, mut report: Report) -> Report {
    for (verdict, property) in report.verdicts.iter_mut().zip(Property::asked_of(model)) {
        if property.kind().is_of_operations() {
            prove(model, &property.claim, verdict);
        }
    }
    report
}

fn prove<M: Model>(model: &M, claim: &Claim<M>, verdict: &mut Verdict) {
    let kind = verdict.kind;
    let asked = |i| Asked { model, claim, kind, i };
    match &mut verdict.outcome {
        Outcome::Loops { run, from } | Outcome::Unbounded { run, from } if *from < run.len() => {
            let from = *from;
            let goes_round = |i: usize| {
                let (states, seen) = follow(&asked(i), run);
                let round = &seen[from..];
                states[from].as_bytes() == states.last().unwrap().as_bytes()
                    && round.iter().all(|seen| seen.stays)
                    && round.iter().any(|seen| seen.cost > 0)
            };
            assert!((0..SYSTEM_PROCESSES_MAX).any(goes_round), "{run:?} {from}");
            verdict.outcome = if kind == ClaimKind::MostCost { SOME_GROWTH } else { SOME_LOOP };
        }
        Outcome::Within { value, run }
        | Outcome::Most { value, run }
        | Outcome::Least { value, run } => {
            let takes_it = |i: usize| {
                let asked = asked(i);
                let (states, seen) = follow(&asked, run);
                let is_pending = asked.operations(&states[0])[i] != 0;
                (0..seen.len()).any(|at| {
                    // what an operation costs of which these are the next steps
                    let sum = |begun: u64, next: &[Seen]| {
                        let within = next.iter().take_while(|seen| seen.stays).count();
                        // the last may be the one with which it ends
                        let all = &next[..next.len().min(within + 1)];
                        let is_whole = within + 1 == next.len() && next[within].ends;
                        let sum = begun + all.iter().map(|seen| seen.cost).sum::<u64>();
                        sum == u64::from(*value) && (kind != ClaimKind::LeastCost || is_whole)
                    };
                    let is_under_way = kind.is_progress() || at == 0 && is_pending;
                    is_under_way && sum(0, &seen[at..])
                        || seen[at].begins && sum(seen[at].cost, &seen[at + 1..])
                })
            };
            assert!(
                *value == 0 && kind != ClaimKind::LeastCost
                    || (0..SYSTEM_PROCESSES_MAX).any(takes_it),
                "{run:?}"
            );
            run.clear();
        }
        _ => {}
    }
}

/// The states of a run, and what its steps are to operations.
fn follow<M: Model>(asked: &Asked<'_, M>, run: &[Action]) -> (Vec<M::State>, Vec<Seen>) {
    let mut states = vec![asked.model.init()];
    let mut seen = Vec::new();
    for &action in run {
        let before = *states.last().unwrap();
        let mut after = before;
        let stepped = asked.model.step(&mut after, action, &mut Log::off());
        assert!(matches!(stepped, Stepped::Ran(_)), "{action}");
        let promise = asked.model.fairness(&before, action, &after);
        seen.push(asked.see(&before, (action, promise, &after)));
        states.push(after);
    }
    (states, seen)
}
