//! Who waits for ever: by definition, at whatever cost.

use checker::{Outcome, Report};
use model::{Action, Fairness, Log, Pids, Stepped};
use typed::{Claim, Model, Property};
use zerocopy::IntoBytes;

/// A loop, whichever.
pub const SOME_LOOP: Outcome = Outcome::Loops { run: Vec::new(), from: 0 };

type Waiting<M> = fn(&M, &<M as Model>::State) -> Pids;

/// Steps that are possible: the action, the promise, and the state after.
pub fn steps<M: Model>(model: &M, state: &M::State) -> Vec<(Action, Option<Fairness>, M::State)> {
    let mut steps = Vec::new();
    model.actions(state, &mut |action| {
        let mut after = *state;
        if let Stepped::Ran(_) = model.step(&mut after, action, &mut Log::off()) {
            steps.push((action, model.fairness(state, action, &after), after));
        }
    });
    steps
}

fn same<S: IntoBytes + typed::Plain>(one: &S, other: &S) -> bool {
    one.as_bytes() == other.as_bytes()
}

/// The first state in which somebody waits and nothing has to happen.
pub fn ends<M: Model>(model: &M, waiting: Waiting<M>, states: &[M::State]) -> Option<usize> {
    let is_end =
        |state: &M::State| steps(model, state).iter().all(|(_, promise, _)| promise.is_none());
    states.iter().position(|state| waiting(model, state) != 0 && is_end(state))
}

/// Whether a run can go on for ever, keep every promise, and leave somebody waiting.
pub fn loops<M: Model>(model: &M, waiting: Waiting<M>, states: &[M::State]) -> bool {
    let number = |state: &M::State| states.iter().position(|it| same(it, state)).unwrap();
    let steps: Vec<Vec<(Option<Fairness>, usize)>> = states
        .iter()
        .map(|it| steps(model, it).into_iter().map(|(_, it, to)| (it, number(&to))).collect())
        .collect();
    (0..Pids::BITS).any(|who| {
        let waits: Vec<bool> =
            states.iter().map(|state| waiting(model, state) & 1 << who != 0).collect();
        can_stay(&steps, &waits)
    })
}

type Steps = [Vec<(Option<Fairness>, usize)>];

/// Whether a run can stay among some states for ever and keep every promise.
fn can_stay(steps: &Steps, among: &[bool]) -> bool {
    // what can be reached by one step or more
    let reach: Vec<Vec<bool>> = (0..steps.len())
        .map(|from| {
            let mut reached = vec![false; steps.len()];
            let mut open = vec![from];
            while let (Some(at), true) = (open.pop(), among[from]) {
                for &(_, to) in &steps[at] {
                    if among[to] && !reached[to] {
                        reached[to] = true;
                        open.push(to);
                    }
                }
            }
            reached
        })
        .collect();
    (0..steps.len()).filter(|&it| reach[it][it]).any(|it| {
        let part: Vec<usize> =
            (0..steps.len()).filter(|&other| reach[it][other] && reach[other][it]).collect();
        let promises =
            |at: usize| steps[at].iter().filter_map(|step| step.0).flat_map(Fairness::all);
        let is_given = |at: usize, promise| promises(at).any(|given| given == promise);
        let is_kept = |promise: Fairness| {
            let mut taken = part.iter().flat_map(|&at| &steps[at]);
            taken.any(|(given, to)| {
                part.contains(to)
                    && given.is_some_and(|it| it.all().any(|fairness| fairness == promise))
            })
        };
        let all = || part.iter().flat_map(|&at| promises(at));
        let broken = all().find(|&promise| {
            let is_due = promise.is_strong() || part.iter().all(|&at| is_given(at, promise));
            is_due && !is_kept(promise)
        });
        let Some(broken) = broken else { return true };
        // it is kept, if at all, where it is about nothing
        let rest: Vec<bool> =
            (0..steps.len()).map(|at| part.contains(&at) && !is_given(at, broken)).collect();
        can_stay(steps, &rest)
    })
}

/// In how many ways each state is reached, by walking all of them at once, one step after the
/// other; none if that never ends.
pub fn ways<M: Model>(model: &M, states: &[M::State]) -> Option<Vec<u64>> {
    let number = |state: &M::State| states.iter().position(|it| same(it, state)).unwrap();
    let steps: Vec<Vec<usize>> = states
        .iter()
        .map(|state| steps(model, state).iter().map(|(.., to)| number(to)).collect())
        .collect();
    let mut walks = vec![0_u64; states.len()];
    walks[0] = 1;
    let mut ways = vec![0_u64; states.len()];
    for _ in 0..=states.len() {
        let mut longer = vec![0_u64; states.len()];
        for (from, &count) in walks.iter().enumerate() {
            ways[from] = count.saturating_add(ways[from]);
            steps[from].iter().for_each(|&to| longer[to] = count.saturating_add(longer[to]));
        }
        walks = longer;
        if walks.iter().all(|&walk| walk == 0) {
            return Some(ways);
        }
    }
    None
}

/// The report with every loop in it held against the model, and then any put for it.
pub fn proven<M: Model>(model: &M, mut report: Report) -> Report {
    for (verdict, property) in report.verdicts.iter_mut().zip(Property::asked_of(model)) {
        if let (Outcome::Loops { run, from }, Claim::Eventually(waiting)) =
            (&verdict.outcome, &property.claim)
        {
            assert!(is_lasso(model, *waiting, run, *from), "{run:?} {from}");
            verdict.outcome = SOME_LOOP;
        }
    }
    report
}

fn is_lasso<M: Model>(model: &M, waiting: Waiting<M>, run: &[Action], from: usize) -> bool {
    let mut states = vec![model.init()];
    let mut taken = Vec::new();
    for (at, &action) in run.iter().enumerate() {
        let before = *states.last().unwrap();
        let mut after = before;
        let stepped = model.step(&mut after, action, &mut Log::off());
        assert!(matches!(stepped, Stepped::Ran(_)), "{action} at {at}");
        if at >= from {
            taken.extend(
                model.fairness(&before, action, &after).into_iter().flat_map(Fairness::all),
            );
        }
        states.push(after);
    }
    let round = &states[from..];
    let given_in = |state: &M::State| {
        steps(model, state).into_iter().filter_map(|step| step.1).flat_map(Fairness::all)
    };
    let possible = |state: &M::State, promise| given_in(state).any(|given| given == promise);
    let promises: Vec<Fairness> = round.iter().flat_map(given_in).collect();
    round.len() > 1
        && same(&round[0], round.last().unwrap())
        && round.iter().fold(Pids::MAX, |set, it| set & waiting(model, it)) != 0
        && promises.iter().all(|&promise| {
            let is_due = promise.is_strong() || round.iter().all(|it| possible(it, promise));
            taken.contains(&promise) || !is_due
        })
}
