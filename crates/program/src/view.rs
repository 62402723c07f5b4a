//! A state as a reader sees it.

mod awaited;
mod buffers;
mod changes;
mod locks;
mod process;
mod rest;
mod rows;
mod shown_as;
mod store;

use crate::channel::Network;
use crate::compiled::Compiled;
use crate::ir::{Said, ShownAs, Variable};
use crate::runner::Runner;
use crate::value::number;
pub use awaited::{Sent, awaited, can_help, helped_by};
pub use changes::{set, set_of_others, written};
use locks::holders;
use model::{ArrayView, CellView, MessageView, Shape, View, WatchedView};
use process::{next_rule, process};
use shown_as::points_to;
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
