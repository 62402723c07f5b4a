//! How many outcomes each step has.

use crate::flow::{outcomes, reached};
use crate::ir::{BlockId, Instruction, Process, Program, Rule, Trigger};
use std::collections::{BTreeMap, BTreeSet};

/// Notes at each point and rule how many outcomes its step has, and gives how many ways a process may go at most, by
/// itself, on a message or after a time-out. None once `take` gives no more work.
pub fn count(program: &mut Program, take: &dyn Fn(usize) -> bool) -> Option<i64> {
    let codes = program.processes.iter().flat_map(Process::codes);
    let codes: BTreeSet<BlockId> = codes.map(|(_, code)| code).collect();
    let count = |code: BlockId| Some((code, outcomes(program, code, take)?));
    let counts = codes.into_iter().map(count).collect::<Option<BTreeMap<_, _>>>()?;
    for process in &mut program.processes {
        for point in &mut process.points {
            point.outcomes = point.code.map_or(1, |code| counts[&code]);
        }
        for rule in process.rules.iter_mut().filter(|rule| rule.trigger != Trigger::Crash) {
            rule.outcomes = counts[&rule.code];
        }
    }
    Some(program.processes.iter().map(most_ways).max().unwrap_or(1))
}

/// How many ways a process may go at most.
fn most_ways(process: &Process) -> i64 {
    let mut triggers: BTreeSet<Trigger> = process.rules.iter().map(|rule| rule.trigger).collect();
    triggers.insert(Trigger::Own);
    let ways = |(point, trigger): (usize, Trigger)| {
        process
            .rules_on(trigger, point)
            .map(|rule: Rule| rule.outcomes)
            .fold(0, i64::saturating_add)
    };
    let points = 0..process.points.len();
    let all = points.flat_map(|point| triggers.iter().map(move |&trigger| (point, trigger)));
    all.map(ways).max().unwrap_or(0)
}

/// A loop that takes no step and chooses in each round, in what a block leads to: its blocks. How many outcomes it has
/// nobody knows.
pub fn choosing_loop(program: &Program, code: BlockId) -> Option<BTreeSet<BlockId>> {
    let behind =
        |id: BlockId| reached(program, &program.blocks[id].end.targets().collect::<Vec<_>>());
    let chooses = |id: &BlockId| {
        let mut instructions = program.blocks[*id].instructions.iter();
        instructions.any(|instruction| matches!(instruction, Instruction::Choose(..)))
    };
    let mut choosing = reached(program, &[code]).into_iter().filter(chooses);
    let block = choosing.find(|block| behind(*block).contains(block))?;
    let is_in_loop = |other: &BlockId| behind(*other).contains(&block);
    Some(behind(block).into_iter().filter(is_in_loop).collect())
}
