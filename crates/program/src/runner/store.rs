//! What a replicated row does at the end of every step.

use super::Runner;
use crate::channel::Network;
use crate::ir::Trigger;

impl Runner<'_> {
    /// Brings the messages and what properties remember up to date after a step of a process.
    pub(super) fn settle(
        &mut self,
        before: &[u8],
        after: &mut [u8],
        (trigger, process): (Trigger, usize),
    ) {
        self.take_out_useless(after);
        let who = match trigger {
            // it is nobody's step
            Trigger::Arrival => self.program.processes.len(),
            _ => self.mover(before, after, process),
        };
        self.remember(before, after, Some(who));
    }

    /// Who has moved: where a replica has what somebody waits for, that process goes on.
    fn mover(&self, before: &[u8], after: &[u8], process: usize) -> usize {
        let Some(store) =
            self.program.store.as_ref().filter(|store| store.replicas.contains(&process))
        else {
            return process;
        };
        let moves =
            |who: &usize| self.machine.point(before, *who) != self.machine.point(after, *who);
        (0..store.replicas.start).find(moves).unwrap_or(process)
    }

    /// Mutations that a replica has no more use for are taken out, so that states that cannot be told
    /// apart are equal.
    fn take_out_useless(&mut self, state: &mut [u8]) {
        let program = self.program;
        let (Some(store), Some(channels)) = (&program.store, &program.channels) else { return };
        let network = Network::new(channels);
        for nth in (0..network.len(state)).rev() {
            let mail = network.name(state, nth);
            let Some(0 | 1) = channels.mutation(mail.kind) else { continue };
            network.unpack(network.entry(state, nth), &mut self.machine.registers);
            let replica = usize::from(mail.to) - store.replicas.start;
            if self.query(store.useless[replica], state) == Some(1) {
                network.remove(state, nth);
            }
        }
    }
}
