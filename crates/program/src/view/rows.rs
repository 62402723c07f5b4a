//! Rows of a store.

use crate::ir::{Table, TableCell, TableRow};
use crate::runner::Runner;
use crate::value::{SYMBOLS, Words, is_nothing, number};
use model::{ProcessView, RowView, StoredView, View};

/// The rows that shared variables make, and those of processes.
pub fn show(runner: &Runner<'_>, state: &[u8], view: &mut View) {
    if let Some(table) = &runner.program.table {
        view.columns.clone_from(&table.columns);
        view.rows = table.rows.iter().map(|it| row(runner, state, table, it)).collect();
    }
}

/// What a process has in its columns.
pub fn show_columns(runner: &Runner<'_>, state: &[u8], process: usize, view: &mut ProcessView) {
    let rows = runner.program.table.iter().flat_map(|table| &table.rows);
    for cell in rows.flat_map(|row| &row.cells).filter(|cell| cell.writer == Some(process)) {
        show_column(runner, state, cell, view);
    }
}

/// What there is of a row.
fn row(runner: &Runner<'_>, state: &[u8], table: &Table, it: &TableRow) -> RowView {
    let cells = it.cells.iter().filter_map(|cell| {
        let mut values =
            (cell.slot..).map(|slot| runner.machine.get(state, slot)).take(cell.words.width());
        let named = |first: usize| {
            let number = usize::try_from(runner.machine.get(state, cell.slot)).ok()?;
            Some(first + number).filter(|it| *it < runner.program.processes.len())
        };
        let value = cell.words.say(&runner.program.symbols, &mut values);
        let writer = cell.writer.or_else(|| cell.processes.and_then(named));
        (!is_nothing(&value)).then(|| StoredView {
            column: table.columns[cell.column].clone(),
            value,
            timestamp: String::new(),
            writer: writer.map(|writer| writer as u8),
            late: None,
        })
    });
    RowView {
        name: it.name.clone(),
        owner: it.owner.map(|owner| owner as u8),
        cells: cells.collect(),
    }
}

/// What a process has in a column of its own: a hand that it raises, or a number that it drew.
fn show_column(runner: &Runner<'_>, state: &[u8], cell: &TableCell, view: &mut ProcessView) {
    let value = runner.machine.get(state, cell.slot);
    match &cell.words {
        Words::Bool => view.hand |= value != 0,
        Words::Plain(_) if value < SYMBOLS => view.token = Some(number(value)),
        _ => {}
    }
}
