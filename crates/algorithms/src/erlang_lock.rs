//! # Lamport's lock, as coded in Erlang
//!
//! The post of Pavel Panchekha turns the lock of Lamport's "Time, Clocks" into a page of Erlang. The page
//! differs from the paper in five places, each a knob here. Equal timestamps are not told apart by
//! process number. The owner is told `acquired` at every message, for as long as the answer is yes.
//! A process hears of its own release by message, and believes in its old request until then. An
//! acknowledgment that overtakes the request is dropped. The clock does not tick for every event.
//! Only the last of these does no harm to the lock.
//!
//! Pavel Panchekha, [Time, Clocks, and an Implementation in Erlang][post], 2012. The listing's order of
//! equal timestamps is that of `lists:sort/2`, which is stable, on a queue that is prepended to: the
//! newest goes first. The transcript in the same post shows the oldest going first; both are
//! offered.
//!
//! [post]: https://pavpanchekha.com/blog/time-clocks.html

mod article;
mod names;
mod properties;
mod queue;
mod words;

use crate::shared::arrivals::Arrivals;
use crate::shared::phase::Phase;
use crate::shared::timestamped::{ACK, Message, RELEASE, REQUEST};
use model::message_passing::{self, Does, Envelope, Message as _, Network, Order, Protocol};
use model::{Pid, ProcessView, Zone};
use queue::{Item, Queue, TIME_MAX, Ties};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct ErlangLock {
    nodes: usize,
    /// How often each owner enters.
    entries: u8,
    order: Order,
    /// `lists:foreach` can be interrupted between two neighbours.
    is_split: bool,
    ties: Ties,
    tells_once: bool,
    /// A process takes its own request out of its queue as it releases.
    forgets_own: bool,
    /// Acknowledgments are not dropped while the own request is on its way.
    keeps_early: bool,
    /// The clock ticks for every event, before it is used.
    ticks: bool,
}

/// A lock process and its owner.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    /// Of the owner.
    phase: Phase,
    entered: u8,
    time: u8,
    /// The timestamp of the owner's request, until it releases.
    asked: u8,
    /// How many `acquired` lie in the owner's mailbox.
    acquired: u8,
    is_told: bool,
    /// In the middle of `lists:foreach`: [`Sending`], or zero.
    sending: u8,
    /// Messages that were in the mailbox before the owner's release.
    ahead: u8,
    queue: Queue,
}

/// What a node that is in the middle of `lists:foreach` sends next.
#[derive(Clone, Copy)]
struct Sending {
    kind: u8,
    to: Pid,
}

impl Sending {
    fn pack(self) -> u8 {
        1 << 4 | self.kind << 2 | self.to as u8
    }

    fn unpack(packed: u8) -> Option<Sending> {
        (packed != 0).then_some(Sending { kind: packed >> 2 & 3, to: usize::from(packed & 3) })
    }
}

type Rule = message_passing::Rule<ErlangLock>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, ErlangLock>;
type Property = model::Property<Network<ErlangLock>>;

impl Protocol for ErlangLock {
    type Node = Node;
    type Message = Message;
    type InFlight = [Envelope<Message>; 15];
    /// Who asked before whom, by the wall clock.
    type World = Arrivals;

    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Waiting, Zone::Critical];

    const RULES: &'static [Rule] = &[
        Rule::own("foreach", "", |it, turn, my| {
            let Some(sending) = Sending::unpack(my.sending) else { return Does::Skip };
            it.send_next(turn, my, sending);
            Does::Run
        })
        .worded(|it| {
            let after = if it.ticks { "" } else { "\n  after the last: time ← time + 1" };
            format!("in the middle of foreach:\n  send the same to the next{after}")
        })
        .only_if(|it| it.is_split),
        Rule::own("request", "", |it, turn, my| {
            if my.phase != Phase::Normal || my.entered == it.entries {
                return Does::Skip;
            }
            my.entered += 1;
            my.phase = Phase::Waiting;
            my.time += u8::from(it.ticks);
            my.asked = my.time;
            turn.world.arrive(turn.me);
            turn.world.wait(turn.me);
            it.send_all(turn, my, REQUEST)
        })
        .worded(|it| {
            format!("the owner, when normal:\n  state ← waiting\n{}", it.words_of_send("request"))
        })
        .to("to ask for the lock"),
        Rule::own(
            "acquired",
            "await acquired > 0\n  acquired ← acquired − 1\n  state ← critical",
            |it, turn, my| {
                if my.phase != Phase::Waiting {
                    return Does::Skip;
                }
                if my.acquired == 0 {
                    return Does::Await;
                }
                my.acquired -= 1;
                my.phase = Phase::Critical;
                my.ahead = it.there_already(turn);
                turn.world.enter(turn.me);
                Does::Run
            },
        ),
        Rule::own("release", "", |it, turn, my| {
            if my.phase != Phase::Critical {
                return Does::Skip;
            }
            if my.ahead > 0 {
                return Does::Await;
            }
            my.phase = Phase::Normal;
            my.asked = 0;
            my.is_told = false;
            my.time += u8::from(it.ticks);
            if it.forgets_own {
                my.queue.retain(|item| item.is_ack() || item.from() != turn.me);
            }
            turn.world.leave(turn.me);
            it.send_all(turn, my, RELEASE)
        })
        .worded(|it| {
            let before = match it.order {
                Order::SelfAtOnce | Order::Mailbox => "await what is in the mailbox\n",
                _ => "",
            };
            let own = match it.forgets_own {
                true => "  queue ← queue without requests of i\n",
                false => "",
            };
            let told = if it.tells_once { "; told ← false" } else { "" };
            format!(
                "{before}the owner, when critical:\n  state ← normal{told}\n{own}{}",
                it.words_of_send("release")
            )
        }),
        Rule::on("on request", "", |it, turn, my, from, message| {
            if message.kind() != REQUEST {
                return Does::Skip;
            }
            if my.sending != 0 {
                return Does::Busy;
            }
            it.hear(turn, my, from, message);
            let item = Item::new(message.time(), from, false);
            if my.time > TIME_MAX || !my.queue.insert(item, it.ties) {
                return Does::Beyond;
            }
            turn.send(from, Message::new(ACK, my.time));
            Does::Run
        })
        .worded(|it| {
            format!(
                "on {{t, j, request}}:\n  time ← {}\n  queue ← {{t, j, request}} and queue\n  \
                 send {{time, i, ack}} to j",
                it.words_of_clock()
            )
        }),
        Rule::on("on ack", "", |it, turn, my, from, message| {
            if message.kind() != ACK {
                return Does::Skip;
            }
            if my.sending != 0 {
                return Does::Busy;
            }
            it.hear(turn, my, from, message);
            if !my.queue.insert(Item::new(message.time(), from, true), it.ties) {
                return Does::Beyond;
            }
            it.check_acquire(turn, my);
            Does::Run
        })
        .worded(|it| {
            format!(
                "on {{t, j, ack}}:\n  time ← {}\n  queue ← {{t, j, ack}} and queue\n{}",
                it.words_of_clock(),
                it.words_of_check()
            )
        }),
        Rule::on("on release", "", |it, turn, my, from, message| {
            if my.sending != 0 {
                return Does::Busy;
            }
            it.hear(turn, my, from, message);
            my.queue.retain(|item| item.is_ack() || item.from() != from);
            it.check_acquire(turn, my);
            Does::Run
        })
        .worded(|it| {
            format!(
                "on {{t, j, release}}:\n  time ← {}\n  queue ← queue without requests of j\n{}",
                it.words_of_clock(),
                it.words_of_check()
            )
        }),
    ];

    const PROPERTIES: &'static [Property] = properties::ALL;

    fn nodes(&self) -> usize {
        self.nodes
    }

    fn order(&self) -> Order {
        self.order
    }

    fn zone(&self, node: &Node) -> Zone {
        node.phase.zone()
    }

    fn show(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        self.show_node(me, my, view);
    }
}

impl ErlangLock {
    /// Sends to all neighbours, which a process counts among its neighbours too.
    fn send_all(&self, turn: &mut Turn<'_, '_>, my: &mut Node, kind: u8) -> Does {
        if my.time > TIME_MAX {
            return Does::Beyond;
        }
        self.send_next(turn, my, Sending { kind, to: 0 });
        while let Some(sending) = Sending::unpack(my.sending).filter(|_| !self.is_split) {
            self.send_next(turn, my, sending);
        }
        Does::Run
    }

    fn send_next(&self, turn: &mut Turn<'_, '_>, my: &mut Node, sending: Sending) {
        turn.send(sending.to, Message::new(sending.kind, my.time));
        let to = sending.to + 1;
        if to < turn.n {
            my.sending = Sending { to, ..sending }.pack();
        } else {
            my.sending = 0;
            my.time += u8::from(!self.ticks);
        }
    }

    /// A message comes: `clock/2`.
    fn hear(&self, turn: &Turn<'_, '_>, my: &mut Node, from: Pid, message: Message) {
        my.time = match self.ticks {
            true => my.time.max(message.time()) + 1,
            false => my.time.max(message.time() + 1),
        };
        let was_there = self.order == Order::Mailbox || from == turn.me;
        my.ahead -= u8::from(my.ahead > 0 && was_there);
    }

    /// How many messages lie in a node's mailbox for certain, and not on their way.
    fn there_already(&self, turn: &Turn<'_, '_>) -> u8 {
        let me = turn.me as u8;
        let is_there = |it: &&Envelope<Message>| match self.order {
            Order::Mailbox => it.to() == me,
            Order::SelfAtOnce => it.to() == me && it.from() == me,
            Order::Fifo | Order::Unordered => false,
        };
        turn.in_flight().filter(is_there).count() as u8
    }

    fn check_acquire(&self, turn: &mut Turn<'_, '_>, my: &mut Node) {
        let me = turn.me;
        let own = Item::new(my.asked, me, false);
        let is_on_its_way = my.phase != Phase::Normal && !my.queue.items().contains(&own);
        if !(self.keeps_early && is_on_its_way) {
            my.queue.drop_first_acks();
        }
        let can_acquire = match my.queue.items().split_first() {
            Some((first, rest)) if first.from() == me && !first.is_ack() => {
                (0..turn.n).all(|j| rest.iter().any(|it| it.from() == j))
            }
            _ => false,
        };
        if can_acquire && !my.is_told {
            my.acquired += 1;
            my.is_told = self.tells_once;
            turn.note(|| "It tells its owner that it has the lock.".into());
        }
    }
}
