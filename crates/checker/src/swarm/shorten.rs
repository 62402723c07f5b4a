//! Runs made shorter by leaving steps out (after Zeller and Hildebrandt, "Simplifying and isolating
//! failure-inducing input", 2002, <https://doi.org/10.1109/32.988498>).

use model::{Action, Log, Stepped, System};

/// A run, no longer, to a state that `fails`: no single step can be left out of it.
pub fn shorten(
    system: &dyn System,
    mut run: Vec<Action>,
    fails: impl Fn(&[u8]) -> bool,
) -> Vec<Action> {
    let mut size = run.len();
    while size > 0 {
        let mut is_shorter = false;
        let mut at = 0;
        while at < run.len() {
            let without = run[..at].iter().chain(&run[(at + size).min(run.len())..]);
            match replay(system, without, &fails) {
                Some(shorter) if shorter.len() < run.len() => {
                    run = shorter;
                    is_shorter = true;
                }
                _ => at += size,
            }
        }
        // after the last round of single steps nothing can be left out
        size = if size == 1 && is_shorter { 1 } else { size / 2 };
    }
    run
}

/// Those of the steps that can be taken, up to the first state that fails; none if none does.
fn replay<'a>(
    system: &dyn System,
    steps: impl Iterator<Item = &'a Action>,
    fails: impl Fn(&[u8]) -> bool,
) -> Option<Vec<Action>> {
    let mut state = system.initial();
    let mut after = state.clone();
    let mut run = Vec::new();
    if fails(&state) {
        return Some(run);
    }
    for &action in steps {
        after.copy_from_slice(&state);
        if matches!(system.step(&mut after, action, &mut Log::off()), Stepped::Ran(_)) {
            state.copy_from_slice(&after);
            run.push(action);
            if fails(&state) {
                return Some(run);
            }
        }
    }
    None
}
