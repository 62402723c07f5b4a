//! # The token ring
//!
//! The processes sit in a ring and hand a token round. Who gets it and wants to enter keeps it
//! until it leaves; who does not want to enter passes it on at once. Everything that can go wrong
//! is the token's: it is lost, it dies with its holder, it is there twice because somebody thought
//! it lost, or it comes to a neighbour that is no longer there.
//!
//! Gérard Le Lann, [Distributed Systems: Towards a Formal Approach][paper], IFIP Congress 1977.
//! The version here is that of the lecture notes of seed 003, which state the rule for who is not
//! waiting, ask what happens "if the token is lost" and "if a process in the ring ceases
//! transmission", and give no answer. The repairs are therefore ours, each a knob. The notes
//! announce several ways of forwarding at once, but their list is missing from the seed.
//!
//! [paper]: https://dblp.org/rec/conf/ifip/Lann77

use model::message_passing::{self, Channels, Does, Envelope, Network, Protocol};
use model::{
    Algorithm, Article, Dare, Family, Knob, PROCESSES_MAX, Paper, Pid, ProcessView, Setting, Stage,
    Zone, value,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct TokenRing {
    nodes: usize,
    /// How often each process enters.
    /// `None`: for ever.
    entries: Option<u8>,
    /// The last process never wants to enter.
    last_never_wants: bool,
    /// Who is not waiting passes the token on, and does not keep it until it wants to enter.
    forwards: bool,
    faults: Faults,
    maker: Maker,
    /// A time-out comes only when there is no token any more.
    is_sure: bool,
    /// The token goes to the next process that is alive.
    skips_dead: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Faults {
    None,
    Lost,
    Doubled,
    HolderDies,
    AnyDies,
}

/// Who makes a new token after a time-out.
#[derive(Clone, Copy, PartialEq)]
enum Maker {
    Nobody,
    First,
    Anybody,
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
    has_token: bool,
    entered: u8,
    /// It has made a new token already, and in this model makes no other.
    has_made: bool,
}

/// What no process knows.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct World {
    /// Sets of processes.
    holders: u8,
    waiting: u8,
    dead: u8,
    /// How many have entered while a process waits.
    passed: [u8; PROCESSES_MAX],
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Token;

impl message_passing::Message for Token {
    const KINDS: &'static [&'static str] = &["token"];

    fn kind(&self) -> u8 {
        0
    }

    fn words(&self) -> String {
        "token".into()
    }
}

type Rule = message_passing::Rule<TokenRing>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, TokenRing>;
type Property = model::Property<Network<TokenRing>>;

impl Protocol for TokenRing {
    type Node = Node;
    type Message = Token;
    type InFlight = [Envelope<Token>; 6];
    type World = World;

    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Waiting, Zone::Critical];

    const RULES: &'static [Rule] = &[
        Rule::own(
            "begin",
            "to begin:\n  send token to next\n  has token ← false",
            |_, turn, my| {
                if my.phase != Phase::Normal || !my.has_token {
                    return Does::Skip;
                }
                pass_on(turn, my);
                Does::Run
            },
        )
        .only_if(|it| it.forwards)
        .to("to put it in circulation"),
        Rule::own("ask", "to enter, when normal:\n  state ← waiting", |it, turn, my| {
            let is_guest = it.last_never_wants && turn.me + 1 == turn.n;
            if my.phase != Phase::Normal || it.entries == Some(my.entered) || is_guest {
                return Does::Skip;
            }
            my.entered += u8::from(it.entries.is_some());
            my.phase = Phase::Waiting;
            turn.world.waiting |= 1 << turn.me;
            if my.has_token {
                enter(turn, my);
            }
            Does::Run
        })
        .worded(|it| {
            let when = match it.forwards {
                true => "state ← waiting",
                false => "if has token: state ← critical\n  else: state ← waiting",
            };
            format!("to enter, when normal:\n  {when}")
        }),
        Rule::own("wait", "await token", |_, _, my| match my.phase {
            Phase::Waiting => Does::Await,
            _ => Does::Skip,
        }),
        Rule::own(
            "leave",
            "to leave, when critical:\n  state ← normal; has token ← false\n  send token to next",
            |_, turn, my| {
                if my.phase != Phase::Critical {
                    return Does::Skip;
                }
                my.phase = Phase::Normal;
                pass_on(turn, my);
                Does::Run
            },
        ),
        Rule::on("token", "on token", |it, turn, my, _, _| {
            it.take(turn, my);
            Does::Run
        })
        .worded(|it| format!("on token:\n  {}", it.words_of_take())),
        Rule::timeout("make", "after a time-out", |it, turn, my| {
            let may = match it.maker {
                Maker::First => turn.me == 0,
                _ => my.phase == Phase::Waiting,
            };
            let is_gone = turn.world.holders == 0 && turn.in_flight().next().is_none();
            if !may || my.has_made || my.has_token || (it.is_sure && !is_gone) {
                return Does::Skip;
            }
            my.has_made = true;
            turn.note(|| "It makes a new token.".into());
            it.take(turn, my);
            Does::Run
        })
        .worded(|it| {
            let who = match it.maker {
                Maker::First => "if i = 0",
                _ => "when waiting",
            };
            let when = match it.is_sure {
                true => "no token is left",
                false => "no token has come for long",
            };
            format!("{who} and {when}:\n  make a token, once, as if it had come:\n  {}", {
                it.words_of_take()
            })
        })
        .only_if(|it| it.maker != Maker::Nobody),
        Rule::crash(
            "die",
            "process i dies:\n  state ← dead; has token ← false",
            |it, turn, my| {
                if it.faults == Faults::HolderDies && !my.has_token {
                    return Does::Skip;
                }
                let me = 1 << turn.me;
                turn.world.holders &= !me;
                turn.world.waiting &= !me;
                turn.world.passed[turn.me] = 0;
                if it.skips_dead {
                    turn.world.dead |= me;
                }
                *my = Node { phase: Phase::Dead, ..Node::new_zeroed() };
                Does::Run
            },
        )
        .only_if(TokenRing::has_crashes),
    ];

    const PROPERTIES: &'static [Property] = &[
        Property::always(
            "mutual exclusion",
            "At most one process is in the critical section.",
            |it, state| it.count(state, Zone::Critical) <= 1,
        ),
        Property::always(
            "one token",
            "There is at most one token, in a hand or on its way.",
            |_, state| state.in_flight().count() + state.world.holders.count_ones() as usize <= 1,
        ),
        Property::most(
            "passed over",
            "How many enter while somebody waits, until it enters itself.",
            |_, state| state.world.passed.iter().copied().max().unwrap_or(0).into(),
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

    fn node(&self, me: Pid) -> Node {
        Node { has_token: me == 0, ..Node::new_zeroed() }
    }

    fn world(&self) -> World {
        World { holders: 1, ..World::new_zeroed() }
    }

    fn channels(&self) -> Channels {
        Channels {
            fifo: true,
            losses_max: u8::from(self.faults == Faults::Lost),
            duplicates_max: u8::from(self.faults == Faults::Doubled),
        }
    }

    fn crashes_max(&self) -> u8 {
        u8::from(self.has_crashes())
    }

    fn zone(&self, node: &Node) -> Zone {
        match node.phase {
            Phase::Normal => Zone::Remainder,
            Phase::Waiting => Zone::Waiting,
            Phase::Critical => Zone::Critical,
            Phase::Dead => Zone::Crashed,
        }
    }

    fn show(&self, _: Pid, my: &Node, view: &mut ProcessView) {
        view.status = match my.phase {
            Phase::Normal if my.has_token => "has the token".into(),
            Phase::Normal if self.entries == Some(my.entered) => "done".into(),
            Phase::Normal => "normal".into(),
            Phase::Waiting => "awaiting the token".into(),
            Phase::Critical => "in the critical section".into(),
            Phase::Dead => "dead".into(),
        };
        view.token = my.has_token.then(|| "token".into());
        view.locals =
            vec![("state", my.phase.name().into()), ("has token", my.has_token.to_string())];
    }
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Phase::Normal => "normal",
            Phase::Waiting => "waiting",
            Phase::Critical => "critical",
            Phase::Dead => "dead",
        }
    }
}

impl TokenRing {
    fn has_crashes(&self) -> bool {
        matches!(self.faults, Faults::HolderDies | Faults::AnyDies)
    }

    /// What a process does with a token that comes to it.
    fn take(&self, turn: &mut Turn<'_, '_>, my: &mut Node) {
        if my.phase == Phase::Waiting {
            my.has_token = true;
            turn.world.holders |= 1 << turn.me;
            enter(turn, my);
        } else if self.forwards {
            turn.send(next(turn), Token);
        } else {
            my.has_token = true;
            turn.world.holders |= 1 << turn.me;
        }
    }

    fn words_of_take(&self) -> &'static str {
        match self.forwards {
            true => {
                "if waiting:\n    has token ← true; state ← critical\n  else: send token to next"
            }
            false => "has token ← true\n  if waiting: state ← critical",
        }
    }
}

fn pass_on(turn: &mut Turn<'_, '_>, my: &mut Node) {
    my.has_token = false;
    turn.world.holders &= !(1 << turn.me);
    turn.send(next(turn), Token);
}

/// The next process in the ring; where the dead are skipped, the next that is alive.
fn next(turn: &Turn<'_, '_>) -> Pid {
    let mut ring = (1..=turn.n).map(|hop| (turn.me + hop) % turn.n);
    ring.find(|it| turn.world.dead & 1 << it == 0).unwrap_or(turn.me)
}

/// A process that waits has the token now.
fn enter(turn: &mut Turn<'_, '_>, my: &mut Node) {
    my.phase = Phase::Critical;
    let world = &mut turn.world;
    world.waiting &= !(1 << turn.me);
    world.passed[turn.me] = 0;
    for other in (0..turn.n).filter(|other| world.waiting & 1 << other != 0) {
        world.passed[other] += 1;
    }
}

impl Algorithm for TokenRing {
    type Model = Network<TokenRing>;
    const NAME: &'static str = "The token ring";
    const VERSION: u16 = 1;
    const FAMILY: Family = Family::Messages;
    const STAGE: Stage = Stage::Ring;
    const PAPER: Paper = Paper {
        authors: "Gérard Le Lann",
        year: 1977,
        title: "Distributed Systems: Towards a Formal Approach",
        url: "https://dblp.org/rec/conf/ifip/Lann77",
    };
    const ARTICLE: Article = Article {
        lead: "Whoever has the token may enter: a lock that wanders round a ring.",
        idea: &[
            "The processes sit in a ring, and one token goes round. A process that wants to enter \
             waits until the token comes, keeps it while it is inside, and passes it on to its \
             neighbour when it leaves.",
            "A process that gets the token and does not want to enter must pass it on at once. \
             The lecture notes call this “an important detail”. (They go on to list ways of doing \
             it; that list is missing from the text that we have.)",
            "There is no server that could fail, and no queue: the ring is the queue. A message \
             is a token, so an entry costs one message when everybody wants in, and any number \
             of them when nobody does.",
            "“What if the token is lost? What if a process in the ring ceases transmission?” The \
             notes ask and do not answer. The usual answers are knobs here: make a new token \
             after a time-out, and leave the dead out of the ring. In this model, each process \
             makes at most one new token.",
        ],
        found: &[
            "As long as nothing goes wrong, at most one process is inside, and while one waits at \
             most N − 1 others enter, for two, three and four processes.",
            "The important detail matters once somebody does not want to enter: it keeps the \
             token, and whoever else asks waits for ever. As long as all keep wanting to, it \
             never shows. With the detail in place nobody waits for ever, even if everybody \
             enters again and again.",
            "One lost token stops everybody after five steps. A time-out cures that, and lets two \
             in even if nothing was lost: it cannot tell a lost token from a slow one. That takes \
             four steps if whoever waits makes a new token, and five if only process 0 does.",
            "If time-outs come only when no token is left, a lost token does no harm. A death \
             needs two more repairs: whoever waits makes the token, since process 0 may be the one \
             that died, and the dead are skipped, since they swallow one token after the other. \
             Take away any one of these three, and two are inside or somebody waits for ever.",
            "Against a doubled token none of this helps: two are inside after seven steps.",
        ],
    };
    const KNOBS: &'static [Knob] = &[
        Knob {
            name: "processes",
            words: "Processes",
            values: &[value("3", "3"), value("2", "2"), value("4", "4")],
        },
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
            name: "wants",
            words: "Who ever wants to enter",
            values: &[value("all", "all"), value("not-last", "all but the last process")],
        },
        Knob {
            name: "not-waiting",
            words: "Who gets the token and is not waiting",
            values: &[
                value("forward", "passes it on at once"),
                value("keep", "keeps it until it wants to enter"),
            ],
        },
        Knob {
            name: "faults",
            words: "What goes wrong",
            values: &[
                value("none", "nothing"),
                value("lost", "a token is lost"),
                value("doubled", "a token is doubled"),
                value("holder-dies", "a process dies, with the token in its hand"),
                value("any-dies", "a process dies, anywhere"),
            ],
        },
        Knob {
            name: "new-token",
            words: "After a time-out, a new token is made",
            values: &[
                value("none", "by nobody"),
                value("first", "by process 0"),
                value("anybody", "by whoever waits"),
            ],
        },
        Knob {
            name: "time-out",
            words: "A time-out comes",
            values: &[
                value("any-time", "at any time"),
                value("sure", "only when no token is left"),
            ],
        },
        Knob {
            name: "dead",
            words: "A process that has died",
            values: &[
                value("in-ring", "stays in the ring"),
                value("skipped", "is skipped from then on"),
            ],
        },
    ];
    const CARD: &'static str = "?v=1&run=QKEJ.KteB";
    const DARES: &'static [Dare] = &[
        Dare {
            title: "Follow the token once round",
            words: "Two want to enter and one does not: each hop is one message.",
            link: "?v=1&run=QKEJmVH.T2JY",
        },
        Dare {
            title: "Keep what you do not need",
            words: "Process 2 never wants to enter. It keeps the token, and the others wait for ever.",
            link: "?wants=not-last&not-waiting=keep&v=1&run=QABhJm.4Kb1",
        },
        Dare {
            title: "Take patience for loss",
            words: "Nothing is lost. Two processes think so, each makes a new token, and both are inside.",
            link: "?new-token=anybody&v=1&run=QK933v.e2Mf",
        },
        Dare {
            title: "Lose the token",
            words: "One message disappears, and with it the lock.",
            link: "?faults=lost&v=1&run=QAK8D.CZim",
        },
        Dare {
            title: "Feed the dead",
            words: "Time-outs are never wrong here, but process 0 is dead and still in the ring: it swallows \
                    every token.",
            link: "?faults=any-dies&new-token=anybody&time-out=sure&v=1&run=QK9HvKj3SZlR.Uq7W",
        },
        Dare {
            title: "Double the token",
            words: "Nobody counts tokens, so nobody notices.",
            link: "?faults=doubled&v=1&run=QBXkYdm.OLW1",
        },
    ];

    const FIGURES: &'static [model::Figure] = &[model::Figure {
        // otherwise the token goes on and on when nobody wants it any more
        with: &[("entries", "unbounded")],
        ..model::Figure::messages("processes")
    }];

    fn model(setting: &Setting) -> Network<TokenRing> {
        Network::new(TokenRing {
            nodes: setting.number("processes").map_or(3, usize::from),
            entries: setting.number("entries"),
            last_never_wants: setting.is("wants", "not-last"),
            forwards: setting.is("not-waiting", "forward"),
            faults: match setting.get("faults") {
                "lost" => Faults::Lost,
                "doubled" => Faults::Doubled,
                "holder-dies" => Faults::HolderDies,
                "any-dies" => Faults::AnyDies,
                _ => Faults::None,
            },
            maker: match setting.get("new-token") {
                "first" => Maker::First,
                "anybody" => Maker::Anybody,
                _ => Maker::Nobody,
            },
            is_sure: setting.is("time-out", "sure"),
            skips_dead: setting.is("dead", "skipped"),
        })
    }
}
