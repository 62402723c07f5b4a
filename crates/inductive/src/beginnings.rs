//! The states in which runs begin, with all that is chosen there.

use model::{Expansion, System};

/// None if they are more than so many.
pub fn beginnings(system: &dyn System, max: usize) -> Option<Vec<Vec<u8>>> {
    let mut first = vec![0; system.width()];
    system.init(&mut first);
    let (mut open, mut found) = (vec![first], Vec::new());
    let mut expansion = Expansion::new(false);
    while let Some(state) = open.pop() {
        if system.choices_left(&state) == 0 {
            found.push(state);
            continue;
        }
        expansion.clear(false);
        system.expand(&state, &mut expansion);
        open.extend(expansion.states().chunks_exact(system.width()).map(<[u8]>::to_vec));
        if open.len() + found.len() > max {
            return None;
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}
