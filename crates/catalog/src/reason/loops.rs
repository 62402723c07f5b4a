//! Why a run that goes round helps nobody.

use super::{Clause, Fact, group, record::Record, waits};
use model::Zone;

/// Who waits in every state of the loop, or takes no step in it though it could at times.
pub fn kept_waiting(record: &Record, from: usize) -> Vec<usize> {
    let round = &record.moments[from..];
    let movers = movers(record, from);
    let waits = |who: &usize| {
        let stands = |moment: &crate::Moment| {
            let process = &moment.view.processes[*who];
            process.zone == Zone::Waiting || !process.awaits.is_empty()
        };
        let is_held_up =
            !movers.contains(who) && (from..=record.at()).any(|at| record.is_stuck(*who, at));
        round.iter().all(stands) || is_held_up
    };
    (0..record.view().processes.len()).filter(waits).collect()
}

fn movers(record: &Record, from: usize) -> Vec<usize> {
    let mut movers: Vec<usize> = (from..record.at()).filter_map(|step| record.who(step)).collect();
    movers.sort_unstable();
    movers.dedup();
    movers
}

pub fn of(record: &Record, from: usize) -> Vec<Clause> {
    let movers = movers(record, from);
    let [first, last] = [from + 1, record.at()].map(|action| record.trace.steps_in(action));
    let text = match last - first {
        0 => format!("step {first} can repeat for ever"),
        1 => format!("steps {first} and {last} can repeat for ever"),
        _ => format!("steps {first} to {last} can repeat for ever"),
    };
    let moved = Fact::Movers { from, who: movers.clone() };
    let mut clauses = Vec::new();
    let named = group(record, &movers);
    let text = match movers.len() {
        _ if first == last => format!("{text}; {named} takes it"),
        1 => format!("{text}; all are of {named}"),
        _ => format!("{text}; {named} take them"),
    };
    clauses.push(Clause::new(text, [moved]));
    let still = kept_waiting(record, from).into_iter().filter(|who| !movers.contains(who));
    clauses.extend(still.map(|who| never_moves(record, who, from)));
    if kept_waiting(record, from).is_empty() {
        clauses.extend(helpers(record, &movers, from));
    }
    // where nobody's step changes what it waits for, one state of the round says it for all
    let held_up = |who: usize| Fact::Able { who, from, able: false }.holds(record);
    clauses.extend(waits::said(record, |who| !movers.contains(&who) && held_up(who)));
    clauses
}

/// Who stands still amid what it does, and would end the loop by its next step.
fn helpers(record: &Record, movers: &[usize], from: usize) -> Vec<Clause> {
    let stands = |who: &usize| {
        !movers.contains(who) && record.moments[from].section(*who) != Zone::Remainder
    };
    let said = (0..record.view().processes.len()).filter(stands).filter_map(|who| {
        let own = |choice: &&crate::Choice| choice.process.map(usize::from) == Some(who);
        let label = &record.moments[from].steps().find(own)?.label;
        let text = format!("{} would help with its next step: {label}", record.name(who));
        Some(Clause::new(text, [Fact::Helps { who, from }]))
    });
    said.collect()
}

/// Whether it gets no turn, or its step is not possible.
fn never_moves(record: &Record, who: usize, from: usize) -> Clause {
    let able = Fact::Able { who, from, able: true };
    let name = record.name(who);
    match able.holds(record) {
        true => {
            let others: Vec<usize> = movers(record, from);
            let facts = [able, Fact::Movers { from, who: others }];
            Clause::new(
                format!("{name} could move in between, but another one always moves first"),
                facts,
            )
        }
        false => {
            let never = Fact::Able { who, from, able: false };
            Clause::new(format!("a step of {name} is never possible in them"), [never])
        }
    }
}
