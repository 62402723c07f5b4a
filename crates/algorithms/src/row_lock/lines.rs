//! The seed's algorithm, line by line. A line's number in the seed stands before its words here.

use super::{ALL, CHOOSING, Gets, Local, NUMBER, RowLock};
use model::row_store::{self, Cell, Put, Then};
use model::{Pid, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Rest,
    Raise,
    Look,
    Take,
    Lower,
    First,
    Second,
    Both,
    Hand,
    Again,
    Turn,
    Critical,
    Leave,
}

type Line = row_store::Line<RowLock>;

pub const LINES: &[Line] = &[
    Line::own(Zone::Remainder, At::Rest, "remainder section", |it, _, my| {
        if my.entered == it.entries {
            return Then::Done;
        }
        my.entered += 1;
        Then::Goto(At::Raise)
    }),
    // 1
    Line::write(Zone::Doorway, At::Raise, "", |_, _, i| put(CHOOSING, i, Some(1)), At::Look)
        .worded(|it| it.writes("write <lock, choosing, i = 1>"))
        .to("to say that it is choosing"),
    // 2, 3
    Line::read(
        Zone::Doorway,
        At::Look,
        "client_number ← 1 + max(read <lock, number>)",
        |it, my, _| it.columns(NUMBER, my),
        |it, _, my, row| {
            let numbers = row[NUMBER..].iter().filter_map(|cell| cell.value());
            my.client_number = my.client_number.max(numbers.max().unwrap_or(0));
            if !it.is_through(my) {
                return Then::Stay;
            }
            my.client_number += 1;
            if my.client_number > Cell::VALUE_MAX {
                return Then::Beyond;
            }
            Then::Goto(At::Take)
        },
    )
    .worded(|it| {
        let columns = match it.gets {
            Gets::Column => "for each id ",
            _ => "",
        };
        format!("client_number ← 1 + max({columns}{})", it.get(NUMBER))
    })
    .to("while it chooses its number"),
    // 4
    Line::write(
        Zone::Doorway,
        At::Take,
        "",
        |_, my, i| put(NUMBER, i, Some(my.client_number)),
        At::Lower,
    )
    .worded(|it| it.writes("write <lock, number, i = client_number>"))
    .to("to take its number"),
    // 5
    Line::write(Zone::Doorway, At::Lower, "", |_, _, i| put(CHOOSING, i, None), At::First)
        .worded(|it| it.writes("delete <lock, choosing, i>"))
        .to("because it has chosen"),
    // 6
    Line::read(
        Zone::Waiting,
        At::First,
        "",
        |it, my, _| it.columns(it.first(), my),
        |it, _, my, row| {
            it.take(it.first(), my, row);
            if it.is_through(my) { Then::Goto(At::Second) } else { Then::Stay }
        },
    )
    .worded(|it| it.fills(it.first()))
    .only_if(|it| !it.begins_with_row()),
    // 7
    Line::read(
        Zone::Waiting,
        At::Second,
        "",
        |it, my, _| it.columns(it.second(), my),
        |it, turn, my, row| {
            it.take(it.second(), my, row);
            if it.is_through(my) { it.next(turn.i, my) } else { Then::Stay }
        },
    )
    .worded(|it| it.fills(it.second()))
    .only_if(|it| !it.begins_with_row()),
    // 6 and 7 at once
    Line::read(
        Zone::Waiting,
        At::Both,
        "",
        |_, _, _| ALL,
        |it, turn, my, row| {
            my.take(ALL, row);
            it.next(turn.i, my)
        },
    )
    .worded(|it| match it.gets {
        Gets::Row => "row ← read <lock>".into(),
        _ => "choosing_hash, number_hash ← read <lock>".into(),
    })
    .only_if(RowLock::begins_with_row),
    // 9 to 12
    Line::read(
        Zone::Waiting,
        At::Hand,
        "",
        |it, my, _| it.columns(CHOOSING, my),
        |it, turn, my, row| {
            it.take(CHOOSING, my, row);
            match my.choosing_hash & 1 << my.id {
                0 if it.reads_again && it.gets != Gets::Row => Then::Goto(At::Again),
                0 => it.next(turn.i, my),
                _ => Then::Await,
            }
        },
    )
    .worded(|it| {
        let (fills, hash) = (it.refills(CHOOSING), it.hash(CHOOSING));
        format!(
            "for each id from 0 on:\n  while {hash}[id] = 1:\n    {fills}\n    \
             await {hash}[id] ≠ 1"
        )
    })
    .to("to see whether that one is still choosing"),
    Line::read(
        Zone::Waiting,
        At::Again,
        "",
        |it, my, _| it.columns(NUMBER, my),
        |it, turn, my, row| {
            it.take(NUMBER, my, row);
            it.next(turn.i, my)
        },
    )
    .worded(|it| format!("    {}", it.refills_hash(NUMBER)))
    .only_if(|it| it.reads_again && it.gets != Gets::Row)
    .to("because it has waited"),
    // 13 to 16
    Line::read(
        Zone::Waiting,
        At::Turn,
        "",
        |it, my, _| it.columns(NUMBER, my),
        |it, turn, my, row| {
            it.take(NUMBER, my, row);
            if it.must_wait(turn.i, my) {
                return Then::Await;
            }
            my.id += 1;
            it.next(turn.i, my)
        },
    )
    .worded(|it| {
        let (fills, hash) = (it.refills(NUMBER), it.hash(NUMBER));
        let goes_first = match it.breaks_ties {
            true => format!("({hash}[id], id) < (client_number, i)"),
            false => format!("{hash}[id] < client_number"),
        };
        format!(
            "  while {hash}[id] exists and\n      {goes_first}:\n    {fills}\n    \
             await {hash}[id] to go or to grow"
        )
    })
    .to("to compare numbers"),
    // 18
    Line::own(Zone::Critical, At::Critical, "critical section", |_, _, my| {
        *my = Local { entered: my.entered, ..Local::new_zeroed() };
        Then::Goto(At::Leave)
    }),
    // 19
    Line::write(Zone::Exit, At::Leave, "", |_, _, i| put(NUMBER, i, None), At::Rest)
        .worded(|it| it.writes("delete <lock, number, i>"))
        .to("to give its number back"),
];

fn put(family: usize, i: Pid, value: Option<u8>) -> Put {
    Put { columns: 1 << (family + i), value }
}

fn name(family: usize) -> &'static str {
    if family == NUMBER { "number" } else { "choosing" }
}

impl RowLock {
    /// What the seed's line 6 reads.
    fn first(&self) -> usize {
        if self.reads_numbers_first { NUMBER } else { CHOOSING }
    }

    /// What its line 7 reads.
    fn second(&self) -> usize {
        if self.reads_numbers_first { CHOOSING } else { NUMBER }
    }

    /// A read of a family, as the seed writes it.
    fn get(&self, family: usize) -> String {
        match self.gets {
            Gets::Column => format!("read <lock, {}, id>", name(family)),
            Gets::Family | Gets::RowOnce => format!("read <lock, {}>", name(family)),
            Gets::Row => "read <lock>".into(),
        }
    }

    /// Reads a hash for the first time.
    fn fills(&self, family: usize) -> String {
        let each = if self.gets == Gets::Column { "for each id:\n  " } else { "" };
        format!("{each}{}", self.refills_hash(family))
    }

    /// As [`Self::refills`], in a line that is left out where one read gets the row.
    fn refills_hash(&self, family: usize) -> String {
        match self.gets {
            Gets::Row => RowLock { gets: Gets::Family, ..*self }.refills(family),
            _ => self.refills(family),
        }
    }

    /// Reads a hash again, or as much of it as one read gets.
    fn refills(&self, family: usize) -> String {
        let get = self.get(family);
        match self.gets {
            Gets::Column => format!("{}[id] ← {get}", self.hash(family)),
            Gets::Family | Gets::RowOnce => format!("{} ← {get}", self.hash(family)),
            Gets::Row => format!("row ← {get}"),
        }
    }

    /// Where a client keeps what it has read of a family.
    fn hash(&self, family: usize) -> String {
        match self.gets {
            Gets::Row => format!("row.{}", name(family)),
            _ => format!("{}_hash", name(family)),
        }
    }

    fn writes(&self, line: &str) -> String {
        let store = self.store;
        match (store.replicas, store.downs_max) {
            (1, 0) => line.into(),
            _ => format!("{line}\n  await {}", store.words_of(store.writes)),
        }
    }
}
