//! Which variables processes can see each other by.

use crate::footprint::footprints;
use crate::ir::{Program, Variable};

/// The shared variables, own ones that others read among them, that several processes use, and one of them writes.
pub fn contended(program: &Program) -> Vec<&Variable> {
    let prints = footprints(program);
    let is_contended = |variable: &&Variable| {
        let width = variable.words.width() * variable.count.unwrap_or(1);
        (variable.slot..variable.slot + width).any(|slot| {
            prints.iter().filter(|print| print.touches.contains(&slot)).count() > 1
                && prints.iter().any(|print| print.may_write.contains(&slot))
        })
    };
    program.shared.iter().filter(is_contended).collect()
}
