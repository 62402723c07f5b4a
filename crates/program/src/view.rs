//! A state as a reader sees it.

mod awaited;
mod buffers;
mod locks;
mod rest;
mod rows;
mod store;

use crate::channel::Network;
use crate::compiled::{Compiled, is_over};
use crate::ir::{
    Process, ProcessStatus, Program, Said, Section, ShownAs, SlotId, Trigger, Variable,
};
use crate::runner::Runner;
use crate::value::{SYMBOLS, Words, number};
use awaited::awaiting;
pub use awaited::{Sent, awaited, can_help, helped_by};
use locks::{held_up_by, holders};
use model::{
    ArrayView, Cell, CellView, Drawn, Event, Life, Log, MessageView, Milestone, ProcessView,
    Queued, RowId, SYSTEM_PROCESSES_MAX, Shape, Stepped, View, WatchedView, WritePhase, Zone,
};
use std::collections::BTreeSet;
pub use store::mutation;

pub fn view(system: &Compiled, state: &[u8]) -> View {
    let mut runner = system.runner();
    let program = system.program();
    let processes = program.steppers().map(|stepper| process(system, &mut runner, state, stepper));
    let mut view = View { processes: processes.collect(), ..View::default() };
    let shared = program.shared.iter().zip(system.shapes());
    view.arrays = shared.map(|(it, shape)| array(&runner, state, it, *shape)).collect();
    rows::show(&runner, state, &mut view);
    buffers::show(&runner, state, &mut view);
    if let Some(channels) = &program.channels {
        let network = Network::new(channels);
        view.messages = (0..network.len(state))
            .map(|nth| {
                let mail = network.name(state, nth);
                MessageView {
                    puts: store::puts(program, state, nth),
                    mail,
                    from: mail.from,
                    to: mail.to,
                    text: network.words_of(&program.symbols, network.entry(state, nth)),
                    kind: channels.kinds[usize::from(mail.kind)].name,
                }
            })
            .collect();
    }
    store::show(&runner, state, &mut view);
    crate::history::show(&runner, state, &mut view);
    crate::crash_preview::show(&mut runner, state, system.shapes(), &mut view);
    let watched = program.watched.iter().map(|watched| WatchedView {
        words: watched.words,
        value: said(&mut runner, state, &watched.parts).join(" · "),
    });
    view.watched = watched.collect();
    view
}

/// Values in words; what cannot be computed in this state is a question mark.
pub fn said(runner: &mut Runner<'_>, state: &[u8], parts: &[Said]) -> Vec<String> {
    let mut state = state.to_vec();
    let mut say = |said: &Said| {
        let first = said.query.result;
        if runner.query(said.query, &mut state).is_none() {
            return "?".to_owned();
        }
        let mut values = runner.machine.registers[first..first + said.width].iter().copied();
        said.words.say(&runner.program.symbols, &mut values)
    };
    parts.iter().map(&mut say).collect()
}

/// A role that is a value of the text, too, has that for its name: `bob`, where messages name `Bob`.
fn called(program: &Program, role: &'static str) -> &'static str {
    let mut letters = role.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let name: String = first.chain(letters).collect();
    if program.symbols.contains(&name) { model::intern(&name) } else { role }
}

fn process(system: &Compiled, runner: &mut Runner<'_>, state: &[u8], it: usize) -> ProcessView {
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
    view.progress = progress(program, me, section.zone);
    view.is_passive = only_answers(me);
    let is_shown =
        |variable: &&Variable| is_open(program, variable) && !is_idle(me, variable, section.zone);
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
        show_as(runner, state, variable, (it, nth), &mut view);
    }
    rows::show_columns(runner, state, it, &mut view);
    if let Some(decision) = &me.decision
        && section.is == ProcessStatus::Decided
    {
        view.decided = Some(whole(runner, state, decision));
    }
    view
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
fn progress(program: &Program, me: &Process, zone: Zone) -> Milestone {
    let is_named = |zone: &Zone| {
        let Zone::Named(name) = zone else { return false };
        let texts = program.properties.iter().map(|property| property.words);
        texts
            .flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
            .any(|word| word == *name)
    };
    if !is_named(&zone) {
        return Milestone::Elsewhere;
    }
    let last = me.sections.iter().map(|section| section.zone).rfind(is_named);
    if last == Some(zone) { Milestone::Last } else { Milestone::OnTheWay }
}

/// A variable as a drawing, where that says more.
fn drawn(program: &Program, local: &Variable, value: i64) -> Option<Drawn> {
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

/// What an element is to readers, beside a value.
fn show_as(
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
fn next_rule(runner: &mut Runner<'_>, state: &[u8], it: usize) -> Option<RowId> {
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

/// The cell that an element refers to.
fn points_to(runner: &Runner<'_>, state: &[u8], it: &Variable, nth: usize) -> Option<Cell> {
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

pub fn array(runner: &Runner<'_>, state: &[u8], it: &Variable, shape: Shape) -> ArrayView {
    let cells = (0..it.count.unwrap_or(1)).map(|nth| {
        let value = element(runner, state, it, nth);
        let busy = it.busy.is_some_and(|slot| runner.machine.get(state, slot + nth) != 0);
        // no hand is raised, no ticket is drawn
        let raw = runner.machine.get(state, it.slot + nth * it.words.width());
        let is_none = matches!(it.shown_as, ShownAs::Hand(_) | ShownAs::Ticket(_)) && raw == 0;
        let holders = holders(runner, state, it, nth);
        let points_to = points_to(runner, state, it, nth);
        let is_fresh = it.shown_as == ShownAs::Cells && value == "fresh";
        let blank = is_none || is_fresh || value == "none";
        // the children of a node have little room
        let is_child = matches!(it.shown_as, ShownAs::Child(_) | ShownAs::Field(_));
        let value = if is_child && blank { "–".to_owned() } else { value };
        CellView { blank, value, busy, holders, points_to, ..CellView::default() }
    });
    ArrayView {
        name: it.name,
        owned: it.owned,
        shape,
        whole: number_of(runner, state, it).map(|number| format!("{} = {number}", it.name)),
        first: it.first as u8,
        labels: it.labels.clone(),
        cells: cells.collect(),
    }
}
