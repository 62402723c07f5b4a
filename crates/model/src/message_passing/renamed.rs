//! Other names for nodes that send each other messages.

use super::network::StateOf;
use super::{Envelope, Network, Protocol};
use crate::{Pid, Renaming, SYSTEM_PROCESSES_MAX};
use zerocopy::FromZeros;

/// A protocol some of whose nodes differ by name only.
pub trait Symmetric: Protocol {
    /// Those whose numbers are names and nothing more, a set: see [`crate::Symmetric::alike`].
    fn alike(&self) -> u8;

    /// Whether a property may tell them apart: see [`crate::Symmetric::heeds_names`].
    fn heeds_names(&self, _property: &str) -> bool {
        true
    }

    /// Gives nodes other names in what one of them knows.
    fn rename_node(&self, _: &mut Self::Node, _: &Renaming) {}

    /// Gives nodes other names in what a message says.
    fn rename_message(&self, _: &mut Self::Message, _: &Renaming) {}

    /// Gives nodes other names in what all share.
    fn rename_world(&self, _: &mut Self::World, _: &Renaming) {}
}

impl<P: Symmetric> crate::Symmetric for Network<P> {
    fn alike(&self) -> u8 {
        self.protocol.alike()
    }

    fn heeds_names(&self, property: &str) -> bool {
        self.protocol.heeds_names(property)
    }

    fn renamed(&self, state: &StateOf<P>, names: &Renaming) -> StateOf<P> {
        let mut it = *state;
        it.nodes = names.array(it.nodes);
        it.nodes.iter_mut().for_each(|my| self.protocol.rename_node(my, names));
        self.protocol.rename_world(&mut it.world, names);
        // sent once more in the same order: so they lie as if they had always had these names
        it.in_flight = FromZeros::new_zeroed();
        for sent in state.in_flight() {
            let name = |node: u8| names.name(node.into()) as u8;
            let mut message = sent.message;
            self.protocol.rename_message(&mut message, names);
            let sent = Envelope::new(name(sent.from()), name(sent.to()), message);
            it.in_flight.insert(sent, self.protocol.order());
        }
        it
    }

    /// The zone of each node, and how many messages it has sent and is to receive.
    fn keys(&self, state: &StateOf<P>) -> [u64; SYSTEM_PROCESSES_MAX] {
        let mut keys = [0; SYSTEM_PROCESSES_MAX];
        for (key, node) in keys.iter_mut().zip(&state.nodes) {
            *key = self.protocol.zone(node).rank() as u64;
        }
        for it in state.in_flight() {
            keys[Pid::from(it.from())] += 1 << 8;
            keys[Pid::from(it.to())] += 1 << 16;
        }
        keys
    }
}
