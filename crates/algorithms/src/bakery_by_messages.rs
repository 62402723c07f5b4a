//! # The bakery by messages
//!
//! The bakery as Jones tells it, without shared memory: N and C of a process live with the process,
//! and whoever wants to see them asks. Nothing else changes, and nothing breaks. What changes is
//! the price: who waits asks again and again. A process that keeps the question until it has
//! something to say makes the price fixed again.
//!
//! Douglas W. Jones, lecture notes on mutual exclusion in distributed systems, University of Iowa
//! (seed 003): "storing N\[i\] and C\[i\] locally with process i, and using message passing when any
//! process wants to examine the values". They reckon "about 6N messages". Whether a process asks
//! all others at once or one after the other they leave open; both are offered. The tickets are
//! Leslie Lamport's, [Communications of the ACM 17(8), 1974][paper].
//!
//! [paper]: https://doi.org/10.1145/361082.361093

use crate::knobs;
use model::message_passing::{self, Channels, Does, Envelope, Network, Protocol};
use model::{
    Algorithm, Article, Dare, Family, Knob, PROCESSES_MAX, Paper, Pid, ProcessView, Renaming,
    Setting, Stage, Zone, value,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct BakeryByMessages {
    nodes: usize,
    /// How often each process enters.
    entries: u8,
    asks_one_by_one: bool,
    /// A question is kept until its answer lets the other go on.
    defers: bool,
    has_c: bool,
    breaks_ties: bool,
    /// How far the messages for an entry are counted.
    count_max: u8,
    channels: Channels,
    crashes_max: u8,
}

#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Phase {
    Resting,
    Picking,
    /// The number is written, and C is still 1.
    Picked,
    Looking,
    Comparing,
    Critical,
    Dead,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    phase: Phase,
    c: u8,
    n: u8,
    /// The highest number heard of, while it picks.
    highest: u8,
    /// One of the answers says to ask again.
    must_ask_again: bool,
    /// Who has yet to be asked, and who to answer: sets.
    to_ask: u8,
    to_answer: u8,
    /// Whose questions it keeps, about C and about N: sets.
    keeps_c: u8,
    keeps_n: u8,
    entered: u8,
    /// Messages that this entry has cost, as far as they are counted.
    spent: u8,
}

/// What nobody knows: who had left the doorway before whom entered it.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct World {
    waiting: u8,
    /// Per process, a set: who was waiting as it entered the doorway, and has not been served.
    before: [u8; PROCESSES_MAX],
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message {
    kind: u8,
    /// In an answer, the value; in a question about N, the asker's own number.
    value: u8,
}

const ASK_C: u8 = 0;
const ASK_N: u8 = 1;
const IS_C: u8 = 2;
const IS_N: u8 = 3;

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["C?", "N?", "C", "N"];

    fn kind(&self) -> u8 {
        self.kind
    }

    fn words(&self) -> String {
        match (self.kind, self.value) {
            (ASK_C, _) => "C?".into(),
            (ASK_N, 0) => "N?".into(),
            (ASK_N, mine) => format!("N? mine = {mine}"),
            (IS_C, value) => format!("C = {value}"),
            (_, value) => format!("N = {value}"),
        }
    }
}

type Rule = message_passing::Rule<BakeryByMessages>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, BakeryByMessages>;
type Property = model::Property<Network<BakeryByMessages>>;

impl Protocol for BakeryByMessages {
    type Node = Node;
    type Message = Message;
    type InFlight = [Envelope<Message>; 6];
    type World = World;

    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Doorway, Zone::Waiting, Zone::Critical];

    const RULES: &'static [Rule] = &[
        Rule::own("take", "", |it, turn, my| {
            if my.phase != Phase::Resting || my.entered == it.entries {
                return Does::Skip;
            }
            my.entered += 1;
            my.c = u8::from(it.has_c);
            turn.world.before[turn.me] = turn.world.waiting;
            it.ask(turn, my, Phase::Picking);
            Does::Run
        })
        .worded(|it| {
            let hand = if it.has_c { "; C ← 1" } else { "" };
            format!(
                "to enter, when resting:\n  state ← picking{hand}\n  {}",
                it.words_of_asking('N')
            )
        })
        .to("to pick a number"),
        Rule::own("pick", "", |it, turn, my| {
            if my.phase != Phase::Picking {
                return Does::Skip;
            }
            if my.to_answer != 0 {
                return Does::Await;
            }
            my.n = my.highest + 1;
            turn.note(|| format!("It picks {} as its number.", my.n));
            my.highest = 0;
            if it.has_c {
                my.phase = Phase::Picked;
            } else {
                turn.world.waiting |= 1 << turn.me;
                it.ask(turn, my, Phase::Comparing);
            }
            Does::Run
        })
        .worded(|it| match it.has_c {
            true => "await all answers\nN ← 1 + the highest\nstate ← picked".into(),
            false => format!(
                "await all answers\nN ← 1 + the highest\nstate ← comparing; {}",
                it.words_of_asking('N')
            ),
        }),
        Rule::own("lower", "", |it, turn, my| {
            if my.phase != Phase::Picked {
                return Does::Skip;
            }
            my.c = 0;
            turn.world.waiting |= 1 << turn.me;
            answer_all(turn, &mut my.keeps_c, Message { kind: IS_C, value: 0 });
            it.ask(turn, my, Phase::Looking);
            Does::Run
        })
        .worded(|it| {
            let kept = if it.defers { "\n  answer who asked for C" } else { "" };
            format!("when picked:\n  C ← 0; state ← looking{kept}\n  {}", it.words_of_asking('C'))
        })
        .only_if(|it| it.has_c)
        .to("to see whether they are picking"),
        Rule::own("look", "", |it, turn, my| {
            if my.phase != Phase::Looking {
                return Does::Skip;
            }
            if my.to_answer != 0 {
                return Does::Await;
            }
            let next = if my.must_ask_again { Phase::Looking } else { Phase::Comparing };
            if my.must_ask_again {
                turn.note(|| "Somebody is picking a number, so it asks again.".into());
            }
            it.ask(turn, my, next);
            Does::Run
        })
        .worded(|it| {
            let then = format!("state ← comparing; {}", it.words_of_asking('N'));
            match it.defers {
                true => format!("await all answers\n{then}"),
                false => format!(
                    "await all answers\nif some C = 1: {}\nelse: {then}",
                    it.words_of_asking('C')
                ),
            }
        })
        .only_if(|it| it.has_c),
        Rule::own("compare", "", |it, turn, my| {
            if my.phase != Phase::Comparing {
                return Does::Skip;
            }
            if my.to_answer != 0 {
                return Does::Await;
            }
            if my.must_ask_again {
                turn.note(|| "Somebody goes first, so it asks again.".into());
                it.ask(turn, my, Phase::Comparing);
                return Does::Run;
            }
            my.phase = Phase::Critical;
            turn.world.waiting &= !(1 << turn.me);
            turn.world.before.iter_mut().for_each(|it| *it &= !(1 << turn.me));
            Does::Run
        })
        .worded(|it| {
            let than = match it.breaks_ties {
                true => "(N[j], j) < (N, i)",
                false => "N[j] < N",
            };
            match it.defers {
                true => "await all answers\nstate ← critical".into(),
                false => format!(
                    "await all answers\nif some N[j] > 0 and {than}:\n  {}\n\
                     else: state ← critical",
                    it.words_of_asking('N')
                ),
            }
        }),
        Rule::own("leave", "", |_, turn, my| {
            if my.phase != Phase::Critical {
                return Does::Skip;
            }
            my.phase = Phase::Resting;
            my.n = 0;
            my.spent = 0;
            turn.world.before[turn.me] = 0;
            answer_all(turn, &mut my.keeps_n, Message { kind: IS_N, value: 0 });
            Does::Run
        })
        .worded(|it| {
            let kept = if it.defers { "\n  answer who asked for N" } else { "" };
            format!("to leave, when critical:\n  N ← 0; state ← resting{kept}")
        })
        .to("to return its ticket"),
        Rule::on("on C?", "", |it, turn, my, from, message| {
            if message.kind != ASK_C {
                return Does::Skip;
            }
            if it.defers && my.c != 0 {
                my.keeps_c |= 1 << from;
                turn.note(|| "It will answer when it has picked.".into());
            } else {
                turn.send(from, Message { kind: IS_C, value: my.c });
            }
            Does::Run
        })
        .worded(|it| match it.defers {
            true => "on C? from j:\n  if C = 1: keep it in mind\n  else: send C to j".into(),
            false => "on C? from j:\n  send C to j".into(),
        })
        .only_if(|it| it.has_c),
        Rule::on("on N?", "", |it, turn, my, from, message| {
            if message.kind != ASK_N {
                return Does::Skip;
            }
            let waits = message.value != 0 && it.goes_first((my.n, turn.me), (message.value, from));
            if it.defers && waits {
                my.keeps_n |= 1 << from;
                turn.note(|| "It goes first, and will answer when it leaves.".into());
            } else {
                turn.send(from, Message { kind: IS_N, value: my.n });
            }
            Does::Run
        })
        .worded(|it| match (it.defers, it.breaks_ties) {
            (true, true) => "on N? from j, with N[j] = k:\n  if k > 0 and N > 0\n    \
                             and (N, i) < (k, j): keep it in mind\n  else: send N to j"
                .into(),
            (true, false) => "on N? from j, with N[j] = k:\n  if k > 0 and N > 0\n    \
                              and N < k: keep it in mind\n  else: send N to j"
                .into(),
            _ => "on N? from j:\n  send N to j".into(),
        }),
        Rule::on("on answer", "", |it, turn, my, from, message| {
            my.to_answer &= !(1 << from);
            match my.phase {
                Phase::Picking => my.highest = my.highest.max(message.value),
                Phase::Looking => my.must_ask_again |= message.value != 0,
                _ => {
                    let theirs = (message.value, from);
                    my.must_ask_again |= !it.defers && it.goes_first(theirs, (my.n, turn.me));
                }
            }
            if my.must_ask_again {
                my.to_ask = 0;
            }
            it.ask_next(turn, my);
            Does::Run
        })
        .worded(|it| match it.asks_one_by_one {
            true => {
                "on C or N from j:\n  keep it in mind\n  ask the next, unless it must\n    ask \
                     all again"
                    .into()
            }
            false => "on C or N from j:\n  keep it in mind".into(),
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
            "first come, first served",
            "Who leaves the doorway before another enters it is served before that one.",
            |_, state| {
                let inside = |i: &Pid| state.nodes[*i].phase == Phase::Critical;
                let passed = |i: Pid| state.world.before[i] & state.world.waiting != 0;
                !(0..PROCESSES_MAX).filter(inside).any(passed)
            },
        ),
        Property::most(
            "messages counted",
            "Questions and answers for one entry, as far as they are counted.",
            |_, state| state.nodes.iter().map(|my| my.spent.into()).max().unwrap_or(0),
        ),
        Property::least(
            "fewest messages",
            "Questions and answers that an entry took, where they are counted.",
            |it, state| {
                let inside = state.nodes.iter().filter(|my| my.phase == Phase::Critical);
                let all = inside.filter(|_| it.protocol.count_max > 0).map(|my| my.spent.into());
                all.min()
            },
        ),
        Property::sometimes(
            "equal tickets",
            "Two processes can hold the same number.",
            |it, state| {
                let nodes = &state.nodes[..it.protocol.nodes];
                (0..nodes.len())
                    .any(|i| (0..i).any(|j| nodes[i].n != 0 && nodes[i].n == nodes[j].n))
            },
        ),
        Property::eventually(
            "nobody waits for ever",
            "Whoever asks to enter enters in the end, even if nobody else ever wants to.",
            |it, state| it.those_in(state, &[Zone::Doorway, Zone::Waiting]),
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
            Phase::Resting => Zone::Remainder,
            Phase::Picking | Phase::Picked => Zone::Doorway,
            Phase::Looking | Phase::Comparing => Zone::Waiting,
            Phase::Critical => Zone::Critical,
            Phase::Dead => Zone::Crashed,
        }
    }

    fn show(&self, _: Pid, my: &Node, view: &mut ProcessView) {
        let name = my.phase.name();
        let set = |set: u8| (0..self.nodes as u8).filter(move |j| set & 1 << j != 0);
        view.awaits = set(my.to_answer).collect();
        view.owes = set(my.keeps_c | my.keeps_n).collect();
        view.hand = my.c != 0;
        view.token = match (my.phase, my.n) {
            (Phase::Picking, 0) => Some("?".into()),
            (_, 0) => None,
            (_, number) => Some(number.to_string()),
        };
        let open = (my.to_answer | my.to_ask).count_ones();
        view.status = match my.phase {
            Phase::Resting if my.entered == self.entries => "done".into(),
            Phase::Critical => "in the critical section".into(),
            Phase::Picking | Phase::Looking | Phase::Comparing if open > 0 => {
                format!("{name}, answers to come: {open}")
            }
            _ => name.into(),
        };
        view.locals = vec![("state", name.into())];
        if my.phase != Phase::Dead {
            if self.has_c {
                view.locals.push(("C", my.c.to_string()));
            }
            view.locals.push(("N", my.n.to_string()));
        }
    }
}

impl message_passing::Symmetric for BakeryByMessages {
    /// All, where numbers do not break ties; but who asks one after the other goes from number to
    /// number.
    fn alike(&self) -> u8 {
        let has_names = self.breaks_ties || (self.asks_one_by_one && self.nodes > 2);
        if has_names { 0 } else { (1 << self.nodes) - 1 }
    }

    fn rename_node(&self, my: &mut Node, names: &Renaming) {
        for set in [&mut my.to_ask, &mut my.to_answer, &mut my.keeps_c, &mut my.keeps_n] {
            *set = names.set(*set);
        }
    }

    fn rename_world(&self, world: &mut World, names: &Renaming) {
        world.waiting = names.set(world.waiting);
        world.before = names.array(world.before.map(|set| names.set(set)));
    }
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Phase::Resting => "resting",
            Phase::Picking => "picking",
            Phase::Picked => "picked",
            Phase::Looking => "looking",
            Phase::Comparing => "comparing",
            Phase::Critical => "critical",
            Phase::Dead => "dead",
        }
    }
}

/// Answers all questions that were kept.
fn answer_all(turn: &mut Turn<'_, '_>, kept: &mut u8, answer: Message) {
    for j in 0..turn.n {
        if *kept & 1 << j != 0 {
            turn.send(j, answer);
        }
    }
    *kept = 0;
}

impl BakeryByMessages {
    /// Begins to ask everybody what a phase is about.
    fn ask(&self, turn: &mut Turn<'_, '_>, my: &mut Node, phase: Phase) {
        my.phase = phase;
        my.must_ask_again = false;
        my.to_ask = ((1 << turn.n) - 1) & !(1 << turn.me);
        self.ask_next(turn, my);
    }

    fn ask_next(&self, turn: &mut Turn<'_, '_>, my: &mut Node) {
        let question = match my.phase {
            Phase::Looking => Message { kind: ASK_C, value: 0 },
            _ => Message { kind: ASK_N, value: if self.defers { my.n } else { 0 } },
        };
        for j in 0..turn.n {
            let is_one_enough = self.asks_one_by_one && my.to_answer != 0;
            if my.to_ask & 1 << j != 0 && !is_one_enough {
                my.to_ask &= !(1 << j);
                my.to_answer |= 1 << j;
                my.spent = self.count_max.min(my.spent + 2);
                turn.send(j, question);
            }
        }
    }

    /// Whether `first`, a number and whose it is, comes before `second`.
    fn goes_first(&self, first: (u8, Pid), second: (u8, Pid)) -> bool {
        first.0 != 0 && if self.breaks_ties { first < second } else { first.0 < second.0 }
    }

    fn words_of_asking(&self, what: char) -> String {
        match self.asks_one_by_one {
            true => format!("ask for {what}, one by one"),
            false => format!("ask all for {what}"),
        }
    }
}

impl Algorithm for BakeryByMessages {
    type Model = Network<BakeryByMessages>;
    const NAME: &'static str = "The bakery by messages";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Clique;
    const PAPER: Paper = Paper {
        authors: "Leslie Lamport",
        year: 1974,
        title: "A New Solution of Dijkstra’s Concurrent Programming Problem",
        url: "https://doi.org/10.1145/361082.361093",
    };
    const ARTICLE: Article = Article {
        lead: "Nobody sees the others’ tickets, so everybody asks, and asks, and asks again.",
        idea: &[
            "Every process keeps its own two variables: N, the number that it has picked, and C, \
             which is 1 while it picks. Whoever wants to know them sends a question, and gets an \
             answer at once.",
            "To enter, a process asks all others for N and picks one more than the highest. Then it \
             asks for C, again and again, until nobody is picking. Then it asks for N, again and \
             again, until nobody has a lower number, or the same number and a lower process number.",
            "“This demonstrates that mutual exclusion can be done without any central authority!”, \
             say the notes. Each process reads everybody’s variables three times at least, so they \
             reckon “about 6N messages”, “which is clearly not very good”. Here you can count.",
            "One change makes the price fixed: whoever is asked keeps the question in mind until \
             its answer lets the other go on. From there it is a short way to Ricart and Agrawala.",
        ],
        found: &[
            "Asking is as good as looking. At most one process is inside, and nobody is passed by a \
             latecomer: for two processes and for three, asked at once or one after the other, in \
             channels that keep order or not.",
            "Alone, a process spends 6(N − 1) messages: 6 of two processes, 12 of three, rather \
             than 6N. Where two compete there is no such number. Who waits asks again as fast as it \
             gets answers, and can be at 6N after 20 steps, before the other has picked its number.",
            "If answers are deferred, every entry takes 6(N − 1) messages, neither more nor fewer, \
             however many compete.",
            "Hands and the rule for ties are needed as they are in shared memory. Without C two are \
             inside after 14 steps, with equal numbers and no rule after 22; with three processes \
             after 22 and 34.",
            "There is no central authority, but everybody must be there: one death stops everybody \
             after five steps, even one that has not asked for anything. So does one lost message in \
             the end.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob { name: "processes", words: "Processes", values: &[value("3", "3"), value("2", "2")] },
        Knob {
            name: "entries",
            words: "Each enters",
            values: &[value("1", "once"), value("2", "twice"), value("3", "three times")],
        },
        Knob {
            name: "asks",
            words: "A process asks the others",
            values: &[value("one-by-one", "one after the other"), value("at-once", "all at once")],
        },
        Knob {
            name: "answers",
            words: "An answer is given",
            values: &[
                value("at-once", "at once, whatever it is"),
                value("deferred", "when it lets the other go on"),
            ],
        },
        Knob {
            name: "c",
            words: "While it picks, a process",
            values: &[value("on", "holds its hand up"), value("off", "gives no sign")],
        },
        knobs::TIE_BREAK,
        Knob {
            name: "channels",
            words: "Messages from one process to another",
            values: &[
                value("fifo", "arrive in the order sent"),
                value("unordered", "may overtake each other"),
            ],
        },
        Knob {
            name: "count",
            words: "Messages for an entry are",
            values: &[value("off", "not counted"), value("on", "counted, up to 6N")],
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
    const CARD: &'static str = "?v=1&run=YBhZGTiVRj.54il";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Enter alone, and count",
            words: "Nobody else wants to enter, and still it takes 12 messages: 6(N − 1).",
            link: "?v=1&run=YELJxNGBCSURRCFk4mjH.vcJ7",
        },
        Dare {
            title: "Ask again and again",
            words: "Process 0 takes its time to pick a number. Process 1 asks, asks again, and is at 6N.",
            link: "?processes=2&count=on&v=1&run=IGWmda6JmiZomaJn._u6c",
        },
        Dare {
            title: "Wait for one answer",
            words: "Process 0 answers as it leaves. Two entries, in competition, for 12 messages.",
            link: "?processes=2&answers=deferred&count=on&v=1&run=IGWmucRkoqmGWmsJ1.zDR8",
        },
        Dare {
            title: "Put the hands down",
            words: "Process 1 asks before process 0 has picked, and hears that it holds no number.",
            link: "?processes=2&c=off&v=1&run=IGWmdrpJ2Ws.egrv",
        },
        Dare {
            title: "Leave the tie unbroken",
            words: "Both hold number 1, and neither is higher than the other’s.",
            link: "?processes=2&tie-break=none&v=1&run=IGWmdawkomaiWmdrP.9qKY",
        },
        Dare {
            title: "Ask the dead",
            words: "A process dies that has not asked for anything, and nobody can pick a number any more.",
            link: "?faults=crash&v=1&run=UK9Emj.GyQE",
        },
    ];

    fn model(setting: &Setting) -> Network<BakeryByMessages> {
        let nodes = setting.number("processes").map_or(3, usize::from);
        Network::new(BakeryByMessages {
            nodes,
            entries: setting.number("entries").unwrap_or(1),
            asks_one_by_one: setting.is("asks", "one-by-one"),
            defers: setting.is("answers", "deferred"),
            has_c: setting.is("c", "on"),
            breaks_ties: setting.is("tie-break", "process-id"),
            count_max: if setting.is("count", "on") { 6 * nodes as u8 } else { 0 },
            channels: Channels {
                fifo: setting.is("channels", "fifo"),
                losses_max: u8::from(setting.is("faults", "loss")),
                duplicates_max: 0,
            },
            crashes_max: u8::from(setting.is("faults", "crash")),
        })
    }
}
