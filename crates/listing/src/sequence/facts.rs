//! What the lines of all processes come to: who writes what, and what waits in store buffers.

use crate::core::{Code, Op, Statement};
use crate::instantiate::memory::Issued;
use crate::instantiate::place::LValue;
use crate::instantiate::process::Lines;
use crate::sequence::Sequence;
use crate::sequence::statement::written;
use crate::tree::Storage;
use program::ir::Expr;
use std::collections::BTreeSet;

/// A write: the variable, the process, and the index if it is known.
type Write = (usize, usize, Option<i64>);

impl Sequence<'_> {
    pub fn find_facts(&mut self) {
        let (mut writes, mut issued) = (Vec::new(), Issued::default());
        for (process, lines) in self.processes.iter().enumerate() {
            for (code, is_stepped) in codes(lines) {
                self.writes_of(code, process, is_stepped, &mut writes, &mut issued);
            }
        }
        self.by_rules = self.processes.iter().map(of_rules).collect();
        self.free = self.only_own_writes(&writes);
        if let Some(memory) = &mut self.buffering {
            memory.issued = Some(issued);
        }
    }

    fn writes_of(
        &self,
        code: &Code,
        process: usize,
        is_stepped: bool,
        writes: &mut Vec<Write>,
        issued: &mut Issued,
    ) {
        let mut store = |spot: &LValue, waits: bool| {
            if self.vars[spot.var].storage != Storage::Shared {
                return;
            }
            let index = match spot.indices.first() {
                Some(Expr::Const(at)) => Some(*at),
                _ => None,
            };
            writes.push((spot.var, process, index));
            if waits && is_stepped {
                issued.writes.insert((process, spot.var));
            }
        };
        for op in code {
            match op {
                Op::Store(spot, _) => store(spot, true),
                Op::StoreNow(spot, _) | Op::Operate { spot, .. } => store(spot, false),
                Op::Statement(statement) => match &**statement {
                    Statement::Assign { stores, .. } => {
                        for (spot, _) in stores {
                            store(spot, true);
                        }
                    }
                    Statement::StoreFence => {
                        issued.fences.insert(process);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        for op in code {
            let is_atomic = matches!(op, Op::Statement(it) if matches!(**it, Statement::Atomic(_)));
            for inner in op.inner() {
                self.writes_of(inner, process, is_stepped && !is_atomic, writes, issued);
            }
        }
    }

    /// Arrays over processes of which each element is written by its process alone.
    fn only_own_writes(&self, writes: &[Write]) -> Vec<usize> {
        let is_own = |&(var, process, index): &Write| {
            index.is_some() && index == self.own_index(var, process)
        };
        let is_free = |var: &usize| {
            let it = &self.vars[*var];
            let is_by_process = it.dims.first().is_some_and(|dim| dim.of.are_processes());
            is_by_process
                && it.role.is_none()
                && it.storage == Storage::Shared
                && writes.iter().filter(|write| write.0 == *var).all(is_own)
        };
        (0..self.vars.len()).filter(is_free).collect()
    }
}

/// All lines of a process, each with whether its accesses are steps.
fn codes(lines: &Lines) -> Vec<(&Code, bool)> {
    let sections = lines.sections.iter().map(|(_, code)| (code, true));
    let crashes = lines.crashes.iter().map(|crash| (&crash.body, true));
    let rules = lines
        .rules
        .iter()
        .flat_map(|rule| std::iter::once(&rule.head).chain(&rule.body).map(|code| (code, false)));
    sections.chain(crashes).chain(rules).collect()
}

/// The variables that the rules of a process write.
fn of_rules(lines: &Lines) -> BTreeSet<usize> {
    let crashes = lines.crashes.iter().map(|crash| &crash.body);
    let rules = lines.rules.iter().flat_map(|rule| std::iter::once(&rule.head).chain(&rule.body));
    crashes.chain(rules).flat_map(written).collect()
}
