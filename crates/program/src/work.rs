//! How much work one step may be: an equal share of one budget for all that can be tried in a state.
//!
//! Work is counted in operations and operands of the blocks that run. Only a loop can be too much: of a step
//! without one all is done. What one step may take depends on the program alone, so whatever tries it, by itself
//! or with others, comes to the same.

use crate::ROUNDS_MAX;
use crate::flow::reached;
use crate::ir::{BlockId, PointId, Process, Program, Rule, Trigger};

/// The most work of all that is tried in a state.
pub const STATE_WORK: usize = 5_000_000;
/// The most of one step, where few are tried.
const STEP_WORK: usize = 2_000_000;

impl Program {
    /// The most steps that can be tried in a state: a way that a step leaves open is one.
    pub fn steps_max(&self) -> usize {
        self.most(outcomes)
    }

    /// The most work of one step.
    pub(crate) fn share(&self) -> usize {
        let tried = self.most(|process, trigger, point| {
            // what reads again and again is run on, to see whether it can ever pass
            let rounds =
                if process.points[point].busy_waits.is_some() { 1 + ROUNDS_MAX } else { 1 };
            rounds * outcomes(process, trigger, point)
        });
        (STATE_WORK / tried.max(1)).min(STEP_WORK).max(self.longest())
    }

    /// The sum over what processes do, each where it has most to try, and over messages.
    fn most(&self, tried: impl Fn(&Process, Trigger, PointId) -> usize) -> usize {
        let most = |process: &Process, trigger: Trigger| {
            (0..process.points.len()).map(|point| tried(process, trigger, point)).max().unwrap_or(0)
        };
        let own = [Trigger::Own, Trigger::Timeout, Trigger::Arrival, Trigger::Crash];
        let of_processes = self
            .processes
            .iter()
            .flat_map(|process| own.map(|trigger| most(process, trigger)))
            .sum::<usize>();
        let Some(channels) = &self.channels else { return of_processes };
        let kinds = || (0..channels.kinds.len()).map(|kind| Trigger::Message(kind as u8));
        let of_message =
            self.processes.iter().flat_map(|process| kinds().map(|trigger| most(process, trigger)));
        let of_message = of_message.max().unwrap_or(0) + self.network_faults.len();
        of_processes + channels.capacity * of_message
    }

    /// The most work of what runs through no block twice.
    fn longest(&self) -> usize {
        let mut is_entry = vec![true; self.blocks.len()];
        for block in &self.blocks {
            block.end.targets().for_each(|to| is_entry[to] = false);
        }
        let steps = self.processes.iter().flat_map(|process| process.codes().map(|(_, code)| code));
        for code in steps
            .chain(self.initial.iter().copied())
            .chain(self.beginnings.iter().map(|beginning| beginning.1))
        {
            is_entry[code] = true;
        }
        let entries = (0..self.blocks.len()).filter(|&block| is_entry[block]);
        let size = |entry: BlockId| {
            reached(self, &[entry]).into_iter().map(|block| self.blocks[block].size()).sum()
        };
        entries.map(size).max().unwrap_or(0)
    }
}

fn outcomes(process: &Process, trigger: Trigger, point: PointId) -> usize {
    let outcomes = |rule: Rule| rule.outcomes.max(1) as usize;
    process.rules_on(trigger, point).map(outcomes).sum()
}

/// Why a step with such a loop is not followed: a sentence.
pub fn too_long(program: &Program) -> String {
    format!(
        "A loop in it takes more than {} operations, which is its share of what is tried in a state.",
        program.step_work
    )
}
