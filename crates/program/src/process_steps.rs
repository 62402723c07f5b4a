//! What one process can do by itself, whatever all others do.

use crate::Compiled;
use crate::effects::{effects, next_points};
use crate::flow::reached;
use crate::ir::{BlockId, Instruction, PointId, Program, Query, Rule, SlotId};
use crate::runner::Runner;
use model::{Log, Stepped};
use std::collections::BTreeSet;

/// A place to run single steps of single processes.
pub struct Local<'a> {
    program: &'a Program,
    runner: Runner<'a>,
    scratch: Vec<u8>,
}

impl Compiled {
    /// The same program with one claim about states, and nothing that others remember.
    #[must_use]
    pub fn with_claim(&self, property: usize) -> Compiled {
        let mut program = self.program().clone();
        program.properties = vec![program.properties[property].clone()];
        program.inductive.retain(|claim| claim.property == property);
        program.inductive.iter_mut().for_each(|claim| claim.property = 0);
        program.forgotten = program.remembered().collect();
        program.monitors.clear();
        program.order_monitor = None;
        for block in &mut program.blocks {
            block
                .instructions
                .retain(|instruction| !matches!(instruction, Instruction::Observe(_)));
        }
        Compiled::new(program)
    }

    pub fn local(&self) -> Local<'_> {
        Local {
            program: self.program(),
            runner: self.runner(),
            scratch: vec![0; self.program().width],
        }
    }
}

impl Local<'_> {
    /// Shows the state behind each way of a step of a process, where it can be computed.
    pub fn each(
        &mut self,
        process: usize,
        rule: Rule,
        before: &[u8],
        taken: &mut dyn FnMut(&[u8]),
    ) {
        let mut after = std::mem::take(&mut self.scratch);
        let told = (&mut Log::off(), None);
        let one = &mut std::iter::once(rule);
        self.runner.ways(
            one,
            (process, None),
            before,
            &mut after,
            told,
            &mut |_, stepped, state, _| {
                if let Stepped::Ran(_) = stepped {
                    taken(state);
                }
            },
        );
        self.scratch = after;
    }

    /// Where a process stands.
    pub fn point(&self, state: &[u8], process: usize) -> PointId {
        self.runner.machine.point(state, process)
    }

    /// What cannot be computed does not hold.
    pub fn holds(&mut self, query: Query, state: &[u8]) -> bool {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.copy_from_slice(state);
        let holds = self.runner.query(query, &mut scratch).is_some_and(|value| value != 0);
        self.scratch = scratch;
        holds
    }

    /// The steps that a process may have at a point, crashes too.
    pub fn rules(&self, process: usize, point: PointId) -> Vec<Rule> {
        let me = &self.program.processes[process];
        let others = me.rules.iter().filter(|rule| me.is_at(rule.at, point));
        me.own(point).into_iter().chain(others.copied()).collect()
    }
}

/// The points that a process can come to from some, whatever the values are.
pub fn points(program: &Program, process: usize, from: &[PointId]) -> BTreeSet<PointId> {
    let me = &program.processes[process];
    let (mut open, mut seen) = (from.to_vec(), BTreeSet::new());
    while let Some(point) = open.pop() {
        if !seen.insert(point) {
            continue;
        }
        let rules = me.rules.iter().filter(|rule| me.is_at(rule.at, point));
        let codes: Vec<BlockId> = me.own(point).iter().chain(rules).map(|rule| rule.code).collect();
        for block in reached(program, &codes) {
            open.extend(next_points(program, process, block));
        }
    }
    seen
}

/// The slots that any step of a process may write, a crash too.
pub fn written(program: &Program, process: usize) -> BTreeSet<SlotId> {
    let me = &program.processes[process];
    let crashes = me.rules.iter().map(|rule| rule.code);
    let starts: Vec<BlockId> = me.codes().map(|(_, code)| code).chain(crashes).collect();
    let mut written = effects(program, &starts).may_write;
    written.insert(me.point);
    written
}
