//! # The work queue of the Cassandra wiki
//!
//! A bakery for each item of work: a worker that finds an item untouched draws a number for it and
//! leaves it to whoever has a lower one. The page's text compares numbers that it has never read,
//! knows no rule for equal ones, and does not look whether the item is still there. Each repair is
//! a knob; leave one away, and an item is processed by two at once, or again, or nothing at all is
//! processed.
//!
//! The page "Locking" of the Cassandra wiki, 13 September 2010, section "Distributed work
//! queue". It warns: "just musings at this point, don't believe a word!" The store here is the
//! best that the page can ask for: one operation on one row is one step, and a scan, too, sees all
//! rows at one moment. What fails here fails everywhere.

mod article;
mod items;
mod names;
mod properties;
mod row;
mod words;

use model::shared_memory::{self, Array, Memory, Program, Then, Threads, Turn};
use model::{Pid, ProcessView, RowView, Zone};
use row::{NUMBER_MAX, Numbers, is_choosing};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct CassandraQueue {
    workers: usize,
    items: usize,
    /// Clients enqueue the items while the workers work; otherwise they are there at the start.
    has_clients: bool,
    /// All items get the same timestamp, and so the same row.
    has_equal_timestamps: bool,
    /// The item is seen in `number` before its details are seen.
    lands_item_first: bool,
    /// The numbers of an item are read before one is drawn.
    reads_to_pick: bool,
    looks: Looks,
    /// Of equal numbers, the lower worker goes first.
    breaks_ties: bool,
    /// Whether the item is still there is read before it is processed.
    checks: bool,
    /// Column 0 is removed before the details.
    removes_item_first: bool,
    crashes: bool,
    lease: Lease,
}

/// What a worker compares its number with.
#[derive(Clone, Copy, PartialEq)]
enum Looks {
    /// With what the scan saw.
    Scanned,
    /// With what it reads when its own number is there.
    Once,
    /// With that, and after it has waited for somebody with what it then reads.
    AfterWaiting,
}

#[derive(Clone, Copy, PartialEq)]
enum Lease {
    None,
    /// The columns of a worker disappear some time after it has died.
    AfterDeath,
    /// They disappear at any time.
    AnyTime,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Scan,
    Raise,
    Read,
    Pick,
    Lower,
    ReadHands,
    ReadNumbers,
    Compare,
    ReadAgain,
    Check,
    Take,
    Process,
    RemoveItemFirst,
    RemoveDetails,
    RemoveItem,
    RemoveNumber,
    Withdraw,
    EnqueueItemFirst,
    EnqueueDetails,
    EnqueueItem,
    Crash,
    Dead,
    RunOut,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// The row of the item; zero while it has none.
    item: u8,
    /// A row of `number` as last seen, and one of `choosing`.
    numbers: u8,
    hands: u8,
    /// Its number.
    mine: u8,
    /// The worker that it compares with.
    id: u8,
    /// What it processes.
    work: u8,
    is_dead: bool,
    /// How many items a client has enqueued.
    enqueued: u8,
    /// How often it has processed each item: history, which no line reads.
    processed: [u8; ITEMS_MAX],
}

const ITEMS_MAX: usize = 2;

const NUMBER: Array = Array::of(0, "number", ITEMS_MAX, row::numbers);
const CHOOSING: Array = Array::of(1, "choosing", ITEMS_MAX, row::hands);
const DETAILS: Array = Array::of(2, "details", ITEMS_MAX, row::work);

type Line = shared_memory::Line<CassandraQueue>;
type Property = model::Property<Threads<CassandraQueue>>;
type States = shared_memory::State<[u8; 12], Local, ()>;

impl Program for CassandraQueue {
    type At = At;
    type Cells = [u8; 12];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[NUMBER, CHOOSING, DETAILS];
    const ZONES: &'static [Zone] =
        &[Zone::Remainder, Zone::Doorway, Zone::Waiting, Zone::Processing, Zone::Exit];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Remainder, At::Scan, "", |it, turn, my| {
            let rows = turn.read_all(NUMBER);
            let rows = &rows[..it.rows()];
            match rows.iter().position(|&row| Numbers(row) == Numbers::FREE) {
                Some(row) => {
                    my.item = row as u8;
                    my.numbers = Numbers::FREE.0;
                    Then::Goto(At::Raise)
                }
                None if rows.iter().any(|&row| Numbers(row).has_item()) => Then::Await,
                None => Then::Done,
            }
        })
        .worded(words::scan)
        .to("to pick an item"),
        Line::at(Zone::Doorway, At::Raise, "choosing[item][i] ← 1", |_, turn, my| {
            let i = turn.i;
            turn.write_part(CHOOSING, my.row(), |row| row | 1 << i);
            Then::Goto(At::Read)
        })
        .to("to say that it draws a number"),
        Line::at(Zone::Doorway, At::Read, "numbers ← number[item]", |_, turn, my| {
            my.numbers = turn.read(NUMBER, my.row());
            Then::Goto(At::Pick)
        })
        .only_if(|it| it.reads_to_pick)
        .to("to see who is there by now"),
        Line::at(
            Zone::Doorway,
            At::Pick,
            "mine ← 1 + max(numbers)\nnumber[item][i] ← mine",
            |_, turn, my| {
                my.mine = 1 + Numbers(my.numbers).max();
                if my.mine > NUMBER_MAX {
                    return Then::Beyond;
                }
                let i = turn.i;
                turn.write_part(NUMBER, my.row(), |row| Numbers(row).with(i, my.mine).0);
                Then::Goto(At::Lower)
            },
        )
        .to("to have a number"),
        Line::at(Zone::Doorway, At::Lower, "choosing[item][i] ← none", |it, turn, my| {
            let i = turn.i;
            turn.write_part(CHOOSING, my.row(), |row| row & !(1 << i));
            Then::Goto(if it.looks == Looks::Scanned { At::Compare } else { At::ReadHands })
        })
        .to("because its number is written"),
        Line::at(Zone::Waiting, At::ReadHands, "hands ← choosing[item]", |_, turn, my| {
            my.hands = turn.read(CHOOSING, my.row());
            Then::Goto(At::ReadNumbers)
        })
        .only_if(|it| it.looks != Looks::Scanned)
        .to("to see who is drawing a number"),
        Line::at(Zone::Waiting, At::ReadNumbers, "numbers ← number[item]", |_, turn, my| {
            my.numbers = turn.read(NUMBER, my.row());
            Then::Goto(At::Compare)
        })
        .only_if(|it| it.looks != Looks::Scanned)
        .to("to see who has one"),
        Line::at(Zone::Waiting, At::Compare, "", |it, turn, my| {
            let id = my.id.into();
            if is_choosing(my.hands, id) {
                let hands = turn.read(CHOOSING, my.row());
                if is_choosing(hands, id) {
                    return Then::Await;
                }
                my.hands = hands;
                if it.looks == Looks::AfterWaiting {
                    return Then::Goto(At::ReadAgain);
                }
            }
            it.compare(turn, my)
        })
        .worded(|it| {
            let lower = match it.breaks_ties {
                true => "(numbers[id], id) < (mine, i)",
                false => "numbers[id] < mine",
            };
            let again = match it.looks {
                Looks::Scanned => "",
                _ => "; meanwhile: hands ← choosing[item]",
            };
            format!("for each id ≠ i:\n  await not hands[id]{again}\n  if {lower}: withdraw")
        })
        .to("and compares"),
        Line::at(Zone::Waiting, At::ReadAgain, "  numbers ← number[item]", |_, turn, my| {
            my.numbers = turn.read(NUMBER, my.row());
            Then::Goto(At::Compare)
        })
        .only_if(|it| it.looks == Looks::AfterWaiting)
        .to("to see what number the other has drawn"),
        Line::at(Zone::Waiting, At::Check, "if not number[item][0]: withdraw", |_, turn, my| {
            match Numbers(turn.read(NUMBER, my.row())).has_item() {
                true => Then::Goto(At::Take),
                false => {
                    turn.note(|| "The item is gone.".into());
                    Then::Goto(At::Withdraw)
                }
            }
        })
        .only_if(|it| it.checks)
        .to("to see whether the item is still there"),
        Line::at(Zone::Waiting, At::Take, "work ← details[item]", |_, turn, my| {
            my.work = turn.read(DETAILS, my.row());
            if my.work == 0 {
                turn.note(|| "There is nothing to process.".into());
            }
            Then::Goto(At::Process)
        })
        .to("to learn what there is to do"),
        Line::at(Zone::Processing, At::Process, "process work", |_, turn, my| {
            if let Some(item) = usize::from(my.work).checked_sub(1) {
                my.processed[item] = (my.processed[item] + 1).min(2);
                turn.note(|| format!("Item {} is processed.", row::work(my.work)));
            }
            my.work = 0;
            Then::Goto(At::RemoveItemFirst)
        }),
        Line::at(Zone::Exit, At::RemoveItemFirst, "number[item][0] ← none", |_, turn, my| {
            turn.write_part(NUMBER, my.row(), |row| Numbers(row).with_item(false).0);
            Then::Goto(At::RemoveDetails)
        })
        .only_if(|it| it.removes_item_first)
        .to("so that nobody takes it any more"),
        Line::at(Zone::Exit, At::RemoveDetails, "details[item] ← none", |_, turn, my| {
            turn.write(DETAILS, my.row(), 0);
            Then::Goto(At::RemoveItem)
        })
        .to("because the work is done"),
        Line::at(Zone::Exit, At::RemoveItem, "number[item][0] ← none", |_, turn, my| {
            turn.write_part(NUMBER, my.row(), |row| Numbers(row).with_item(false).0);
            Then::Goto(At::RemoveNumber)
        })
        .only_if(|it| !it.removes_item_first)
        .to("so that nobody takes it any more"),
        Line::at(Zone::Exit, At::RemoveNumber, "number[item][i] ← none", |_, turn, my| {
            give_back(turn, my)
        })
        .to("to give its number back"),
        Line::at(Zone::Exit, At::Withdraw, "withdraw: number[item][i] ← none", |_, turn, my| {
            give_back(turn, my)
        })
        .to("because it must leave the item alone"),
        Line::at(Zone::Remainder, At::EnqueueItemFirst, "number[row][0] ← 0", |it, turn, my| {
            let Some(item) = it.next_of(turn.i, my) else { return Then::Done };
            turn.write_part(NUMBER, it.row_of(item), |row| Numbers(row).with_item(true).0);
            Then::Goto(At::EnqueueDetails)
        })
        .only_if(|it| it.has_clients && it.lands_item_first)
        .to("which lands before the details do"),
        Line::at(Zone::Remainder, At::EnqueueDetails, "details[row] ← work", |it, turn, my| {
            let Some(item) = it.next_of(turn.i, my) else { return Then::Done };
            turn.write(DETAILS, it.row_of(item), item as u8 + 1);
            if it.lands_item_first {
                my.enqueued += 1;
                return Then::Goto(At::EnqueueItemFirst);
            }
            Then::Goto(At::EnqueueItem)
        })
        .only_if(|it| it.has_clients)
        .to("to enqueue an item"),
        Line::at(Zone::Remainder, At::EnqueueItem, "number[row][0] ← 0", |it, turn, my| {
            let Some(item) = it.next_of(turn.i, my) else { return Then::Done };
            turn.write_part(NUMBER, it.row_of(item), |row| Numbers(row).with_item(true).0);
            my.enqueued += 1;
            Then::Goto(At::EnqueueDetails)
        })
        .only_if(|it| it.has_clients && !it.lands_item_first)
        .to("so that workers find the item"),
        Line::fault(Zone::Crashed, At::Crash, "process i dies", |it, turn, my| {
            let has_columns = it.lease != Lease::None
                && (is_choosing(turn.peek(CHOOSING, my.row()), turn.i)
                    || Numbers(turn.peek(NUMBER, my.row())).of(turn.i) > 0);
            let item = if has_columns { my.item } else { 0 };
            *my = Local { item, is_dead: true, ..my.history() };
            Then::Goto(At::Dead)
        })
        .only_if(|it| it.crashes),
        Line::fault(Zone::Crashed, At::Dead, "process i stays dead", |_, _, _| Then::Done)
            .only_if(|it| it.crashes),
        Line::fault(
            Zone::Crashed,
            At::RunOut,
            "the lease of item ends:\n  choosing[item][i] ← none\n  number[item][i] ← none",
            CassandraQueue::run_out,
        )
        .only_if(|it| it.lease != Lease::None),
    ];
    const CRASH: Option<At> = Some(At::Crash);
    const TIMEOUT: Option<At> = Some(At::RunOut);

    const PROPERTIES: &'static [Property] = properties::PROPERTIES;

    fn processes(&self) -> usize {
        self.workers + self.clients()
    }

    fn start(&self, i: Pid) -> Option<At> {
        (i >= self.workers).then_some(At::EnqueueItemFirst)
    }

    fn cells(&self) -> [u8; 12] {
        let mut cells = [0; 12];
        if !self.has_clients {
            for item in 0..self.items {
                cells[NUMBER.cell(self.row_of(item))] = Numbers::FREE.0;
                cells[DETAILS.cell(self.row_of(item))] = item as u8 + 1;
            }
        }
        cells
    }

    fn len(&self, _: Array) -> usize {
        self.rows()
    }

    fn crashes_max(&self) -> u8 {
        self.crashes.into()
    }

    fn role(&self, i: Pid) -> &'static str {
        if i < self.workers { "worker" } else { "client" }
    }

    fn show(&self, i: Pid, my: &Local, memory: Memory<'_>, view: &mut ProcessView) {
        self.show_process(i, my, memory, view);
    }

    fn show_rows(&self, _: &[Local], memory: Memory<'_>) -> (Vec<String>, Vec<RowView>) {
        self.show_items(memory)
    }
}

impl Local {
    fn row(&self) -> usize {
        self.item.into()
    }

    /// All that is left when it has done with an item.
    fn history(&self) -> Local {
        Local { enqueued: self.enqueued, processed: self.processed, ..Local::new_zeroed() }
    }
}

impl CassandraQueue {
    /// Goes through the others, as far as no hand is raised.
    fn compare(&self, turn: &mut Turn<'_, '_, CassandraQueue>, my: &mut Local) -> Then<At> {
        for id in my.id.into()..self.workers {
            if is_choosing(my.hands, id) {
                my.id = id as u8;
                return Then::Stay;
            }
            let theirs = Numbers(my.numbers).of(id);
            let ties = self.breaks_ties && theirs == my.mine && id < turn.i;
            if theirs != 0 && (theirs < my.mine || ties) {
                turn.note(|| format!("Worker {id} goes first."));
                *my = Local { item: my.item, ..my.history() };
                return Then::Goto(At::Withdraw);
            }
        }
        turn.note(|| "Nobody goes first, as far as it can see.".into());
        *my = Local { item: my.item, ..my.history() };
        Then::Goto(At::Check)
    }

    /// The columns of worker `i` disappear by themselves, one after the other.
    fn run_out(&self, turn: &mut Turn<'_, '_, CassandraQueue>, my: &mut Local) -> Then<At> {
        if self.lease == Lease::AfterDeath && !my.is_dead {
            return Then::Done;
        }
        let (i, row) = (turn.i, my.row());
        let has_number = Numbers(turn.peek(NUMBER, row)).of(i) > 0;
        if is_choosing(turn.peek(CHOOSING, row), i) {
            turn.write_part(CHOOSING, row, |row| row & !(1 << i));
        } else if has_number {
            turn.write_part(NUMBER, row, |row| Numbers(row).with(i, 0).0);
        } else {
            return Then::Done;
        }
        Then::Stay
    }
}

fn give_back(turn: &mut Turn<'_, '_, CassandraQueue>, my: &mut Local) -> Then<At> {
    let i = turn.i;
    turn.write_part(NUMBER, my.row(), |row| Numbers(row).with(i, 0).0);
    *my = my.history();
    Then::Goto(At::Scan)
}
