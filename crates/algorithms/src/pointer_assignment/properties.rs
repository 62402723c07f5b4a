//! What is asked of it.

use super::{HIGH, It, LOOKS_AT, LOW, Local, P, Property, States, cell_of, is_whole, value};
use model::Zone;

pub const PROPERTIES: &[Property] = &[
    Property::always("visible value whole", "P always points to a whole value.", |_, state| {
        is_whole(visible(state))
    }),
    Property::always("value read whole", "The reader returns a whole value.", |it, state| {
        reader(it, state).is_none_or(|my| !my.has_read || is_whole(my.read))
    }),
    Property::outcomes(
        "final value",
        "What P points to in the end, and in how many runs.",
        |_, state| value(visible(state)),
    ),
    Property::sometimes(
        "late value read",
        "The reader can return a whole value to which P no longer points.",
        |it, state| reader(it, state).is_some_and(|my| my.is_late && is_whole(my.read)),
    ),
    Property::sometimes(
        "a writer waits",
        "A writer may have to wait for the reader.",
        |it, state| {
            let program = &it.program;
            let waits = |i| program.waits(i, &state.local[i], state.cell(LOOKS_AT, 0));
            (0..program.writers).any(|i| it.zone(state, i) == Zone::Remainder && waits(i))
        },
    ),
    Property::most(
        "reader’s accesses",
        "Reads and writes until the reader has its value.",
        |it, state| reader(it, state).map_or(0, |my| my.accesses.into()),
    ),
];

fn visible(state: &States) -> [u8; 2] {
    let cell = cell_of(state.cell(P, 0));
    [LOW, HIGH].map(|half| state.cell(half, cell))
}

fn reader<'a>(it: &It, state: &'a States) -> Option<&'a Local> {
    state.local.get(it.program.writers)
}
