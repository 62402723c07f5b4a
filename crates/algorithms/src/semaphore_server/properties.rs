//! What is claimed of the server and its clients.

use super::{Phase, Property};
use crate::shared::claims::{mutual_exclusion, nobody_waits_for_ever};

pub const ALL: &[Property] = &[
    mutual_exclusion("At most one client is in the critical section."),
    Property::always(
        "order of service",
        "The server answers first whose request it got first.",
        |_, state| !state.world.is_unfair,
    ),
    Property::sometimes(
        "asked first, served later",
        "A client can be inside while another waits that asked earlier, by the wall clock.",
        |_, state| {
            state.world.arrivals.is_somebody_passed(|i| state.nodes[i].phase == Phase::Critical)
        },
    ),
    Property::sometimes(
        "delayed reply",
        "A client can be made to wait in the queue.",
        |it, state| state.nodes[it.protocol.clients].queue[0] != 0,
    ),
    nobody_waits_for_ever(),
];
