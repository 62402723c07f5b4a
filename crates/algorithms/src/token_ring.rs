//! # The token ring
//!
//! The processes sit in a ring and hand a token round. Who gets it and wants to enter keeps it
//! until it leaves; who does not want to enter passes it on at once. Everything that can go wrong
//! is the token's: it is lost, it dies with its holder, it is there twice because somebody thought
//! it lost, or it comes to a neighbour that is no longer there.
//!
//! Gérard Le Lann, [Distributed Systems: Towards a Formal Approach][paper], IFIP Congress 1977.
//! The version here is that of the lecture notes of Douglas W. Jones, which state the rule for who is not
//! waiting, ask what happens "if the token is lost" and "if a process in the ring ceases
//! transmission", and give no answer. The repairs are therefore ours, each a knob. The notes
//! announce several ways of forwarding at once, but their list is missing from the seed.
//!
//! [paper]: https://dblp.org/rec/conf/ifip/Lann77

mod article;

use crate::shared::claims::{mutual_exclusion, nobody_waits_for_ever};
use crate::shared::phase::Phase;
use model::message_passing::{self, Channels, Does, Envelope, Network, Protocol};
use model::{PROCESSES_MAX, Pid, ProcessView, Zone};
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
        mutual_exclusion("At most one process is in the critical section."),
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
        nobody_waits_for_ever(),
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
        node.phase.zone()
    }

    fn show(&self, _: Pid, my: &Node, view: &mut ProcessView) {
        view.status = match my.phase {
            Phase::Normal if my.has_token => "has the token".into(),
            Phase::Normal if self.entries == Some(my.entered) => "done".into(),
            Phase::Waiting => "awaiting the token".into(),
            Phase::Critical => "in the critical section".into(),
            phase => phase.name().into(),
        };
        view.token = my.has_token.then(|| "token".into());
        view.locals =
            vec![("state", my.phase.name().into()), ("has token", my.has_token.to_string())];
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
