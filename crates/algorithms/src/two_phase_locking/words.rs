//! The words of the lines, which follow the knobs, and what the page shows of a process.

use super::claim::others;
use super::locks::members;
use super::{Abort, At, LOCK, Local, Locking, Locks, Mode, TO_WRITE, TwoPhaseLocking};
use model::shared_memory::Memory;
use model::{Pid, ProcessView, Zone};

/// What a process wants, in `want`.
pub fn want(value: u8) -> String {
    let to_write = if value & TO_WRITE != 0 { " to write" } else { "" };
    match value & !TO_WRITE {
        0 => "none".into(),
        x => format!("{}{to_write}", x - 1),
    }
}

impl TwoPhaseLocking {
    pub(super) fn for_each(&self) -> String {
        let order = if self.has_order { ", the lowest first" } else { "" };
        format!("for each x it needs{order}:\n  ")
    }

    pub(super) fn claim_words(&self) -> String {
        let each = if self.abort == Abort::Circle { "  ".into() } else { self.for_each() };
        let claim = match self.locks {
            Locks::Two => "await lock[x] = free\n  lock[x] ← in use",
            _ if self.upgrades() => "await lock[x] = free or read-only\n  lock[x] ← read-only",
            _ => {
                "await lock[x] = free, or read-only if i audits\n  \
                 lock[x] ← in use, or read-only if i audits"
            }
        };
        format!("{each}{}{claim}", self.abort_or())
    }

    /// What it does instead of waiting for the lock.
    fn abort_or(&self) -> &'static str {
        match self.abort {
            Abort::Never => "",
            Abort::Taken => "if lock[x] is taken and i has locks: abort\n  ",
            Abort::Younger => "if someone below i has lock[x] and i has locks: abort\n  ",
            Abort::Circle => "if i waits for itself: want[i] ← none; abort\n  ",
        }
    }

    pub(super) fn inspect_words(&self) -> String {
        let each = if self.has_locks() { "  ".into() } else { self.for_each() };
        let look = match self.auditors {
            0 => "seen[x] ← balance[x]",
            _ => "if i audits: sum ← sum + balance[x]\n  else: seen[x] ← balance[x]",
        };
        format!("{each}{look}")
    }

    pub(super) fn upgrade_words(&self) -> String {
        let each = match self.abort {
            Abort::Circle => "  ",
            _ => "for each x it updates:\n  ",
        };
        let free = match self.mode_to_write() {
            Mode::SoleReader if self.locks == Locks::Three => "free, or read by i alone",
            _ => "free",
        };
        format!("{each}{}await lock[x] = {free}\n  lock[x] ← in use", self.abort_or())
    }

    pub(super) fn update_words(&self) -> String {
        let each = match self.transfer {
            Locking::Eager | Locking::OneByOne => "  ",
            _ => "for each x it updates:\n  ",
        };
        format!("{each}balance[x] ← seen[x] − 1, or + 1 if x is paid")
    }

    pub(super) fn release_words(&self) -> String {
        let all = "for each x that it has locked:\n  lock[x] ← free";
        let each = match (self.transfer, self.audit) {
            (Locking::OneByOne, Locking::OneByOne) => "  lock[x] ← free",
            (Locking::OneByOne, _) if self.auditors == 0 => "  lock[x] ← free",
            (Locking::OneByOne, Locking::TwoPhase) => {
                "  lock[x] ← free, if i audits only at the end"
            }
            (_, Locking::OneByOne) if self.auditors > 0 => {
                "for each x that it has locked, or if i audits at once:\n  lock[x] ← free"
            }
            _ => all,
        };
        format!("{each}{}", self.but_for_readers())
    }

    pub(super) fn abort_words(&self) -> String {
        let free = "abort: for each x that it has locked:\n  lock[x] ← free";
        let then = if self.waits_to_restart { "" } else { "\nstart over" };
        format!("{free}{}{then}", self.but_for_readers())
    }

    /// A lock that counts its readers is free only when the last one has left.
    fn but_for_readers(&self) -> &'static str {
        if self.locks == Locks::Three { ", unless others read it" } else { "" }
    }

    pub(super) fn again_words(&self) -> String {
        let or = match self.locks {
            Locks::Two => "",
            _ if self.upgrades() => " or read-only",
            _ => ", or read-only if i audits",
        };
        format!("await lock[x] = free{or}, of the x it could not get\nstart over")
    }

    pub(super) fn show_process(
        &self,
        i: Pid,
        my: &Local,
        memory: Memory<'_>,
        view: &mut ProcessView,
    ) {
        let stands_at = |at: At| view.row == Some(at as u8);
        let mode = match () {
            () if stands_at(At::Claim) || stands_at(At::Again) => Some(self.mode(i)),
            () if stands_at(At::Upgrade) => Some(self.mode_to_write()),
            () => None,
        };
        let aborts = stands_at(At::Abort) || stands_at(At::Again);
        if let Some(mode) = mode {
            let lock = memory.get(LOCK, self.account(i, my.k));
            if self.locks.claim(lock, i, mode).is_none() {
                let others = members(others(lock, i, mode));
                view.awaits.extend(others.map(|it| it as u8));
            }
        }
        if view.zone == Zone::Crashed {
            return;
        }
        if self.is_auditor(i) {
            view.status = "adds up".into();
            if my.has_sum && view.zone == Zone::Remainder {
                view.status = format!("took the sum for {}", my.sum);
            }
            if !aborts {
                view.locals.push(("sum", my.sum.to_string()));
            }
            return;
        }
        view.status = format!("1 from {} to {}", self.payer(i), self.receiver(i));
        let is_at_work = matches!(view.zone, Zone::Waiting | Zone::Reading | Zone::Assigning);
        if is_at_work && !aborts {
            let seen = my.seen.map(|it| if it == 0 { "–".into() } else { it.to_string() });
            view.locals.push(("seen", seen.join(" ")));
        }
    }
}
