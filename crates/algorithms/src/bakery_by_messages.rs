//! # The bakery by messages
//!
//! The bakery as Jones tells it, without shared memory: N and C of a process live with the process,
//! and whoever wants to see them asks. Nothing else changes, and nothing breaks. What changes is
//! the price: who waits asks again and again. A process that keeps the question until it has
//! something to say makes the price fixed again.
//!
//! Douglas W. Jones, lecture notes on mutual exclusion in distributed systems, University of
//! Iowa: "storing N\[i\] and C\[i\] locally with process i, and using message passing when any
//! process wants to examine the values". They reckon "about 6N messages". Whether a process asks
//! all others at once or one after the other they leave open; both are offered. The tickets are
//! Leslie Lamport's, [Communications of the ACM 17(8), 1974][paper].
//!
//! [paper]: https://doi.org/10.1145/361082.361093

mod article;
mod names;
mod properties;
mod words;

use crate::shared::arrivals::Arrivals;
use model::message_passing::{self, Channels, Does, Envelope, Network, Protocol};
use model::{Pid, ProcessView, Zone};
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
    /// Who had left the doorway before whom entered it.
    type World = Arrivals;

    const ZONES: &'static [Zone] = &[Zone::Remainder, Zone::Doorway, Zone::Waiting, Zone::Critical];

    const RULES: &'static [Rule] = &[
        Rule::own("take", "", |it, turn, my| {
            if my.phase != Phase::Resting || my.entered == it.entries {
                return Does::Skip;
            }
            my.entered += 1;
            my.c = u8::from(it.has_c);
            turn.world.arrive(turn.me);
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
                turn.world.wait(turn.me);
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
            turn.world.wait(turn.me);
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
            turn.world.enter(turn.me);
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
            turn.world.leave(turn.me);
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
            turn.world.die(turn.me);
            *my = Node { phase: Phase::Dead, ..Node::new_zeroed() };
            Does::Run
        })
        .only_if(|it| it.crashes_max > 0),
    ];

    const PROPERTIES: &'static [Property] = properties::ALL;

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
        match node.phase {
            Phase::Resting => Zone::Remainder,
            Phase::Picking | Phase::Picked => Zone::Doorway,
            Phase::Looking | Phase::Comparing => Zone::Waiting,
            Phase::Critical => Zone::Critical,
            Phase::Dead => Zone::Crashed,
        }
    }

    fn show(&self, _: Pid, my: &Node, view: &mut ProcessView) {
        self.show_node(my, view);
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
}
