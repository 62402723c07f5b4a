//! Nodes that act on their own or on a message, over a network that may reorder.
//!
//! One step is one message handled together with the sends that it causes, or one action of a
//! node's own together with its sends.

mod bag;
mod network;
mod renamed;
mod rule;

pub use bag::Envelope;
pub use network::{Network, State};
pub use renamed::Symmetric;
pub use rule::{Does, Rule, Turn};

use crate::{PROCESS, Pid, Plain, ProcessView, Property, Zone};
use zerocopy::FromZeros;

/// An algorithm for nodes that send each other messages.
pub trait Protocol: Sized + Send + Sync + 'static {
    /// What one node knows.
    type Node: Plain;
    type Message: Message;
    /// Room for the messages in flight: `[Envelope<Self::Message>; N]`. A step that would need
    /// more is beyond the model's bound.
    type InFlight: Plain + AsRef<[Envelope<Self::Message>]> + AsMut<[Envelope<Self::Message>]>;
    /// What all nodes share besides messages, such as a perfect clock; `()` where nothing.
    type World: Plain;

    const ZONES: &'static [Zone];
    /// The whole algorithm. The first rule that applies runs.
    const RULES: &'static [Rule<Self>];
    const PROPERTIES: &'static [Property<Network<Self>>];

    fn nodes(&self) -> usize;

    /// What node `me` knows at the start.
    fn node(&self, _: Pid) -> Self::Node {
        Self::Node::new_zeroed()
    }

    /// What all nodes share at the start.
    fn world(&self) -> Self::World {
        Self::World::new_zeroed()
    }

    fn zone(&self, node: &Self::Node) -> Zone;

    /// What a message may overtake.
    fn order(&self) -> Order;

    /// Besides the usual one, how many ways a node's next step of its own may go: the rules read
    /// which from [`Turn::choice`], and skip what is not to be had.
    fn choices(&self) -> u8 {
        0
    }

    /// What node `me` is.
    fn role(&self, _: Pid) -> &'static str {
        PROCESS
    }

    /// What the page shows of a node, beside its zone.
    fn show(&self, me: Pid, node: &Self::Node, view: &mut ProcessView);
}

/// A message: its kind, by a number that never changes because links carry it, and a payload.
pub trait Message: Plain {
    /// The name of each kind, by its number.
    const KINDS: &'static [&'static str];

    fn kind(&self) -> u8;

    /// "request 4"
    fn words(&self) -> String;
}

/// Which messages must arrive before which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Unordered,
    /// On each channel, in the order in which they were sent.
    Fifo,
    /// As in `Fifo`, and what a node sends to itself is there at once: nothing that is sent to it
    /// later arrives before.
    SelfAtOnce,
    /// All that is sent to a node lies in its mailbox at once, in the order of sending.
    Mailbox,
}
