//! Whether a process that rests may go on again.

use crate::compiled::Compiled;
use crate::effects::{guard_reads, written_by_rules};
use crate::ir::BlockId;
use model::{Event, Life, Log, Stepped};

/// What life a process has whose step from here is that code, and who may rest here: one that can take the
/// step runs, and one whom nobody can give something to do is done.
pub fn life(system: &Compiled, state: &[u8], process: usize, code: BlockId) -> Life {
    let (program, mut after) = (system.program(), state.to_vec());
    let mut events = Vec::new();
    let log = &mut Log::to(&mut events);
    let mut runner = system.telling_runner();
    if runner.outcomes(state, &mut after, process, log, None, &mut |_, _, _, _| ()) != Stepped::Done
    {
        return Life::Running;
    }
    let waits_for_others = events.iter().any(|event| matches!(event, Event::Read { .. }));
    let is_told = || !guard_reads(program, code).is_disjoint(&written_by_rules(program, process));
    if waits_for_others || is_told() { Life::Resting } else { Life::Done }
}
