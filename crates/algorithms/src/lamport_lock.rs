//! # Lamport's lock
//!
//! Everybody keeps a queue of requests, sorted by timestamp, and enters when its own request is the
//! first and everybody else has been heard from since. The clocks make all queues agree. Take away
//! the tie-break, the acknowledgments, the clocks' jump past what they hear, or the order of
//! messages on a channel, and two queues disagree for long enough to let two in.
//!
//! Leslie Lamport, [Time, Clocks, and the Ordering of Events in a Distributed System][paper],
//! Communications of the ACM 21(7), 1978: the five rules of the section "Ordering the Events
//! Totally". The post of seed 001 explains them and codes them in Erlang; that listing is
//! `erlang_lock.rs`. A message handled together with its answer is one event here.
//!
//! [paper]: https://doi.org/10.1145/359545.359563

use model::message_passing::{self, Channels, Does, Envelope, Message as _, Network, Protocol};
use model::{
    Algorithm, Article, Dare, Family, Knob, PROCESSES_MAX, Paper, Pid, ProcessView, Renaming,
    Setting, Stage, Zone, value,
};
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

#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Phase {
    Normal,
    Waiting,
    Critical,
    Dead,
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
    waiting: u8,
    /// Per process, a set: who was waiting as it asked, and has not entered since.
    before: [u8; PROCESSES_MAX],
    /// An event did not come later, by the clock, than one that led to it.
    is_clock_wrong: bool,
}

/// Kind, two bits; timestamp, six bits.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message(u8);

const TIME_MAX: u8 = 63;
const REQUEST: u8 = 0;
const ACK: u8 = 1;
const RELEASE: u8 = 2;

impl Message {
    fn new(kind: u8, time: u8) -> Message {
        Message(kind << 6 | time)
    }

    fn time(self) -> u8 {
        self.0 & TIME_MAX
    }
}

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["request", "ack", "release"];

    fn kind(&self) -> u8 {
        self.0 >> 6
    }

    fn words(&self) -> String {
        format!("{} {}", Message::KINDS[usize::from(self.kind())], self.time())
    }
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
            turn.world.before[turn.me] = turn.world.waiting;
            turn.world.waiting |= 1 << turn.me;
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
            turn.world.waiting &= !(1 << turn.me);
            turn.world.before.iter_mut().for_each(|it| *it &= !(1 << turn.me));
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
            turn.world.before[turn.me] = 0;
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
            turn.world.waiting &= !(1 << turn.me);
            turn.world.before[turn.me] = 0;
            turn.world.before.iter_mut().for_each(|it| *it &= !(1 << turn.me));
            *my = Node { phase: Phase::Dead, ..Node::new_zeroed() };
            Does::Run
        })
        .only_if(|it| it.crashes_max > 0),
    ];

    const PROPERTIES: &'static [Property] = &[
        Property::always(
            "mutual exclusion",
            "At most one process is in the critical section.",
            |it, state| it.count(state, Zone::Critical) <= 1,
        ),
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
                let inside = |i: &Pid| state.nodes[*i].phase == Phase::Critical;
                let passed = |i: Pid| state.world.before[i] & state.world.waiting != 0;
                !(0..PROCESSES_MAX).filter(inside).any(passed)
            },
        ),
        Property::always(
            "clock condition",
            "What leads to an event has an earlier time.",
            |_, state| !state.world.is_clock_wrong,
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
        self.channels
    }

    fn crashes_max(&self) -> u8 {
        self.crashes_max
    }

    fn zone(&self, node: &Node) -> Zone {
        match node.phase {
            Phase::Normal => Zone::Remainder,
            Phase::Waiting => Zone::Waiting,
            Phase::Critical => Zone::Critical,
            Phase::Dead => Zone::Crashed,
        }
    }

    fn show(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        let state = match my.phase {
            Phase::Normal => "normal",
            Phase::Waiting => "waiting",
            Phase::Critical => "critical",
            Phase::Dead => "dead",
        };
        let others = (0..self.nodes).filter(|&j| j != me);
        view.status = match my.phase {
            Phase::Normal if my.entered == self.entries => "done".into(),
            Phase::Critical => "in the critical section".into(),
            Phase::Waiting => {
                view.awaits =
                    others.clone().filter(|&j| !self.lets_in(me, my, j)).map(|j| j as u8).collect();
                format!("{} of {} let it in", self.nodes - 1 - view.awaits.len(), self.nodes - 1)
            }
            _ => state.into(),
        };
        view.locals = vec![("state", state.into())];
        if my.phase == Phase::Dead {
            return;
        }
        if matches!(my.phase, Phase::Waiting | Phase::Critical) {
            view.token = Some((my.queue[me] - 1).to_string());
        }
        let time = |it: u8| it.checked_sub(1).map_or("–".into(), |it| it.to_string());
        let queue: Vec<String> = my.queue[..self.nodes].iter().map(|&it| time(it)).collect();
        let later: Vec<String> =
            others.filter(|j| my.later & 1 << j != 0).map(|j| j.to_string()).collect();
        view.locals.extend([("clock", my.clock.to_string()), ("queue", queue.join(" "))]);
        if self.acks != Acks::None {
            let later = if later.is_empty() { "none".into() } else { later.join(", ") };
            view.locals.push(("later", later));
        }
    }
}

impl message_passing::Symmetric for LamportLock {
    /// All, where numbers do not break ties.
    fn alike(&self) -> u8 {
        if self.breaks_ties { 0 } else { (1 << self.nodes) - 1 }
    }

    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        my.queue = names.array(my.queue);
        my.later = names.set(my.later);
        my.sent = names.array(my.sent);
    }

    fn rename_world(&self, world: &mut World, names: &Renaming) {
        world.waiting = names.set(world.waiting);
        world.before = names.array(world.before.map(|set| names.set(set)));
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

    fn words_of_send(&self, head: &str, kind: &str, now: fn(&str) -> String) -> String {
        let note = now("clock");
        let note = if note.is_empty() { note } else { format!("  {note}\n") };
        match self.clock {
            Clock::Posted => {
                format!("{head}{note}  send {kind} clock to all others\n  clock ← clock + 1")
            }
            _ => format!("{head}  clock ← clock + 1\n{note}  send {kind} clock to all others"),
        }
    }

    fn words_of_hearing(&self) -> String {
        let clock = match self.clock {
            Clock::Lamport => "max(clock, t) + 1",
            Clock::Posted => "max(clock, t + 1)",
            Clock::Local => "clock + 1",
        };
        let later = match self.acks {
            Acks::None => "",
            _ => "\n  if waiting and t > queue[i]: later ← later + j",
        };
        format!("  clock ← {clock}{later}")
    }
}

/// An event; its time goes by.
fn happens(turn: &mut Turn<'_, '_>, my: &mut Node, time: u8) -> Option<u8> {
    let is_first = my.last == 0;
    turn.world.is_clock_wrong |= !is_first && my.last > time;
    my.last = time + 1;
    (time <= TIME_MAX).then_some(time)
}

impl Algorithm for LamportLock {
    type Model = Network<LamportLock>;
    const NAME: &'static str = "Lamport’s lock";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = Paper {
        authors: "Leslie Lamport",
        year: 1978,
        title: "Time, Clocks, and the Ordering of Events in a Distributed System",
        url: "https://doi.org/10.1145/359545.359563",
    };
    const ARTICLE: Article = Article {
        lead: "Everybody keeps the same queue, because everybody’s clock respects everybody’s messages.",
        idea: &[
            "To ask for the lock, a process sends everybody a request with its clock’s time, and \
             everybody puts it into a queue and sends an acknowledgment back. Who leaves sends \
             everybody a release, and everybody takes its request out again.",
            "A process enters when two things are true in its own view: its request is before all \
             others in its queue, by time and then by process number; and from everybody else \
             something later than its request has come.",
            "The clocks are what makes one order out of many views. A clock ticks at every event, \
             and past the time of every message that comes in. So what leads to an event always \
             has an earlier time (the clock condition), and whoever sends me something later than \
             my request has told me of all its earlier requests before.",
            "That takes 3(N − 1) messages for each entry. An acknowledgment may be saved if \
             something later was sent to the same process anyway, says a footnote.",
        ],
        found: &[
            "At most one process is inside, in the order of timestamps, and nobody waits for ever: \
             for two processes entering up to three times each and for three entering once. So it \
             is with saved acknowledgments.",
            "Each omission lets two in: without acknowledgments after four steps, without the rule \
             for equal timestamps after eight, and after eight if messages on a channel overtake \
             each other, which the paper excludes and the post too.",
            "Clocks that do not jump past what they hear break the clock condition after two steps, \
             and yet keep the others out: what is not later does not count. What they cannot do is \
             let everybody in: who asks alone waits for ever after three steps, unless the other \
             comes to ask too, and of three processes that all do, two wait for ever after 19. The \
             clocks of the post, which tick too seldom, break the clock condition after three \
             steps, and nothing else.",
            "“In the order in which they are sent” is an order of timestamps. Who asks first by the \
             wall clock can be served second, after six steps.",
            "A single death stops everybody, as the post says. So does a lost acknowledgment, and a \
             lost request lets two in after 13 steps.",
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
            name: "channels",
            words: "Messages from one process to another",
            values: &[
                value("fifo", "arrive in the order sent"),
                value("unordered", "may overtake each other"),
            ],
        },
        Knob {
            name: "tie-break",
            words: "Of equal timestamps",
            values: &[
                value("process-id", "the lower process number goes first"),
                value("none", "neither goes first"),
            ],
        },
        Knob {
            name: "acks",
            words: "A request is acknowledged",
            values: &[
                value("always", "always"),
                value("saved", "unless a later message was sent"),
                value("none", "never, and nobody waits for it"),
            ],
        },
        Knob {
            name: "clock",
            words: "The clock",
            values: &[
                value("lamport", "ticks at every event, and past what it hears"),
                value("as-posted", "ticks after sending, and past what it hears"),
                value("local", "ticks at every event"),
            ],
        },
        Knob {
            name: "faults",
            words: "What goes wrong",
            values: &[
                value("none", "nothing"),
                value("loss", "one message is lost"),
                value("crash", "one process dies"),
            ],
        },
    ];
    const CARD: &'static str = "?processes=3&entries=1&v=1&run=UBhRJEmiIcz.rpVZ";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Enter and leave once",
            words: "Six messages for three processes: request, acknowledgment, release, two each.",
            link: "?processes=3&entries=1&v=1&run=YEJESNCBDRX.AIkg",
        },
        Dare {
            title: "Ask first, be served second",
            words: "Process 1 asks before process 0, but no clock can tell, so the lower number goes first.",
            link: "?v=1&run=ESVKn.G-m3",
        },
        Dare {
            title: "Enter with equal timestamps",
            words: "Without a rule for equals, neither is before the other, and both are inside.",
            link: "?tie-break=none&v=1&run=EGVJtT.4l-y",
        },
        Dare {
            title: "Overtake a request",
            words: "The acknowledgment arrives before the request that was sent before it.",
            link: "?entries=1&channels=unordered&v=1&run=EGk2VT.5X6E",
        },
        Dare {
            title: "Do not look at other clocks",
            words: "Nobody gets in wrongly. But the acknowledgment from process 2 has too early a time, and \
                    does not count.",
            link: "?processes=3&entries=1&clock=local&v=1&run=YEIZGQhZhRFABDRMVQ0tJM_.S_1g",
        },
        Dare {
            title: "Wait for the dead",
            words: "One process dies, and nobody can enter any more.",
            link: "?faults=crash&v=1&run=APWf.x2sn",
        },
    ];

    fn model(setting: &Setting) -> Network<LamportLock> {
        Network::new(LamportLock {
            nodes: setting.number("processes").map_or(2, usize::from),
            entries: setting.number("entries").unwrap_or(2),
            breaks_ties: setting.is("tie-break", "process-id"),
            acks: match setting.get("acks") {
                "saved" => Acks::Saved,
                "none" => Acks::None,
                _ => Acks::Always,
            },
            clock: match setting.get("clock") {
                "as-posted" => Clock::Posted,
                "local" => Clock::Local,
                _ => Clock::Lamport,
            },
            channels: Channels {
                fifo: setting.is("channels", "fifo"),
                losses_max: u8::from(setting.is("faults", "loss")),
                duplicates_max: 0,
            },
            crashes_max: u8::from(setting.is("faults", "crash")),
        })
    }
}
