//! Claiming and releasing, and who waits for whom.

use super::locks::{holders, members};
use super::{Abort, At, LOCK, Local, TO_WRITE, TwoPhaseLocking, WANT, locks::Mode};
use model::Pid;
use model::shared_memory::{Array, Program, Then, Turn};

impl TwoPhaseLocking {
    /// Claims the lock of the account in place `k`; if it cannot be had, what to do instead.
    pub(super) fn claim(
        &self,
        turn: &mut Turn<'_, '_, TwoPhaseLocking>,
        my: &mut Local,
        mode: Mode,
    ) -> Option<Then<At>> {
        let (i, x) = (turn.i, self.account(turn.i, my.k));
        if let Some(claimed) = self.locks.claim(turn.peek(LOCK, x), i, mode) {
            turn.update(LOCK, x, |_| claimed);
            my.held |= 1 << x;
            return None;
        }
        let lock = turn.peek(LOCK, x);
        let aborts = my.held != 0
            && match self.abort {
                Abort::Never => false,
                Abort::Taken => true,
                Abort::Younger => holders(lock) & ((1 << i) - 1) != 0,
                Abort::Circle => self.is_in_circle(i, |array, j| turn.peek(array, j)),
            };
        if !aborts {
            turn.read(LOCK, x);
            return Some(Then::Await);
        }
        match self.abort {
            Abort::Circle => turn.write(WANT, i, 0),
            _ => _ = turn.read(LOCK, x),
        }
        turn.note(|| "It gives up its locks and starts over.".into());
        Some(Then::Goto(At::Abort))
    }

    /// Whether process `i` waits for itself, through whatever others.
    fn is_in_circle(&self, i: Pid, peek: impl Fn(Array, usize) -> u8) -> bool {
        let waits_for = |j: Pid| {
            let want = peek(WANT, j);
            let Some(x) = (want & !TO_WRITE).checked_sub(1) else { return 0 };
            let lock = peek(LOCK, x.into());
            let to_write = want & TO_WRITE != 0;
            let has_it = holders(lock) & 1 << j != 0 && !to_write;
            let mode = if to_write { self.mode_to_write() } else { self.mode(j) };
            match self.locks.claim(lock, j, mode) {
                None if !has_it => others(lock, j, mode),
                _ => 0,
            }
        };
        let mut reached = waits_for(i);
        for _ in 0..self.processes() {
            reached = members(reached).fold(reached, |all, j| all | waits_for(j));
        }
        reached & 1 << i != 0
    }

    /// Releases the lowest lock that it has.
    pub(super) fn release(&self, turn: &mut Turn<'_, '_, TwoPhaseLocking>, my: &mut Local) {
        let (i, x) = (turn.i, my.held.trailing_zeros() as usize);
        turn.write_part(LOCK, x, |lock| self.locks.release(lock, i));
        my.held &= my.held - 1;
    }
}

/// Who has to give the lock back before `i` can have it: a set.
pub fn others(lock: u8, i: Pid, mode: Mode) -> u8 {
    holders(lock) & if mode == Mode::SoleReader { !(1 << i) } else { u8::MAX }
}
