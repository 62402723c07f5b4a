//! Other names for nodes that send each other messages.

use super::network::StateOf;
use super::{Envelope, Protocol};
use crate::{PROCESSES_MAX, Pid, Renaming};
use zerocopy::FromZeros;

pub fn state<P: Protocol>(protocol: &P, state: &StateOf<P>, names: &Renaming) -> StateOf<P> {
    let mut it = *state;
    it.nodes = names.array(it.nodes);
    it.nodes.iter_mut().for_each(|my| protocol.rename_node(my, names));
    protocol.rename_world(&mut it.world, names);
    // sent once more in the same order: so they lie as if they had always had these names
    it.in_flight = FromZeros::new_zeroed();
    for sent in state.in_flight() {
        let name = |node: u8| names.name(node.into()) as u8;
        let mut message = sent.message;
        protocol.rename_message(&mut message, names);
        let sent = Envelope::new(name(sent.from()), name(sent.to()), message);
        it.in_flight.insert(sent, protocol.order());
    }
    it
}

/// The zone of each node, and how many messages it has sent and is to receive.
pub fn keys<P: Protocol>(protocol: &P, state: &StateOf<P>) -> [u64; PROCESSES_MAX] {
    let mut keys = state.nodes.map(|node| protocol.zone(&node) as u64);
    for it in state.in_flight() {
        keys[Pid::from(it.from())] += 1 << 8;
        keys[Pid::from(it.to())] += 1 << 16;
    }
    keys
}
