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
//! the lecture notes of seed 003, which also open with the naive broadcast.
//!
//! [paper]: https://doi.org/10.1145/358527.358537

use crate::knobs;
use model::message_passing::{self, Channels, Does, Envelope, Network, Protocol};
use model::{
    Action, Algorithm, Article, Dare, Family, Knob, Paper, PerProcess, Pid, ProcessView, Setting,
    Stage, Zone, per_process, value,
};
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

#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Phase {
    Normal,
    Awaiting,
    Critical,
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

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message {
    kind: u8,
    /// The priority of a request; zero in a reply.
    priority: u8,
}

/// Who enters for ever is followed so far, where priorities grow.
const PRIORITY_MAX: u8 = 9;

const REQUEST: u8 = 0;
const REPLY: Message = Message { kind: 1, priority: 0 };

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["request", "reply"];

    fn kind(&self) -> u8 {
        self.kind
    }

    fn words(&self) -> String {
        match self.kind {
            REQUEST => format!("request {}", self.priority),
            _ => "reply".into(),
        }
    }
}

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
        Property::always(
            "mutual exclusion",
            "At most one process is in the critical section.",
            |it, state| it.count(state, Zone::Critical) <= 1,
        ),
        Property::always(
            "order of service",
            "Who is inside has priority over everybody who waits.",
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
        Property::eventually(
            "nobody waits for ever",
            "Whoever asks to enter enters in the end, even if nobody else ever wants to.",
            |it, state| it.those_in(state, &[Zone::Waiting]),
        ),
        Network::OVERTAKEN,
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

    fn node(&self, _: Pid) -> Node {
        Node::new_zeroed()
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
        let all = self.nodes as u8 - 1;
        view.status = match my.phase {
            Phase::Normal if self.entries == Some(my.entered) => "done".into(),
            Phase::Normal => "normal".into(),
            Phase::Awaiting => format!("awaiting {} of {all} replies", my.needed),
            Phase::Critical => "in the critical section".into(),
        };
        if my.phase != Phase::Normal {
            view.token = Some(my.priority.to_string());
        }
        view.owes = (0..self.nodes as u8).filter(|&j| my.pending & 1 << j != 0).collect();
        let owed: Vec<String> = view.owes.iter().map(u8::to_string).collect();
        view.locals = vec![
            ("state", my.phase.name().into()),
            ("priority", my.priority.to_string()),
            ("replies needed", my.needed.to_string()),
            ("pending", if owed.is_empty() { "none".into() } else { owed.join(", ") }),
        ];
        if self.priority == Priority::Timestamp {
            view.locals.push(("clock", my.clock.to_string()));
        }
    }
}

type It = Network<RicartAgrawala>;
type States = message_passing::State<Node, [Envelope<Message>; 14], u8>;

fn waiting(it: &It, state: &States) -> PerProcess {
    per_process(it.those_in(state, &[Zone::Waiting]))
}

/// A request is its sender's cost, a reply that of who gets it.
fn messages(it: &It, before: &States, action: Action, after: &States) -> PerProcess {
    std::array::from_fn(|i| {
        it.sent(before, action, after, |envelope| {
            let is_request = envelope.message.kind == REQUEST;
            usize::from(if is_request { envelope.from() } else { envelope.to() }) == i
        })
    })
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Phase::Normal => "normal",
            Phase::Awaiting => "awaiting",
            Phase::Critical => "critical",
        }
    }
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

impl Algorithm for RicartAgrawala {
    type Model = Network<RicartAgrawala>;
    const NAME: &'static str = "Ricart and Agrawala’s lock";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = Paper {
        authors: "Glenn Ricart, Ashok K. Agrawala",
        year: 1981,
        title: "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
        url: "https://doi.org/10.1145/358527.358537",
    };
    const ARTICLE: Article = Article {
        lead: "Ask everybody, and enter when everybody has said yes: a lock without a server.",
        idea: &[
            "Who wants to enter sends a request to every other process and waits for a reply \
             from each.",
            "Who is not interested replies at once. Who is inside keeps the request in mind and \
             replies when it leaves. That makes N − 1 requests and N − 1 replies for each entry.",
            "Two that ask at the same time compare priorities: the one with the lower priority \
             value goes first, and makes the other wait. Of equal values the lower process \
             number wins.",
            "A reply is a promise: from then on, my own request will come after yours. Lamport’s \
             clock keeps it, because a later request always carries a higher number than any \
             request that its sender has answered.",
        ],
        found: &[
            "With Lamport timestamps at most one process is inside, for two, three and four \
             processes, in channels that keep order or not.",
            "The lecture notes offer three more priorities: the process number, the number of \
             previous entries, the time since the last access. None of them is safe for three \
             processes: a late request with a better priority passes one that was answered \
             already. For two processes they are safe only if messages arrive in the order sent \
             and a process enters the moment its last reply arrives.",
            "The naive broadcast, where those who wait say yes to each other, lets two in after \
             six steps. If they make each other wait instead, both wait for ever.",
            "An entry takes 2(N − 1) messages, no more and no less: four, with three processes. But who \
             waits can be overtaken by all four entries of the others, since theirs may carry the \
             lower numbers.",
            "An order of service that is unfair starves nobody here: by process numbers, which \
             break that order, everybody who asks enters in the end, however often the others \
             come back.",
            "One lost message can stop everybody. One doubled request lets two in: a \
             reply does not say which request it answers.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        knobs::PROCESSES,
        Knob {
            name: "entries",
            words: "Each enters",
            values: &[
                value("2", "twice"),
                value("1", "once"),
                value("3", "three times"),
                value("unbounded", "again and again"),
            ],
        },
        Knob {
            name: "channels",
            words: "Messages from one process to another",
            values: &[
                value("fifo", "arrive in the order sent"),
                value("unordered", "may overtake each other"),
            ],
        },
        Knob {
            name: "priority",
            words: "Who asked first is decided by",
            values: &[
                value("timestamp", "Lamport timestamps"),
                value("process-id", "the process number"),
                value("entries", "the number of previous entries"),
                value("last-access", "the time since the last access"),
            ],
        },
        Knob {
            name: "between-requesters",
            words: "Two that both wait",
            values: &[
                value("priority", "let the one with priority go"),
                value("yes", "say yes to each other"),
                value("wait", "make each other wait"),
            ],
        },
        Knob {
            name: "enter",
            words: "A process enters",
            values: &[
                value("with-last-reply", "as the last reply arrives"),
                value("own-step", "in a step after that"),
            ],
        },
        Knob {
            name: "faults",
            words: "The network",
            values: &[
                value("none", "delivers every message once"),
                value("loss", "may lose one message"),
                value("duplicate", "may double one message"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=UEKJJomRM.F1jc";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Follow one request",
            words: "Two requests and two replies let process 0 in; process 1 has to wait for its reply.",
            link: "?v=1&run=UEKJJomRM.F1jc",
        },
        Dare {
            title: "Let two say yes to each other",
            words: "Everybody who is not inside says yes at once: six steps, and both are inside.",
            link: "?processes=2&between-requesters=yes&v=1&run=EGVJ1.JOID",
        },
        Dare {
            title: "Let a lower number pass",
            words: "Priority by process number: process 0 asks late, passes process 2, and meets it inside.",
            link: "?priority=process-id&v=1&run=UMgQ4USTMo0_.9l0N",
        },
        Dare {
            title: "Overtake with two",
            words: "With two processes it takes channels that reorder: a request overtakes a reply.",
            link: "?processes=2&channels=unordered&priority=process-id&v=1&run=EaEp1.DaEb",
        },
        Dare {
            title: "Say yes twice",
            words: "A request is doubled, and the second yes is taken for the answer to the next request.",
            link: "?processes=2&faults=duplicate&v=1&run=EGVPNqE6_.Jyd7",
        },
    ];

    fn model(setting: &Setting) -> Network<RicartAgrawala> {
        Network::new(RicartAgrawala {
            nodes: knobs::processes(setting),
            entries: setting.number("entries"),
            priority: match setting.get("priority") {
                "process-id" => Priority::ProcessId,
                "entries" => Priority::Entries,
                "last-access" => Priority::LastAccess,
                _ => Priority::Timestamp,
            },
            between: match setting.get("between-requesters") {
                "yes" => Between::Yes,
                "wait" => Between::Wait,
                _ => Between::Priority,
            },
            enters_later: setting.is("enter", "own-step"),
            channels: Channels {
                fifo: setting.is("channels", "fifo"),
                losses_max: u8::from(setting.is("faults", "loss")),
                duplicates_max: u8::from(setting.is("faults", "duplicate")),
            },
        })
    }
}
