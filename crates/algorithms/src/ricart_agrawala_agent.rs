//! # User and agent
//!
//! At every node of Ricart and Agrawala's lock run two processes: the user, who asks, enters and
//! leaves, and the agent, who answers requests whatever the user does. They share variables. The
//! lecture notes of Douglas W. Jones close with a question: what mutual exclusion do user and agent need
//! with respect to these? Here each access is a step, unless a knob makes several of them
//! indivisible. Two things must be: the user's choice of a number together with its change of
//! state; and the agent's look at the state together with putting a request off.
//!
//! Glenn Ricart and Ashok K. Agrawala, [An Optimal Algorithm for Mutual Exclusion in Computer
//! Networks][paper], Communications of the ACM 24(1), 1981. Its program has a semaphore around the
//! user's choice and around the agent's test, and not around what follows from the test.
//!
//! [paper]: https://doi.org/10.1145/358527.358537

mod article;
mod program;
mod steps;

use crate::shared::claims::mutual_exclusion;
use crate::shared::permission::{Message, Phase, REQUEST, awaiting};
use crate::shared::set::{list, members};
use model::message_passing::{self, Does, Envelope, Network, Order, Protocol};
use model::{Pid, ProcessView, Zone};
use program::Program;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct UserAndAgent {
    nodes: usize,
    /// How often each user enters.
    entries: u8,
    is_fifo: bool,
    program: Program,
}

/// What the agent has made of the request at hand.
#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Decision {
    Open,
    Reply,
    PutOff,
}

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    /// This user and agent share, and the four that follow.
    state: Phase,
    priority: u8,
    /// How many replies have yet to come.
    needed: i8,
    /// Whom it owes a reply: a set.
    pending: u8,
    /// The highest priority of any request received.
    clock: u8,
    /// Where the user stands: its next step.
    user: u8,
    entered: u8,
    /// The user's own variable, from one step to the next: a number, a set, or a process.
    own: u8,
    /// Where the agent stands, in the middle of a request: its next step. Zero between requests.
    agent: u8,
    /// The request at hand.
    from: u8,
    number: u8,
    decision: Decision,
    /// The set of pending replies, as the agent has read it.
    seen: u8,
    /// Whose replies have yet to come: a set. Nobody counts with it.
    open: u8,
}

type Rule = message_passing::Rule<UserAndAgent>;
type Turn<'a, 'l> = message_passing::Turn<'a, 'l, UserAndAgent>;
type Property = model::Property<Network<UserAndAgent>>;

/// The user's step at a place of its program.
const fn user<const AT: usize>(name: &'static str) -> Rule {
    Rule::own(name, "", |it, turn, my| it.user_step(AT, turn, my))
        .worded(|it| it.program.user_words(AT))
        .only_if(|it| AT < it.program.user.len())
}

/// The agent's step at a place of its program, the first of which comes with the request.
const fn agent<const AT: usize>(name: &'static str) -> Rule {
    Rule::beside(name, "", |it, turn, my| match usize::from(my.agent) {
        at if at == AT => it.agent_step(AT, turn, my),
        _ => Does::Skip,
    })
    .worded(|it| it.program.agent_words(AT))
    .only_if(|it| AT < it.program.agent.len())
    .to("in its agent")
}

impl Protocol for UserAndAgent {
    type Node = Node;
    type Message = Message;
    type InFlight = [Envelope<Message>; 14];
    type World = ();

    const ZONES: &'static [Zone] =
        &[Zone::Remainder, Zone::Doorway, Zone::Waiting, Zone::Critical, Zone::Exit];

    const RULES: &'static [Rule] = &[
        user::<0>("user 1"),
        user::<1>("user 2"),
        user::<2>("user 3"),
        user::<3>("user 4"),
        user::<4>("user 5"),
        user::<5>("user 6"),
        user::<6>("user 7"),
        user::<7>("user 8"),
        user::<8>("user 9"),
        Rule::on("agent 1", "", |it, turn, my, from, message| {
            if message.kind != REQUEST {
                return Does::Skip;
            }
            if my.agent != 0 {
                return Does::Busy;
            }
            my.from = from as u8;
            my.number = message.priority;
            it.agent_step(0, turn, my)
        })
        .worded(|it| it.program.agent_words(0)),
        agent::<1>("agent 2"),
        agent::<2>("agent 3"),
        agent::<3>("agent 4"),
        agent::<4>("agent 5"),
        Rule::on(
            "count",
            "on reply:\n  replies needed ← replies needed − 1",
            |_, _, my, from, _| {
                my.open &= !(1 << from);
                my.needed -= 1;
                Does::Run
            },
        ),
    ];

    const PROPERTIES: &'static [Property] = &[
        mutual_exclusion("At most one user is in the critical section."),
        Property::always(
            "no forgotten reply",
            "Whoever is not interested owes nobody a reply.",
            |it, state| {
                let nodes = &state.nodes[..it.protocol.nodes];
                nodes.iter().all(|my| my.user != 0 || my.pending == 0)
            },
        ),
        Property::sometimes(
            "all ask at once",
            "All users can be waiting at the same time.",
            |it, state| it.count(state, Zone::Waiting) == it.protocol.nodes,
        ),
    ];

    fn nodes(&self) -> usize {
        self.nodes
    }

    fn order(&self) -> Order {
        if self.is_fifo { Order::Fifo } else { Order::Unordered }
    }

    fn zone(&self, node: &Node) -> Zone {
        let at = usize::from(node.user);
        match at {
            0 => Zone::Remainder,
            _ if at <= self.program.ask_at => Zone::Doorway,
            _ if at <= self.program.enter_at => Zone::Waiting,
            // with its own variable set it has begun to leave
            _ if at == self.program.enter_at + 1 && node.own == 0 => Zone::Critical,
            _ => Zone::Exit,
        }
    }

    fn role(&self, _: Pid) -> &'static str {
        "node"
    }

    fn show(&self, _: Pid, my: &Node, view: &mut ProcessView) {
        let user = match view.zone {
            Zone::Remainder if my.entered == self.entries => "done".into(),
            Zone::Remainder => "normal".into(),
            Zone::Doorway => "about to ask".into(),
            Zone::Waiting => awaiting(my.needed, self.nodes - 1),
            Zone::Critical => "in the critical section".into(),
            _ => "leaving".into(),
        };
        view.status = match my.agent {
            0 => user,
            _ => format!("{user}; agent has request {} from {}", my.number, my.from),
        };
        if !matches!(view.zone, Zone::Remainder | Zone::Exit) {
            view.token = Some(my.priority.to_string());
        }
        view.owes = members(my.pending).collect();
        if view.zone == Zone::Waiting {
            view.awaits = members(my.open).collect();
        }
        view.locals = vec![
            ("state", my.state.name().into()),
            ("priority", my.priority.to_string()),
            ("replies needed", my.needed.to_string()),
            ("pending", list(my.pending)),
            ("clock", my.clock.to_string()),
        ];
    }
}
