//! Which picture fits a program, by what it declares and whom it sends to.

use crate::ir::{BlockId, End, Expr, Instruction, Program};
use model::{Stage, Zone};
use std::collections::BTreeSet;

/// The stage of a program. It follows from the program alone, never from a state.
pub fn stage(program: &Program) -> Stage {
    if program.channels.is_none() {
        let has_room = program.zones.contains(&Zone::Critical);
        return if has_room { Stage::Zones } else { Stage::Cells };
    }
    let first = program.processes.iter().take_while(|it| it.role == program.processes[0].role);
    let receivers: Vec<_> = (0..program.processes.len()).map(|it| receivers(program, it)).collect();
    let alike = first.count();
    if alike >= 3 && is_ring(&receivers[..alike]) {
        return Stage::Ring;
    }
    let server = program.processes.len() - 1;
    let is_served = |to: &Option<BTreeSet<usize>>| {
        to.as_ref().is_some_and(|it| it.iter().all(|&it| it == server))
    };
    if alike == server && server > 0 && receivers[..server].iter().all(is_served) {
        return Stage::ClientServer;
    }
    Stage::Clique
}

/// Each sends to one other only, and that closes.
fn is_ring(receivers: &[Option<BTreeSet<usize>>]) -> bool {
    let next = |at: usize| match receivers[at].as_ref().map(|it| it.iter().collect::<Vec<_>>()) {
        Some(to) if to.len() == 1 => Some(*to[0]).filter(|&it| it < receivers.len()),
        _ => None,
    };
    let mut at = 0;
    for steps in 1..=receivers.len() {
        match next(at) {
            Some(0) => return steps == receivers.len(),
            Some(to) => at = to,
            None => return false,
        }
    }
    false
}

/// Those that a process may send to, itself left out; none if that depends on values.
fn receivers(program: &Program, process: usize) -> Option<BTreeSet<usize>> {
    let it = &program.processes[process];
    let points = it
        .points
        .iter()
        .flat_map(|it| it.code.into_iter().chain(it.receives.iter().map(|it| it.1)));
    let rules = [&it.whens, &it.on_timeout, &it.on_crash].into_iter().chain(&it.on_message);
    let mut open: Vec<BlockId> = points.chain(rules.flatten().map(|it| it.code)).collect();
    let mut seen = BTreeSet::new();
    let mut receivers = BTreeSet::new();
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        for instruction in &program.blocks[block].instructions {
            match instruction {
                Instruction::Send { to: Expr::Const(to), .. } => {
                    receivers.extend(usize::try_from(*to).ok().filter(|&it| it != process));
                }
                Instruction::Send { .. } => return None,
                _ => {}
            }
        }
        match program.blocks[block].end {
            End::Jump(to) => open.push(to),
            End::Branch(_, to, or) => open.extend([to, or]),
            _ => {}
        }
    }
    Some(receivers)
}
