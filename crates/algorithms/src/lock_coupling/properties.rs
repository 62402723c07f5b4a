//! What is claimed of operations that share a tree.

use super::{It, States, tree, words};
use model::{Pid, Property, Zone};

pub const PROPERTIES: &[Property<It>] = &[
    Property::always(
        "as if one by one",
        "When all are through, every node is where a search finds it, and some order in which one \
         comes after the other gives the same answers and the same keys.",
        |it, state| {
            let keys = tree::keys(state);
            let answer = |i: Pid| state.local[i].answer;
            it.count(state, Zone::Remainder) < it.processes().len()
                || (tree::nodes(state) == keys && tree::is_serial(it, answer, keys))
        },
    ),
    Property::eventually(
        "all come to their end",
        "Every operation ends, if nobody is kept from going on for ever.",
        |it, state| {
            it.those_in(state, &[Zone::Waiting, Zone::Reading, Zone::Assigning, Zone::Exit])
        },
    ),
    Property::most("locks at once", "The most locks that one process has.", |_, state: &States| {
        state.local.iter().map(|my| my.held.count_ones()).max().unwrap_or(0)
    }),
    Property::outcomes(
        "keys at the end",
        "What a search finds in the tree at the end, and what the operations answered.",
        |it, state| {
            let keys = words::keys(tree::keys(state));
            let answers = it.processes().map(|i| words::answer(state.local[i].answer));
            format!("{keys}: {}", answers.collect::<Vec<_>>().join(" "))
        },
    ),
];
