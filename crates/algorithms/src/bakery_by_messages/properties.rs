//! What is claimed of the bakery by messages.

use super::{BakeryByMessages, Phase, Property};
use crate::shared::claims::{mutual_exclusion, nobody_waits_for_ever};
use model::message_passing::Network;

pub const ALL: &[Property] = &[
    mutual_exclusion("At most one process is in the critical section."),
    Property::always(
        "first come, first served",
        "Whoever leaves the doorway before another enters it is served before that one.",
        |_, state| !state.world.is_somebody_passed(|i| state.nodes[i].phase == Phase::Critical),
    ),
    Property::most(
        "messages counted",
        "Questions and answers for one entry, as far as they are counted.",
        |_, state| state.nodes.iter().map(|my| my.spent.into()).max().unwrap_or(0),
    )
    .only_if(counts),
    Property::least(
        "fewest messages",
        "Questions and answers that an entry took, where they are counted.",
        |_, state| {
            let inside = state.nodes.iter().filter(|my| my.phase == Phase::Critical);
            inside.map(|my| my.spent.into()).min()
        },
    )
    .only_if(counts),
    Property::sometimes("equal tickets", "Two processes can hold the same number.", |it, state| {
        let nodes = &state.nodes[..it.protocol.nodes];
        (0..nodes.len()).any(|i| (0..i).any(|j| nodes[i].n != 0 && nodes[i].n == nodes[j].n))
    }),
    nobody_waits_for_ever(),
];

fn counts(it: &Network<BakeryByMessages>) -> bool {
    it.protocol.count_max > 0
}
