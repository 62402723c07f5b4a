//! What is asked of it.

use super::{HIGH, It, LOW, Local, P, Property, Reader, States, cell_of, is_whole, value};
use model::per_process;

pub const PROPERTIES: &[Property] = &[
    Property::always("visible value whole", "P always points to a whole value.", |_, state| {
        is_whole(visible(state))
    }),
    Property::always("value read whole", "The reader returns a whole value.", |it, state| {
        reader(it, state).is_none_or(|my| !my.has_read || is_whole(my.read))
    })
    .only_if(has_reader),
    Property::outcomes(
        "final value",
        "What P points to in the end, and in how many runs.",
        |_, state| value(visible(state)),
    ),
    Property::sometimes(
        "late value read",
        "The reader can return a whole value to which P no longer points.",
        |it, state| reader(it, state).is_some_and(|my| my.is_late && is_whole(my.read)),
    )
    .only_if(has_reader),
    Property::wait_free(
        "wait-free writers",
        "An update ends within so many steps of its own, whatever the others do.",
        |it, state| {
            std::array::from_fn(|i| match i < it.program.writers {
                true => it.program.update(&state.local[i], it.zone(state, i)),
                false => 0,
            })
        },
    ),
    Property::wait_free(
        "wait-free reader",
        "The reader has its value within so many steps of its own, whatever the writers do.",
        |it, state| {
            let reads = reader(it, state).is_some_and(|my| !my.has_read);
            per_process(u8::from(reads) << it.program.writers)
        },
    )
    .only_if(has_reader),
];

fn has_reader(it: &It) -> bool {
    it.program.reader != Reader::None
}

fn visible(state: &States) -> [u8; 2] {
    let cell = cell_of(state.cell(P, 0));
    [LOW, HIGH].map(|half| state.cell(half, cell))
}

fn reader<'a>(it: &It, state: &'a States) -> Option<&'a Local> {
    state.local.get(it.program.writers)
}
