//! What differs between two states.

use super::{element, whole};
use crate::ir::{SlotId, Variable};
use crate::runner::Runner;
use model::{Cell, Event, WritePhase};

/// Whether a variable differs between two states.
fn differs(runner: &Runner<'_>, before: &[u8], after: &[u8], it: &Variable) -> bool {
    let mut slots = it.slot..it.slot + it.count.unwrap_or(1) * it.words.width();
    slots.any(|slot| runner.machine.get(before, slot) != runner.machine.get(after, slot))
}

/// The variables of a process's own that differ between two states.
pub fn set(runner: &Runner<'_>, before: &[u8], after: &[u8], process: usize) -> Vec<Event> {
    let locals = runner.program.processes[process].locals.iter();
    let changed = locals.filter(|local| differs(runner, before, after, local));
    let told =
        |local: &Variable| Event::Set { name: local.name, value: whole(runner, after, local) };
    changed.map(told).collect()
}

/// The variables of other processes that differ between two states.
pub fn set_of_others(
    runner: &Runner<'_>,
    before: &[u8],
    after: &[u8],
    process: usize,
) -> Vec<Event> {
    let processes = runner.program.processes.iter().enumerate().filter(|other| other.0 != process);
    let locals =
        processes.flat_map(|(other, of)| of.locals.iter().map(move |local| (other, local)));
    let changed = locals.filter(|(_, local)| differs(runner, before, after, local));
    let told = |(other, local): (usize, &Variable)| Event::Write {
        cell: Cell { array: local.name, index: other as u8, single: false, label: None },
        value: whole(runner, after, local),
        phase: WritePhase::Whole,
    };
    changed.map(told).collect()
}

/// What has been written to a slot: by a process to a shared variable, or to one of its own.
pub fn written(runner: &Runner<'_>, state: &[u8], process: usize, slot: SlotId) -> Option<Event> {
    let nth = |variable: &&Variable| {
        let width = variable.words.width();
        let slots = variable.slot..variable.slot + variable.count.unwrap_or(1) * width;
        slots.contains(&slot).then(|| (slot - variable.slot) / width)
    };
    let shared = runner
        .program
        .shared
        .iter()
        .map(|variable| (variable, variable.first, variable.count.is_none()));
    let locals = &runner.program.processes[process].locals;
    let own = locals.iter().map(|local| (local, process as i64, false));
    let mut all = shared.chain(own);
    all.find_map(|(variable, first, single)| {
        let nth = nth(&variable)?;
        let (index, label) = ((first + nth as i64) as u8, variable.labels.get(nth).copied());
        Some(Event::Write {
            cell: Cell { array: variable.name, index, single, label },
            value: element(runner, state, variable, nth),
            phase: WritePhase::Whole,
        })
    })
}
