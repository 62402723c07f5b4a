//! Whether a system has an initial state, where initial values are chosen and assumptions restrict them.

use model::{Action, Log, Stepped, System};

/// Whether some choice satisfies every assumption. None where that is not known after so many choices, or
/// where an assumption cannot be computed.
pub fn has_initial_state(system: &dyn System, choices_max: usize) -> Option<bool> {
    let mut ahead = vec![system.initial()];
    let mut choices = 0;
    while let Some(state) = ahead.pop() {
        if system.choices_left(&state) == 0 {
            return Some(true);
        }
        let mut all: Vec<Action> = Vec::new();
        system.actions(&state, &mut |action| all.push(action));
        choices += all.len();
        if choices > choices_max {
            return None;
        }
        for action in all {
            let mut after = state.clone();
            match system.step(&mut after, action, &mut Log::off()) {
                Stepped::Ran(_) => ahead.push(after),
                Stepped::Error => return None,
                _ => {}
            }
        }
    }
    Some(false)
}
