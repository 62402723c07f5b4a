//! # Row isolation
//!
//! A writer clones the columns of a row, reconciles its own with the clone, column by column, and
//! swaps the clone in, if the row is still the one that it cloned. Otherwise it starts again.
//! Readers take the row as it is. Without the clone they see a part of a write; without the
//! comparison a write is lost; and nothing keeps others from beating a writer again and again.
//!
//! Aaron Morton, [Row Level Isolation and Consensus][post], 2012, whose listing in the
//! manner of the Commodore 64 this is, line by line: what Cassandra 1.1 does
//! ([CASSANDRA-2893][issue]) with the clones of Bronson's `SnapTree`.
//!
//! [post]: https://thelastpickle.com/blog/2012/08/16/Row-Isolation-and-Consensus.html
//! [issue]: https://issues.apache.org/jira/browse/CASSANDRA-2893

mod article;
mod properties;
mod row;

use model::shared_memory::{self, Array, Memory, Program, Then, Threads, Turn, number};
use model::{PROCESSES_MAX, Pid, ProcessView, RowView, StoredView, Zone};
use properties::Beaten;
use row::Row;
use std::ops::Range;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct RowIsolation {
    writers: usize,
    columns: usize,
    /// Each writer has a row of its own; who reads takes that of writer 0.
    has_own_rows: bool,
    /// How often each writer writes; `None`: for ever.
    writes: Option<u8>,
    /// All but writer 0 write the last column only.
    has_short_writes: bool,
    clones: bool,
    look: Look,
    /// Line 60 compares before it swaps.
    compares: bool,
    same: Same,
    reader: Reader,
}

/// What line 40 asks.
#[derive(Clone, Copy, PartialEq)]
enum Look {
    /// Whether the row is still the one that was cloned.
    Old,
    /// Whether it is the clone.
    AsPrinted,
    None,
}

/// When two are the same.
#[derive(Clone, Copy, PartialEq)]
enum Same {
    /// If they are one object.
    Identity,
    /// If they have the same columns.
    Content,
    /// If they have the same address, and that of an object that was replaced is used again.
    Address,
}

#[derive(Clone, Copy, PartialEq)]
enum Reader {
    None,
    /// It takes the row once.
    Once,
    /// It takes the row anew for each column.
    Each,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Clone,
    InPlace,
    Reconcile,
    Swap,
    End,
    Read,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// The row that was cloned, and the clone; what the reader has seen so far.
    old: Row,
    mine: Row,
    /// How many columns are through.
    col: u8,
    /// How many writes are through, as far as that is counted.
    written: u8,
}

/// The rows, where they have two columns, and where they have three.
const NARROW: Array = Array::of(0, "row_cols", PROCESSES_MAX, |it| Row(it).show(2));
const WIDE: Array = Array::of(1, "row_cols", PROCESSES_MAX, |it| Row(it).show(3));
/// Of each row, who has cloned the very object that it is now, a set. No variable of the program:
/// whether two are one object is known without it.
const HOLDERS: Array = Array::of(2, "holders", PROCESSES_MAX, number);

type Line = shared_memory::Line<RowIsolation>;
type Property = model::Property<It>;
type It = Threads<RowIsolation>;
type States = shared_memory::State<[u8; 12], Local, Beaten>;

impl Program for RowIsolation {
    type At = At;
    type Cells = [u8; 12];
    type Local = Local;
    type Ghost = Beaten;

    const ARRAYS: &'static [Array] = &[NARROW, WIDE];
    const ZONES: &'static [Zone] =
        &[Zone::Reading, Zone::Processing, Zone::Assigning, Zone::Remainder];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Reading, At::Clone, "", |it, turn, my| {
            let row = it.row(turn.i);
            my.old = Row(turn.read(it.rows(), row));
            my.mine = my.old;
            if it.same == Same::Identity {
                turn.keep(HOLDERS, row, turn.peek(HOLDERS, row) | 1 << turn.i);
            }
            if it.look == Look::None {
                for col in it.span(turn.i) {
                    my.mine = my.mine.reconciled(col, timestamp(turn.i));
                }
            }
            Then::Goto(At::Reconcile)
        })
        .worded(|it| {
            let row = it.name();
            let clone = format!("05: REM clone {row} into my_cols\n10: my_cols, old_cols ← {row}");
            match it.look {
                Look::None => format!("{clone}\n20–50: each col reconciled with my_cols"),
                _ => clone,
            }
        })
        .only_if(|it| it.clones)
        .to("to clone it"),
        Line::at(Zone::Assigning, At::InPlace, "", |it, turn, my| {
            let (col, timestamp) = (it.col(turn.i, my), timestamp(turn.i));
            let row = it.row(turn.i);
            turn.write_part(it.rows(), row, |row| Row(row).reconciled(col, timestamp).0);
            if it.goes_on(turn.i, my) { Then::Stay } else { it.ends(my) }
        })
        .worded(|it| {
            let row = it.name();
            format!(
                "20: for each col of the write:\n30: {row}[col] ← the newer of it and the write"
            )
        })
        .only_if(|it| !it.clones),
        Line::at(Zone::Processing, At::Reconcile, "", |it, turn, my| {
            my.mine = my.mine.reconciled(it.col(turn.i, my), timestamp(turn.i));
            let row = Row(turn.read(it.rows(), it.row(turn.i)));
            let is_same = match it.look {
                // a clone is an object of its own, at an address of its own
                Look::AsPrinted => it.same == Same::Content && row.has_columns_of(my.mine),
                _ => it.is_same(my.old, row, it.is_held(turn)),
            };
            match is_same {
                false => it.restart(turn, my),
                true if it.goes_on(turn.i, my) => Then::Stay,
                true => Then::Goto(At::Swap),
            }
        })
        .worded(|it| {
            let cloned = if it.look == Look::AsPrinted { "my_cols" } else { "old_cols" };
            let row = it.name();
            format!(
                "20: for each col of the write:\n\
                 30: my_cols ← the newer of it and the write\n\
                 40: if {cloned} ≠ {row}: goto 05\n\
                 50: next col"
            )
        })
        .only_if(|it| it.clones && it.look != Look::None)
        .to("to see whether it has been replaced"),
        Line::at(Zone::Assigning, At::Swap, "", |it, turn, my| {
            let (rows, nth) = (it.rows(), it.row(turn.i));
            let (mut new, row) = (my.mine, Row(turn.peek(rows, nth)));
            if it.same == Same::Address {
                new = new.beside(row);
            }
            if it.compares {
                let (old, is_held) = (my.old, it.is_held(turn));
                let is_same = |row| it.is_same(old, Row(row), is_held);
                if !turn.compare_and_swap(rows, nth, new.0, is_same) {
                    return it.restart(turn, my);
                }
            } else {
                turn.write(rows, nth, new.0);
            }
            turn.keep(HOLDERS, nth, 0);
            if new.has_columns_of(row) {
                turn.note(|| "The columns are as they were, in a new object.".into());
            }
            it.ends(my)
        })
        .worded(|it| {
            let row = it.name();
            match it.compares {
                true => format!(
                    "55: REM atomic swap {row} with my_cols\n\
                     60: if old_cols = {row}: {row} ← my_cols\n\
                     70: if not swapped: goto 05"
                ),
                false => format!("60: {row} ← my_cols"),
            }
        })
        .only_if(|it| it.clones)
        .to("to put its own in its place"),
        Line::at(Zone::Remainder, At::End, "", |it, turn, my| {
            let is_over = it.writes.is_some_and(|writes| my.written == writes);
            match is_over || it.is_reader(turn.i) {
                true => Then::Done,
                false => Then::Goto(At::Clone),
            }
        })
        .worded(|it| match it.writes {
            Some(1) => "end".into(),
            Some(writes) => format!("until {writes} writes are through: goto 05"),
            None => "again and again: goto 05".into(),
        }),
        Line::at(Zone::Reading, At::Read, "", |it, turn, my| {
            let row = Row(turn.read(it.rows(), it.row(turn.i)));
            if it.reader == Reader::Once {
                my.mine = row.without_address();
                return Then::Goto(At::End);
            }
            let col = usize::from(my.col);
            my.mine = my.mine.reconciled(col, row.column(col));
            my.col += 1;
            if usize::from(my.col) < it.columns {
                return Then::Stay;
            }
            my.col = 0;
            Then::Goto(At::End)
        })
        .worded(|it| {
            let row = if it.has_own_rows { "row_cols[0]" } else { "row_cols" };
            match it.reader {
                Reader::Each => format!("for each col:\n  seen[col] ← {row}[col]"),
                _ => format!("seen ← {row}"),
            }
        })
        .only_if(|it| it.reader != Reader::None),
    ];

    const PROPERTIES: &'static [Property] = properties::ALL;

    fn processes(&self) -> usize {
        self.writers + usize::from(self.reader != Reader::None)
    }

    fn local(&self, _: Pid) -> Local {
        Local::new_zeroed()
    }

    fn len(&self, array: Array) -> usize {
        match array.cell(0) == self.rows().cell(0) {
            true if self.has_own_rows => self.writers,
            true => 1,
            false => 0,
        }
    }

    fn start(&self, i: Pid) -> Option<At> {
        self.is_reader(i).then_some(At::Read)
    }

    fn role(&self, i: Pid) -> &'static str {
        if self.is_reader(i) { "reader" } else { "writer" }
    }

    fn show(&self, i: Pid, my: &Local, memory: Memory<'_>, view: &mut ProcessView) {
        if self.is_reader(i) {
            view.locals.push(("seen", my.mine.show(self.columns)));
            return;
        }
        view.token = Some(timestamp(i).to_string());
        let is_at = |at: At| view.row == Some(at as u8);
        let is_under_way = is_at(At::Reconcile) || is_at(At::Swap);
        let is_new = is_at(At::Clone);
        if is_under_way || is_new {
            let [old, mine] = match is_new {
                true => ["none".into(), "none".into()],
                false => [my.old, my.mine.without_address()].map(|it| it.show(self.columns)),
            };
            view.locals.extend([("my_cols", mine), ("old_cols", old)]);
        }
        let is_held = memory.get(HOLDERS, self.row(i)) & 1 << i != 0;
        if is_under_way && self.same == Same::Identity && !is_held {
            view.status = "beaten".into();
        }
    }

    fn show_rows(&self, locals: &[Local], memory: Memory<'_>) -> (Vec<String>, Vec<RowView>) {
        let columns: Vec<String> = (0..self.columns).map(|col| format!("col {col}")).collect();
        let show = |row: Row, name: String, owner: Option<u8>| {
            let cell = |(col, column): (usize, &String)| {
                let timestamp = row.column(col);
                // each writer has a timestamp of its own
                let writer = timestamp.checked_sub(1);
                writer.map(|_| StoredView {
                    column: column.clone(),
                    value: timestamp.to_string(),
                    timestamp: timestamp.to_string(),
                    writer,
                    late: None,
                })
            };
            RowView { name, owner, cells: columns.iter().enumerate().filter_map(cell).collect() }
        };
        let shared = (0..self.len(self.rows())).map(|nth| {
            let name =
                if self.has_own_rows { format!("row_cols[{nth}]") } else { "row_cols".into() };
            show(Row(memory.get(self.rows(), nth)), name, None)
        });
        let own = (0..self.processes()).filter(|&i| self.is_reader(i) || self.clones);
        let own = own.map(|i| {
            let name = if self.is_reader(i) { "seen" } else { "my_cols" };
            show(locals[i].mine, name.into(), Some(i as u8))
        });
        let rows = shared.chain(own).collect();
        (columns, rows)
    }
}

impl RowIsolation {
    fn is_reader(&self, i: Pid) -> bool {
        i == self.writers
    }

    /// The array of the rows.
    fn rows(&self) -> Array {
        if self.columns == 3 { WIDE } else { NARROW }
    }

    /// The row that process `i` writes or reads.
    fn row(&self, i: Pid) -> usize {
        if self.has_own_rows && !self.is_reader(i) { i } else { 0 }
    }

    /// What a writer calls its row.
    fn name(&self) -> &'static str {
        if self.has_own_rows { "row_cols[i]" } else { "row_cols" }
    }

    /// The columns that writer `i` writes: from `write.first_col` to `write.last_col`.
    fn span(&self, i: Pid) -> Range<usize> {
        let first = if self.has_short_writes && i > 0 { self.columns - 1 } else { 0 };
        first..self.columns
    }

    /// The column that is in hand.
    fn col(&self, i: Pid, my: &Local) -> usize {
        self.span(i).start + usize::from(my.col)
    }

    /// On to the next column, if there is one.
    fn goes_on(&self, i: Pid, my: &mut Local) -> bool {
        my.col += 1;
        let goes_on = self.col(i, my) < self.columns;
        if !goes_on {
            my.col = 0;
        }
        goes_on
    }

    /// Whether the row is still the one that was cloned.
    fn is_same(&self, old: Row, row: Row, is_held: bool) -> bool {
        match self.same {
            Same::Identity => is_held,
            Same::Content => old.has_columns_of(row),
            Same::Address => old.has_address_of(row),
        }
    }

    /// Whether the row is the very object that the writer has cloned.
    fn is_held(&self, turn: &Turn<'_, '_, RowIsolation>) -> bool {
        turn.peek(HOLDERS, self.row(turn.i)) & 1 << turn.i != 0
    }

    /// Back to line 05.
    fn restart(&self, turn: &mut Turn<'_, '_, RowIsolation>, my: &mut Local) -> Then<At> {
        let row = self.row(turn.i);
        turn.keep(HOLDERS, row, turn.peek(HOLDERS, row) & !(1 << turn.i));
        turn.note(|| "It has to start again.".into());
        *my = Local { written: my.written, ..Local::new_zeroed() };
        Then::Goto(At::Clone)
    }

    /// The write is through.
    fn ends(&self, my: &mut Local) -> Then<At> {
        let written = match self.writes {
            Some(_) => my.written + 1,
            None => 1,
        };
        *my = Local { written, ..Local::new_zeroed() };
        Then::Goto(At::End)
    }
}

/// What writer `i` writes into each of its columns: a value with this timestamp.
fn timestamp(i: Pid) -> u8 {
    i as u8 + 1
}
