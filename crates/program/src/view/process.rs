//! A process as a reader sees it.

use super::awaited::awaiting;
use super::locks::held_up_by;
use super::shown_as::{drawn, points_to, show_as};
use super::{number_of, rest, rows, store, whole};
use crate::compiled::{Compiled, is_over};
use crate::ir::{Process, ProcessStatus, Program, Section, ShownAs, Trigger, Variable};
use crate::runner::Runner;
use model::{Life, Log, Milestone, ProcessView, RowId, Stepped, Zone, names_in};
use std::collections::BTreeSet;

/// A role that is a value of the text, too, has that for its name: `bob`, where messages name `Bob`.
pub fn called(program: &Program, role: &'static str) -> &'static str {
    let mut letters = role.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let name: String = first.chain(letters).collect();
    if program.symbols.contains(&name) { model::intern(&name) } else { role }
}

pub fn process(system: &Compiled, runner: &mut Runner<'_>, state: &[u8], it: usize) -> ProcessView {
    let program = runner.program;
    let me = &program.processes[it];
    let at = runner.machine.point(state, it);
    let point = &me.points[at];
    let section = me.sections[point.section];
    let received: Vec<u8> = me.received_at(at).collect();
    let row = match me.has_line(at) {
        true => Some(point.row),
        false => next_rule(runner, state, it),
    };
    let mut view = ProcessView::new(called(program, me.role), section.zone, row);
    let standing = match section.is {
        ProcessStatus::Waits if runner.rests(state, it) => ProcessStatus::Rest,
        standing => standing,
    };
    view.life = match standing {
        ProcessStatus::Crashed => Life::Crashed,
        _ if runner.choices_left(state) > 0 => Life::Running,
        standing if is_over(standing) => Life::Done,
        // what asks for a lock again and again answers others still when it has asked for the last time
        ProcessStatus::Rest
            if row.is_none() && me.has(Trigger::Own) && section.zone == Zone::Remainder =>
        {
            Life::Done
        }
        _ => match point.code.filter(|_| section.rests.is_some()) {
            Some(code) => rest::life(system, state, it, code),
            None => Life::Running,
        },
    };
    if let Some(status) = store::status(runner, state, it) {
        view.status = status;
    } else if view.life == Life::Running && !received.is_empty() {
        view.status = awaiting(program, &received);
    } else if standing == ProcessStatus::Waits && row.is_none() {
        let sender = &system.awaited[it];
        view.status.clone_from(&sender.words);
        view.awaits.extend(sender.from);
        let here = || me.awaited.iter().filter(|awaited| awaited.section == point.section);
        let all: BTreeSet<usize> = here().map(|awaited| awaited.process).collect();
        if !all.is_empty() {
            let mut state = state.to_vec();
            let still = here().filter(|awaited| runner.query(awaited.query, &mut state) == Some(1));
            let still: BTreeSet<u8> = still.map(|still| still.process as u8).collect();
            view.status = format!("awaiting {} of {}", still.len(), all.len());
            view.awaits = still.into_iter().collect();
        }
    }
    if view.life == Life::Running && point.code.is_some() {
        view.awaits.extend(held_up_by(system, state, it));
    }
    view.milestone = milestone(program, me, section.zone);
    view.is_passive = only_answers(me);
    show_variables(runner, state, it, &mut view);
    rows::show_columns(runner, state, it, &mut view);
    if let Some(decision) = &me.decision
        && section.is == ProcessStatus::Decided
    {
        view.decided = Some(whole(runner, state, decision));
    }
    view
}

/// Its variables with their values, and what they are besides.
fn show_variables(runner: &Runner<'_>, state: &[u8], it: usize, view: &mut ProcessView) {
    let program = runner.program;
    let (me, zone) = (&program.processes[it], view.zone);
    let is_shown =
        |variable: &&Variable| is_open(program, variable) && !is_idle(me, variable, zone);
    for local in me.locals.iter().filter(is_shown) {
        let parts = whole(runner, state, local);
        let number = number_of(runner, state, local).map(|text| format!(" ({text})"));
        view.locals.push((local.name, parts + &number.unwrap_or_default()));
        view.points.extend(points_to(runner, state, local, 0).map(|cell| (local.name, cell)));
        let value = runner.machine.get(state, local.slot);
        view.drawn.extend(drawn(program, local, value).map(|drawn| (local.name, drawn)));
    }
    let own = me.locals.iter().map(|local| (local, 0));
    let elements = program.shared.iter().filter_map(|array| {
        let (ShownAs::Hand(base) | ShownAs::Ticket(base)) = array.shown_as else { return None };
        let nth = it.checked_sub(base).filter(|nth| Some(*nth) < array.count)?;
        Some((array, nth))
    });
    for (variable, nth) in own.chain(elements) {
        show_as(runner, state, variable, (it, nth), view);
    }
}

/// Whether a process has neither sections nor lines of its own, and does nothing before it receives a message.
fn only_answers(me: &Process) -> bool {
    let is_down = |at: usize| me.sections[me.points[at].section].is == ProcessStatus::Crashed;
    let is_open =
        |section: &&Section| matches!(section.is, ProcessStatus::Rest | ProcessStatus::Waits);
    let has_lines = || (0..me.points.len()).any(|at| !is_down(at) && me.has_line(at));
    let begins = me.has(Trigger::Own) || me.has(Trigger::Timeout) || has_lines();
    me.sections.iter().filter(is_open).count() <= 1 && !begins
}

/// How far a process has come through the sections that properties name.
fn milestone(program: &Program, me: &Process, zone: Zone) -> Milestone {
    let is_named = |zone: &Zone| {
        let Zone::Named(name) = zone else { return false };
        let texts = program.properties.iter().map(|property| property.words);
        texts.flat_map(names_in).any(|word| word == *name)
    };
    if !is_named(&zone) {
        return Milestone::Elsewhere;
    }
    let last = me.sections.iter().map(|section| section.zone).rfind(is_named);
    if last == Some(zone) { Milestone::Last } else { Milestone::OnTheWay }
}

/// Whether a variable is that of an operation which does not run: it begins anew when that is called.
fn is_idle(me: &Process, local: &Variable, zone: Zone) -> bool {
    let Some((operation, _)) = local.name.split_once('.') else { return false };
    let is_it = |zone: Zone| matches!(zone, Zone::Named(name) if name == operation);
    me.sections.iter().any(|section| is_it(section.zone)) && !is_it(zone)
}

/// Whether a variable can have more than one value.
fn is_open(program: &Program, it: &Variable) -> bool {
    let slots = it.slot..it.slot + it.count.unwrap_or(1) * it.words.width();
    slots.into_iter().any(|slot| program.slots[slot].count() > 1)
}

/// The rule that would run.
pub fn next_rule(runner: &mut Runner<'_>, state: &[u8], it: usize) -> Option<RowId> {
    let mut after = state.to_vec();
    let mut row = None;
    let log = &mut Log::off();
    runner.outcomes(state, &mut after, it, log, None, &mut |_, stepped, _, _| {
        if let (Stepped::Ran(ran), None) = (stepped, row) {
            row = Some(ran);
        }
    });
    row
}
