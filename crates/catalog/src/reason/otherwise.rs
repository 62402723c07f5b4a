//! What else could have been in a run.

use super::record::Record;
use model::{Action, Log, Stepped};

/// So often a loop is run through to see whether it is another one.
const ROUNDS: usize = 3;

impl Record<'_> {
    /// Whether somebody could go on now if a process stood again where it stood before a step.
    pub fn would_help(&self, who: usize, step: usize) -> bool {
        let mut live = self.scenario.live();
        let mut then = live.state();
        for (at, taken) in self.steps().iter().enumerate() {
            if at == step {
                then = live.state();
            }
            live.step(taken.action, &mut Log::off());
        }
        live.would_help(&then, who as u8)
    }

    /// Whether a loop would be another one if a process took its next step before it.
    pub fn helps(&self, who: usize, from: usize) -> bool {
        let own = |choice: &&crate::Choice| matches!(choice.action, Action::Step { process, .. } if usize::from(process) == who);
        let Some(own) = self.moments[from].steps().find(own) else { return false };
        let mut live = self.scenario.live();
        for taken in &self.steps()[..from] {
            live.step(taken.action, &mut Log::off());
        }
        live.step(own.action, &mut Log::off());
        // what it changes may be read at the end of the first round
        let mut rounds = (0..ROUNDS).flat_map(|_| &self.steps()[from..]);
        rounds.any(|taken| live.step(taken.action, &mut Log::off()) != Stepped::Ran(taken.row))
    }
}
