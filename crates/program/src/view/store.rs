//! A replicated row as a reader sees it.

use crate::channel::Network;
use crate::ir::{Column, ProcessStatus, Program, Store};
use crate::runner::Runner;
use model::{DELETED, ReplicaView, StoredView, View};

/// What each replica has.
pub fn show(runner: &Runner<'_>, state: &[u8], view: &mut View) {
    let Some(store) = &runner.program.store else { return };
    view.columns = store.columns.iter().map(|column| column.name.to_owned()).collect();
    let replicas = store.replicas.clone().enumerate().map(|(nth, process)| {
        let columns = store.columns.iter().enumerate();
        let cells = columns.filter_map(|(at, column)| {
            let cell = runner.machine.get(state, store.cells + nth * store.columns.len() + at);
            (cell != 0).then(|| stored(runner.program, column, cell))
        });
        let up = runner.status(state, process) != ProcessStatus::Crashed;
        ReplicaView { up, cells: cells.collect() }
    });
    view.replicas = replicas.collect();
}

fn stored(program: &Program, column: &Column, cell: i64) -> StoredView {
    let stamp = cell / Store::VALUES;
    let is_stamped = stamp != Store::UNSTAMPED;
    StoredView {
        column: column.name.to_owned(),
        value: column.say(&program.symbols, cell).unwrap_or_else(|| DELETED.into()),
        timestamp: if is_stamped { stamp.to_string() } else { String::new() },
        writer: None,
        late: None,
    }
}

/// The cells that a message puts into a row.
pub fn puts(program: &Program, state: &[u8], nth: usize) -> Vec<StoredView> {
    let Some(channels) = &program.channels else { return Vec::new() };
    let entry = Network::new(channels).entry(state, nth);
    if channels.mutation(channels.kind(entry)).is_none() {
        return Vec::new();
    }
    let fields = channels.fields(entry);
    let columns = channels.columns.iter().enumerate().filter(|it| fields[1] >> it.0 & 1 != 0);
    columns.map(|(_, column)| stored(program, column, fields[2])).collect()
}

/// "number:0 = 1 @2", or without a timestamp as long as it has none.
pub fn mutation(columns: &[Column], symbols: &[String], fields: &[i64]) -> String {
    let &[_, set, cell, ..] = fields else { return String::new() };
    let written = || columns.iter().enumerate().filter(|it| set >> it.0 & 1 != 0).map(|it| it.1);
    let names: Vec<&str> = written().map(|column| column.name).collect();
    let names = names.join(", ");
    let value = written().next().and_then(|column| column.say(symbols, cell));
    let stamp = match cell / Store::VALUES {
        Store::UNSTAMPED => String::new(),
        stamp => format!(" @{stamp}"),
    };
    value.map_or_else(
        || format!("delete {names}{stamp}"),
        |value| format!("{names} = {value}{stamp}"),
    )
}

/// For how many replicas a process waits.
pub fn status(runner: &Runner<'_>, state: &[u8], process: usize) -> Option<String> {
    let store = runner.program.store.as_ref().filter(|store| process < store.replicas.start)?;
    let of = |slot: usize| runner.machine.get(state, slot + process).count_ones();
    let [columns, _, acknowledged] = store.writes;
    if runner.machine.get(state, columns + process) != 0 {
        return Some(format!("{} of {} acknowledgements", of(acknowledged), store.needed));
    }
    let heard = of(store.answers?);
    (heard > 0).then(|| format!("{heard} of {} answers", store.asked))
}
