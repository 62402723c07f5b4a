//! A state as a reader sees it.

use crate::channel::Bag;
use crate::ir::{BlockId, End, Instruction, Program, ShownAs, SlotId, Standing, Variable};
use crate::runner::Runner;
use crate::system::{Compiled, is_over};
use crate::value::{SYMBOLS, number};
use model::{
    ArrayView, Cell, CellView, Life, Log, MessageView, ProcessView, RowId, Shape, Stepped, View,
    Zone,
};
use std::collections::BTreeSet;

pub fn view(system: &Compiled, state: &[u8]) -> View {
    let mut runner = system.runner();
    let program = system.program();
    let processes = (0..program.processes.len()).map(|it| process(system, &mut runner, state, it));
    let mut view = View { processes: processes.collect(), ..View::default() };
    let shared = program.shared.iter().zip(system.shapes());
    view.arrays = shared.map(|(it, shape)| array(&runner, state, it, *shape)).collect();
    if let Some(channels) = &program.channels {
        let bag = Bag::new(channels);
        view.messages = (0..bag.len(state))
            .map(|nth| {
                let mail = bag.name(state, nth);
                MessageView {
                    puts: Vec::new(),
                    mail,
                    from: mail.from,
                    to: mail.to,
                    text: bag.words_of(&program.symbols, bag.entry(state, nth)),
                    kind: channels.kinds[usize::from(mail.kind)].name,
                }
            })
            .collect();
    }
    view
}

fn process(system: &Compiled, runner: &mut Runner<'_>, state: &[u8], it: usize) -> ProcessView {
    let program = runner.program;
    let me = &program.processes[it];
    let point = &me.points[runner.machine.point(state, it)];
    let section = me.sections[point.section];
    let row = match point.code.is_some() || !point.receives.is_empty() {
        true => Some(point.row),
        false => next_rule(runner, state, it),
    };
    let mut view = ProcessView::new(me.role, section.zone, row);
    view.life = match section.is {
        Standing::Crashed => Life::Crashed,
        standing if is_over(standing) => Life::Done,
        // what asks for a lock again and again answers others still when it has asked for the last time
        Standing::Rest
            if row.is_none() && !me.whens.is_empty() && section.zone == Zone::Remainder =>
        {
            Life::Done
        }
        _ => Life::Running,
    };
    if view.life == Life::Running && !point.receives.is_empty() {
        let kinds: Vec<_> = point.receives.iter().map(|it| it.0).collect();
        view.status = awaiting(program, &kinds);
    } else if section.is == Standing::Waits && row.is_none() {
        view.status.clone_from(&system.awaited[it]);
    }
    for local in &me.locals {
        let parts = whole(runner, state, local);
        let number = number_of(runner, state, local).map(|it| format!(" ({it})"));
        view.locals.push((local.name, parts + &number.unwrap_or_default()));
    }
    let own = me.locals.iter().map(|local| (local, 0));
    let elements = program.shared.iter().filter_map(|array| {
        let (ShownAs::Hand(base) | ShownAs::Ticket(base)) = array.shown_as else { return None };
        let nth = it.checked_sub(base).filter(|nth| Some(*nth) < array.count)?;
        Some((array, nth))
    });
    for (variable, nth) in own.chain(elements) {
        show_as(runner, state, variable, nth, &mut view);
    }
    if let Some(decision) = &me.decision
        && section.is == Standing::Decided
    {
        view.decided = Some(whole(runner, state, decision));
    }
    view
}

/// What an element is to readers, beside a value.
fn show_as(
    runner: &Runner<'_>,
    state: &[u8],
    variable: &Variable,
    nth: usize,
    view: &mut ProcessView,
) {
    let slot = variable.slot + nth * variable.words.width();
    let value = runner.machine.get(state, slot);
    match variable.shown_as {
        ShownAs::Value
        | ShownAs::Lock
        | ShownAs::Bytes
        | ShownAs::Points { .. }
        | ShownAs::Part => {}
        ShownAs::Hand(_) => view.hand |= value != 0,
        ShownAs::Ticket(_) => {
            // nobody holds anything before it begins, or where that is no number
            let is_held = value < SYMBOLS && view.zone != Zone::Remainder;
            let is_drawn = !variable.owned || value != runner.program.slots[slot].low;
            if is_held && is_drawn && view.token.is_none() {
                view.token = Some(element(runner, state, variable, nth));
            }
        }
        ShownAs::Holds(kind) => {
            let kinds = runner.program.channels.iter().flat_map(|it| &it.kinds);
            let held = kinds.map(|it| it.name).nth(kind.into()).filter(|_| value != 0);
            view.token = view.token.take().or_else(|| held.map(str::to_owned));
        }
        ShownAs::Owes(base) => {
            let members = (0..u8::BITS as usize).filter(|at| value >> at & 1 != 0);
            view.owes.extend(members.map(|at| (base + at) as u8));
        }
    }
}

/// For each process the kinds of messages that take it to another section.
pub fn awaited(program: &Program) -> Vec<String> {
    let moves = |process: usize, kind: usize| {
        let rules = &program.processes[process].on_message[kind];
        rules.iter().any(|rule| stores(program, rule.code, program.processes[process].point))
    };
    let kinds = program.channels.as_ref().map_or(0, |it| it.kinds.len());
    (0..program.processes.len())
        .map(|process| {
            let kinds: Vec<u8> =
                (0..kinds).filter(|&kind| moves(process, kind)).map(|kind| kind as u8).collect();
            awaiting(program, &kinds)
        })
        .collect()
}

/// Whether a step that begins there can write a slot.
fn stores(program: &Program, start: BlockId, slot: SlotId) -> bool {
    let (mut open, mut seen) = (vec![start], BTreeSet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let block = &program.blocks[id];
        if block
            .instructions
            .iter()
            .any(|it| matches!(it, Instruction::Store(to, _) if to.slot == slot))
        {
            return true;
        }
        match block.end {
            End::Jump(next) => open.push(next),
            End::Branch(_, then, otherwise) => open.extend([then, otherwise]),
            _ => {}
        }
    }
    false
}

/// "awaiting promise or accepted"
fn awaiting(program: &Program, kinds: &[u8]) -> String {
    let all = program.channels.iter().flat_map(|it| &it.kinds);
    let names: Vec<&str> = all
        .enumerate()
        .filter(|(at, _)| kinds.contains(&(*at as u8)))
        .map(|it| it.1.name)
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("awaiting {}", names.join(" or ")),
    }
}

/// The rule that would run.
fn next_rule(runner: &mut Runner<'_>, state: &[u8], it: usize) -> Option<RowId> {
    let mut after = state.to_vec();
    let mut row = None;
    let log = &mut Log::off();
    runner.outcomes(state, &mut after, it, log, None, &mut |_, stepped, _| {
        if let (Stepped::Ran(ran), None) = (stepped, row) {
            row = Some(ran);
        }
    });
    row
}

/// All elements of a variable.
fn whole(runner: &Runner<'_>, state: &[u8], it: &Variable) -> String {
    let all: Vec<String> =
        (0..it.count.unwrap_or(1)).map(|nth| element(runner, state, it, nth)).collect();
    all.join(" ")
}

/// The number of which a variable has the bytes.
pub fn number_of(runner: &Runner<'_>, state: &[u8], it: &Variable) -> Option<String> {
    if it.shown_as != ShownAs::Bytes {
        return None;
    }
    let count = it.count.unwrap_or(1) * it.words.width();
    let bytes = (it.slot..it.slot + count).rev().map(|slot| runner.machine.get(state, slot));
    let all = bytes.fold(0, |all, byte| all << 8 | byte);
    let unused = 64 - 8 * count;
    Some(number(all << unused >> unused))
}

fn element(runner: &Runner<'_>, state: &[u8], it: &Variable, nth: usize) -> String {
    let first = it.slot + nth * it.words.width();
    let mut values = (first..first + it.words.width()).map(|slot| runner.machine.get(state, slot));
    it.words.say(&runner.program.symbols, &mut values)
}

/// The cell that an element refers to.
fn points_to(runner: &Runner<'_>, state: &[u8], it: &Variable, nth: usize) -> Option<Cell> {
    let ShownAs::Points { array, field, is_single } = it.shown_as else { return None };
    let index = runner.machine.get(state, it.slot + nth * it.words.width() + field);
    Some(Cell { array, index: index as u8, single: is_single })
}

fn array(runner: &Runner<'_>, state: &[u8], it: &Variable, shape: Shape) -> ArrayView {
    let cells = (0..it.count.unwrap_or(1)).map(|nth| {
        let value = element(runner, state, it, nth);
        let busy = it.busy.is_some_and(|slot| runner.machine.get(state, slot + nth) != 0);
        // no hand is raised, no ticket is drawn
        let raw = runner.machine.get(state, it.slot + nth * it.words.width());
        let is_none = matches!(it.shown_as, ShownAs::Hand(_) | ShownAs::Ticket(_)) && raw == 0;
        let holder = if it.shown_as == ShownAs::Lock { value.parse().ok() } else { None };
        let holders = holder.into_iter().collect();
        let points_to = points_to(runner, state, it, nth);
        let blank = is_none || value == "none";
        CellView { blank, value, busy, holders, points_to, ..CellView::default() }
    });
    ArrayView {
        name: it.name,
        owned: it.owned,
        shape,
        whole: number_of(runner, state, it).map(|number| format!("{} = {number}", it.name)),
        first: it.first as u8,
        cells: cells.collect(),
    }
}
