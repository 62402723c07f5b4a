//! # Permission that survives faults
//!
//! Ricart and Agrawala's lock stops for ever if one message is lost or one process dies. The
//! lecture notes of Douglas W. Jones repair it in three paragraphs: every request is answered at once, with
//! a reply or with "I got your request and I can't reply yet"; who hears neither asks again; who
//! has been told to wait may ask "are you still there"; and who gets no answer at last gives the
//! other up. What a knob here leaves as published: replies do not say what they answer, and "are
//! you still there" is answered with "not yet" even when the reply has been sent, and was lost.
//!
//! Glenn Ricart and Ashok K. Agrawala, [An Optimal Algorithm for Mutual Exclusion in Computer
//! Networks][paper], Communications of the ACM 24(1), 1981, with the protocol of the notes.
//!
//! [paper]: https://doi.org/10.1145/358527.358537

mod article;
mod message;
mod words;

use crate::shared::claims::mutual_exclusion;
use message::{HERE, Message, NOT_YET, NUMBER_MAX, REPLY, REQUEST, THERE};
use model::message_passing::{self, Channels, Does, Envelope, Message as _, Network, Protocol};
use model::{PROCESSES_MAX, Pid, ProcessView, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct FaultTolerantPermission {
    nodes: usize,
    /// How often each process enters.
    entries: u8,
    is_fifo: bool,
    losses: u8,
    dies: Dies,
    timeouts: Timeouts,
    /// How often a process asks again before it gives up.
    retries: u8,
    /// Who has been given up is not asked for the next entry.
    is_for_good: bool,
    /// Answers say which request they are about.
    is_numbered: bool,
    /// "Are you still there" is answered with the reply, by who owes none.
    replies_again: bool,
    counts: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Dies {
    Nobody,
    Inside,
    Anywhere,
}

#[derive(Clone, Copy, PartialEq)]
enum Timeouts {
    Never,
    /// Only when no answer is on its way, or can be.
    Perfect,
    /// It may ask again too early, but knows whether the other one is dead before it gives it up.
    EarlyToAsk,
    Early,
}

#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Phase {
    Normal,
    Awaiting,
    Critical,
    Dead,
}

/// What is known of another process and of the own request to it.
#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Heard {
    /// No request has been made.
    None,
    Nothing,
    /// "I got your request and I can't reply yet."
    NotYet,
    /// The same, and a question whether it is still there has not been answered.
    Asked,
    /// The same, and it is still there.
    StillThere,
    Reply,
    GivenUp,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    phase: Phase,
    /// The highest priority seen.
    clock: u8,
    /// The priority of its own request, which is also its number; zero without one.
    priority: u8,
    entered: u8,
    heard: [Heard; PROCESSES_MAX],
    /// How often each has been asked again since it last answered.
    again: [u8; PROCESSES_MAX],
    /// For each, the number of its request that is owed a reply; zero for none.
    pending: [u8; PROCESSES_MAX],
}

/// What nobody knows.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct World {
    /// A set.
    dead: u8,
    /// For each process, to whom it owes a reply: a set. For time-outs that are never too early.
    owes: [u8; PROCESSES_MAX],
    /// For each process, the messages spent on its request until it leaves.
    spent: [u8; PROCESSES_MAX],
}

type Rule = message_passing::Rule<FaultTolerantPermission>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, FaultTolerantPermission>;
type Property = model::Property<Network<FaultTolerantPermission>>;

impl Protocol for FaultTolerantPermission {
    type Node = Node;
    type Message = Message;
    type InFlight = [Envelope<Message>; 16];
    type World = World;

    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Waiting, Zone::Critical, Zone::Crashed];

    const RULES: &'static [Rule] = &[
        Rule::own("request", "", |it, turn, my| {
            if my.phase != Phase::Normal || my.entered == it.entries {
                return Does::Skip;
            }
            if my.clock == NUMBER_MAX {
                return Does::Beyond;
            }
            my.entered += 1;
            my.clock += 1;
            my.priority = my.clock;
            my.phase = Phase::Awaiting;
            let me = turn.me;
            let heard = my.heard;
            for j in it.others(me).filter(|&j| heard[j] != Heard::GivenUp) {
                my.heard[j] = Heard::Nothing;
                it.send(turn, me, j, REQUEST, my.priority);
            }
            it.enter(my, me);
            Does::Run
        })
        .worded(Self::words_of_request)
        .to("to ask for permission"),
        Rule::own("wait", "await reply from all others", |_, _, my| match my.phase {
            Phase::Awaiting => Does::Await,
            _ => Does::Skip,
        }),
        Rule::own("leave", "", |it, turn, my| {
            if my.phase != Phase::Critical {
                return Does::Skip;
            }
            my.phase = Phase::Normal;
            my.priority = 0;
            my.heard = my.heard.map(|heard| match heard {
                Heard::GivenUp if it.is_for_good => heard,
                _ => Heard::None,
            });
            turn.world.spent[turn.me] = 0;
            for j in it.others(turn.me).filter(|&j| my.pending[j] != 0) {
                it.send(turn, j, j, REPLY, my.pending[j]);
            }
            owe(turn, my, [0; PROCESSES_MAX]);
            Does::Run
        })
        .worded(Self::words_of_leave),
        Rule::timeout("again", "", |it, turn, my| {
            let me = turn.me;
            let late = it.late(turn, my);
            if my.phase != Phase::Awaiting || late == 0 {
                return Does::Skip;
            }
            for j in it.others(me).filter(|&j| late & 1 << j != 0) {
                if it.gives_up(turn, my, j) {
                    turn.note(|| format!("It gives process {j} up."));
                    my.heard[j] = Heard::GivenUp;
                    my.again[j] = 0;
                    continue;
                }
                my.again[j] = it.retries.min(my.again[j] + 1);
                if my.heard[j] == Heard::Nothing {
                    it.send(turn, me, j, REQUEST, my.priority);
                } else {
                    my.heard[j] = Heard::Asked;
                    it.send(turn, me, j, THERE, my.priority);
                }
            }
            it.enter(my, me);
            Does::Run
        })
        .worded(Self::words_of_again)
        .only_if(|it| it.timeouts != Timeouts::Never),
        Rule::on("answer", "", |it, turn, my, j, message| {
            if message.kind() != REQUEST {
                return Does::Skip;
            }
            let p = message.number();
            my.clock = my.clock.max(p);
            let is_put_off = match my.phase {
                Phase::Awaiting => (my.priority, turn.me) < (p, j),
                phase => phase == Phase::Critical,
            };
            if is_put_off {
                let mut pending = my.pending;
                pending[j] = it.number(p).max(pending[j]);
                owe(turn, my, pending);
            }
            it.send(turn, j, j, if is_put_off { NOT_YET } else { REPLY }, p);
            Does::Run
        })
        .worded(Self::words_of_answer),
        Rule::on("reply", "", |it, turn, my, j, message| {
            if message.kind() != REPLY {
                return Does::Skip;
            }
            if it.is_awaited(my, j, message) {
                my.heard[j] = Heard::Reply;
                my.again[j] = 0;
                it.enter(my, turn.me);
            }
            Does::Run
        })
        .worded(Self::words_of_reply),
        Rule::on("not yet", "", |it, _, my, j, message| {
            if !matches!(message.kind(), NOT_YET | HERE) {
                return Does::Skip;
            }
            if it.is_awaited(my, j, message) {
                my.again[j] = 0;
                my.heard[j] = match (message.kind(), my.heard[j]) {
                    (HERE, _) | (_, Heard::StillThere) => Heard::StillThere,
                    (_, Heard::Asked) => Heard::Asked,
                    _ => Heard::NotYet,
                };
            }
            Does::Run
        })
        .worded(Self::words_of_not_yet),
        Rule::on("here", "", |it, turn, my, j, message| {
            let owes = my.pending[j] != 0;
            let answer = if it.replies_again && !owes { REPLY } else { HERE };
            it.send(turn, j, j, answer, message.number());
            Does::Run
        })
        .worded(Self::words_of_here),
        Rule::crash("die", "", |it, turn, my| {
            if it.dies == Dies::Inside && my.phase != Phase::Critical {
                return Does::Skip;
            }
            let me = turn.me;
            *my = Node { phase: Phase::Dead, ..Node::new_zeroed() };
            turn.world.dead |= 1 << me;
            turn.world.owes[me] = 0;
            turn.world.spent[me] = 0;
            Does::Run
        })
        .worded(Self::words_of_death)
        .only_if(|it| it.dies != Dies::Nobody),
    ];

    const PROPERTIES: &'static [Property] = &[
        mutual_exclusion("At most one process is in the critical section."),
        Property::always("nobody alive given up", "Whoever is given up is dead.", |it, state| {
            let nodes = 0..it.protocol.nodes;
            nodes.clone().all(|i| {
                let gave_up = |j: Pid| state.nodes[i].heard[j] == Heard::GivenUp;
                nodes.clone().all(|j| !gave_up(j) || state.world.dead & 1 << j != 0)
            })
        }),
        Property::most(
            "messages per entry",
            "How many messages are spent on one request until its process leaves.",
            |_, state| state.world.spent.into_iter().max().unwrap_or(0).into(),
        ),
    ];

    fn nodes(&self) -> usize {
        self.nodes
    }

    fn channels(&self) -> Channels {
        Channels { fifo: self.is_fifo, losses_max: self.losses, duplicates_max: 0 }
    }

    fn crashes_max(&self) -> u8 {
        u8::from(self.dies != Dies::Nobody)
    }

    fn zone(&self, node: &Node) -> Zone {
        match node.phase {
            Phase::Normal => Zone::Remainder,
            Phase::Awaiting => Zone::Waiting,
            Phase::Critical => Zone::Critical,
            Phase::Dead => Zone::Crashed,
        }
    }

    fn show(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        self.show_node(me, my, view);
    }
}

/// Changes whom a process owes a reply, and what the time-outs know of it.
fn owe(turn: &mut Turn<'_, '_>, my: &mut Node, pending: [u8; PROCESSES_MAX]) {
    my.pending = pending;
    let owed = (0..PROCESSES_MAX).filter(|&j| pending[j] != 0);
    turn.world.owes[turn.me] = owed.fold(0, |set, j| set | 1 << j);
}

impl FaultTolerantPermission {
    fn others(&self, me: Pid) -> impl Iterator<Item = Pid> + use<> {
        (0..self.nodes).filter(move |&j| j != me)
    }

    /// What is known of a request where it is remembered or answered: at least that there is one.
    fn number(&self, p: u8) -> u8 {
        if self.is_numbered { p } else { 1 }
    }

    /// Sends a message that is about the request of `whose`, and counts it.
    fn send(&self, turn: &mut Turn<'_, '_>, whose: Pid, to: Pid, kind: u8, number: u8) {
        let has_number = kind == REQUEST || self.is_numbered;
        let is_open = turn.world.spent[whose] != 0 || whose == turn.me;
        turn.world.spent[whose] += u8::from(self.counts && is_open);
        turn.send(to, Message::new(kind, if has_number { number } else { 0 }));
    }

    /// Whether an answer from `j` still tells something.
    fn is_awaited(&self, my: &Node, j: Pid, message: Message) -> bool {
        my.phase == Phase::Awaiting
            && !matches!(my.heard[j], Heard::Reply | Heard::GivenUp)
            && (!self.is_numbered || message.number() == my.priority)
    }

    /// Enters once nobody is waited for.
    fn enter(&self, my: &mut Node, me: Pid) {
        let has_all = self.others(me).all(|j| matches!(my.heard[j], Heard::Reply | Heard::GivenUp));
        if my.phase == Phase::Awaiting && has_all {
            my.phase = Phase::Critical;
        }
    }

    /// Whether `j` is given up now, and not asked once more.
    fn gives_up(&self, turn: &Turn<'_, '_>, my: &Node, j: Pid) -> bool {
        let is_dead = turn.world.dead & 1 << j != 0;
        my.again[j] == self.retries && (is_dead || self.timeouts != Timeouts::EarlyToAsk)
    }

    /// Whom a process has waited for long enough: a set.
    fn late(&self, turn: &Turn<'_, '_>, my: &Node) -> u8 {
        let me = turn.me;
        let is_late = |j: Pid| {
            let is_early = match self.timeouts {
                Timeouts::Early => true,
                Timeouts::EarlyToAsk => my.again[j] < self.retries,
                Timeouts::Perfect | Timeouts::Never => false,
            };
            let is_dead = turn.world.dead & 1 << j != 0;
            let owes = turn.world.owes[j] & 1 << me != 0;
            let flies = |from: Pid, to: Pid| {
                turn.in_flight().any(|it| (it.from(), it.to()) == (from as u8, to as u8))
            };
            let is_silent = || !flies(j, me) && (is_dead || !flies(me, j));
            match my.heard[j] {
                Heard::None | Heard::Reply | Heard::GivenUp => false,
                Heard::Nothing | Heard::Asked => is_early || is_silent(),
                Heard::NotYet => is_early || ((is_dead || !owes) && is_silent()),
                // who only ever says that it is there need not be asked twice, until it dies
                Heard::StillThere => (is_dead || (self.replies_again && !owes)) && is_silent(),
            }
        };
        self.others(me).filter(|&j| is_late(j)).fold(0, |set, j| set | 1 << j)
    }
}
