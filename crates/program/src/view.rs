//! A state as a reader sees it.

use crate::channel::Bag;
use crate::ir::{Standing, Variable};
use crate::runner::Runner;
use crate::system::{Compiled, is_over};
use model::{
    ArrayView, CellView, Life, Log, MessageView, ProcessView, RowId, Shape, Stepped, View,
};

pub fn view(system: &Compiled, state: &[u8]) -> View {
    let mut runner = system.runner();
    let program = system.program();
    let processes = (0..program.processes.len()).map(|it| process(&mut runner, state, it));
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

fn process(runner: &mut Runner<'_>, state: &[u8], it: usize) -> ProcessView {
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
        _ => Life::Running,
    };
    for local in &me.locals {
        view.locals.push((local.name, whole(runner, state, local)));
    }
    if view.life == Life::Running && !point.receives.is_empty() {
        let kinds = program.channels.iter().flat_map(|it| &it.kinds);
        let kinds: Vec<&str> = kinds.map(|it| it.name).collect();
        let awaited = point.receives.iter().filter_map(|it| kinds.get(usize::from(it.0)).copied());
        view.status = format!("awaiting {}", awaited.collect::<Vec<_>>().join(" or "));
    }
    if let Some(decision) = &me.decision
        && section.is == Standing::Decided
    {
        view.decided = Some(whole(runner, state, decision));
    }
    view
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

fn element(runner: &Runner<'_>, state: &[u8], it: &Variable, nth: usize) -> String {
    let first = it.slot + nth * it.words.width();
    let mut values = (first..first + it.words.width()).map(|slot| runner.machine.get(state, slot));
    it.words.say(&runner.program.symbols, &mut values)
}

fn array(runner: &Runner<'_>, state: &[u8], it: &Variable, shape: Shape) -> ArrayView {
    let is_lock = crate::stage::is_lock(runner.program, it);
    let cells = (0..it.count.unwrap_or(1)).map(|nth| {
        let value = element(runner, state, it, nth);
        let busy = it.busy.is_some_and(|slot| runner.machine.get(state, slot + nth) != 0);
        let holder = if is_lock { value.parse().ok() } else { None };
        let holders = holder.into_iter().collect();
        CellView { blank: value == "none", value, busy, holders, ..CellView::default() }
    });
    ArrayView { name: it.name, owned: it.owned, shape, whole: None, cells: cells.collect() }
}
