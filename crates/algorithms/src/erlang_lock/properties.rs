//! What is claimed of the lock.

use super::{ErlangLock, Node};
use crate::shared::arrivals::Arrivals;
use crate::shared::claims::{mutual_exclusion, nobody_waits_for_ever};
use crate::shared::phase::Phase;
use crate::shared::timestamped::{ACK, Message};
use model::message_passing::{self, Envelope, Message as _, Network};
use model::{PROCESSES_MAX, Pid};

type Property = model::Property<Network<ErlangLock>>;
type State = message_passing::State<Node, [Envelope<Message>; 15], Arrivals>;

pub const ALL: &[Property] = &[
    mutual_exclusion("At most one owner is in the critical section."),
    Property::always(
        "order of timestamps",
        "Nobody is inside while somebody waits whose request has an earlier timestamp.",
        |_, state| {
            let all = |phase| state.nodes.iter().filter(move |my| my.phase == phase);
            all(Phase::Critical)
                .all(|inside| all(Phase::Waiting).all(|waits| inside.asked <= waits.asked))
        },
    ),
    Property::always(
        "order of asking",
        "Nobody is inside while somebody waits who asked earlier, by the wall clock.",
        |_, state| !state.world.is_somebody_passed(|i| state.nodes[i].phase == Phase::Critical),
    ),
    Property::always(
        "clock condition",
        "No two events of one process have the same time, as far as a message of each is still on \
         its way or in a queue.",
        |it, state| keeps_clock_condition(&state.nodes[..it.protocol.nodes], state),
    ),
    Property::most(
        "told",
        "How often the owner has been told “acquired” and has not looked yet.",
        |_, state| state.nodes.iter().map(|my| my.acquired.into()).max().unwrap_or(0),
    ),
    nobody_waits_for_ever(),
];

/// No two events have the same time and process, as far as their traces are still about:
/// a broadcast is one event, each acknowledgment is one.
fn keeps_clock_condition(nodes: &[Node], state: &State) -> bool {
    // per process, sets of times
    let mut seen = [[0u32; PROCESSES_MAX]; 3];
    let mut see = |kind: u8, from: Pid, time: u8| {
        let bit = 1u32 << time;
        let is_new = (0..3)
            .filter(|&it| it != usize::from(kind) || kind == ACK)
            .all(|it| seen[it][from] & bit == 0);
        seen[usize::from(kind)][from] |= bit;
        is_new
    };
    state
        .in_flight::<Message>()
        .all(|it| see(it.message.kind(), it.from().into(), it.message.time()))
        && nodes.iter().all(|my| {
            my.queue.items().iter().all(|it| see(u8::from(it.is_ack()), it.from(), it.time()))
        })
}
