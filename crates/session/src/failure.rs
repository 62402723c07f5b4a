//! What failed at a moment, why, and the ways out of it.

use crate::state::State;
use catalog::{Knob, Moment, Possible, Scenario, Value, Zone, capital, plain};
use picture::{Reason, Source, Thing};
use std::collections::BTreeSet;

/// A failure as the banner shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// "Broken: mutual exclusion."
    pub what: String,
    /// One clause; empty if `what` has said it.
    pub reason: String,
    /// "20 steps, the shortest run that fails."
    pub length: String,
    /// The option that was changed, and its published value: without the change there is no failure
    /// that we know of.
    pub rule: Option<(&'static Knob, &'static Value)>,
}

/// What fails at the cursor; a starvation fails when the run has come to the end of its loop.
pub fn of(state: &State) -> Option<Failure> {
    let State { moment, scenario, .. } = state;
    let starving = starvation(state);
    let counted = |actions| state.trace.steps_in(actions);
    let steps = catalog::steps(counted(moment.at));
    let length = match (&state.showing, scenario.loops_from) {
        (_, Some(from)) if comes_round(scenario) => {
            format!("Steps {} to {} repeat.", counted(from) + 1, counted(scenario.run.len()))
        }
        (Some(_), _) => format!("{steps}, the shortest run that fails."),
        _ => format!("After {steps}."),
    };
    let (what, reason) = if let Some(starving) = starving {
        starving
    } else if let Some(property) = moment.broken.first() {
        (format!("Broken: {property}."), reason(state))
    } else if let Some(why) = moment.error(&state.trace.rows) {
        (format!("Broken: {}.", catalog::IN_DOMAINS), format!("{}.", capital(&why)))
    } else if moment.is_deadlock() {
        ("Deadlock: nobody can move.".into(), plain(&moment.waiting))
    } else if comes_round(scenario) {
        ("Livelock: this goes on for ever.".into(), livelock(state))
    } else {
        return None;
    };
    Some(Failure { what, reason, length, rule: rule(scenario) })
}

/// Whether the run is at the end of its loop.
fn comes_round(scenario: &Scenario) -> bool {
    scenario.loops_from.is_some() && scenario.at == scenario.run.len()
}

/// Who waits in every state of the loop at whose end the run is, and what the others do.
fn starvation(state: &State) -> Option<(String, String)> {
    let from = state.scenario.loops_from.filter(|_| comes_round(&state.scenario))?;
    let moments = state.scenario.moments();
    let round = moments.get(from..)?;
    let movers = movers(state, from);
    let waits = |it: usize| {
        let stands = |moment: &Moment| {
            let process = moment.view.processes.get(it);
            process.is_some_and(|it| it.zone == Zone::Waiting || !it.awaits.is_empty())
        };
        let is_held_up = |moment: &Moment| {
            let own = moment.next.iter().filter(|choice| choice.process == Some(it as u8));
            let mut own = own.map(|choice| choice.possible);
            own.clone().any(|it| it == Possible::Waits) && !own.any(|it| it == Possible::Now)
        };
        round.iter().all(stands) || !movers.contains(&it) && round.iter().any(is_held_up)
    };
    let all = 0..state.moment.view.processes.len();
    let (who, others): (Vec<usize>, Vec<usize>) = all.partition(|it| waits(*it));
    let moving: Vec<usize> = others.iter().copied().filter(|it| movers.contains(it)).collect();
    let what = format!("Starvation: {} for ever.", does(state, &who, "wait")?);
    let reason = match does(state, &moving, "go") {
        None if who.len() == 1 => "It tries again and again.".into(),
        None => "They try again and again.".into(),
        Some(_) if moving.len() > 1 && moving == others => "Everybody else goes on.".into(),
        Some(go) => format!("{} on.", capital(&go)),
    };
    Some((what, reason))
}

/// Who keeps a loop going that helps nobody.
fn livelock(state: &State) -> String {
    let movers = movers(state, state.scenario.loops_from.unwrap_or_default());
    let movers: Vec<usize> = movers.into_iter().collect();
    match does(state, &movers, "take") {
        Some(take) if movers.len() < state.moment.view.processes.len() => {
            format!("{} every step of it.", capital(&take))
        }
        _ => "Every process takes steps.".into(),
    }
}

/// Those who take the steps of a loop.
fn movers(state: &State, from: usize) -> BTreeSet<usize> {
    let steps = state.trace.steps.iter().skip(from);
    steps.filter_map(|it| it.process.map(usize::from)).collect()
}

/// "process 0 waits", "process 0 and process 1 wait"; nothing of nobody.
fn does(state: &State, who: &[usize], verb: &str) -> Option<String> {
    let names: Vec<String> = who.iter().map(|it| state.moment.view.name(*it)).collect();
    let ending = match verb {
        _ if names.len() > 1 => "",
        "go" => "es",
        _ => "s",
    };
    (!names.is_empty()).then(|| format!("{} {verb}{ending}", names.join(" and ")))
}

/// One clause: who is inside together, and what each had read; else what the last step did.
fn reason(state: &State) -> String {
    let moment = &state.moment;
    let Some(found) = picture::failure(&state.trace, moment).filter(|it| !it.reasons.is_empty())
    else {
        return plain(&moment.said);
    };
    let had = |it: &Reason| match it.from {
        Source::Cell(cell) => format!("{} had read {cell} = {}", it.who, it.value),
        Source::Process(from) => format!("{} had {} from {from}", it.who, it.value),
    };
    let reasons = found.reasons.iter().map(had).collect::<Vec<_>>().join(", ");
    let inside = found.places.iter().filter_map(|it| match it {
        Thing::Process(process) => Some(process.to_string()),
        _ => None,
    });
    let inside: Vec<String> = inside.collect();
    match found.is_room && inside.len() > 1 {
        true => format!(
            "{} {} are inside: {reasons}.",
            plural(moment.view.role()),
            inside.join(" and ")
        ),
        false => format!("{}.", capital(&reasons)),
    }
}

/// "Processes", "Clients".
fn plural(role: &str) -> String {
    capital(role) + if role.ends_with('s') { "es" } else { "s" }
}

/// The one option that is not as published, sizes aside.
fn rule(scenario: &Scenario) -> Option<(&'static Knob, &'static Value)> {
    let size = scenario.start_of_size();
    let turned = scenario.setting.iter().zip(size.setting.iter());
    let mut changed = turned.filter(|(now, usual)| now.1 != usual.1).map(|(_, usual)| usual);
    let only = changed.next()?;
    changed.next().is_none().then_some(only)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Message;

    fn open(link: &str) -> State {
        State::open(&Scenario::parse(link).unwrap())
    }

    #[test]
    fn a_broken_lock_says_who_is_inside_and_which_rule_is_gone() {
        let state = open("bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw");
        let failure = of(&state).unwrap();
        assert_eq!(failure.what, "Broken: mutual exclusion.");
        assert_eq!(
            failure.reason,
            "Processes 0 and 1 are inside: 0 had read number[1] = 1, 1 had read number[0] = 1."
        );
        assert_eq!(failure.length, "After 14 steps.");
        assert_eq!(
            failure.rule.map(|(knob, value)| (knob.name, value.name)),
            Some(("tie-break", "process-id"))
        );
        assert_eq!(of(&state.apply(Message::Back)), None);
    }

    #[test]
    fn every_moment_that_fails_has_a_banner_also_where_somebody_starves() {
        let mut starving = 0;
        for entry in catalog::entries() {
            let path = crate::path::of(&Scenario::new(entry));
            for (dare, stop) in entry.dares.iter().zip(&*path) {
                let state = open(&format!("{}{}", entry.slug, dare.link));
                let failure = of(&state);
                let fails = state.scenario.loops_from.is_some() || state.moment.fails();
                assert_eq!(failure.is_some(), fails, "{}", dare.title);
                assert!(stop.fails() || !fails, "{}", dare.title);
                starving +=
                    usize::from(failure.is_some_and(|it| it.what.starts_with("Starvation")));
            }
        }
        assert!(starving >= 1, "{starving}");
        let of_dekker = of(&open("dekker?gives-way=no&v=1&loop=4&run=ABR.OqMH")).unwrap();
        assert_eq!(of_dekker.what, "Starvation: process 0 and process 1 wait for ever.");
        assert_eq!(of_dekker.reason, "They try again and again.");
        let hungry =
            of(&open("dining-philosophers?takes=lower-first&v=1&loop=1&run=QCxf.U4Z2")).unwrap();
        assert_eq!(hungry.what, "Starvation: philosopher 0 waits for ever.");
        assert_eq!(hungry.reason, "Philosopher 2 goes on.");
        let livelock = open("two-phase-locking?processes=2-0&abort=taken&v=1&loop=0&run=AEFH.2aWr");
        assert_eq!(of(&livelock).unwrap().what, "Livelock: this goes on for ever.");
    }
}
