//! What would come of it if a process looked again.

use super::{ROUNDS_MAX, Runner};
use crate::flow::reached;
use crate::ir::{Instruction, SlotId};
use model::{Log, Stepped};
use std::collections::BTreeSet;

impl Runner<'_> {
    /// Whether somebody could go on in `now` if a process stood where it stood `then`, and went on from there:
    /// itself, or another one once it has done what it can.
    pub fn would_help(&mut self, then: &[u8], now: &[u8], process: usize) -> bool {
        let mut state = now.to_vec();
        for slot in self.private(process) {
            let value = self.machine.get(then, slot);
            self.machine.set(&mut state, slot, value);
        }
        let mut seen = Vec::new();
        while seen.len() < ROUNDS_MAX && !seen.contains(&state) {
            let Some(next) = self.own_step(&state, process) else {
                let waits = matches!(self.blocked_status(&state, process), Stepped::Waits);
                return !waits || self.somebody_else_moves(&state, process);
            };
            seen.push(std::mem::replace(&mut state, next));
        }
        let point = self.machine.point(&state, process);
        self.program.processes[process].points[point].busy_waits.is_none()
            || self.somebody_else_moves(&state, process)
    }

    /// The slots that a process has to itself: where it stands, its variables, and what it has half read.
    fn private(&self, process: usize) -> BTreeSet<SlotId> {
        let program = self.program;
        let me = &program.processes[process];
        let codes: Vec<_> = me.codes().map(|(_, code)| code).collect();
        let blocks = reached(program, &codes);
        let instructions = blocks.iter().flat_map(|&block| &program.blocks[block].instructions);
        let stored = instructions.filter_map(|instruction| match instruction {
            Instruction::Store(to, _) => Some(to.slot),
            _ => None,
        });
        let of_variable = |variable: &crate::ir::Variable| {
            variable.slot..variable.slot + variable.count.unwrap_or(1) * variable.words.width()
        };
        let others = program.processes.iter().enumerate().filter(|other| other.0 != process);
        let others = others.flat_map(|(_, other)| &other.locals);
        let foreign: BTreeSet<SlotId> =
            program.shared.iter().chain(others).flat_map(of_variable).collect();
        let own = me.locals.iter().flat_map(of_variable).chain([me.point]).chain(stored);
        own.filter(|slot| !foreign.contains(slot)).collect()
    }

    /// The state after the first outcome of its own step.
    fn own_step(&mut self, state: &[u8], process: usize) -> Option<Vec<u8>> {
        let (mut after, mut next) = (state.to_vec(), None);
        let log = &mut Log::off();
        self.outcomes(state, &mut after, process, log, None, &mut |_, stepped, state, _| {
            if let (Stepped::Ran(_), None) = (stepped, &next) {
                next = Some(state.to_vec());
            }
        });
        next
    }

    fn somebody_else_moves(&mut self, state: &[u8], process: usize) -> bool {
        self.program.steppers().filter(|other| *other != process).any(|other| {
            let point = self.machine.point(state, other);
            match self.program.processes[other].points[point].busy_waits.is_some() {
                true => !self.never_passes(state, other),
                false => self.own_step(state, other).is_some(),
            }
        })
    }
}
