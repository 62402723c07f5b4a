//! # Ricart and Agrawala's lock
//!
//! Who wants to enter asks everybody, and enters once everybody has said yes. Who is inside, or
//! has asked before, keeps the question until it leaves. That takes 2(N − 1) messages per entry.
//! Everything hangs on what "before" means: the priority must never let a later request pass one
//! that has already been answered. Lamport's timestamps do that. Process numbers, and the number
//! of previous entries, do not.
//!
//! Glenn Ricart and Ashok K. Agrawala, [An Optimal Algorithm for Mutual Exclusion in Computer
//! Networks][paper], Communications of the ACM 24(1), 1981. The choice of priorities is that of
//! the lecture notes of Douglas W. Jones, which also open with the naive broadcast.
//!
//! [paper]: https://doi.org/10.1145/358527.358537

mod article;
mod names;

use crate::shared::claims::{mutual_exclusion, nobody_waits_for_ever, overtaken};
use crate::shared::permission::{Message, Phase, REPLY, REQUEST, awaiting};
use crate::shared::set::{list, members};
use model::message_passing::{self, Channels, Does, Envelope, Network, Protocol};
use model::{Action, Model, PerProcess, Pid, ProcessView, Zone, per_process};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct RicartAgrawala {
    nodes: usize,
    /// How often each process enters; `None`: for ever.
    entries: Option<u8>,
    priority: Priority,
    between: Between,
    /// Entering is a step of its own, after the last reply.
    enters_later: bool,
    channels: Channels,
}

/// What a request carries; the lower goes first, and of equals the lower process number.
#[derive(Clone, Copy, PartialEq)]
enum Priority {
    Timestamp,
    ProcessId,
    Entries,
    LastAccess,
}

/// What a process that is itself waiting says to another request.
#[derive(Clone, Copy, PartialEq)]
enum Between {
    Priority,
    Yes,
    Wait,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    phase: Phase,
    /// The highest timestamp seen (Lamport's clock).
    clock: u8,
    /// The priority of its own request, kept until it leaves.
    priority: u8,
    /// How many replies have yet to come.
    needed: u8,
    /// Whom it owes a reply: a set.
    pending: u8,
    entered: u8,
    /// When it last left the critical section, by a clock that all share; zero for never.
    left: u8,
}

/// Who enters for ever is followed so far, where priorities grow.
const PRIORITY_MAX: u8 = 9;

type Rule = message_passing::Rule<RicartAgrawala>;
type Property = model::Property<Network<RicartAgrawala>>;

impl Protocol for RicartAgrawala {
    type Node = Node;
    type Message = Message;
    type InFlight = [Envelope<Message>; 14];
    /// How often the critical section has been left: a perfect clock.
    type World = u8;

    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Waiting, Zone::Critical];

    const RULES: &'static [Rule] = &[
        Rule::own("request", "to enter, when normal", |it, turn, my| {
            if my.phase != Phase::Normal || it.entries == Some(my.entered) {
                return Does::Skip;
            }
            let highest = my.clock.max(my.entered).max(turn.world);
            if it.entries.is_none() && highest >= PRIORITY_MAX {
                return Does::Beyond;
            }
            let counts = it.entries.is_some() || it.priority == Priority::Entries;
            my.entered += u8::from(counts);
            my.priority = match it.priority {
                Priority::Timestamp => my.clock + 1,
                Priority::ProcessId => turn.me as u8,
                Priority::Entries => my.entered - 1,
                Priority::LastAccess => my.left,
            };
            if it.priority == Priority::Timestamp {
                my.clock = my.priority;
            }
            my.needed = turn.n as u8 - 1;
            my.phase = Phase::Awaiting;
            turn.broadcast(Message { kind: REQUEST, priority: my.priority });
            Does::Run
        })
        .worded(|it| {
            let priority = match it.priority {
                Priority::Timestamp => "clock + 1\n  clock ← priority",
                Priority::ProcessId => "i",
                Priority::Entries => "number of entries so far",
                Priority::LastAccess => "time of last access",
            };
            format!(
                "to enter, when normal:\n  priority ← {priority}\n  replies needed ← N − 1\n  \
                 state ← awaiting\n  send request to all others"
            )
        })
        .to("to ask for permission"),
        Rule::own("enter", "await replies needed = 0", |it, _, my| match (my.phase, my.needed) {
            (Phase::Awaiting, 0) if it.enters_later => {
                my.phase = Phase::Critical;
                Does::Run
            }
            (Phase::Awaiting, _) => Does::Await,
            _ => Does::Skip,
        })
        .worded(|it| match it.enters_later {
            true => "await replies needed = 0\n  state ← critical".into(),
            false => "await the last reply".into(),
        }),
        Rule::own(
            "leave",
            "to leave, when critical:\n  state ← normal\n  send reply to all pending\n  \
             pending ← none; priority ← 0",
            |it, turn, my| {
                if my.phase != Phase::Critical {
                    return Does::Skip;
                }
                if it.priority == Priority::LastAccess {
                    turn.world += 1;
                    my.left = turn.world;
                }
                my.phase = Phase::Normal;
                for other in (0..turn.n).filter(|other| my.pending & 1 << other != 0) {
                    turn.send(other, REPLY);
                }
                my.pending = 0;
                my.priority = 0;
                Does::Run
            },
        ),
        Rule::on("answer", "on request p from j", |it, turn, my, from, message| {
            if message.kind != REQUEST {
                return Does::Skip;
            }
            if it.priority == Priority::Timestamp {
                my.clock = my.clock.max(message.priority);
            }
            if it.defers(turn.me, my, from, message.priority) {
                my.pending |= 1 << from;
                turn.note(|| "It keeps the request in mind until it leaves.".into());
            } else {
                turn.send(from, REPLY);
            }
            Does::Run
        })
        .worded(|it| {
            let clock = match it.priority {
                Priority::Timestamp => "\n  clock ← max(clock, p)",
                _ => "",
            };
            let yes = match it.between {
                Between::Priority => "if normal, or awaiting\n    and (p, j) < (priority, i)",
                Between::Yes => "if normal or awaiting",
                Between::Wait => "if normal",
            };
            format!(
                "on request p from j:{clock}\n  {yes}:\n    send reply to j\n  \
                 else: pending ← pending + j"
            )
        }),
        Rule::on("count", "on reply", |it, _, my, _, _| {
            my.needed = my.needed.saturating_sub(1);
            if my.phase == Phase::Awaiting && my.needed == 0 && !it.enters_later {
                my.phase = Phase::Critical;
            }
            Does::Run
        })
        .worded(|it| {
            let then = match it.enters_later {
                true => "",
                false => "\n  if replies needed = 0:\n    state ← critical",
            };
            format!("on reply:\n  replies needed ← replies needed − 1{then}")
        }),
    ];

    const PROPERTIES: &'static [Property] = &[
        mutual_exclusion("At most one process is in the critical section."),
        Property::always(
            "order of service",
            "Whoever is inside has priority over everybody who waits.",
            |it, state| {
                let nodes = &state.nodes[..it.protocol.nodes];
                let in_phase = |phase| {
                    let all = nodes.iter().enumerate();
                    all.filter(move |(_, my)| my.phase == phase).map(|(i, my)| (my.priority, i))
                };
                in_phase(Phase::Critical)
                    .all(|inside| in_phase(Phase::Awaiting).all(|waits| inside < waits))
            },
        ),
        Property::sometimes(
            "all ask at once",
            "All processes can be waiting at the same time.",
            |it, state| it.count(state, Zone::Waiting) == it.protocol.nodes,
        ),
        nobody_waits_for_ever(),
        overtaken(),
        Property::least_cost(
            "fewest messages",
            "Requests and replies that an entry takes at least.",
            waiting,
            messages,
        ),
        Property::most_cost(
            "most messages",
            "Requests and replies that an entry takes at most.",
            waiting,
            messages,
        ),
    ];

    fn nodes(&self) -> usize {
        self.nodes
    }

    fn channels(&self) -> Channels {
        self.channels
    }

    fn zone(&self, node: &Node) -> Zone {
        match node.phase {
            Phase::Normal => Zone::Remainder,
            Phase::Awaiting => Zone::Waiting,
            Phase::Critical => Zone::Critical,
        }
    }

    fn show(&self, _: Pid, my: &Node, view: &mut ProcessView) {
        view.status = match my.phase {
            Phase::Normal if self.entries == Some(my.entered) => "done".into(),
            Phase::Normal => "normal".into(),
            Phase::Awaiting => awaiting(my.needed, self.nodes - 1),
            Phase::Critical => "in the critical section".into(),
        };
        if my.phase != Phase::Normal {
            view.token = Some(my.priority.to_string());
        }
        view.owes = members(my.pending).collect();
        view.locals = vec![
            ("state", my.phase.name().into()),
            ("priority", my.priority.to_string()),
            ("replies needed", my.needed.to_string()),
            ("pending", list(my.pending)),
        ];
        if self.priority == Priority::Timestamp {
            view.locals.push(("clock", my.clock.to_string()));
        }
    }
}

type It = Network<RicartAgrawala>;
type States = <It as Model>::State;

fn waiting(it: &It, state: &States) -> PerProcess {
    per_process(it.those_in(state, &[Zone::Waiting]))
}

/// A request is its sender's cost, a reply that of who gets it.
fn messages(it: &It, before: &States, action: Action, after: &States) -> PerProcess {
    it.sent(before, action, after, |envelope| {
        let is_request = envelope.message.kind == REQUEST;
        if is_request { envelope.from().into() } else { envelope.to().into() }
    })
}

impl RicartAgrawala {
    /// Whether a request must wait until node `i` has left.
    fn defers(&self, i: Pid, my: &Node, j: Pid, priority: u8) -> bool {
        match (my.phase, self.between) {
            (Phase::Normal, _) | (Phase::Awaiting, Between::Yes) => false,
            (Phase::Critical, _) | (Phase::Awaiting, Between::Wait) => true,
            (Phase::Awaiting, Between::Priority) => (my.priority, i) < (priority, j),
        }
    }
}
