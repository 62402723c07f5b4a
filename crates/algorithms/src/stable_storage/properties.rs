//! What is asked of it.

use super::field::{Field, is_whole};
use super::steps::copies;
use super::{FAILURE, Local, Property, States};
use model::Zone;

pub const PROPERTIES: &[Property] = &[
    Property::always(
        "old or new",
        "Unless it fails, an inspect returns what it would have returned before the last update \
         began, or what that update writes; and the latter only, once it is over.",
        |_, state| {
            let my = server(state);
            returned(my).is_none_or(|value| value == my.old || value == my.begun)
        },
    ),
    Property::always(
        "never unread",
        "Once an inspect has returned a value, none returns an earlier one.",
        |_, state| returned(server(state)).is_none_or(|value| value >= server(state).seen),
    ),
    Property::always(
        "never both lost",
        "At every moment one of the copies on disk is whole.",
        |_, state| {
            let now = copies(|array, c| state.cell(array, c), Field::stored);
            is_whole(now, 0) || is_whole(now, 1)
        },
    ),
    Property::always("no failure", "No inspect finds both copies bad.", |_, state| {
        server(state).result != FAILURE
    }),
    Property::sometimes(
        "interrupted, and done",
        "An update that was interrupted can count.",
        |it, state| {
            let my = server(state);
            it.zone(state, 0) == Zone::Remainder
                && my.old != my.begun
                && returned(my) == Some(my.begun)
        },
    ),
    Property::sometimes(
        "interrupted, and undone",
        "An update that was interrupted can count for nothing.",
        |it, state| {
            let my = server(state);
            it.zone(state, 0) == Zone::Remainder
                && my.old != my.begun
                && returned(my) == Some(my.old)
        },
    ),
    Property::most(
        "accesses",
        "Reads and writes of one update. Looks at the disk while it waits are not counted.",
        |_, state| server(state).accesses.into(),
    ),
];

fn server(state: &States) -> &Local {
    &state.local[0]
}

/// What the last inspect has returned, if it did not fail.
fn returned(my: &Local) -> Option<u8> {
    Some(my.result).filter(|&it| it != 0 && it != FAILURE).map(|it| it - 1)
}
