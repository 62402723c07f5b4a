//! Whether processes that read again and again can ever get on.

use super::{ROUNDS_MAX, Runner};
use crate::channel::Network;
use crate::ir::{Trigger, Where};
use model::{Log, Stepped};

impl Runner<'_> {
    /// Whether nobody can ever get on, although some read again and again in an `await`.
    pub fn is_stuck(&mut self, state: &[u8]) -> bool {
        let program = self.program;
        if !self.can_spin || self.choices_left(state) > 0 {
            return false;
        }
        let busy_waits = |runner: &Self, it: usize| {
            program.processes[it].points[runner.machine.point(state, it)].busy_waits.is_some()
        };
        let all = 0..program.processes.len();
        let (spinning, others): (Vec<usize>, Vec<usize>) =
            all.partition(|&it| busy_waits(self, it));
        if spinning.is_empty() {
            return false;
        }
        let mut after = state.to_vec();
        // first what is cheap to rule out
        for process in others {
            let mut moves = false;
            let log = &mut Log::off();
            self.outcomes(state, &mut after, process, log, None, &mut |_, _, _, _| moves = true);
            if moves {
                return false;
            }
        }
        spinning.into_iter().all(|it| !self.has_rule(state, it) && self.never_passes(state, it))
            && !self.is_moved(state)
    }

    /// Whether a rule of process `it` applies, wherever it stands: that is a step.
    fn has_rule(&mut self, state: &[u8], it: usize) -> bool {
        let at = self.machine.point(state, it);
        let mut whens = self.program.processes[it]
            .rules_on(Trigger::Own, at)
            .filter(|rule| rule.at != Where::Point(at));
        let (mut after, log) = (state.to_vec(), &mut Log::off());
        self.ways(&mut whens, (it, None), state, &mut after, (log, None), &mut |_, _, _, _| ())
    }

    /// Whether process `it`, left alone, reads for ever, whatever it reads where any value can be read.
    pub(super) fn never_passes(&mut self, state: &[u8], it: usize) -> bool {
        let mut seen = vec![state.to_vec()];
        let mut after = state.to_vec();
        let mut at = 0;
        while at < seen.len().min(ROUNDS_MAX) {
            let (before, mut next) = (seen[at].clone(), Vec::new());
            let log = &mut Log::off();
            self.outcomes(&before, &mut after, it, log, None, &mut |_, stepped, state, _| {
                next.push((state.to_vec(), matches!(stepped, Stepped::Ran(_))));
            });
            let returns = self.returns.clone();
            for ((next, has_run), returns) in next.into_iter().zip(returns) {
                if has_run && self.passes(&next, it, returns) {
                    return false;
                }
                if has_run && !seen.contains(&next) {
                    seen.push(next);
                }
            }
            at += 1;
        }
        true
    }

    /// Whether the step that process `it` has just taken leads out of its `await`, be it to another one or to
    /// the same once more.
    pub(super) fn passes(&self, after: &[u8], it: usize, returns: bool) -> bool {
        let point = self.machine.point(after, it);
        match self.program.processes[it].points[point].busy_waits {
            Some(beginning) => point == beginning && !returns,
            None => true,
        }
    }

    /// Whether a message, a time-out or a write that arrives can move somebody.
    fn is_moved(&mut self, state: &[u8]) -> bool {
        let mut after = state.to_vec();
        let network = self.program.channels.as_ref().map(Network::new);
        let messages = network.as_ref().map_or(0, |network| network.len(state));
        (0..messages).any(|nth| {
            network.as_ref().is_some_and(|network| network.is_offered(state, nth))
                && self.deliver(
                    nth,
                    state,
                    &mut after,
                    (&mut Log::off(), None),
                    &mut |_, _, _, _| (),
                )
        }) || (0..self.program.processes.len()).any(|it| {
            [Trigger::Timeout, Trigger::Arrival].into_iter().any(|trigger| {
                let log = (&mut Log::off(), None);
                self.on(trigger, (it, None), state, &mut after, log, &mut |_, _, _, _| ())
            })
        })
    }
}
