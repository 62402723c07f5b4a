//! The seed's algorithm, line by line. A line's number in the seed stands before its words here.

use super::{CHOOSING, Gets, NUMBER, RowLock};
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
    Hands,
    Numbers,
    HandsLate,
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
    Line::write(
        Zone::Doorway,
        At::Raise,
        "write <lock, choosing, i = 1>",
        |_, _, i| put(CHOOSING, i, Some(1)),
        At::Look,
    )
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
        it.reads(&format!("client_number ← 1 + max({columns}{})", it.get(NUMBER, "id")))
    })
    .to("while it chooses its number"),
    // 4
    Line::write(
        Zone::Doorway,
        At::Take,
        "write <lock, number, i = client_number>",
        |_, my, i| put(NUMBER, i, Some(my.client_number)),
        At::Lower,
    )
    .worded(|it| it.writes("write <lock, number, i = client_number>"))
    .to("to take its number"),
    // 5
    Line::write(
        Zone::Doorway,
        At::Lower,
        "delete <lock, choosing, i>",
        |_, _, i| put(CHOOSING, i, None),
        At::Hands,
    )
    .worded(|it| it.writes("delete <lock, choosing, i>"))
    .to("because it has chosen"),
    // 6
    Line::read(
        Zone::Waiting,
        At::Hands,
        "",
        |it, my, _| it.columns(CHOOSING, my),
        |it, _, my, row| {
            it.take(CHOOSING, my, row);
            if it.is_through(my) { Then::Goto(At::Numbers) } else { Then::Stay }
        },
    )
    .worded(|it| it.fills("choosing_hash", CHOOSING))
    .only_if(|it| it.gets != Gets::Row && !it.reads_numbers_first),
    // 7
    Line::read(
        Zone::Waiting,
        At::Numbers,
        "",
        |it, my, _| it.columns(NUMBER, my),
        |it, turn, my, row| {
            it.take(NUMBER, my, row);
            match it.is_through(my) {
                false => Then::Stay,
                true if it.reads_numbers_first => Then::Goto(At::HandsLate),
                true => it.next(turn.i, my),
            }
        },
    )
    .worded(|it| it.fills("number_hash", NUMBER))
    .only_if(|it| it.gets != Gets::Row),
    // 6, after 7
    Line::read(
        Zone::Waiting,
        At::HandsLate,
        "",
        |it, my, _| it.columns(CHOOSING, my),
        |it, turn, my, row| {
            it.take(CHOOSING, my, row);
            if it.is_through(my) { it.next(turn.i, my) } else { Then::Stay }
        },
    )
    .worded(|it| it.fills("choosing_hash", CHOOSING))
    .only_if(|it| it.gets != Gets::Row && it.reads_numbers_first),
    // 6 and 7 at once
    Line::read(
        Zone::Waiting,
        At::Both,
        "",
        |it, my, _| it.columns(NUMBER, my),
        |it, turn, my, row| {
            it.take(NUMBER, my, row);
            it.next(turn.i, my)
        },
    )
    .worded(|it| it.reads("choosing_hash, number_hash ← read <lock>"))
    .only_if(|it| it.gets == Gets::Row),
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
        let fills = it.refills("choosing_hash", CHOOSING);
        format!(
            "for each id from 0 on:\n  while choosing_hash[id] = 1:\n    {fills}\n    \
             await choosing_hash[id] ≠ 1"
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
    .worded(|it| it.reads(&format!("    {}", it.refills("number_hash", NUMBER))))
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
        let fills = it.refills("number_hash", NUMBER);
        let goes_first = match it.breaks_ties {
            true => "(number_hash[id], id) < (client_number, i)",
            false => "number_hash[id] < client_number",
        };
        let last = "await its number to go or to grow";
        format!(
            "  while number_hash[id] exists\n      and {goes_first}:\n    {fills}\n    {last}"
        )
    })
    .to("to compare numbers"),
    // 18
    Line::own(Zone::Critical, At::Critical, "critical section", |_, _, my| {
        my.client_number = 0;
        Then::Goto(At::Leave)
    }),
    // 19
    Line::write(
        Zone::Exit,
        At::Leave,
        "delete <lock, number, i>",
        |_, _, i| put(NUMBER, i, None),
        At::Rest,
    )
    .worded(|it| it.writes("delete <lock, number, i>"))
    .to("to give its number back"),
];

fn put(family: usize, i: Pid, value: Option<u8>) -> Put {
    Put { columns: 1 << (family + i), value }
}

impl RowLock {
    /// A read of a family, as the seed writes it.
    fn get(&self, family: usize, id: &str) -> String {
        let name = if family == NUMBER { "number" } else { "choosing" };
        match self.gets {
            Gets::Column => format!("read <lock, {name}, {id}>"),
            Gets::Family => format!("read <lock, {name}>"),
            Gets::Row => "read <lock>".into(),
        }
    }

    /// Reads a hash for the first time.
    fn fills(&self, hash: &str, family: usize) -> String {
        let (each, at) = match self.gets {
            Gets::Column => ("for each id:\n  ", "[id]"),
            _ => ("", ""),
        };
        self.reads(&format!("{each}{hash}{at} ← {}", self.get(family, "id")))
    }

    /// Reads a hash again.
    fn refills(&self, hash: &str, family: usize) -> String {
        match self.gets {
            Gets::Column => format!("{hash}[id] ← {}", self.get(family, "id")),
            Gets::Family => format!("{hash} ← {}", self.get(family, "id")),
            Gets::Row => format!("choosing_hash, number_hash ← {}", self.get(family, "id")),
        }
    }

    fn reads(&self, line: &str) -> String {
        let store = self.store;
        match store.downs_max {
            0 => line.into(),
            _ => format!("{line}\n    await {}", store.words_of(store.reads)),
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
