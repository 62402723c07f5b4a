//! # Logical clocks
//!
//! Processes that do what they like, and two clocks that watch: Lamport's, which is a number, and
//! the vector clock, which is one number per process. What led to what is kept beside them, and
//! every pair of events is asked: does the clock say what it promises, and may one conclude
//! anything from it? The number promises one direction, the vector both. Each line of either
//! clock can be taken away or replaced by what the post says.
//!
//! Leslie Lamport, [Time, Clocks, and the Ordering of Events in a Distributed System][paper],
//! Communications of the ACM 21(7), 1978; the clock of Pavel Panchekha's post (`clock/1`,
//! `clock/2`). Vector clocks: Colin Fidge, 1988, and Friedemann Mattern, 1989. The vector that
//! takes one entry only: Jerry Fowler and Willy Zwaenepoel, 1990.
//!
//! [paper]: https://doi.org/10.1145/359545.359563

mod article;
mod history;
mod names;
mod stamp;

use history::{History, Pair};
use model::message_passing::{self, Does, Envelope, Network, Order, Protocol};
use model::{HistoryView, Pid, ProcessView, Zone};
use stamp::Stamp;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct LogicalClocks {
    nodes: usize,
    /// How many events each process has.
    events: u8,
    own: Own,
    receipt: Receipt,
    vector: Vector,
    fifo: bool,
}

/// What Lamport's clock does at an event that is not a receipt: `clock/1` in the post.
#[derive(Clone, Copy, PartialEq)]
enum Own {
    TickFirst,
    StampFirst,
    /// As `TickFirst`, and local events do not tick.
    SendsOnly,
}

/// What Lamport's clock does at a receipt: `clock/2` in the post.
#[derive(Clone, Copy, PartialEq)]
enum Receipt {
    PastBoth,
    AsPublished,
    ThenTick,
    NotPast,
    NoMax,
    Overwrite,
}

/// What is missing of the vector clock.
#[derive(Clone, Copy, PartialEq)]
enum Vector {
    Whole,
    /// Local events do not tick.
    SendsOnly,
    NoTickOnReceipt,
    NoMerge,
    SenderOnly,
}

/// More would not fit into a state.
const EVENTS_MAX: usize = 3;

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    clocks: Stamp,
    happened: u8,
    /// Of its events, one after the other.
    stamps: [Stamp; EVENTS_MAX],
}

impl Node {
    fn stamps(&self) -> &[Stamp] {
        &self.stamps[..usize::from(self.happened)]
    }

    /// An event; of a receipt, with who sent the message at which of its own.
    fn happens(&mut self, turn: &mut Turn<'_, '_>, stamp: Stamp, sent: Option<(Pid, usize)>) {
        let event = usize::from(self.happened);
        self.stamps[event] = stamp;
        self.happened += 1;
        turn.world.happens(turn.me, event, sent);
        turn.note(|| format!("The process stamps this {}.", words(stamp)));
    }
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message {
    stamp: Stamp,
    /// Which event of its sender sent it: nobody reads that but the history.
    event: u8,
}

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["message"];

    fn kind(&self) -> u8 {
        0
    }

    fn words(&self) -> String {
        words(self.stamp)
    }
}

/// "3 (1,0,2)"
fn words(stamp: Stamp) -> String {
    format!("{} {}", stamp.time(), stamp.vector())
}

type Rule = message_passing::Rule<LogicalClocks>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, LogicalClocks>;
type Property = model::Property<Network<LogicalClocks>>;
type State = message_passing::State<Node, [Envelope<Message>; 12], History>;

impl Protocol for LogicalClocks {
    type Node = Node;
    type Message = Message;
    /// Nine for three processes, and never more than twelve.
    type InFlight = [Envelope<Message>; 12];
    type World = History;

    const ZONES: &'static [Zone] = &[Zone::Remainder];

    const RULES: &'static [Rule] = &[
        Rule::own("local", "", |it, turn, my| {
            if turn.choice != 0 || my.happened == it.events {
                return Does::Skip;
            }
            it.tick(turn, my, false);
            Does::Run
        })
        .worded(|it| format!("a local event:\n{}", it.words_of_tick(false))),
        Rule::own("send", "", |it, turn, my| {
            let to = turn.choice.checked_sub(1).map(Pid::from);
            let Some(to) = to.filter(|&to| to != turn.me && to < turn.n) else {
                return Does::Skip;
            };
            if my.happened == it.events {
                return Does::Skip;
            }
            let event = my.happened;
            let stamp = it.tick(turn, my, true);
            turn.send(to, Message { stamp, event });
            Does::Run
        })
        .worded(|it| {
            format!("to send to j:\n{}\n  send stamp, vector to j", it.words_of_tick(true))
        }),
        Rule::on("receive", "", |it, turn, my, from, message| {
            if my.happened == it.events {
                return Does::Busy;
            }
            it.hear(turn, my, from, message);
            Does::Run
        })
        .worded(LogicalClocks::words_of_receipt),
    ];

    const PROPERTIES: &'static [Property] = &[
        Property::always(
            "clock condition",
            "If event a led to event b, the time of a is less than that of b.",
            |it, state| it.protocol.all(state, |it| !it.led || it.times().0 < it.times().1),
        ),
        Property::always(
            "never backwards",
            "If event a led to event b, the time of a is at least not greater than that of b.",
            |it, state| it.protocol.all(state, |it| !it.led || it.times().0 <= it.times().1),
        ),
        Property::always(
            "total order",
            "Sorted by time and process number, every event comes after all that led to it.",
            |it, state| {
                it.protocol
                    .all(state, |it| !it.led || (it.times().0, it.who.0) < (it.times().1, it.who.1))
            },
        ),
        Property::sometimes(
            "lower without cause",
            "An event can have a lower time than one that it did not lead to.",
            |it, state| !it.protocol.all(state, |it| it.led || it.times().0 >= it.times().1),
        ),
        Property::always(
            "vector condition",
            "If event a led to event b, the vector of a is less than that of b.",
            |it, state| it.protocol.all(state, |it| !it.led || it.vector_is_less()),
        ),
        Property::always(
            "vector converse",
            "If the vector of a is less than that of b, a led to b.",
            |it, state| it.protocol.all(state, |it| it.led || !it.vector_is_less()),
        ),
        Property::always(
            "vector counts",
            "Entry j of a vector is how many events of j led to the event, itself included.",
            |it, state| state.world.is_counted(&state.nodes[..it.protocol.nodes]),
        ),
        Property::most(
            "ordered for nothing",
            "How many pairs of concurrent events have different times.",
            |it, state| {
                let mut count = 0;
                it.protocol.all(state, |it| {
                    count += u32::from(it.is_concurrent() && it.times().0 < it.times().1);
                    true
                });
                count
            },
        ),
        Property::sometimes(
            "equal times",
            "Two events of different processes can have the same time.",
            |it, state| {
                let differs = |it: Pair| it.who.0 == it.who.1 || it.times().0 != it.times().1;
                !it.protocol.all(state, differs)
            },
        ),
        Property::sometimes(
            "carried forward",
            "A message can carry a clock forward by three.",
            |it, state| {
                let jumps = |it: &[Stamp]| it[1].time() >= it[0].time() + 3;
                state.nodes[..it.protocol.nodes].iter().any(|my| my.stamps().windows(2).any(jumps))
            },
        ),
    ];

    fn nodes(&self) -> usize {
        self.nodes
    }

    fn node(&self, _: Pid) -> Node {
        Node { clocks: Stamp::start(self.nodes), ..Node::new_zeroed() }
    }

    fn order(&self) -> Order {
        if self.fifo { Order::Fifo } else { Order::Unordered }
    }

    /// A process may do something by itself, or send to process `choice` − 1.
    fn choices(&self) -> u8 {
        self.nodes as u8
    }

    fn zone(&self, _: &Node) -> Zone {
        Zone::Remainder
    }

    fn show(&self, _: Pid, my: &Node, view: &mut ProcessView) {
        let stamp = my.stamps().last().map(|it| it.time().to_string());
        view.status = format!("{} of {} events", my.happened, self.events);
        view.locals = vec![
            ("time", my.clocks.time().to_string()),
            ("stamp", stamp.clone().unwrap_or_else(|| "none".into())),
            ("vector", my.clocks.vector()),
        ];
        view.token = stamp;
    }

    fn history(
        &self,
        nodes: &[Node],
        world: &History,
        sent: &[(Pid, Message)],
    ) -> Option<HistoryView> {
        let sent = sent.iter().map(|(from, it)| (*from, it.event.into()));
        let events_max = nodes.len() * usize::from(self.events);
        Some(HistoryView { events_max, ..world.view(nodes, sent) })
    }
}

impl LogicalClocks {
    /// An event that is not a receipt. Returns its stamp.
    fn tick(&self, turn: &mut Turn<'_, '_>, my: &mut Node, sends: bool) -> Stamp {
        let (me, before) = (turn.me, my.clocks);
        if sends || self.vector != Vector::SendsOnly {
            my.clocks = before.with_entry(me, before.entry(me) + 1);
        }
        let ticked = my.clocks.with_time(before.time() + 1);
        let stamp = match self.own {
            Own::TickFirst => ticked,
            Own::SendsOnly if sends => ticked,
            Own::StampFirst | Own::SendsOnly => my.clocks,
        };
        my.clocks = if self.own == Own::StampFirst { ticked } else { stamp };
        my.happens(turn, stamp, None);
        stamp
    }

    fn hear(&self, turn: &mut Turn<'_, '_>, my: &mut Node, from: Pid, message: Message) {
        let (me, theirs) = (turn.me, message.stamp);
        let (time, t) = (my.clocks.time(), theirs.time());
        let now = match self.receipt {
            Receipt::PastBoth => time.max(t) + 1,
            Receipt::AsPublished | Receipt::ThenTick => time.max(t + 1),
            Receipt::NotPast => (time + 1).max(t),
            Receipt::NoMax => time + 1,
            Receipt::Overwrite => t + 1,
        };
        if now > time + 1 {
            turn.note(|| format!("The message carries its clock forward from {time} to {now}."));
        }
        let mut vector = my.clocks;
        for j in (0..turn.n).filter(|&j| self.takes(j, from)) {
            vector = vector.with_entry(j, vector.entry(j).max(theirs.entry(j)));
        }
        if self.vector != Vector::NoTickOnReceipt {
            vector = vector.with_entry(me, vector.entry(me) + 1);
        }
        let stamp = vector.with_time(now);
        my.clocks = stamp.with_time(now + u8::from(self.receipt == Receipt::ThenTick));
        my.happens(turn, stamp, Some((from, message.event.into())));
    }

    /// Whether a receipt takes over entry `j` of the sender's vector, where it is higher.
    fn takes(&self, j: Pid, from: Pid) -> bool {
        match self.vector {
            Vector::Whole | Vector::SendsOnly | Vector::NoTickOnReceipt => true,
            Vector::NoMerge => false,
            Vector::SenderOnly => j == from,
        }
    }

    /// Of all pairs of different events, either way round.
    fn all(&self, state: &State, holds: impl FnMut(Pair) -> bool) -> bool {
        state.world.all_pairs(&state.nodes[..self.nodes], holds)
    }

    fn words_of_tick(&self, sends: bool) -> String {
        let time = match self.own {
            Own::StampFirst => "  stamp ← time; time ← time + 1",
            Own::SendsOnly if !sends => "  stamp ← time",
            Own::TickFirst | Own::SendsOnly => "  time ← time + 1; stamp ← time",
        };
        match self.vector {
            Vector::SendsOnly if !sends => time.into(),
            _ => format!("{time}\n  vector[i] ← vector[i] + 1"),
        }
    }

    fn words_of_receipt(&self) -> String {
        let (time, then) = match self.receipt {
            Receipt::PastBoth => ("max(time, t) + 1", ""),
            Receipt::AsPublished => ("max(time, t + 1)", ""),
            Receipt::ThenTick => ("max(time, t + 1)", "; time ← time + 1"),
            Receipt::NotPast => ("max(time + 1, t)", ""),
            Receipt::NoMax => ("time + 1", ""),
            Receipt::Overwrite => ("t + 1", ""),
        };
        let merge = match self.vector {
            Vector::NoMerge => "",
            Vector::SenderOnly => "\n  vector[j] ← max(vector[j], v[j])",
            _ => "\n  vector ← max(vector, v), entry by entry",
        };
        let tick = match self.vector {
            Vector::NoTickOnReceipt => "",
            _ => "\n  vector[i] ← vector[i] + 1",
        };
        format!("on t, v from j:\n  time ← {time}; stamp ← time{then}{merge}{tick}")
    }
}
