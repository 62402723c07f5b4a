//! # The semaphore server
//!
//! One process keeps a count and a queue. A client sends P, waits for a reply, and sends V when it
//! leaves; a reply that cannot be given at once is given later. As long as every message arrives
//! once and nobody dies, that is all there is to it. Then comes the first repair, asking again
//! after a time-out, and with it the need to know which request a message is about.
//!
//! The lecture notes of seed 003, which come to it from a print spooler that no longer spools. P
//! and V are Edsger W. Dijkstra's, [Cooperating sequential processes][paper], EWD 123, 1965. The
//! server's code is the notes'. They name the server's reliability as the weak point and offer no
//! repair; that a client asks again, and what the server makes of it, are knobs of ours.
//!
//! [paper]: https://www.cs.utexas.edu/~EWD/transcriptions/EWD01xx/EWD123.html

use model::message_passing::{self, Channels, Does, Envelope, Network, Protocol};
use model::{
    Algorithm, Article, Dare, Family, Knob, Life, Paper, Pid, ProcessView, Renaming, Setting,
    Stage, Zone, value,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct SemaphoreServer {
    clients: usize,
    /// How often each client enters.
    /// `None`: for ever.
    entries: Option<u8>,
    is_lifo: bool,
    retry: Retry,
    again: Again,
    /// A client sends V for a reply that it does not await.
    gives_back: bool,
    faults: Faults,
    is_fifo: bool,
}

/// When a client asks again, at most once for each request.
#[derive(Clone, Copy, PartialEq)]
enum Retry {
    Never,
    AnyTime,
    /// Its request, or the reply, or the server's memory of it is lost.
    WhenLost,
}

/// What the server makes of a P from a client that has asked already.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Again {
    /// It is one more client.
    Enqueue,
    /// It is known by the client: who is inside gets its reply again.
    ByClient,
    /// It is known by its number, which the reply repeats.
    ByNumber,
}

#[derive(Clone, Copy, PartialEq)]
enum Faults {
    None,
    ReplyLost,
    AnyLost,
    ClientDies,
    /// The server restarts as if new.
    RestartNew,
    /// The server restarts with an empty queue; its other variables are kept.
    RestartKeeps,
}

#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Phase {
    Normal,
    Waiting,
    Critical,
    Dead,
    Server,
}

/// A client or the server; what only the other one has is zero.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    phase: Phase,
    /// Of a client: how many requests it has made, which is the number of the last.
    request: u8,
    has_retried: bool,
    /// Of the server.
    count: u8,
    /// Who waits, in the order of asking; each as [`asked`] says, and zeros behind them.
    queue: [u8; 9],
    /// Who has the permit, one more than its number; where the server remembers that at all.
    holder: u8,
    /// Per client two bits: the last of its requests that was answered, where they have numbers.
    answered: u8,
}

/// What nobody knows.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct World {
    /// Clients that were in the queue when the server forgot it, and have not been answered since:
    /// a set.
    forgotten: u8,
    /// Somebody was answered before one that had come first.
    is_unfair: bool,
    /// Clients in the queue: a set. For time-outs that are never too early.
    queued: u8,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message {
    kind: u8,
    /// The number of the request; zero where requests have none.
    request: u8,
}

/// The server has two bits for a number.
const REQUEST_MAX: u8 = 3;

const P: u8 = 0;
const REPLY: u8 = 1;
const V: u8 = 2;

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["P", "reply", "V"];

    fn kind(&self) -> u8 {
        self.kind
    }

    fn words(&self) -> String {
        match (self.kind, self.request) {
            (kind, 0) => Message::KINDS[usize::from(kind)].into(),
            (kind, request) => format!("{} {request}", Message::KINDS[usize::from(kind)]),
        }
    }
}

type Rule = message_passing::Rule<SemaphoreServer>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, SemaphoreServer>;
type Property = model::Property<Network<SemaphoreServer>>;

impl Protocol for SemaphoreServer {
    type Node = Node;
    type Message = Message;
    type InFlight = [Envelope<Message>; 12];
    type World = World;

    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Waiting, Zone::Critical];

    const RULES: &'static [Rule] = &[
        Rule::own("ask", "client, to enter, when normal", |it, turn, my| {
            if my.phase != Phase::Normal || it.entries == Some(my.request) {
                return Does::Skip;
            }
            if it.again == Again::ByNumber && my.request == REQUEST_MAX {
                return Does::Beyond;
            }
            my.request += u8::from(it.again == Again::ByNumber || it.entries.is_some());
            my.phase = Phase::Waiting;
            it.ask(turn, my);
            Does::Run
        })
        .worded(|it| match it.again {
            Again::ByNumber => "client, to enter, when normal:\n  request ← request + 1\n  \
                                send P request to server\n  state ← waiting"
                .into(),
            _ => "client, to enter, when normal:\n  send P to server\n  state ← waiting".into(),
        })
        .to("to ask for permission"),
        Rule::own("wait", "await reply", |_, _, my| match my.phase {
            Phase::Waiting => Does::Await,
            _ => Does::Skip,
        }),
        Rule::own(
            "leave",
            "client, to leave, when critical:\n  send V to server\n  state ← normal",
            |it, turn, my| {
                if my.phase != Phase::Critical {
                    return Does::Skip;
                }
                my.phase = Phase::Normal;
                turn.send(it.server(), Message { kind: V, request: 0 });
                Does::Run
            },
        ),
        Rule::timeout("again", "client, when waiting for long", |it, turn, my| {
            let me = turn.me as u8;
            let its_own = |mail: &Envelope<Message>| mail.from() == me || mail.to() == me;
            let comes = turn.world.queued & 1 << me != 0 || turn.in_flight().any(its_own);
            if my.phase != Phase::Waiting
                || my.has_retried
                || (it.retry == Retry::WhenLost && comes)
            {
                return Does::Skip;
            }
            my.has_retried = true;
            it.ask(turn, my);
            Does::Run
        })
        .worded(|it| {
            let request = match it.again {
                Again::ByNumber => "P request",
                _ => "P",
            };
            let when = match it.retry {
                Retry::WhenLost => "client, when waiting in vain, once",
                _ => "client, when waiting for long, once",
            };
            format!("{when}:\n  send {request} to server again")
        })
        .only_if(|it| it.retry != Retry::Never),
        Rule::on("reply", "client, on reply", |it, turn, my, from, message| {
            if message.kind != REPLY {
                return Does::Skip;
            }
            let is_its = it.again != Again::ByNumber || message.request == my.request;
            if my.phase == Phase::Waiting && is_its {
                my.phase = Phase::Critical;
                my.has_retried = false;
            } else if it.gives_back {
                turn.note(|| "It has not been waiting for that, and gives it back.".into());
                turn.send(from, Message { kind: V, request: 0 });
            } else {
                turn.note(|| "It has not been waiting for that.".into());
            }
            Does::Run
        })
        .worded(|it| {
            let on = match it.again {
                Again::ByNumber => "client, on reply r:\n  if waiting and r = request",
                _ => "client, on reply:\n  if waiting",
            };
            let back = if it.gives_back { "\n  else: send V to server" } else { "" };
            format!("{on}: state ← critical{back}")
        }),
        Rule::on("P", "server, on P from j", |it, turn, my, from, message| {
            if message.kind != P {
                return Does::Skip;
            }
            let queue = my.queue.iter().take_while(|&&it| it != 0);
            let is_queued = queue.clone().any(|&it| asked(it).0 == from);
            let holds = usize::from(my.holder) == from + 1;
            match it.again {
                Again::Enqueue => {}
                Again::ByClient if holds => {
                    turn.note(|| "It has the permit already.".into());
                    turn.send(from, Message { kind: REPLY, ..message });
                    return Does::Run;
                }
                Again::ByNumber if !is_queued && message.request <= answered(my, from) => {
                    if holds && message.request == answered(my, from) {
                        turn.note(|| "It has the permit already.".into());
                        turn.send(from, Message { kind: REPLY, ..message });
                    }
                    return Does::Run;
                }
                _ if is_queued => return Does::Run,
                _ => {}
            }
            if my.count > 0 {
                my.count -= 1;
                it.grant(turn, my, from, message.request);
                return Does::Run;
            }
            let end = queue.count();
            if end == my.queue.len() {
                return Does::Beyond;
            }
            turn.world.queued |= 1 << from;
            my.queue[end] = message.request << 2 | (from as u8 + 1);
            Does::Run
        })
        .worded(SemaphoreServer::words_of_p),
        Rule::on("V", "server, on V", |it, turn, my, from, _| {
            if it.again > Again::Enqueue && usize::from(my.holder) != from + 1 {
                turn.note(|| "The permit was not there.".into());
                return Does::Run;
            }
            my.holder = 0;
            let len = my.queue.iter().take_while(|&&it| it != 0).count();
            if len == 0 {
                my.count += 1;
                return Does::Run;
            }
            let (next, request) = asked(my.queue[if it.is_lifo { len - 1 } else { 0 }]);
            turn.world.is_unfair |=
                it.is_lifo && my.queue[..len].iter().any(|&it| asked(it).0 != next);
            if !it.is_lifo {
                my.queue[..len].rotate_left(1);
            }
            my.queue[len - 1] = 0;
            turn.world.queued = queued(my);
            it.grant(turn, my, next, request);
            Does::Run
        })
        .worded(SemaphoreServer::words_of_v),
        Rule::crash("die", "a client inside dies:\n  state ← dead", |_, _, my| {
            if my.phase != Phase::Critical {
                return Does::Skip;
            }
            my.phase = Phase::Dead;
            Does::Run
        })
        .only_if(|it| it.faults == Faults::ClientDies),
        Rule::crash("restart", "the server restarts", |it, turn, my| {
            if my.phase != Phase::Server {
                return Does::Skip;
            }
            turn.note(|| "It starts again at once.".into());
            turn.world.forgotten |= queued(my);
            turn.world.queued = 0;
            my.queue = [0; 9];
            if it.faults == Faults::RestartNew {
                *my = it.node(turn.me);
            }
            Does::Run
        })
        .worded(|it| {
            let rest = match (it.faults, it.again) {
                (Faults::RestartKeeps, _) => "",
                (_, Again::Enqueue) => "; count ← 1",
                (_, Again::ByClient) => "; count ← 1\n  holder ← none",
                (_, Again::ByNumber) => "; count ← 1\n  holder ← none; answered ← 0",
            };
            format!("the server dies and starts again:\n  queue ← none{rest}")
        })
        .only_if(|it| matches!(it.faults, Faults::RestartNew | Faults::RestartKeeps)),
    ];

    const PROPERTIES: &'static [Property] = &[
        Property::always(
            "mutual exclusion",
            "At most one client is in the critical section.",
            |it, state| it.count(state, Zone::Critical) <= 1,
        ),
        Property::always(
            "order of service",
            "The server answers first whose request it got first.",
            |_, state| !state.world.is_unfair,
        ),
        Property::sometimes(
            "delayed reply",
            "A client can be made to wait in the queue.",
            |it, state| state.nodes[it.protocol.clients].queue[0] != 0,
        ),
        Property::eventually(
            "nobody waits for ever",
            "Whoever asks to enter enters in the end, even if nobody else ever wants to.",
            |it, state| it.those_in(state, &[Zone::Waiting]),
        ),
    ];

    fn nodes(&self) -> usize {
        self.clients + 1
    }

    fn node(&self, me: Pid) -> Node {
        if me == self.clients {
            Node { phase: Phase::Server, count: 1, ..Node::new_zeroed() }
        } else {
            Node::new_zeroed()
        }
    }

    fn channels(&self) -> Channels {
        Channels {
            fifo: self.is_fifo,
            losses_max: u8::from(matches!(self.faults, Faults::ReplyLost | Faults::AnyLost)),
            duplicates_max: 0,
        }
    }

    fn may_lose(&self, message: Message) -> bool {
        self.faults == Faults::AnyLost || message.kind == REPLY
    }

    fn crashes_max(&self) -> u8 {
        u8::from(matches!(
            self.faults,
            Faults::ClientDies | Faults::RestartNew | Faults::RestartKeeps
        ))
    }

    fn zone(&self, node: &Node) -> Zone {
        match node.phase {
            Phase::Normal | Phase::Server => Zone::Remainder,
            Phase::Waiting => Zone::Waiting,
            Phase::Critical => Zone::Critical,
            Phase::Dead => Zone::Crashed,
        }
    }

    fn show(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        if me == self.clients {
            self.show_server(my, view);
            return;
        }
        view.status = match my.phase {
            Phase::Normal if self.entries == Some(my.request) => "done".into(),
            Phase::Waiting => "awaiting a reply".into(),
            Phase::Critical => "in the critical section".into(),
            phase => phase.name().into(),
        };
        if my.phase == Phase::Waiting {
            view.awaits.push(self.clients as u8);
        }
        view.locals = vec![("state", my.phase.name().into())];
        if self.again == Again::ByNumber {
            view.locals.push(("request", my.request.to_string()));
            view.token = (my.phase != Phase::Normal).then(|| my.request.to_string());
        }
    }
}

impl message_passing::Symmetric for SemaphoreServer {
    /// All clients.
    fn alike(&self) -> u8 {
        (1 << self.clients) - 1
    }

    /// What the server knows of clients.
    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        for entry in my.queue.iter_mut().filter(|it| **it != 0) {
            let (j, request) = asked(*entry);
            *entry = request << 2 | (names.name(j) as u8 + 1);
        }
        if let Some(holder) = my.holder.checked_sub(1) {
            my.holder = names.name(holder.into()) as u8 + 1;
        }
        let old = my.answered;
        my.answered =
            (0..self.clients).fold(0, |all, j| all | (old >> (2 * j) & 3) << (2 * names.name(j)));
    }

    fn rename_world(&self, world: &mut World, names: &Renaming) {
        world.forgotten = names.set(world.forgotten);
        world.queued = names.set(world.queued);
    }
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Phase::Normal => "normal",
            Phase::Waiting => "waiting",
            Phase::Critical => "critical",
            Phase::Dead => "dead",
            Phase::Server => "server",
        }
    }
}

/// A client in the queue, and the number of its request.
fn asked(entry: u8) -> (Pid, u8) {
    (usize::from(entry & 3) - 1, entry >> 2)
}

/// The clients in the queue: a set.
fn queued(my: &Node) -> u8 {
    let queue = my.queue.iter().take_while(|&&it| it != 0);
    queue.fold(0, |set, &it| set | 1 << asked(it).0)
}

/// The last request of client `j` that the server has answered.
fn answered(my: &Node, j: Pid) -> u8 {
    my.answered >> (2 * j) & 3
}

impl SemaphoreServer {
    fn server(&self) -> Pid {
        self.clients
    }

    fn ask(&self, turn: &mut Turn<'_, '_>, my: &Node) {
        let request = if self.again == Again::ByNumber { my.request } else { 0 };
        turn.send(self.server(), Message { kind: P, request });
    }

    /// The server gives the permit to client `j`.
    fn grant(&self, turn: &mut Turn<'_, '_>, my: &mut Node, j: Pid, request: u8) {
        turn.send(j, Message { kind: REPLY, request });
        if self.again > Again::Enqueue {
            my.holder = j as u8 + 1;
        }
        if self.again == Again::ByNumber {
            my.answered = my.answered & !(3 << (2 * j)) | request << (2 * j);
        }
        turn.world.forgotten &= !(1 << j);
        turn.world.is_unfair |= turn.world.forgotten != 0;
    }

    fn words_of_p(&self) -> String {
        let (head, known, grant, entry) = match self.again {
            Again::Enqueue => ("P", "if", "send reply to j", "j"),
            Again::ByClient => (
                "P",
                "if j = holder: send reply to j\n  else if j is in queue: nothing\n  else if",
                "send reply to j; holder ← j",
                "j",
            ),
            Again::ByNumber => (
                "P r",
                "if j is in queue: nothing\n  else if r ≤ answered[j]:\n    \
                 if j = holder and r = answered[j]:\n      send reply r to j\n  else if",
                "send reply r to j\n    holder ← j; answered[j] ← r",
                "(j, r)",
            ),
        };
        format!(
            "server, on {head} from j:\n  {known} count > 0: count ← count − 1\n    {grant}\n  \
             else: queue ← queue + {entry}"
        )
    }

    fn words_of_v(&self) -> String {
        let which = if self.is_lifo { "last" } else { "first" };
        let (head, free, take) = match self.again {
            Again::Enqueue => ("", "", "send reply to that client"),
            Again::ByClient => (
                " from j, if j = holder",
                "; holder ← none",
                "send reply to that client; holder ← it",
            ),
            Again::ByNumber => (
                " from j, if j = holder",
                "; holder ← none",
                "send reply r to that client k\n    holder ← k; answered[k] ← r",
            ),
        };
        format!(
            "server, on V{head}:\n  if queue is empty: count ← count + 1{free}\n  \
             else: queue ← all but its {which}\n    {take}"
        )
    }

    fn show_server(&self, my: &Node, view: &mut ProcessView) {
        let queue: Vec<(Pid, u8)> =
            my.queue.iter().take_while(|&&it| it != 0).map(|&it| asked(it)).collect();
        let names: Vec<String> = queue.iter().map(|(j, _)| j.to_string()).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        view.life = Life::Running;
        view.status = format!("server: count {}, queue {names}", my.count);
        view.owes = queue.iter().map(|(j, _)| *j as u8).collect();
        view.locals = vec![("count", my.count.to_string()), ("queue", names)];
        if self.again > Again::Enqueue {
            let holder = my.holder.checked_sub(1).map_or("none".into(), |it| it.to_string());
            view.locals.push(("holder", holder));
        }
        if self.again == Again::ByNumber {
            let all = (0..self.clients).map(|j| answered(my, j).to_string());
            view.locals.push(("answered", all.collect::<Vec<_>>().join(" ")));
        }
    }
}

impl Algorithm for SemaphoreServer {
    type Model = Network<SemaphoreServer>;
    const NAME: &'static str = "The semaphore server";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::ClientServer;
    const PAPER: Paper = Paper {
        authors: "Edsger W. Dijkstra",
        year: 1965,
        title: "Cooperating sequential processes",
        url: "https://www.cs.utexas.edu/~EWD/transcriptions/EWD01xx/EWD123.html",
    };
    const ARTICLE: Article = Article {
        lead: "Ask the server, wait for its reply, tell it when you leave: P and V as messages.",
        idea: &[
            "A client that wants to enter sends P to the server and waits for a reply. If the \
             count is 1 the server takes it down to 0 and replies at once. Otherwise it puts the \
             client into its queue.",
            "A client that leaves sends V. The server takes the first client out of the queue and \
             sends it the delayed reply, or puts the count back to 1 if nobody waits. An entry \
             costs three messages: P, reply, V.",
            "The lecture notes come to this from a print spooler. If clients ask for permission, \
             print, and say when they are done, the spooler “is no-longer serving as a spooler, \
             it is merely serving as a mutual exclusion mechanism”.",
            "Everything depends on one process and on every message. The notes say so and go on to \
             something else. Here you can lose a reply, stop a client, restart the server, and \
             then try to repair it: ask again after a time-out, recognise who asked before, number \
             the requests, give back replies that come too late.",
        ],
        found: &[
            "As long as nothing goes wrong, at most one client is inside and clients are answered \
             in the order in which their requests arrived. A queue that serves the newest first \
             breaks that order with three clients, after nine steps. If they enter again and \
             again, that is more than bad manners: two take turns, ten steps to a round, and the \
             third waits for ever.",
            "A lost reply, or a client that dies inside, stops everybody. Asking again does not \
             bring the permit back: the server takes the second P for another client, and puts it \
             behind the first, which has the permit already.",
            "And asking again does harm where nothing is lost. A client that asked twice is \
             answered twice; the second reply comes when nobody waits for it, and the permit is \
             gone. It helps to answer a stray reply with V.",
            "A server that knows its clients by name sends the reply again to the one that has the \
             permit. That cures the lost reply if time-outs are never too early. If they may be, \
             the second copy of a reply lets the client in once more, beside the next one: twelve \
             steps. If messages overtake each other, no time-out is needed: eleven steps.",
            "Numbers on requests and replies cure that, in channels that keep order or not. But \
             now a stray reply must not be answered with V: it may be the copy of one that is in \
             use, and two are inside after ten steps. Each repair is safe only beside the right \
             others.",
            "A lost V still stops everybody, and so does a client that dies inside. A server that \
             restarts with its count at 1 lets two in after seven steps; one that keeps its count \
             and forgets its queue leaves clients waiting for ever, unless they ask again \
             after that.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "clients", words: "Clients", values: &[value("3", "3"), value("2", "2")] },
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
            name: "queue",
            words: "Who waits longest is served",
            values: &[value("fifo", "first"), value("lifo", "last")],
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
            name: "faults",
            words: "What goes wrong",
            values: &[
                value("none", "nothing"),
                value("reply-lost", "a reply is lost"),
                value("any-lost", "a message is lost, whichever"),
                value("client-dies", "a client dies inside"),
                value("restart-new", "the server restarts as if new"),
                value("restart-keeps", "the server restarts and forgets only its queue"),
            ],
        },
        Knob {
            name: "retry",
            words: "A client that waits for long",
            values: &[
                value("never", "goes on waiting"),
                value("once", "sends P again, once"),
                value("when-lost", "sends P again, once, and only if it waits in vain"),
            ],
        },
        Knob {
            name: "again",
            words: "A P from a client that has asked already",
            values: &[
                value("enqueued", "counts like any other"),
                value("by-client", "is known by the client’s name"),
                value("by-number", "is known by its number, and so is the reply"),
            ],
        },
        Knob {
            name: "stray-reply",
            words: "A reply that nobody awaits",
            values: &[value("ignored", "is ignored"), value("given-back", "is answered with V")],
        },
    ];
    const CARD: &'static str = "?v=1&run=UBjTrK.8zs9";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Follow P and V",
            words: "Two clients, six messages: three for each entry. One reply is delayed.",
            link: "?v=1&run=YBjJyxEdame.vzNl",
        },
        Dare {
            title: "Serve the newest first",
            words: "Client 1 was in the queue before client 2.",
            link: "?queue=lifo&v=1&run=YBUZOVliI7.BpM8",
        },
        Dare {
            title: "Wait for ever while others take turns",
            words: "Every message arrives and everybody goes on; but client 1 is never the newest.",
            link: "?entries=unbounded&queue=lifo&v=1&loop=9&run=YBUZOVliI65CUZXVliI7.1C5E",
        },
        Dare {
            title: "Ask again for what was lost",
            words: "The reply to client 0 is lost. It asks again, and the server puts it behind client 1.",
            link: "?clients=2&faults=reply-lost&retry=when-lost&v=1&run=UBiTPEfcif.6m7T",
        },
        Dare {
            title: "Use a reply twice",
            words: "The server sent client 0 its reply again. One copy is left over, and opens the door once \
                    more.",
            link: "?clients=2&retry=once&again=by-client&v=1&run=YB9yI2YoQIqhpf.RBHP",
        },
        Dare {
            title: "Give back what you are using",
            words: "Client 0 is inside and sends back the second copy of its reply. The server believes it.",
            link: "?clients=2&retry=once&again=by-number&stray-reply=given-back&v=1&run=YB9yI2YodiqX.MhBy",
        },
        Dare {
            title: "Restart the server",
            words: "It starts with count 1, and the lock is free, though client 0 is inside.",
            link: "?faults=restart-new&v=1&run=UBjWfXOt_.teQo",
        },
    ];

    fn model(setting: &Setting) -> Network<SemaphoreServer> {
        Network::new(SemaphoreServer {
            clients: setting.number("clients").map_or(3, usize::from),
            entries: setting.number("entries"),
            is_lifo: setting.is("queue", "lifo"),
            retry: match setting.get("retry") {
                "once" => Retry::AnyTime,
                "when-lost" => Retry::WhenLost,
                _ => Retry::Never,
            },
            again: match setting.get("again") {
                "by-client" => Again::ByClient,
                "by-number" => Again::ByNumber,
                _ => Again::Enqueue,
            },
            gives_back: setting.is("stray-reply", "given-back"),
            faults: match setting.get("faults") {
                "reply-lost" => Faults::ReplyLost,
                "any-lost" => Faults::AnyLost,
                "client-dies" => Faults::ClientDies,
                "restart-new" => Faults::RestartNew,
                "restart-keeps" => Faults::RestartKeeps,
                _ => Faults::None,
            },
            is_fifo: setting.is("channels", "fifo"),
        })
    }
}
