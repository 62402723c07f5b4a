//! # Lamport's lock
//!
//! Everybody keeps a queue of requests, sorted by timestamp, and enters when its own request is the
//! first and everybody else has been heard from since. The clocks make all queues agree. Take away
//! the tie-break, the acknowledgments, the clocks' jump past what they hear, or the order of
//! messages on a channel, and two queues disagree for long enough to let two in.
//!
//! Leslie Lamport, [Time, Clocks, and the Ordering of Events in a Distributed System][paper],
//! Communications of the ACM 21(7), 1978: the five rules of the section "Ordering the Events
//! Totally". The post of Pavel Panchekha explains them and codes them in Erlang; that listing is
//! `erlang_lock.rs`. A message handled together with its answer is one event here.
//!
//! [paper]: https://doi.org/10.1145/359545.359563

mod article;
mod names;
mod words;

use crate::shared::arrivals::Arrivals;
use crate::shared::claims::{mutual_exclusion, nobody_waits_for_ever};
use crate::shared::phase::Phase;
use crate::shared::timestamped::{ACK, Message, RELEASE, REQUEST, TIME_MAX};
use model::message_passing::{self, Channels, Does, Envelope, Message as _, Network, Protocol};
use model::{PROCESSES_MAX, Pid, ProcessView, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct LamportLock {
    nodes: usize,
    /// How often each process enters.
    entries: u8,
    /// Of equal timestamps, the lower process number goes first.
    breaks_ties: bool,
    acks: Acks,
    clock: Clock,
    channels: Channels,
    crashes_max: u8,
}

#[derive(Clone, Copy, PartialEq)]
enum Acks {
    Always,
    /// Not where the other will get a later message anyway (a footnote of the paper).
    Saved,
    /// Neither sent nor waited for.
    None,
}

#[derive(Clone, Copy, PartialEq)]
enum Clock {
    Lamport,
    /// As in the post: it ticks after sending, and a receipt only if it must.
    Posted,
    /// It counts the process's own events and takes no notice of timestamps.
    Local,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    phase: Phase,
    entered: u8,
    clock: u8,
    /// The time of its last event: one less than the clock where that ticks after sending.
    last: u8,
    /// Per process, one more than the timestamp of its request; zero where there is none.
    queue: [u8; PROCESSES_MAX],
    /// From whom a message has come that is later than its own request: a set.
    later: u8,
    /// Per process, the timestamp of the last message to it; where acknowledgments are saved.
    sent: [u8; PROCESSES_MAX],
}

/// What nobody knows.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct World {
    /// Who asked before whom, by the wall clock.
    arrivals: Arrivals,
    /// An event did not come later, by the clock, than one that led to it.
    is_clock_wrong: bool,
}

type Rule = message_passing::Rule<LamportLock>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, LamportLock>;
type Property = model::Property<Network<LamportLock>>;

impl Protocol for LamportLock {
    type Node = Node;
    type Message = Message;
    type InFlight = [Envelope<Message>; 18];
    type World = World;

    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Waiting, Zone::Critical];

    const RULES: &'static [Rule] = &[
        Rule::own("request", "", |it, turn, my| {
            if my.phase != Phase::Normal || my.entered == it.entries {
                return Does::Skip;
            }
            my.entered += 1;
            my.phase = Phase::Waiting;
            turn.world.arrivals.arrive(turn.me);
            turn.world.arrivals.wait(turn.me);
            let Some(time) = it.tick(turn, my) else { return Does::Beyond };
            my.queue[turn.me] = time + 1;
            it.send_all(turn, my, Message::new(REQUEST, time));
            Does::Run
        })
        .worded(|it| {
            it.words_of_send("to enter, when normal:\n  state ← waiting\n", "request", |now| {
                format!("queue[i] ← {now}")
            })
        })
        .to("to ask for the lock"),
        Rule::own("enter", "", |it, turn, my| {
            if my.phase != Phase::Waiting {
                return Does::Skip;
            }
            if !(0..turn.n).filter(|&j| j != turn.me).all(|j| it.lets_in(turn.me, my, j)) {
                return Does::Await;
            }
            my.phase = Phase::Critical;
            my.later = 0;
            turn.world.arrivals.enter(turn.me);
            Does::Run
        })
        .worded(|it| {
            let first = match it.breaks_ties {
                true => "(queue[i], i) < (queue[j], j)",
                false => "queue[i] ≤ queue[j]",
            };
            let heard = match it.acks {
                Acks::None => "",
                _ => "\n  and j is in later",
            };
            let forget = if it.acks == Acks::None { "" } else { "; later ← none" };
            format!(
                "await for each j ≠ i:\n  queue[j] is empty\n    or {first}{heard}\n\
                 state ← critical{forget}"
            )
        }),
        Rule::own("release", "", |it, turn, my| {
            if my.phase != Phase::Critical {
                return Does::Skip;
            }
            my.phase = Phase::Normal;
            my.queue[turn.me] = 0;
            turn.world.arrivals.leave(turn.me);
            let Some(time) = it.tick(turn, my) else { return Does::Beyond };
            it.send_all(turn, my, Message::new(RELEASE, time));
            Does::Run
        })
        .worded(|it| {
            it.words_of_send(
                "to leave, when critical:\n  state ← normal; queue[i] ← empty\n",
                "release",
                |_| String::new(),
            )
        }),
        Rule::on("on request", "", |it, turn, my, from, message| {
            if message.kind() != REQUEST {
                return Does::Skip;
            }
            my.queue[from] = message.time() + 1;
            let Some(time) = it.hear(turn, my, from, message) else { return Does::Beyond };
            let is_saved = it.acks == Acks::Saved && my.sent[from] > message.time();
            if it.acks != Acks::None && !is_saved {
                it.send(turn, my, from, Message::new(ACK, time));
            }
            Does::Run
        })
        .worded(|it| {
            let answer = match it.acks {
                Acks::Always => "\n  send ack clock to j",
                Acks::Saved => {
                    "\n  if nothing later than t was sent to j:\n    send ack clock to j"
                }
                Acks::None => "",
            };
            format!("on request t from j:\n{}\n  queue[j] ← t{answer}", it.words_of_hearing())
        }),
        Rule::on("on ack", "", |it, turn, my, from, message| {
            if message.kind() != ACK {
                return Does::Skip;
            }
            match it.hear(turn, my, from, message) {
                Some(_) => Does::Run,
                None => Does::Beyond,
            }
        })
        .worded(|it| format!("on ack t from j:\n{}", it.words_of_hearing()))
        .only_if(|it| it.acks != Acks::None),
        Rule::on("on release", "", |it, turn, my, from, message| {
            my.queue[from] = 0;
            match it.hear(turn, my, from, message) {
                Some(_) => Does::Run,
                None => Does::Beyond,
            }
        })
        .worded(|it| {
            format!("on release t from j:\n{}\n  queue[j] ← empty", it.words_of_hearing())
        }),
        Rule::crash("die", "process i dies:\n  state ← dead", |_, turn, my| {
            turn.world.arrivals.die(turn.me);
            *my = Node { phase: Phase::Dead, ..Node::new_zeroed() };
            Does::Run
        })
        .only_if(|it| it.crashes_max > 0),
    ];

    const PROPERTIES: &'static [Property] = &[
        mutual_exclusion("At most one process is in the critical section."),
        Property::always(
            "order of timestamps",
            "Nobody is inside while somebody waits whose request has an earlier timestamp.",
            |_, state| {
                let all = |phase| {
                    let nodes = state.nodes.iter().enumerate();
                    nodes.filter(move |(_, my)| my.phase == phase).map(|(i, my)| (my.queue[i], i))
                };
                all(Phase::Critical).all(|inside| all(Phase::Waiting).all(|waits| inside < waits))
            },
        ),
        Property::always(
            "order of asking",
            "Nobody is inside while somebody waits who asked earlier, by the wall clock.",
            |_, state| {
                let is_inside = |i: Pid| state.nodes[i].phase == Phase::Critical;
                !state.world.arrivals.is_somebody_passed(is_inside)
            },
        ),
        Property::always(
            "clock condition",
            "What leads to an event has an earlier time.",
            |_, state| !state.world.is_clock_wrong,
        ),
        nobody_waits_for_ever(),
    ];

    fn nodes(&self) -> usize {
        self.nodes
    }

    fn channels(&self) -> Channels {
        self.channels
    }

    fn crashes_max(&self) -> u8 {
        self.crashes_max
    }

    fn zone(&self, node: &Node) -> Zone {
        node.phase.zone()
    }

    fn show(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        self.show_node(me, my, view);
    }
}

impl LamportLock {
    /// The time of an event that is no receipt; none where the model does not follow.
    fn tick(&self, turn: &mut Turn<'_, '_>, my: &mut Node) -> Option<u8> {
        if self.clock == Clock::Posted {
            my.clock += 1;
            happens(turn, my, my.clock - 1)
        } else {
            my.clock += 1;
            happens(turn, my, my.clock)
        }
    }

    /// A message comes; the time of that.
    fn hear(
        &self,
        turn: &mut Turn<'_, '_>,
        my: &mut Node,
        from: Pid,
        message: Message,
    ) -> Option<u8> {
        let time = message.time();
        my.clock = match self.clock {
            Clock::Lamport => my.clock.max(time) + 1,
            Clock::Posted => my.clock.max(time + 1),
            Clock::Local => my.clock + 1,
        };
        if my.phase == Phase::Waiting && time + 1 > my.queue[turn.me] && self.acks != Acks::None {
            my.later |= 1 << from;
        }
        turn.world.is_clock_wrong |= my.clock <= time;
        happens(turn, my, my.clock)
    }

    fn send(&self, turn: &mut Turn<'_, '_>, my: &mut Node, to: Pid, message: Message) {
        if self.acks == Acks::Saved {
            my.sent[to] = message.time();
        }
        turn.send(to, message);
    }

    fn send_all(&self, turn: &mut Turn<'_, '_>, my: &mut Node, message: Message) {
        let me = turn.me;
        for to in (0..turn.n).filter(|&to| to != me) {
            self.send(turn, my, to, message);
        }
    }

    /// Whether process `me`, which waits, need not wait for `j`.
    fn lets_in(&self, me: Pid, my: &Node, j: Pid) -> bool {
        let (mine, theirs) = (my.queue[me], my.queue[j]);
        let is_first = match self.breaks_ties {
            _ if theirs == 0 => true,
            true => (mine, me) < (theirs, j),
            false => mine <= theirs,
        };
        is_first && (self.acks == Acks::None || my.later & 1 << j != 0)
    }
}

/// An event; its time goes by.
fn happens(turn: &mut Turn<'_, '_>, my: &mut Node, time: u8) -> Option<u8> {
    let is_first = my.last == 0;
    turn.world.is_clock_wrong |= !is_first && my.last > time;
    my.last = time + 1;
    (time <= TIME_MAX).then_some(time)
}
