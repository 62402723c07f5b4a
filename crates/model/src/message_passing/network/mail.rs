//! What the network does to a message: it delivers it.

use super::{Network, StateOf};
use crate::message_passing::rule::{Cause, When};
use crate::message_passing::{Does, Message, Protocol};
use crate::{Event, Log, Mail, Stepped};

impl<P: Protocol> Network<P> {
    pub(super) fn deliver(&self, state: &mut StateOf<P>, mail: Mail, log: &mut Log<'_>) -> Stepped {
        let Some(at) = state.in_flight.find(mail) else { return Stepped::Refused };
        let order = self.protocol.order();
        if !state.in_flight.may_arrive(at, order) {
            return Stepped::Refused;
        }
        let before = state.in_flight;
        let message = state.in_flight.remove(at, order).message;
        let from = mail.from;
        log.tell(|| Event::Receive { mail, from, text: message.words() });
        let me = mail.to.into();
        let stepped = self.run(state, me, Cause::Message, 0, log, |when, turn, node| match when {
            When::On(run) => run(&self.protocol, turn, node, from.into(), message),
            When::Own(..) => Does::Skip,
        });
        debug_assert!(stepped != Stepped::Done, "no rule for {}", message.words());
        if !matches!(stepped, Stepped::Ran(_)) {
            state.in_flight = before;
        }
        stepped
    }
}
