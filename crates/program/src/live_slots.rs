//! At which points the value of a slot can still be read before it is written.

use crate::flow::backward;
use crate::ir::{End, Expr, Instruction, Place, Program, SlotId};
use std::collections::BTreeSet;

type Slots = BTreeSet<SlotId>;

/// Of each point of a process those of some slots that only it touches which its steps can read.
pub fn live(program: &Program, process: usize, slots: &Slots) -> Vec<Slots> {
    let me = &program.processes[process];
    let mut points = vec![Slots::new(); me.points.len()];
    if slots.is_empty() {
        return points;
    }
    loop {
        let before = points.clone();
        let blocks = live_in(program, &before, slots);
        for (point, here) in points.iter_mut().enumerate() {
            let rules = me.rules.iter().filter(|rule| me.is_at(rule.at, point));
            let codes = me.points[point].code.into_iter().chain(rules.map(|rule| rule.code));
            codes.for_each(|code| here.extend(&blocks[code]));
        }
        if points == before {
            return points;
        }
    }
}

fn live_in(program: &Program, points: &[Slots], slots: &Slots) -> Vec<Slots> {
    let live = backward(program.blocks.len(), |id, live| {
        let block = &program.blocks[id];
        let mut here: Slots = block.end.targets().flat_map(|next| &live[next]).copied().collect();
        match &block.end {
            End::Branch(condition, ..) => reads(condition, slots, &mut here),
            End::Stop(point) | End::Retry(point) => {
                here.extend(points.get(*point).into_iter().flatten());
            }
            // where it stands was stored, or did not change
            End::Done => here.extend(points.iter().flatten()),
            End::Jump(_) | End::Blocked => {}
        }
        for instruction in block.instructions.iter().rev() {
            if let Instruction::Store(Place { slot, index: None }, _) = instruction {
                here.remove(slot);
            }
            instruction.each_expr(&mut |expr| reads(expr, slots, &mut here));
        }
        Some(here)
    });
    live.unwrap_or_default()
}

fn reads(expr: &Expr, slots: &Slots, live: &mut Slots) {
    expr.each_inner(&mut |part| {
        if let Expr::Load(place) = part {
            match &place.index {
                None => live.extend(slots.get(&place.slot)),
                // which of them is computed
                Some(_) => live.extend(slots.range(place.slot..)),
            }
        }
    });
}
