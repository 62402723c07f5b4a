//! How a write goes from a client to the replicas.

use super::clients::{Clients, StateOf, does};
use super::flight::{LATE, Mutation, OK};
use super::line::Does;
use super::view::{self, LAND, LATE_ROW, RETRY};
use super::{CLIENTS_MAX, Cell, Clocks, Program, Put, Stamps};
use crate::{Event, Log, Mail, Pid, Stepped, WritePhase};
use zerocopy::FromZeros;

impl<P: Program> Clients<P> {
    /// Sends a mutation to all replicas. Where a write is one step, the answer is true.
    pub(super) fn write(
        &self,
        state: &mut StateOf<P>,
        i: Pid,
        put: Put,
        falls_back: bool,
        log: &mut Log<'_>,
    ) -> Result<bool, Stepped> {
        let all = self.store.all();
        let is_atomic = self.store.is_atomic();
        if state.flight.awaited_by(i).is_some() || (is_atomic && state.down != 0) {
            return Err(Stepped::Waits);
        }
        let is_stamped_later = self.store.stamps == Stamps::Replica && !is_atomic;
        let now = if falls_back { 0 } else { state.clocks[self.clock(i)] };
        let stamp = if is_stamped_later { Cell::STAMP_MAX } else { now };
        let is_fine = put.value.is_none_or(|it| (1..=Cell::VALUE_MAX).contains(&it));
        if now >= Cell::STAMP_MAX || !is_fine {
            return Err(Stepped::Beyond);
        }
        let it = Mutation::new(i, put.columns, Cell::new(put.value, stamp), all).awaited(true);
        if !is_atomic && !state.flight.insert(it) {
            return Err(Stepped::Beyond);
        }
        state.clocks[self.clock(i)] = now;
        state.steps_back += u8::from(falls_back);
        if !is_stamped_later {
            self.tick(&mut state.clocks, i);
        }
        if is_atomic {
            it.land(state.rows[0].as_mut());
            log.tell(|| Event::Write {
                cell: self.program.called(put.columns),
                value: self.words_of_write(it),
                phase: WritePhase::Whole,
            });
        } else {
            self.tell_sends(it, log);
        }
        if falls_back {
            log.tell(|| Event::Note { text: "Its clock has fallen back to 0.".into() });
        }
        Ok(is_atomic)
    }

    /// A mutation lands at a replica, and the client that awaits it may have waited enough.
    pub(super) fn land(&self, state: &mut StateOf<P>, mail: Mail, log: &mut Log<'_>) -> Stepped {
        let found = state.flight.named(mail, self.program.clients());
        let (Some(it), Some(replica)) = (found, self.replica(mail.to)) else {
            return Stepped::Refused;
        };
        if state.down & 1 << replica != 0 {
            return Stepped::Refused;
        }
        let Some(stamped) = self.stamp(&mut state.clocks, it) else { return Stepped::Beyond };
        log.tell(|| Event::Receive { mail, from: mail.from, text: self.words_of(it) });
        if stamped != it {
            log.tell(|| Event::Note {
                text: format!("Its timestamp is {}.", stamped.cell.stamp()),
            });
        }
        if it.is_awaited() {
            let (from, to) = (mail.to, mail.from);
            let mail = Mail { from, to, kind: OK, nth: 0 };
            log.tell(|| Event::Send { mail, to, text: "ok".into() });
        }
        stamped.land(state.rows[replica].as_mut());
        let left = it.without(1 << replica);
        let has_it = self.store.replicas - left.pending().count_ones() as u8;
        let is_enough = it.is_awaited() && has_it >= self.store.writes.of(self.store.replicas);
        state.flight.replace(it, if is_enough { left.awaited(false) } else { left });
        state.flight.tidy(&state.rows, state.down);
        let i = it.client();
        if is_enough && let Some(Does::Write(_, next)) = does::<P>(state.at[i]) {
            self.go(state, i, self.lands(*next));
            log.tell(|| Event::Note { text: format!("That is enough for client {i} to go on.") });
        }
        Stepped::Ran(view::row::<P>(LAND))
    }

    /// The request of client `i` gets stuck before the store has it, and is sent again.
    pub(super) fn retry(&self, state: &mut StateOf<P>, i: Pid, log: &mut Log<'_>) -> Stepped {
        let awaited = state.flight.awaited_by(i).filter(|it| it.pending() == self.store.all());
        let (Some(it), true) = (awaited, state.retries < self.store.retries_max) else {
            return Stepped::Refused;
        };
        state.retries += 1;
        let unstamped = match self.store.stamps {
            Stamps::Client => it,
            Stamps::Server | Stamps::Replica => it.unstamped(),
        };
        state.late = unstamped.awaited(false);
        self.tell_sends(it, log);
        log.tell(|| Event::Note { text: "The first request is stuck, and will come late.".into() });
        Stepped::Ran(view::row::<P>(RETRY))
    }

    /// The request that got stuck comes to the store after all.
    pub(super) fn come_late(
        &self,
        state: &mut StateOf<P>,
        mail: Mail,
        log: &mut Log<'_>,
    ) -> Stepped {
        if self.late_mail(state) != Some(mail) {
            return Stepped::Refused;
        }
        let mut clocks = state.clocks;
        let it = match self.store.stamps {
            Stamps::Server => self.stamp(&mut clocks, state.late),
            Stamps::Client | Stamps::Replica => Some(state.late),
        };
        let Some(it) = it.filter(|&it| state.flight.insert(it)) else { return Stepped::Beyond };
        state.clocks = clocks;
        state.late = FromZeros::new_zeroed();
        state.flight.tidy(&state.rows, state.down);
        log.tell(|| Event::Receive { mail, from: mail.from, text: self.words_of(it) });
        self.tell_sends(it, log);
        Stepped::Ran(view::row::<P>(LATE_ROW))
    }

    /// Which clock a timestamp for client `i` is taken from.
    fn clock(&self, i: Pid) -> usize {
        if self.store.clocks == Clocks::One { 0 } else { i }
    }

    /// The mutation with a timestamp, which it may get only now; none once the clock shows the
    /// last one.
    fn stamp(&self, clocks: &mut [u8; CLIENTS_MAX], it: Mutation) -> Option<Mutation> {
        if it.is_stamped() {
            return Some(it);
        }
        let now = clocks[self.clock(it.client())];
        if now >= Cell::STAMP_MAX {
            return None;
        }
        self.tick(clocks, it.client());
        Some(it.stamped(now))
    }

    /// A timestamp was taken for client `i`.
    pub(super) fn tick(&self, clocks: &mut [u8; CLIENTS_MAX], i: Pid) {
        match self.store.clocks {
            Clocks::Apart | Clocks::One => clocks[self.clock(i)] += 1,
            Clocks::InStep => self.clients().for_each(|it| clocks[it] += 1),
            Clocks::Still => {}
        }
    }

    pub(super) fn late_mail(&self, state: &StateOf<P>) -> Option<Mail> {
        let from = state.late.client() as u8;
        let to = self.program.clients() as u8;
        (state.late.pending() != 0).then_some(Mail { from, to, kind: LATE, nth: 0 })
    }

    fn tell_sends(&self, it: Mutation, log: &mut Log<'_>) {
        for to in self.addresses() {
            let mail = Mail { from: it.client() as u8, to, kind: it.kind(), nth: 0 };
            log.tell(|| Event::Send { mail, to, text: self.words_of(it) });
        }
    }
}
