//! Which variables processes can see each other by.

use crate::effects::of_processes;
use crate::ir::{Program, Variable};

/// The shared variables, own ones that others read among them, that several processes use, and one of them writes.
pub fn contended(program: &Program) -> Vec<&Variable> {
    let all = of_processes(program);
    let is_contended = |variable: &&Variable| {
        let width = variable.words.width() * variable.count.unwrap_or(1);
        (variable.slot..variable.slot + width).any(|slot| {
            all.iter().filter(|one| one.touches.contains(&slot)).count() > 1
                && all.iter().any(|one| one.may_write.contains(&slot))
        })
    };
    program.shared.iter().filter(is_contended).collect()
}
