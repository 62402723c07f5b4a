//! What was found in classes, told of states.

use super::quotient::{Quotient, is};
use crate::{Outcome, Report, Verdict};
use model::{Action, Claim, Log, Model, Property, Stepped, Symmetric};

/// The report with real runs, and with the properties that were not asked.
pub fn report<M: Symmetric>(quotient: &Quotient<M>, report: Report) -> Report {
    let mut found = report.verdicts.into_iter();
    let mut verdicts = Vec::new();
    for property in Property::asked_of(&quotient.model) {
        let Property { name, words, .. } = *property;
        verdicts.push(match property.claim {
            Claim::Always(_) | Claim::Sometimes(_) | Claim::Most(_) | Claim::Least(_) => {
                real(quotient, found.next().expect("it was asked"), Some(property))
            }
            _ => {
                let kind = property.kind();
                Verdict { property: name, words, kind, outcome: Outcome::NotAsked }
            }
        });
    }
    // deadlock
    verdicts.extend(found.map(|it| real(quotient, it, None)));
    Report { verdicts, ..report }
}

/// The verdict, with a run that ends in a state that proves it.
fn real<M: Symmetric>(
    quotient: &Quotient<M>,
    mut verdict: Verdict,
    property: Option<&Property<M>>,
) -> Verdict {
    let model = &quotient.model;
    let value = match verdict.outcome {
        Outcome::Most { value, .. } | Outcome::Least { value, .. } => value,
        _ => 0,
    };
    let proves = |state: &M::State| match property.map(|it| &it.claim) {
        Some(Claim::Always(holds)) => !holds(model, state),
        Some(Claim::Sometimes(holds)) => holds(model, state),
        Some(Claim::Most(measure)) => measure(model, state) == value,
        Some(Claim::Least(measure)) => measure(model, state) == Some(value),
        _ => true,
    };
    if let Outcome::Fails { run }
    | Outcome::Found { run }
    | Outcome::Most { run, .. }
    | Outcome::Least { run, .. } = &mut verdict.outcome
    {
        *run = real_run(quotient, run, proves);
    }
    verdict
}

/// A run through the same classes as `run`, whose steps are each taken by the state that stands for
/// its class, to a state that proves something.
fn real_run<M: Symmetric>(
    quotient: &Quotient<M>,
    run: &[Action],
    proves: impl Fn(&M::State) -> bool,
) -> Vec<Action> {
    let model = &quotient.model;
    let mut class = model.init();
    let mut states = vec![class];
    for &action in run {
        quotient.step(&mut class, action, &mut Log::off());
        let last = states[states.len() - 1];
        let goes_on = |after: &M::State| is(&quotient.representative(after), &class);
        states.push(step(model, &last, goes_on).1);
    }
    // the last one proves it by some names; by the same names all others lead there
    let last = states[states.len() - 1];
    let by_name = quotient.class(&last).position(|it| proves(&it)).expect("some state proves it");
    let names = |state: &M::State| quotient.class(state).nth(by_name);
    let states: Vec<M::State> = states.iter().filter_map(names).collect();
    states.windows(2).map(|it| step(model, &it[0], |after| is(after, &it[1])).0).collect()
}

/// The first step from a state to one that is wanted.
fn step<M: Symmetric>(
    model: &M,
    from: &M::State,
    is_wanted: impl Fn(&M::State) -> bool,
) -> (Action, M::State) {
    let mut found = None;
    model.actions(from, &mut |action| {
        let mut after = *from;
        let stepped = model.step(&mut after, action, &mut Log::off());
        if found.is_none() && matches!(stepped, Stepped::Ran(_)) && is_wanted(&after) {
            found = Some((action, after));
        }
    });
    found.expect("who is alike takes the same steps")
}
