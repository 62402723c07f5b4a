//! What a variable is to readers, beside its value.

use super::element;
use super::process::called;
use crate::ir::{Process, Program, ShownAs, Variable};
use crate::runner::Runner;
use crate::value::{SYMBOLS, Words};
use model::{Cell, Drawn, ProcessView, Queued, SYSTEM_PROCESSES_MAX, Zone};

/// What an element is to readers, beside a value.
pub fn show_as(
    runner: &Runner<'_>,
    state: &[u8],
    variable: &Variable,
    (process, nth): (usize, usize),
    view: &mut ProcessView,
) {
    let slot = variable.slot + nth * variable.words.width();
    let value = runner.machine.get(state, slot);
    match variable.shown_as {
        ShownAs::Value
        | ShownAs::Lock
        | ShownAs::Latch { .. }
        | ShownAs::Child(_)
        | ShownAs::Bytes
        | ShownAs::Points { .. }
        | ShownAs::Part
        | ShownAs::Cells
        | ShownAs::Field(_)
        | ShownAs::Members { .. }
        | ShownAs::Process(_)
        | ShownAs::Column => {}
        ShownAs::Hand(_) => {
            view.hand |= value != 0;
            view.drawn.push((variable.name, Drawn::OnDisc));
        }
        ShownAs::Ticket(_) => {
            // nobody holds anything before it begins, once it has crashed, or where that is no number
            let is_held = value < SYMBOLS
                && !matches!(view.zone, Zone::Remainder | Zone::Crashed)
                && runner.program.slots[slot].count() > 1;
            let is_drawn = !variable.owned || value != runner.program.slots[slot].low;
            if is_held && is_drawn && view.token.is_none() {
                view.token = Some(element(runner, state, variable, nth));
                view.drawn.push((variable.name, Drawn::OnDisc));
            }
        }
        ShownAs::Holds(kind) => {
            let kinds = runner.program.channels.iter().flat_map(|channels| &channels.kinds);
            let held = kinds.map(|kind| kind.name).nth(kind.into()).filter(|_| value != 0);
            view.token = view.token.take().or_else(|| held.map(str::to_owned));
        }
        ShownAs::Owes(base) => {
            let members = (0..SYSTEM_PROCESSES_MAX).filter(|at| value >> at & 1 != 0);
            view.owes.extend(members.map(|at| (base + at) as u8));
            view.drawn.push((variable.name, Drawn::OnDisc));
        }
        ShownAs::Queue { first, at } => {
            let items = queued(runner, state, variable, value, (first, at));
            let all: Vec<String> = items
                .iter()
                .map(|item| format!("{} {}", item.process, item.words).trim_end().to_owned())
                .collect();
            let locals = view.locals.iter_mut().filter(|local| local.0 == variable.name);
            locals.for_each(|local| local.1 = format!("[{}]", all.join(", ")));
            // who stands there with a time or a mark has not asked for a reply
            let asks = items.iter().filter(|item| item.words.is_empty());
            view.owes.extend(asks.map(|ask| ask.process));
            view.queues.push((variable.name, items));
        }
        ShownAs::Requests(first) => {
            let numbers = (0..variable.count.unwrap_or(1))
                .map(|nth| (runner.machine.get(state, variable.slot + nth), first + nth));
            let mut all: Vec<_> = numbers.filter(|number| number.0 < SYMBOLS).collect();
            all.sort_unstable();
            // what it has asked with itself is what it holds
            let own = all.iter().find(|it| it.1 == process);
            view.token = own.map(|own| own.0.to_string()).or_else(|| view.token.take());
            let slot = &runner.program.slots[variable.slot];
            let items = all.into_iter().map(|(number, process)| Queued {
                process: process as u8,
                words: if slot.low < slot.high { number.to_string() } else { String::new() },
            });
            view.queues.push((variable.name, items.collect()));
        }
    }
}

/// A variable as a drawing, where that says more.
pub fn drawn(program: &Program, local: &Variable, value: i64) -> Option<Drawn> {
    let is_there = |at: usize| value >> at & 1 != 0;
    match (local.shown_as, &local.words) {
        _ if local.count.is_some() => None,
        (ShownAs::Members { first, count }, _) => {
            Some(Drawn::Seats((0..count).map(|at| ((first + at) as u8, is_there(at))).collect()))
        }
        (ShownAs::Process(first), _) if value < SYMBOLS => {
            Some(Drawn::Process((first as i64 + value) as u8))
        }
        (ShownAs::Value, Words::Set(members)) => {
            let inside = members.iter().enumerate().filter(|(at, _)| is_there(*at));
            Some(Drawn::Tokens(inside.map(|(_, member)| member.clone()).collect()))
        }
        // a symbol that is what a process is called
        (ShownAs::Value, Words::Plain(_)) if value >= SYMBOLS => {
            let symbol = program.symbols.get((value - SYMBOLS) as usize)?;
            let of_role =
                |role: &Process| called(program, role.role) == symbol && role.number.is_none();
            program.processes.iter().position(of_role).map(|process| Drawn::Process(process as u8))
        }
        _ => None,
    }
}

/// The items of a list, each with the process that lies `at` some place in it, and what else it says.
fn queued(
    runner: &Runner<'_>,
    state: &[u8],
    variable: &Variable,
    length: i64,
    (first, at): (usize, usize),
) -> Vec<Queued> {
    let Words::List(_, element) = &variable.words else { return Vec::new() };
    let program = runner.program;
    let item = |nth: usize| {
        let start = variable.slot + 1 + nth * element.width();
        let process = runner.machine.get(state, start + at);
        let fields = match &**element {
            Words::Record(fields) => &fields[..],
            _ => &[],
        };
        let (mut slot, mut words) = (start, Vec::new());
        for (_, field) in fields {
            let slots = slot..slot + field.width();
            let says_more = slots.clone().any(|slot| program.slots[slot].count() > 1);
            if says_more && !slots.contains(&(start + at)) {
                let mut values = slots.clone().map(|slot| runner.machine.get(state, slot));
                words.push(field.say(&program.symbols, &mut values));
            }
            slot = slots.end;
        }
        Queued { process: first as u8 + process as u8, words: words.join(" ") }
    };
    (0..usize::try_from(length).unwrap_or(0)).map(item).collect()
}

/// The cell that an element refers to.
pub fn points_to(runner: &Runner<'_>, state: &[u8], it: &Variable, nth: usize) -> Option<Cell> {
    if let ShownAs::Child(array) = it.shown_as {
        let child = runner.machine.get(state, it.slot + nth);
        let index = child as u8;
        return (child < SYMBOLS).then_some(Cell { array, index, single: false, label: None });
    }
    let (array, field, single) = match it.shown_as {
        ShownAs::Points { array, field, is_single } => (array, field, is_single),
        ShownAs::Field(Some((field, array))) => (array, field, false),
        _ => return None,
    };
    let index = runner.machine.get(state, it.slot + nth * it.words.width() + field);
    (index < SYMBOLS).then_some(Cell { array, index: index as u8, single, label: None })
}
