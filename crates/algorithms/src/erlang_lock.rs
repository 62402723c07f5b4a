//! # Lamport's lock, as coded in Erlang
//!
//! The post of seed 001 turns the lock of Lamport's "Time, Clocks" into a page of Erlang. The page
//! differs from the paper in five places, each a knob here. Equal timestamps are not told apart by
//! process number. The owner is told `acquired` at every message, for as long as the answer is yes.
//! A process hears of its own release by message, and believes in its old request until then. An
//! acknowledgment that overtakes the request is dropped. The clock does not tick for every event.
//! Only the last of these does no harm to the lock.
//!
//! Pavel Panchekha, [Time, Clocks, and an Implementation in Erlang][post], 2012, as given in
//! seed 001. The listing's order of equal timestamps is that of `lists:sort/2`, which is stable, on
//! a queue that is prepended to: the newest goes first. The transcript in the same post shows the
//! oldest going first; both are offered.
//!
//! [post]: https://pavpanchekha.com/blog/time-clocks.html

use model::message_passing::{
    self, Channels, Does, Envelope, Message as _, Network, Order, Protocol,
};
use model::{
    Algorithm, Article, Dare, Family, Knob, PROCESSES_MAX, Paper, Pid, ProcessView, Renaming,
    Setting, Stage, Zone, value,
};
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

/// Which of two with the same timestamp is sorted first.
#[derive(Clone, Copy, PartialEq)]
enum Ties {
    Newest,
    Oldest,
    ProcessId,
}

/// Of the owner.
#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Phase {
    Normal,
    Waiting,
    Critical,
}

/// A lock process and its owner.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
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

/// Requests and acknowledgments, sorted. (The post sorts before it looks; the order is the same.)
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
struct Queue {
    len: u8,
    items: [Item; 9],
}

/// Time, five bits; sender, two bits; whether it is an acknowledgment.
#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
struct Item(u8);

const TIME_MAX: u8 = 31;

impl Item {
    fn new(time: u8, from: Pid, is_ack: bool) -> Item {
        Item(time << 3 | (from as u8) << 1 | u8::from(is_ack))
    }

    fn time(self) -> u8 {
        self.0 >> 3
    }

    fn from(self) -> Pid {
        usize::from(self.0 >> 1 & 3)
    }

    fn is_ack(self) -> bool {
        self.0 & 1 != 0
    }
}

impl Queue {
    fn items(&self) -> &[Item] {
        &self.items[..usize::from(self.len)]
    }

    /// False if there is no room.
    fn insert(&mut self, it: Item, ties: Ties) -> bool {
        let goes_before = |other: &&Item| match ties {
            Ties::Newest => other.time() < it.time(),
            Ties::Oldest => other.time() <= it.time(),
            Ties::ProcessId => (other.time(), other.from()) < (it.time(), it.from()),
        };
        let at = self.items().iter().take_while(goes_before).count();
        let len = usize::from(self.len);
        if len == self.items.len() {
            return false;
        }
        self.items.copy_within(at..len, at + 1);
        self.items[at] = it;
        self.len += 1;
        true
    }

    fn retain(&mut self, keep: impl Fn(Item) -> bool) {
        let old = *self;
        *self = Queue::new_zeroed();
        for &it in old.items().iter().filter(|&&it| keep(it)) {
            self.items[usize::from(self.len)] = it;
            self.len += 1;
        }
    }
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

/// What nobody knows: who asked before whom, by the wall clock.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct World {
    /// A set.
    waiting: u8,
    /// Per process, a set: who was waiting as it asked, and has not entered since.
    before: [u8; PROCESSES_MAX],
}

/// Kind, two bits; timestamp, five bits.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message(u8);

const REQUEST: u8 = 0;
const ACK: u8 = 1;
const RELEASE: u8 = 2;

impl Message {
    fn new(kind: u8, time: u8) -> Message {
        Message(kind << 5 | time)
    }

    fn time(self) -> u8 {
        self.0 & TIME_MAX
    }
}

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["request", "ack", "release"];

    fn kind(&self) -> u8 {
        self.0 >> 5
    }

    fn words(&self) -> String {
        format!("{} {}", Message::KINDS[usize::from(self.kind())], self.time())
    }
}

type Rule = message_passing::Rule<ErlangLock>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, ErlangLock>;
type Property = model::Property<Network<ErlangLock>>;

impl Protocol for ErlangLock {
    type Node = Node;
    type Message = Message;
    type InFlight = [Envelope<Message>; 15];
    type World = World;

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
            turn.world.before[turn.me] = turn.world.waiting;
            turn.world.waiting |= 1 << turn.me;
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
                turn.world.waiting &= !(1 << turn.me);
                turn.world.before.iter_mut().for_each(|it| *it &= !(1 << turn.me));
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
            turn.world.before[turn.me] = 0;
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

    const PROPERTIES: &'static [Property] = &[
        Property::always(
            "mutual exclusion",
            "At most one owner is in the critical section.",
            |it, state| it.count(state, Zone::Critical) <= 1,
        ),
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
            |_, state| {
                let inside = |i: &Pid| state.nodes[*i].phase == Phase::Critical;
                let passed = |i: Pid| state.world.before[i] & state.world.waiting != 0;
                !(0..PROCESSES_MAX).filter(inside).any(passed)
            },
        ),
        Property::always(
            "clock condition",
            "Of two events of one process, the later has the higher time.",
            |it, state| it.protocol.keeps_clock_condition(state),
        ),
        Property::most(
            "told",
            "How often the owner has been told `acquired` and has not looked yet.",
            |_, state| state.nodes.iter().map(|my| my.acquired.into()).max().unwrap_or(0),
        ),
        Property::eventually(
            "nobody waits for ever",
            "Whoever asks to enter enters in the end, even if nobody else ever wants to.",
            |it, state| it.those_in(state, &[Zone::Waiting]),
        ),
    ];

    fn nodes(&self) -> usize {
        self.nodes
    }

    fn node(&self, _: Pid) -> Node {
        Node::new_zeroed()
    }

    fn channels(&self) -> Channels {
        Channels { fifo: self.order != Order::Unordered, losses_max: 0, duplicates_max: 0 }
    }

    fn order(&self) -> Order {
        self.order
    }

    fn zone(&self, node: &Node) -> Zone {
        match node.phase {
            Phase::Normal => Zone::Remainder,
            Phase::Waiting => Zone::Waiting,
            Phase::Critical => Zone::Critical,
        }
    }

    fn show(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        let state = match my.phase {
            Phase::Normal => "normal",
            Phase::Waiting => "waiting",
            Phase::Critical => "critical",
        };
        view.status = match my.phase {
            Phase::Normal if my.entered == self.entries => "done".into(),
            Phase::Waiting => "awaiting acquired".into(),
            Phase::Critical if my.ahead > 0 => "inside, with messages to read first".into(),
            Phase::Critical => "in the critical section".into(),
            Phase::Normal => state.into(),
        };
        if my.phase != Phase::Normal {
            view.token = Some(my.asked.to_string());
        }
        if my.phase == Phase::Waiting {
            view.awaits = self.awaits(me, my);
        }
        let item = |it: &Item| {
            let kind = if it.is_ack() { "ack" } else { "request" };
            format!("{{{}, {}, {kind}}}", it.time(), it.from())
        };
        let queue: Vec<String> = my.queue.items().iter().map(item).collect();
        view.locals = vec![
            ("state", state.into()),
            ("time", my.time.to_string()),
            ("queue", format!("[{}]", queue.join(", "))),
            ("acquired", my.acquired.to_string()),
        ];
        if self.tells_once {
            view.locals.push(("told", my.is_told.to_string()));
        }
    }
}

impl message_passing::Symmetric for ErlangLock {
    /// All, where numbers do not break ties; but `lists:foreach` goes from number to number.
    fn alike(&self) -> u8 {
        let has_names = self.ties == Ties::ProcessId || self.is_split;
        if has_names { 0 } else { (1 << self.nodes) - 1 }
    }

    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        let len = usize::from(my.queue.len);
        for it in &mut my.queue.items[..len] {
            *it = Item::new(it.time(), names.name(it.from()), it.is_ack());
        }
    }

    fn rename_world(&self, world: &mut World, names: &Renaming) {
        world.waiting = names.set(world.waiting);
        world.before = names.array(world.before.map(|set| names.set(set)));
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
            let acks = my.queue.items().iter().take_while(|it| it.is_ack()).count();
            my.queue.items[..].rotate_left(acks);
            my.queue.len -= acks as u8;
            let len = usize::from(my.queue.len);
            my.queue.items[len..].fill(Item(0));
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

    /// Whose message a process waits for.
    fn awaits(&self, me: Pid, my: &Node) -> Vec<u8> {
        let Some(first) = my.queue.items().iter().position(|it| !it.is_ack()) else {
            return vec![me as u8];
        };
        let (first, rest) = (my.queue.items()[first], &my.queue.items()[first + 1..]);
        match first.from() {
            it if it != me => vec![it as u8],
            _ => (0..self.nodes)
                .filter(|&j| rest.iter().all(|it| it.from() != j))
                .map(|j| j as u8)
                .collect(),
        }
    }

    /// No two events have the same time and process, as far as their traces are still about:
    /// a broadcast is one event, each acknowledgment is one.
    fn keeps_clock_condition(&self, state: &State) -> bool {
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
            && state.nodes[..self.nodes].iter().all(|my| {
                my.queue.items().iter().all(|it| see(u8::from(it.is_ack()), it.from(), it.time()))
            })
    }

    fn words_of_send(&self, kind: &str) -> String {
        let message = format!("send {{time, i, {kind}}} to all, itself too");
        match (self.ticks, self.is_split) {
            (true, false) => format!("  time ← time + 1\n  {message}"),
            (true, true) => format!("  time ← time + 1\n  {message}, one by one"),
            (false, false) => format!("  {message}\n  time ← time + 1"),
            (false, true) => format!("  {message}, one by one"),
        }
    }

    fn words_of_clock(&self) -> &'static str {
        match self.ticks {
            true => "max(time, t) + 1",
            false => "max(time, t + 1)",
        }
    }

    fn words_of_check(&self) -> String {
        let by = match self.ties {
            Ties::Newest => "time, of equals the newest first",
            Ties::Oldest => "time, of equals the oldest first",
            Ties::ProcessId => "time and process",
        };
        let unless = match self.keeps_early {
            true => "\n    (not while its own request is on its way)",
            false => "",
        };
        let (once, told) = match self.tells_once {
            true => (" and not told", "; told ← true"),
            false => ("", ""),
        };
        format!(
            "  queue ← queue, sorted by {by},\n    without acks at its head{unless}\n  \
             if its head is a request of i\n    and all are among the senders behind it{once}:\n    \
             acquired ← acquired + 1{told}"
        )
    }
}

type State = message_passing::State<Node, [Envelope<Message>; 15], World>;

impl Algorithm for ErlangLock {
    type Model = Network<ErlangLock>;
    const NAME: &'static str = "Lamport’s lock in Erlang";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = Paper {
        authors: "Pavel Panchekha",
        year: 2012,
        title: "Time, Clocks, and an Implementation in Erlang",
        url: "https://pavpanchekha.com/blog/time-clocks.html",
    };
    const ARTICLE: Article = Article {
        lead: "A page of Erlang, an elegant paper, and what is between them.",
        idea: &[
            "To ask for the lock, a process sends a request with its time to all processes, itself \
             too. Whoever gets a request puts it into its queue and answers with an ack. To \
             release, it sends a release to all, itself too, and whoever gets that takes the \
             sender’s requests out of its queue.",
            "A process has the lock if its own request is the first in its queue, by time, and a \
             later message from everybody is behind it. It then sends acquired to its owner, who \
             has been waiting for that. An entry costs 3N messages.",
            "The listing is the post’s, line by line: clock/1 ticks after sending, clock/2 is the \
             greater of the own time and one more than the message’s, new messages are put in \
             front of the queue, and sort, dropwhile and foreach are Erlang’s. The owner asks and \
             releases as the post says, “and periodically send it request and release requests”.",
            "“The system works, in all combinations in which I tested it”, the post concludes, on \
             one machine, with no way “to randomly slow down message receives”. Here is one. The \
             repairs are knobs; add them one at a time.",
        ],
        found: &[
            "As published, two owners are inside after 16 steps, even on one machine, where every \
             message is there at once. Each ack that comes once the answer is yes tells the owner \
             again. It does not look until its next request, and then takes the old message for a \
             new one.",
            "Telling it once is not enough, and neither is the other repair alone: a process that \
             has released keeps its old request until its own release comes by, and an ack that \
             comes earlier tells the owner again. It must take its request out as it releases.",
            "With a network in between, equal timestamps matter. Sorted by time alone, the newest \
             message is first, so each process puts the other’s request before its own: both wait \
             for ever, ten steps. The transcript in the post cannot come from that listing: in it \
             the oldest is first. That way each puts its own request first, and both are inside: \
             ten steps. The process number, which the post’s own footnote suggests, cures both.",
            "With these three repairs mutual exclusion, the order of timestamps and progress hold \
             for two processes entering twice each, and in mailboxes for three entering once, as \
             long as what a process sends to itself is there at once.",
            "If it is not, or if foreach is interrupted before it comes to the process itself, an \
             ack overtakes the request. It stands at the head of the queue, is dropped, and never \
             comes again: ten and twelve steps to a lock that nobody gets. Acks must be kept while \
             the own request is on its way. If messages overtake each other, nothing here helps.",
            "The clock condition, “the whole point of a clock”, fails after three steps: an ack and \
             a request after it carry the same time. The lock does not mind. And the grants follow \
             the order of timestamps, but never for certain “the order in which they are sent”: \
             six steps, however many repairs.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Processes", values: &[value("2", "2"), value("3", "3")] },
        Knob {
            name: "entries",
            words: "Each enters",
            values: &[value("2", "twice"), value("1", "once"), value("3", "three times")],
        },
        Knob {
            name: "delivery",
            words: "A message to another, or to itself",
            values: &[
                value("self-at-once", "takes its time; to itself it is there at once"),
                value("fifo", "takes its time, in the order sent"),
                value("unordered", "takes its time, in any order"),
                value("mailbox", "is there at once"),
                value("mailbox-split", "is there at once; foreach can be interrupted"),
            ],
        },
        Knob {
            name: "equal-times",
            words: "Of equal timestamps",
            values: &[
                value("newest-first", "the newest goes first, as the listing says"),
                value("oldest-first", "the oldest goes first, as the transcript shows"),
                value("process-id", "the lower process number goes first"),
            ],
        },
        Knob {
            name: "tells",
            words: "The owner is told",
            values: &[
                value("each-time", "each time that it can have the lock"),
                value("once", "once, until it releases"),
            ],
        },
        Knob {
            name: "own-request",
            words: "A process drops its own request",
            values: &[
                value("by-message", "when its own release reaches it"),
                value("on-release", "as it releases"),
            ],
        },
        Knob {
            name: "early-acks",
            words: "Acks that come before its own request",
            values: &[value("dropped", "are dropped"), value("kept", "are kept")],
        },
        Knob {
            name: "clock",
            words: "The clock ticks",
            values: &[
                value("as-published", "after a request, and past what it hears"),
                value("lamport", "at every event, before it is used"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=EGFIy.mGaA";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Lock and release once",
            words: "Six messages for two processes: the own mailbox gets its share.",
            link: "?v=1&run=IIJIaQim.18B3",
        },
        Dare {
            title: "Replay the post’s transcript",
            words: "It comes out as printed only if the oldest of equal timestamps goes first. Owner 1 is told \
                    twice.",
            link: "?delivery=mailbox&equal-times=oldest-first&v=1&run=ES1JQvWM_.ByV4",
        },
        Dare {
            title: "Enter on an old promise",
            words: "One machine, no delays. Owner 1 was told twice, and the second time lets it in again.",
            link: "?delivery=mailbox&v=1&run=IGCSyiGm1lVqP.zHsk",
        },
        Dare {
            title: "Let each put the other first",
            words: "Equal timestamps, the newest first: both wait for ever.",
            link: "?v=1&run=EGFI2lWd_.2Zc4",
        },
        Dare {
            title: "Let each put itself first",
            words: "Equal timestamps, the oldest first: both are inside.",
            link: "?equal-times=oldest-first&v=1&run=EGFIlpXf.arHG",
        },
        Dare {
            title: "Ask again before you have released",
            words: "Process 0 still believes in the request that it has just released.",
            link: "?equal-times=process-id&tells=once&v=1&run=IGCiEkCkslmtf.EQ1m",
        },
        Dare {
            title: "Overtake your own request",
            words: "The ack is there before the request that it answers, and is thrown away.",
            link: "?entries=1&delivery=mailbox-split&equal-times=process-id&v=1&run=EaDOxCN5V.BUpc",
        },
    ];

    fn model(setting: &Setting) -> Network<ErlangLock> {
        Network::new(ErlangLock {
            nodes: setting.number("processes").map_or(2, usize::from),
            entries: setting.number("entries").unwrap_or(2),
            order: match setting.get("delivery") {
                "fifo" => Order::Fifo,
                "unordered" => Order::Unordered,
                "mailbox" | "mailbox-split" => Order::Mailbox,
                _ => Order::SelfAtOnce,
            },
            is_split: setting.is("delivery", "mailbox-split"),
            ties: match setting.get("equal-times") {
                "oldest-first" => Ties::Oldest,
                "process-id" => Ties::ProcessId,
                _ => Ties::Newest,
            },
            tells_once: setting.is("tells", "once"),
            forgets_own: setting.is("own-request", "on-release"),
            keeps_early: setting.is("early-acks", "kept"),
            ticks: setting.is("clock", "lamport"),
        })
    }
}
