//! # The semaphore server
//!
//! One process keeps a count and a queue. A client sends P, waits for a reply, and sends V when it
//! leaves; a reply that cannot be given at once is given later. As long as every message arrives
//! once and nobody dies, that is all there is to it. Then comes the first repair, asking again
//! after a time-out, and with it the need to know which request a message is about.
//!
//! The lecture notes of Douglas W. Jones, which come to it from a print spooler that no longer spools. P
//! and V are Edsger W. Dijkstra's, [Cooperating sequential processes][paper], EWD 123, 1965. The
//! server's code is the notes'. They name the server's reliability as the weak point and offer no
//! repair; that a client asks again, and what the server makes of it, are knobs of ours.
//!
//! [paper]: https://www.cs.utexas.edu/~EWD/transcriptions/EWD01xx/EWD123.html

mod article;
mod message;
mod names;
mod properties;
mod words;

use crate::shared::arrivals::Arrivals;
use message::{Message, P, REPLY, V};
use model::message_passing::{self, Channels, Does, Envelope, Network, Protocol};
use model::{Pid, ProcessView, Zone};
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
    /// Who asked before whom, by the wall clock.
    arrivals: Arrivals,
}

/// The server has two bits for a number.
const REQUEST_MAX: u8 = 3;

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
            turn.world.arrivals.arrive(turn.me);
            turn.world.arrivals.wait(turn.me);
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
                turn.world.arrivals.leave(turn.me);
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
                turn.world.arrivals.enter(turn.me);
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
        Rule::crash("die", "a client inside dies:\n  state ← dead", |_, turn, my| {
            if my.phase != Phase::Critical {
                return Does::Skip;
            }
            my.phase = Phase::Dead;
            turn.world.arrivals.die(turn.me);
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

    const PROPERTIES: &'static [Property] = properties::ALL;

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

    fn role(&self, me: Pid) -> &'static str {
        if me == self.clients { "server" } else { "client" }
    }

    fn show(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        if me == self.clients {
            self.show_server(my, view);
        } else {
            self.show_client(my, view);
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
}
