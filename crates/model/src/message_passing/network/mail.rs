//! What the network does to a message: it delivers, loses or doubles it.

use super::{Network, StateOf};
use crate::message_passing::rule::{Cause, When};
use crate::message_passing::{Does, Message, Protocol};
use crate::{Event, Log, Mail, Row, RowId, Stepped};

/// The network's own rows, behind the rules.
const NETWORK: [(&str, &str); 3] = [
    ("lose", "the network loses a message"),
    ("duplicate", "the network doubles a message"),
    ("nobody", "a message reaches a process that has crashed"),
];

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
        if self.is_down(state, mail.to.into()) {
            log.tell(|| Event::Lost { mail, text: message.words() });
            return Stepped::Ran(P::RULES.len() as RowId + 2);
        }
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

    pub(super) fn lose(&self, state: &mut StateOf<P>, mail: Mail, log: &mut Log<'_>) -> Stepped {
        let found = state.in_flight.find(mail);
        let (Some(at), true) = (found, state.losses < self.protocol.channels().losses_max) else {
            return Stepped::Refused;
        };
        let before = state.in_flight;
        let message = state.in_flight.remove(at, self.protocol.order()).message;
        if !self.protocol.may_lose(message) {
            state.in_flight = before;
            return Stepped::Refused;
        }
        state.losses += 1;
        log.tell(|| Event::Lost { mail, text: message.words() });
        Stepped::Ran(P::RULES.len() as RowId)
    }

    pub(super) fn duplicate(
        &self,
        state: &mut StateOf<P>,
        mail: Mail,
        log: &mut Log<'_>,
    ) -> Stepped {
        let channels = self.protocol.channels();
        let found = state.in_flight.find(mail);
        let (Some(at), true) = (found, state.duplicates < channels.duplicates_max) else {
            return Stepped::Refused;
        };
        let Some(&envelope) = state.in_flight.iter().nth(at) else { return Stepped::Refused };
        if !state.in_flight.insert(envelope, self.protocol.order()) {
            return Stepped::Beyond;
        }
        state.duplicates += 1;
        log.tell(|| Event::Duplicated { mail, text: envelope.message.words() });
        Stepped::Ran(P::RULES.len() as RowId + 1)
    }

    pub(super) fn network_rows(&self) -> impl Iterator<Item = Row> + use<P> {
        let channels = self.protocol.channels();
        let possible =
            [channels.losses_max > 0, channels.duplicates_max > 0, self.protocol.crashes_max() > 0];
        NETWORK.iter().zip(possible).map(|(&(label, text), possible)| Row {
            label: label.into(),
            text: text.into(),
            purpose: "",
            zone: None,
            left_out: !possible,
            fault: true,
        })
    }
}
