//! Who has a lock, and who waits for whom.

use crate::compiled::Compiled;
use crate::ir::{ShownAs, Variable};
use crate::runner::Runner;
use crate::value::SYMBOLS;
use model::{Event, Log, SYSTEM_PROCESSES_MAX, Stepped};

/// The processes that have an element, where it is a lock.
pub fn holders(runner: &Runner<'_>, state: &[u8], it: &Variable, nth: usize) -> Vec<u8> {
    match it.shown_as {
        ShownAs::Lock => {
            let value = runner.machine.get(state, it.slot + nth * it.words.width());
            let is_process = value < SYMBOLS;
            is_process.then(|| (value + it.words.base()) as u8).into_iter().collect()
        }
        ShownAs::Latch { field, first } => {
            let set = runner.machine.get(state, it.slot + nth * it.words.width() + field);
            let members = (0..SYSTEM_PROCESSES_MAX).filter(|at| set >> at & 1 != 0);
            members.map(|at| (first + at) as u8).collect()
        }
        _ => Vec::new(),
    }
}

/// Those who have the first lock that a process reads in vain.
pub fn held_up_by(system: &Compiled, state: &[u8], process: usize) -> Vec<u8> {
    let mut runner = system.telling_runner();
    let (mut events, mut after) = (Vec::new(), state.to_vec());
    let log = &mut Log::to(&mut events);
    if runner.outcomes(state, &mut after, process, log, None, &mut |_, _, _, _| ())
        != Stepped::Waits
    {
        return Vec::new();
    }
    let read = events.into_iter().filter_map(|event| match event {
        Event::Read { cell, .. } => Some(cell),
        _ => None,
    });
    let all = read.filter_map(|cell| {
        let it = runner.program.shared.iter().find(|variable| variable.name == cell.array)?;
        let nth = usize::from(cell.index).saturating_sub(it.first as usize);
        let holders = holders(&runner, state, it, if cell.single { 0 } else { nth });
        let others: Vec<u8> =
            holders.into_iter().filter(|holder| usize::from(*holder) != process).collect();
        (!others.is_empty()).then_some(others)
    });
    all.into_iter().next().unwrap_or_default()
}
