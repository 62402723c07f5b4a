//! What a crash would take along, where the text says that it changes what is shared.

use crate::flow::reached;
use crate::ir::{Instruction, Trigger, Variable};
use crate::runner::Runner;
use crate::view::array;
use model::{CrashView, Shape, View};

/// Fills in what would be left if the first process whose crash does so crashed now.
pub fn show(runner: &mut Runner<'_>, state: &[u8], shapes: &[Shape], view: &mut View) {
    let program = runner.program;
    let changed = |process: usize| {
        let rules: Vec<_> =
            program.processes[process].all_on(Trigger::Crash).map(|rule| rule.code).collect();
        let blocks = reached(program, &rules);
        let instructions = blocks.iter().flat_map(|&block| &program.blocks[block].instructions);
        let slots: Vec<_> = instructions
            .filter_map(|instruction| {
                if let Instruction::Store(to, _) = instruction { Some(to.slot) } else { None }
            })
            .collect();
        let is_changed = |variable: &Variable| {
            let end = variable.slot + variable.count.unwrap_or(1) * variable.words.width();
            slots.iter().any(|slot| (variable.slot..end).contains(slot))
        };
        (0..program.shared.len()).filter(|&it| is_changed(&program.shared[it])).collect::<Vec<_>>()
    };
    let all = (0..program.processes.len()).map(|process| (process, changed(process)));
    let Some((process, changed)) = all.into_iter().find(|it| !it.1.is_empty()) else { return };
    let Some(after) = runner.after_crash(process, state) else { return };
    let mut lost = Vec::new();
    let mut left = Vec::new();
    for &at in &changed {
        let (now, then) =
            (&mut view.arrays[at], array(runner, &after, &program.shared[at], shapes[at]));
        for (nth, (cell, left)) in now.cells.iter_mut().zip(&then.cells).enumerate() {
            if cell.value != left.value {
                lost.push(format!("{} = {}", then.cell(nth), cell.value));
                cell.stored = Some(left.value.clone());
            }
        }
        left.push(then);
    }
    let words = match &lost[..] {
        [] => "memory stays as it is.".to_owned(),
        [one] => format!("{one} is lost."),
        [rest @ .., end] => format!("{} and {end} are lost.", rest.join(", ")),
    };
    view.crash = Some(CrashView { arrays: left, words });
}
