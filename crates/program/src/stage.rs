//! Which stage fits a program: from what its processes may touch and whom they may write to, never
//! from values.

use crate::ir::{BlockId, End, Expr, Instruction, Place, Program};
use model::Stage;
use std::collections::BTreeSet;

/// What the code of one process may do.
#[derive(Default)]
struct Footprint {
    /// Processes that it may send to.
    sends_to: BTreeSet<usize>,
    /// It writes several shared cells in one step.
    writes_several: bool,
}

/// The stage for a program, its options put in.
pub fn stage(program: &Program) -> Stage {
    let prints: Vec<Footprint> =
        (0..program.processes.len()).map(|process| footprint(program, process)).collect();
    let has_messages = prints.iter().any(|it| !it.sends_to.is_empty());
    if has_messages {
        return match () {
            () if is_ring(&prints) => Stage::Ring,
            () if is_served(program, &prints) => Stage::ClientServer,
            () => Stage::Clique,
        };
    }
    if prints.iter().any(|it| it.writes_several) && !has_room(program) {
        return Stage::Array;
    }
    if has_room(program) { Stage::Zones } else { Stage::Cells }
}

/// Whether processes pass through sections in which they may wait for each other.
fn has_room(program: &Program) -> bool {
    program.zones.iter().any(|it| matches!(it.name(), "remainder" | "waiting" | "critical"))
}

/// Of three or more, each sends to one other only, and that closes.
fn is_ring(prints: &[Footprint]) -> bool {
    if prints.len() < 3 || prints.iter().any(|it| it.sends_to.len() != 1) {
        return false;
    }
    let next = |process: usize| prints[process].sends_to.first().copied().unwrap_or(process);
    let mut at = 0;
    for _ in 1..prints.len() {
        at = next(at);
        if at == 0 {
            return false;
        }
    }
    next(at) == 0
}

/// The last process is alone in its role, and the others exchange messages with nobody else.
fn is_served(program: &Program, prints: &[Footprint]) -> bool {
    let Some(last) = program.processes.len().checked_sub(1) else { return false };
    let server = &program.processes[last];
    let is_alone = server.number.is_none()
        && program.processes.iter().filter(|it| it.role == server.role).count() == 1;
    let only_to_server = |it: &Footprint| it.sends_to.iter().all(|&to| to == last);
    last > 0 && is_alone && prints[..last].iter().all(only_to_server)
}

fn footprint(program: &Program, process: usize) -> Footprint {
    let me = &program.processes[process];
    let points = me
        .points
        .iter()
        .flat_map(|it| it.code.iter().copied().chain(it.receives.iter().map(|it| it.1)));
    let rules = me.whens.iter().chain(me.on_message.iter().flatten()).chain(&me.on_timeout);
    let starts: Vec<BlockId> = points.chain(rules.map(|it| it.code)).collect();
    let mut print = Footprint::default();
    for start in starts {
        step(program, start, &mut print);
    }
    print
}

/// Notes what one step may do.
fn step(program: &Program, start: BlockId, print: &mut Footprint) {
    let (mut open, mut seen) = (vec![start], BTreeSet::new());
    let mut written = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let block = &program.blocks[id];
        for instruction in &block.instructions {
            match instruction {
                Instruction::Send { to, .. } => match to {
                    Expr::Const(to) => {
                        print.sends_to.insert(*to as usize);
                    }
                    _ => print.sends_to.extend(0..program.processes.len()),
                },
                Instruction::Store(Place { slot, index: None }, _) => {
                    let of = program.shared.iter().position(|it| {
                        let width = it.words.width() * it.count.unwrap_or(1);
                        (it.slot..it.slot + width).contains(slot)
                    });
                    if let Some(variable) = of {
                        written.insert((variable, *slot));
                    }
                }
                _ => {}
            }
        }
        match block.end {
            End::Jump(next) => open.push(next),
            End::Branch(_, then, otherwise) => open.extend([then, otherwise]),
            _ => {}
        }
    }
    // of one array: several elements are one row of cells with a bracket over them
    let arrays: BTreeSet<usize> = written.iter().map(|it| it.0).collect();
    let several = arrays.iter().any(|array| written.iter().filter(|it| it.0 == *array).count() > 1);
    print.writes_several |= several;
}
