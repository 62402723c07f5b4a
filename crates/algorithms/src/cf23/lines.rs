//! `decide`, as the post tells it.

use super::{CLIENTS, Cf23, ELEMENTS, Local, PROPOSE, input, letter};
use model::row_store::{self, Put, Then, Turn};
use model::{Pid, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Propose,
    Assign,
    Other,
    Middle,
    Both,
    Win,
    Lose,
    Decided,
}

type Line = row_store::Line<Cf23>;

pub const LINES: &[Line] = &[
    Line::write(
        Zone::Proposing,
        At::Propose,
        "",
        |_, my, i| Put { columns: 1 << (PROPOSE + i), value: Some(input(i, my.decisions)) },
        At::Assign,
    )
    .worded(|it| it.writes("insert {propose_i: input}"))
    .to("so that the other can find its input"),
    Line::write(
        Zone::Assigning,
        At::Assign,
        "",
        |_, _, i| Put { columns: 0b11 << i, value: Some(i as u8 + 1) },
        At::Other,
    )
    .worded(|it| it.writes("insert {element_i: i, element_(i+1): i}  (at once)")),
    Line::read(
        Zone::Reading,
        At::Other,
        "other ← get element_((i+2) mod 3)",
        |_, _, i| 1 << others(i),
        |_, turn, my, row| {
            my.other = row[others(turn.i)].value().unwrap_or(0);
            if my.other == 0 { conclude(turn, my) } else { Then::Goto(At::Middle) }
        },
    )
    .only_if(|it| !it.reads_row)
    .to("to see whether the other has written"),
    Line::read(
        Zone::Reading,
        At::Middle,
        "middle ← get element_1",
        |_, _, _| 1 << MIDDLE,
        |_, turn, my, row| {
            my.middle = row[MIDDLE].value().unwrap_or(0);
            conclude(turn, my)
        },
    )
    .only_if(|it| !it.reads_row)
    .to("to see whose write is the later one"),
    Line::read(
        Zone::Reading,
        At::Both,
        "other, middle ← get element_*  (at once)",
        |_, _, _| ELEMENTS,
        |_, turn, my, row| {
            my.other = row[others(turn.i)].value().unwrap_or(0);
            my.middle = row[MIDDLE].value().unwrap_or(0);
            conclude(turn, my)
        },
    )
    .only_if(|it| it.reads_row)
    .to("to see who has written, and whose write is the later one"),
    Line::read(
        Zone::Reading,
        At::Win,
        "if other is missing or other = middle:\n  decided ← get propose_i",
        |_, _, i| 1 << (PROPOSE + i),
        |_, turn, my, row| decide(turn, my, row[PROPOSE + turn.i].value()),
    )
    .to("because it takes itself for the first"),
    Line::read(
        Zone::Reading,
        At::Lose,
        "else:\n  decided ← get propose_(1 − i)",
        |_, _, i| 1 << (PROPOSE + 1 - i),
        |_, turn, my, row| decide(turn, my, row[PROPOSE + 1 - turn.i].value()),
    )
    .to("because it takes the other for the first"),
    Line::own(Zone::Decided, At::Decided, "", |it, _, my| {
        if my.decisions == it.uses {
            return Then::Done;
        }
        Then::Goto(At::Propose)
    })
    .worded(|it| match it.uses {
        1 => "return decided".into(),
        _ => "return decided\nand begin again, once, with another input".into(),
    }),
];

const MIDDLE: usize = 1;

/// The element that client `i` does not write.
fn others(i: Pid) -> usize {
    (i + CLIENTS) % 3
}

/// What was read tells who came first, or so the client believes.
fn conclude(turn: &mut Turn<'_, '_>, my: &Local) -> Then<At> {
    let (i, j) = (turn.i, 1 - turn.i);
    let wins = my.other == 0 || my.other == my.middle;
    turn.note(|| match (my.other, wins) {
        (0, _) => {
            format!(
                "Case 1: client {j}’s element is missing, so client {i} takes itself for the first."
            )
        }
        (_, true) => format!(
            "Case 2: the middle element is client {j}’s, so client {i} takes itself for the first."
        ),
        (_, false) => format!(
            "Case 3: the middle element is client {i}’s, so it takes client {j} for the first."
        ),
    });
    Then::Goto(if wins { At::Win } else { At::Lose })
}

fn decide(turn: &mut Turn<'_, '_>, my: &mut Local, value: Option<u8>) -> Then<At> {
    let value = value.unwrap_or(0);
    my.decided[usize::from(my.decisions)] = value;
    my.decisions += 1;
    (my.other, my.middle) = (0, 0);
    turn.decide(|| letter(value));
    Then::Goto(At::Decided)
}

impl Cf23 {
    /// A write goes on its way with one step, and the client waits until enough replicas have it.
    fn writes(&self, line: &str) -> String {
        format!("{line}\n  await {}", self.store.words_of(self.store.writes))
    }
}
