//! # Two-phase locking
//!
//! Transfers between bank accounts, each with a lock, and an auditor who adds the accounts up. A
//! transaction claims all that it needs, looks, and only then writes and releases. Release
//! earlier, and money is made or the auditor is deceived; claim in any order, and transactions
//! wait for each other in a circle. What two-phase locking does not give is atomicity: a crash
//! between the two updates takes money with it.
//!
//! Douglas W. Jones, [lecture notes 22C:116][notes], University of Iowa, fall 2002, number 29,
//! "Atomic Transactions": "Transactions". The wait of the younger for the older is from
//! D. J. Rosenkrantz, R. E. Stearns and P. M. Lewis, [System Level Concurrency Control for
//! Distributed Database Systems][wait-die] (1978).
//!
//! [notes]: http://homepage.divms.uiowa.edu/~jones/opsys/
//! [wait-die]: https://doi.org/10.1145/320251.320260

mod article;
mod claim;
mod locks;
mod properties;
mod roles;
mod words;

use crate::shared::set::members;
use locks::{Locks, Mode};
use model::shared_memory::{self, Array, Memory, Program, Then, Threads, number};
use model::{ArrayView, Pid, ProcessView, Shape, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct TwoPhaseLocking {
    accounts: usize,
    /// They come first; transfer `i` moves 1 from account `i` to the next.
    transfers: usize,
    auditors: usize,
    transfer: Locking,
    audit: Locking,
    /// The lowest account is claimed first.
    has_order: bool,
    locks: Locks,
    claims: Claims,
    abort: Abort,
    /// Who has aborted starts over only when the lock that it could not get is free.
    waits_to_restart: bool,
    crash: Crash,
}

#[derive(Clone, Copy, PartialEq)]
enum Locking {
    /// All locks are claimed before anything is updated, and none is claimed after one is released.
    TwoPhase,
    /// Each account is updated as soon as it is locked; all locks are released at the end.
    Eager,
    /// One account after the other is locked, updated and released.
    OneByOne,
    /// The locks are released before the updates.
    BeforeUpdate,
    None,
}

/// What a transfer claims before it inspects, with locks of three states.
#[derive(Clone, Copy, PartialEq)]
enum Claims {
    InUse,
    /// Read-only, and then in use, which needs a free lock.
    AsWritten,
    /// Read-only, and then in use, which the only reader may have.
    SoleReader,
}

/// When a process that has locks, and cannot get one more, gives them up.
#[derive(Clone, Copy, PartialEq)]
enum Abort {
    Never,
    Taken,
    /// If an older one, of a lower number, has that lock.
    Younger,
    /// If it closes a circle of processes that wait.
    Circle,
}

#[derive(Clone, Copy, PartialEq)]
enum Crash {
    None,
    /// The dead keep their locks.
    Kept,
    Freed,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Want,
    Claim,
    Inspect,
    WantToWrite,
    Upgrade,
    ReleaseEarly,
    Update,
    Release,
    End,
    Abort,
    Again,
    Crash,
    Free,
    Dead,
}

#[derive(Clone, Copy, Default, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// It is about to treat the account that it needs in this place.
    k: u8,
    /// The accounts whose locks it has: a set.
    held: u8,
    /// The balances that a transfer has inspected, in the order of its accounts.
    seen: [u8; 2],
    /// What an auditor has added up.
    sum: u8,
    has_sum: bool,
    /// It has updated one of its two accounts.
    is_between: bool,
}

/// What each account holds at the start.
const BALANCE_AT_START: u8 = 3;
/// No account holds more in an ordinary run.
const BALANCE_MAX: u8 = 9;

const BALANCE: Array = Array::of(0, "balance", 3, number);
const LOCK: Array = Array::of(1, "lock", 3, locks::show).shaped(Shape::Locks);
const WANT: Array = Array::of(2, "want", 4, words::want);
/// In `want`: the account is to be written, and it has a read-only lock on it.
const TO_WRITE: u8 = 8;

type Line = shared_memory::Line<TwoPhaseLocking>;
type It = Threads<TwoPhaseLocking>;
type States = shared_memory::State<[u8; 12], Local, ()>;

impl Program for TwoPhaseLocking {
    type At = At;
    type Cells = [u8; 12];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[BALANCE, LOCK, WANT];
    const ZONES: &'static [Zone] =
        &[Zone::Waiting, Zone::Reading, Zone::Assigning, Zone::Exit, Zone::Remainder];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Waiting, At::Want, "", |it, turn, my| {
            turn.write(WANT, turn.i, it.account(turn.i, my.k) as u8 + 1);
            Then::Goto(At::Claim)
        })
        .worded(|it| format!("{}want[i] ← x", it.for_each()))
        .only_if(|it| it.abort == Abort::Circle),
        Line::at(Zone::Waiting, At::Claim, "", |it, turn, my| {
            it.claim(turn, my, it.mode(turn.i)).unwrap_or(Then::Goto(At::Inspect))
        })
        .worded(TwoPhaseLocking::claim_words)
        .only_if(TwoPhaseLocking::has_locks),
        Line::at(Zone::Reading, At::Inspect, "", |it, turn, my| {
            let i = turn.i;
            let balance = turn.read(BALANCE, it.account(i, my.k));
            match it.is_auditor(i) {
                true => my.sum += balance,
                false => my.seen[usize::from(my.k)] = balance,
            }
            my.has_sum = it.is_auditor(i) && it.is_last(i, my.k);
            if my.has_sum {
                turn.note(|| format!("It takes the sum for {}.", my.sum));
            }
            match it.locking(i) {
                Locking::OneByOne if it.is_auditor(i) => return Then::Goto(At::Release),
                Locking::OneByOne | Locking::Eager => return Then::Goto(At::Update),
                _ if !it.is_last(i, my.k) => return it.next(i, my),
                _ => my.k = 0,
            }
            Then::Goto(if it.is_auditor(i) { it.after_all(i) } else { At::WantToWrite })
        })
        .worded(TwoPhaseLocking::inspect_words),
        Line::at(
            Zone::Waiting,
            At::WantToWrite,
            "for each x it updates:\n  want[i] ← x to write",
            |it, turn, my| {
                turn.write(WANT, turn.i, (it.account(turn.i, my.k) as u8 + 1) | TO_WRITE);
                Then::Goto(At::Upgrade)
            },
        )
        .only_if(|it| it.upgrades() && it.abort == Abort::Circle),
        Line::at(Zone::Waiting, At::Upgrade, "", |it, turn, my| {
            it.claim(turn, my, it.mode_to_write()).unwrap_or_else(|| {
                if it.is_last(turn.i, my.k) {
                    my.k = 0;
                    return Then::Goto(At::Update);
                }
                my.k += 1;
                Then::Goto(At::WantToWrite)
            })
        })
        .worded(TwoPhaseLocking::upgrade_words)
        .only_if(TwoPhaseLocking::upgrades),
        Line::at(
            Zone::Exit,
            At::ReleaseEarly,
            "for each x that it has locked:\n  lock[x] ← free",
            |it, turn, my| {
                it.release(turn, my);
                if my.held == 0 { Then::Goto(At::Update) } else { Then::Stay }
            },
        )
        .only_if(|it| it.transfer == Locking::BeforeUpdate),
        Line::at(Zone::Assigning, At::Update, "", |it, turn, my| {
            let (i, k) = (turn.i, usize::from(my.k));
            let x = it.account(i, my.k);
            let is_payer = x == it.payer(i);
            if (is_payer && my.seen[k] == 0) || my.seen[k] > BALANCE_MAX {
                return Then::Beyond;
            }
            turn.write(BALANCE, x, if is_payer { my.seen[k] - 1 } else { my.seen[k] + 1 });
            my.is_between = !it.is_last(i, my.k);
            match it.locking(i) {
                Locking::OneByOne => return Then::Goto(At::Release),
                Locking::Eager if my.is_between => return it.next(i, my),
                _ if my.is_between => {
                    my.k += 1;
                    return Then::Stay;
                }
                _ => {}
            }
            it.finish(i, my)
        })
        .worded(TwoPhaseLocking::update_words),
        Line::at(Zone::Exit, At::Release, "", |it, turn, my| {
            it.release(turn, my);
            if my.held != 0 {
                return Then::Stay;
            }
            if it.locking(turn.i) == Locking::OneByOne && !it.is_last(turn.i, my.k) {
                return it.next(turn.i, my);
            }
            *my = Local { sum: my.sum, has_sum: my.has_sum, ..Local::default() };
            Then::Goto(At::End)
        })
        .worded(TwoPhaseLocking::release_words)
        .only_if(|it| it.has_locks() && (it.audits_with_locks() || it.releases_late())),
        Line::at(Zone::Remainder, At::End, "end", |_, _, _| Then::Done),
        Line::at(
            Zone::Exit,
            At::Abort,
            "abort: for each x that it has locked:\n  lock[x] ← free",
            |it, turn, my| {
                it.release(turn, my);
                if my.held != 0 {
                    return Then::Stay;
                }
                *my = Local { k: if it.waits_to_restart { my.k } else { 0 }, ..Local::default() };
                Then::Goto(if it.waits_to_restart { At::Again } else { At::Want })
            },
        )
        .worded(TwoPhaseLocking::abort_words)
        .only_if(|it| it.has_locks() && it.abort != Abort::Never),
        Line::at(Zone::Waiting, At::Again, "", |it, turn, my| {
            let lock = turn.read(LOCK, it.account(turn.i, my.k));
            if it.locks.claim(lock, turn.i, it.mode(turn.i)).is_none() {
                return Then::Await;
            }
            my.k = 0;
            Then::Goto(At::Want)
        })
        .worded(TwoPhaseLocking::again_words)
        .only_if(|it| it.has_locks() && it.abort != Abort::Never && it.waits_to_restart),
        Line::fault(Zone::Crashed, At::Crash, "process i crashes", |it, _, my| {
            let is_freed = it.crash == Crash::Freed && my.held != 0;
            *my = Local { held: if is_freed { my.held } else { 0 }, ..Local::default() };
            Then::Goto(if is_freed { At::Free } else { At::Dead })
        })
        .only_if(|it| it.crash != Crash::None),
        Line::fault(
            Zone::Crashed,
            At::Free,
            "for each x that it had locked:\n  lock[x] ← free",
            |it, turn, my| {
                it.release(turn, my);
                if my.held == 0 { Then::Goto(At::Dead) } else { Then::Stay }
            },
        )
        .only_if(|it| it.crash == Crash::Freed && it.has_locks())
        .to("as the system takes the lock from it"),
        Line::fault(Zone::Crashed, At::Dead, "process i stays dead", |_, _, _| Then::Done)
            .only_if(|it| it.crash != Crash::None),
    ];
    const CRASH: Option<At> = Some(At::Crash);
    const PROPERTIES: &'static [model::Property<It>] = properties::PROPERTIES;

    fn processes(&self) -> usize {
        self.transfers + self.auditors
    }

    fn start(&self, i: Pid) -> Option<At> {
        (self.locking(i) == Locking::None).then_some(At::Inspect)
    }

    fn cells(&self) -> [u8; 12] {
        let mut cells = [0; 12];
        for x in 0..self.accounts {
            cells[BALANCE.cell(x)] = BALANCE_AT_START;
        }
        cells
    }

    fn len(&self, array: Array) -> usize {
        match array.name {
            "want" if self.abort != Abort::Circle => 0,
            "want" => self.processes(),
            "lock" if !self.has_locks() => 0,
            _ => self.accounts,
        }
    }

    fn crashes_max(&self) -> u8 {
        u8::from(self.crash != Crash::None)
    }

    fn show(&self, i: Pid, my: &Local, memory: Memory<'_>, view: &mut ProcessView) {
        self.show_process(i, my, memory, view);
    }

    fn show_array(&self, array: Array, memory: Memory<'_>, view: &mut ArrayView) {
        // transfer `i` goes from account `i` to the next
        if array.name != WANT.name && self.transfers == self.accounts {
            view.shape = Shape::Between;
        }
        if array.name == LOCK.name {
            for (account, it) in view.cells.iter_mut().enumerate() {
                let holders = locks::holders(memory.get(LOCK, account));
                it.holders = members(holders).collect();
            }
        }
    }
}

impl TwoPhaseLocking {
    /// On to the next account.
    fn next(&self, i: Pid, my: &mut Local) -> Then<At> {
        my.k += 1;
        Then::Goto(if self.locking(i) == Locking::None { At::Inspect } else { At::Want })
    }

    fn after_all(&self, i: Pid) -> At {
        let has_locks = !matches!(self.locking(i), Locking::BeforeUpdate | Locking::None);
        if has_locks { At::Release } else { At::End }
    }

    /// After the last update.
    fn finish(&self, i: Pid, my: &mut Local) -> Then<At> {
        *my = Local { held: my.held, ..Local::default() };
        Then::Goto(self.after_all(i))
    }
}
