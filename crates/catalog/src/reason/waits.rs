//! Who waits for whom, where nobody can move.

use super::{Clause, Fact, group, list, reads, record::Record};
use crate::Enabledness;
use crate::words::{awaited, where_it_waits};
use model::{Action, Cell};

pub fn of(record: &Record) -> Vec<Clause> {
    let waits = record.now().waits();
    let known = [circle(record, &waits), for_the_gone(record, &waits)].concat();
    if !known.is_empty() {
        return known;
    }
    let waiting = (0..record.view().processes.len()).filter(|who| record.waits(*who));
    let mut found = super::faults::of(record);
    found.extend(missed_turn(record));
    found.extend(waiting.flat_map(|who| reads::missed(record, who)));
    found.extend(said(record, |_| true));
    found
}

/// The same where a run ends though others might go on: they need not.
pub fn at_end(record: &Record) -> Vec<Clause> {
    let mut found = of(record);
    for who in 0..record.view().processes.len() {
        let name = record.name(who);
        let section = record.view().processes[who].zone.name();
        let stays = || format!("{name} may stay in {section} for ever");
        let idle = record.idles(who).map(|why| format!("{name} {why}"));
        found.extend(match idle {
            Some(idle) => Some(Clause::new(idle, [Fact::Idles { who }])),
            None => record.may_step(who).then(|| Clause::new(stays(), [Fact::MayStep { who }])),
        });
    }
    found
}

/// Following who waits for what another one would do leads back to where it began.
fn circle(record: &Record, waits: &[Wait]) -> Vec<Clause> {
    let mut waits = waits.to_vec();
    waits.retain(|wait| !record.now().waits_in_vain(wait.0, wait.1));
    let Some(round) =
        (0..record.view().processes.len()).find_map(|start| round_from(start, &waits))
    else {
        return Vec::new();
    };
    let mut clauses = Vec::new();
    let held: Vec<(usize, Cell)> =
        round.iter().filter_map(|wait| Some((wait.1, wait.2?))).collect();
    if held.len() == round.len() {
        let mut held = held;
        held.sort_unstable();
        let who: Vec<usize> = held.iter().map(|hold| hold.0).collect();
        let mut cells: Vec<String> = held.iter().map(|hold| hold.1.to_string()).collect();
        cells.dedup();
        let facts: Vec<Fact> = held.iter().map(|&(who, cell)| Fact::Holds { who, cell }).collect();
        clauses.push(Clause::new(format!("{} hold {}", group(record, &who), list(&cells)), facts));
    }
    let said: Vec<String> = round
        .iter()
        .enumerate()
        .map(|(nth, wait)| match nth {
            0 => format!("{} waits for {}", record.name(wait.0), wait.1),
            _ => format!("{} for {}", wait.0, wait.1),
        })
        .collect();
    let facts: Vec<Fact> =
        round.iter().map(|wait| Fact::WaitsFor { who: wait.0, whom: wait.1 }).collect();
    clauses.push(Clause::new(format!("{}: a circle", list(&said)), facts));
    clauses
}

type Wait = (usize, usize, Option<Cell>);

/// The waits from one process back to itself; each time for the first that it waits for.
fn round_from(start: usize, waits: &[Wait]) -> Option<Vec<Wait>> {
    let mut round = Vec::new();
    let mut at = start;
    while round.len() <= waits.len() {
        let wait = *waits.iter().find(|wait| wait.0 == at)?;
        round.push(wait);
        at = wait.1;
        if at == start {
            return Some(round);
        }
    }
    None
}

/// Those who wait for somebody who has crashed and does not come back.
fn for_the_gone(record: &Record, waits: &[Wait]) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for whom in 0..record.view().processes.len() {
        let gone = Fact::Gone { who: whom };
        let mut who: Vec<usize> = waits
            .iter()
            .filter(|wait| wait.1 == whom && wait.0 != whom)
            .map(|wait| wait.0)
            .collect();
        who.dedup();
        let Some(step) = record.last(whom, |event| *event == model::Event::Crashed) else {
            continue;
        };
        if who.is_empty() || !gone.holds(record) {
            continue;
        }
        let wait = if who.len() == 1 { "waits" } else { "wait" };
        let text = format!(
            "{} {wait} for {}, which crashed in {} and does not come back",
            group(record, &who),
            record.name(whom),
            record.step(step)
        );
        let mut facts: Vec<Fact> = who.iter().map(|&who| Fact::WaitsFor { who, whom }).collect();
        facts.extend([Fact::Crashed { step, who: whom }, gone]);
        clauses.push(Clause::new(text, facts));
    }
    clauses
}

/// Those who could go on where they wait, until another one changed what they wait for.
fn missed_turn(record: &Record) -> Vec<Clause> {
    let mut turns: Vec<(usize, Cell, Vec<usize>)> = Vec::new();
    for choice in record.now().next.iter().filter(|choice| choice.possible == Enabledness::Waits) {
        let (Some(who), Some(cell)) = (choice.process.map(usize::from), choice.cell) else {
            continue;
        };
        let since = record.last(who, |_| true).map_or(0, |step| step + 1);
        let Some(at) = (since..record.at()).rfind(|at| record.is_able(who, *at)) else { continue };
        match turns.iter_mut().find(|turn| (turn.0, turn.1) == (at, cell)) {
            Some((.., all)) if !all.contains(&who) => all.push(who),
            Some(_) => {}
            None => turns.push((at, cell, vec![who])),
        }
    }
    let said = turns.into_iter().filter_map(|(at, cell, all)| {
        let (_, by, value) = record.writes(cell).find(|write| write.0 == at)?;
        let text = format!(
            "{} could have gone on until {} wrote {cell} ← {value} in {}",
            group(record, &all),
            record.name(by),
            record.step(at)
        );
        let mut facts = vec![Fact::Wrote { step: at, who: by, cell, value: value.to_owned() }];
        facts.extend(all.into_iter().map(|who| Fact::CouldMove { who, at }));
        Some(Clause::new(text, facts))
    });
    said.collect()
}

/// What some of them wait for, as they say themselves; or else where they wait.
pub fn said(record: &Record, is_asked: impl Fn(usize) -> bool) -> Vec<Clause> {
    let said = waiting(record).filter(|(who, _)| is_asked(*who)).map(|(who, why)| {
        let name = record.name(who);
        let text = match awaited(why) {
            Some(what) => format!("{name} waits for {what}"),
            None if why.is_empty() => {
                format!("{name} {}", where_it_waits(record.view().processes[who].zone))
            }
            None => format!("{name} waits{}: {why}", for_whom(record, who)),
        };
        Clause::new(text, [Fact::Waits { who }])
    });
    said.collect()
}

/// " for process 1", where a process holds what another one looks at; " for itself".
fn for_whom(record: &Record, who: usize) -> String {
    let own = record.now().next.iter().find(|choice| {
        choice.process.map(usize::from) == Some(who) && choice.possible == Enabledness::Waits
    });
    let held = own.and_then(|choice| choice.cell).map(|cell| record.holders(cell));
    match held {
        Some([holder]) if usize::from(*holder) == who => " for itself".to_owned(),
        Some([holder]) => format!(" for {}", record.name((*holder).into())),
        _ => String::new(),
    }
}

/// Who waits, and what that process says of it.
fn waiting<'r>(record: &'r Record) -> impl Iterator<Item = (usize, &'r str)> {
    let all = record.now().next.iter().filter(|choice| {
        choice.possible == Enabledness::Waits && matches!(choice.action, Action::Step { .. })
    });
    all.filter_map(|choice| Some((usize::from(choice.process?), choice.why.as_deref()?)))
}
