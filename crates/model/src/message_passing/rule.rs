//! A rule of a protocol: its name, words and behaviour in one expression.

use super::bag::Bag;
use super::{Envelope, Message, Order, Protocol};
use crate::{Cell, Event, Log, Mail, Pid, Row, WritePhase};

/// What came of trying a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    Run,
    /// The rule is not about this node or message as it is now.
    Skip,
    /// The node wants to go on and must wait.
    Await,
    /// The node is in the middle of something: the message stays where it is.
    Busy,
    /// The algorithm could go on; the model, to stay finite, does not follow.
    Beyond,
}

/// Acts when the node likes.
pub type Own<P> = fn(&P, &mut Turn<'_, '_, P>, &mut <P as Protocol>::Node) -> Does;

/// Acts on a message from a node.
pub type On<P> =
    fn(&P, &mut Turn<'_, '_, P>, &mut <P as Protocol>::Node, Pid, <P as Protocol>::Message) -> Does;

pub(super) enum When<P: Protocol> {
    Own(Cause, Own<P>),
    On(On<P>),
}

/// What makes a node act.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    Step,
    Beside,
    Message,
}

impl Cause {
    pub const ALL: [Cause; 3] = [Cause::Step, Cause::Beside, Cause::Message];
}

pub struct Rule<P: Protocol> {
    name: &'static str,
    text: &'static str,
    worded: Option<fn(&P) -> String>,
    purpose: &'static str,
    pub(super) is_part: fn(&P) -> bool,
    pub(super) when: When<P>,
}

impl<P: Protocol> Rule<P> {
    /// A step that a node takes by itself.
    pub const fn own(name: &'static str, text: &'static str, run: Own<P>) -> Rule<P> {
        Rule::new(name, text, When::Own(Cause::Step, run))
    }

    /// A step of a second process at the node, which shares its variables: it may come between any
    /// two steps of the first. Where no such rule applies, that process is idle.
    pub const fn beside(name: &'static str, text: &'static str, run: Own<P>) -> Rule<P> {
        Rule::new(name, text, When::Own(Cause::Beside, run))
    }

    /// What a node does when a message arrives.
    pub const fn on(name: &'static str, text: &'static str, run: On<P>) -> Rule<P> {
        Rule::new(name, text, When::On(run))
    }

    const fn new(name: &'static str, text: &'static str, when: When<P>) -> Rule<P> {
        Rule { name, text, worded: None, purpose: "", is_part: |_| true, when }
    }

    /// Words that follow the knobs, where one of them makes the rule behave otherwise.
    pub const fn worded(mut self, words: fn(&P) -> String) -> Rule<P> {
        self.worded = Some(words);
        self
    }

    /// The end of the sentence "process 1 receives request 4 from 0 …".
    pub const fn to(mut self, purpose: &'static str) -> Rule<P> {
        self.purpose = purpose;
        self
    }

    /// Elsewhere the rule never applies.
    pub const fn only_if(mut self, holds: fn(&P) -> bool) -> Rule<P> {
        self.is_part = holds;
        self
    }

    pub(super) fn cause(&self) -> Cause {
        match self.when {
            When::Own(cause, _) => cause,
            When::On(_) => Cause::Message,
        }
    }

    pub(super) fn row(&self, protocol: &P) -> Row {
        Row {
            label: self.name.into(),
            text: self.worded.map_or_else(|| self.text.into(), |words| words(protocol)),
            purpose: self.purpose,
            zone: None,
            left_out: !(self.is_part)(protocol),
            fault: false,
        }
    }
}

/// What a rule works with besides its own node.
pub struct Turn<'a, 'l, P: Protocol> {
    /// The node whose turn it is.
    pub me: Pid,
    /// How many nodes there are.
    pub n: usize,
    /// Which way a step of its own goes, of [`Protocol::choices`]; zero is the usual one.
    pub choice: u8,
    pub world: P::World,
    pub(super) in_flight: &'a mut Bag<P::InFlight>,
    pub(super) order: Order,
    pub(super) has_sent: bool,
    /// It has looked at messages that no node can see.
    pub(super) has_looked: std::cell::Cell<bool>,
    pub(super) overflow: bool,
    pub(super) log: &'a mut Log<'l>,
}

impl<P: Protocol> Turn<'_, '_, P> {
    pub fn send(&mut self, to: Pid, message: P::Message) {
        let (from, to) = (self.me as u8, to as u8);
        self.has_sent = true;
        self.overflow |= !self.in_flight.insert(Envelope::new(from, to, message), self.order);
        let mail = Mail { from, to, kind: message.kind(), nth: 0 };
        self.log.tell(|| Event::Send { mail, to, text: message.words() });
    }

    /// Sends a message to every other node.
    pub fn broadcast(&mut self, message: P::Message) {
        let me = self.me;
        for to in (0..self.n).filter(|&it| it != me) {
            self.send(to, message);
        }
    }

    /// Tells of a read of a variable that the processes at this node share.
    pub fn read(&mut self, array: &'static str, value: impl FnOnce() -> String) {
        let cell = self.cell(array);
        self.log.tell(|| Event::Read {
            cell,
            value: value(),
            overlaps: false,
            replicas: Vec::new(),
        });
    }

    /// Tells of a write to a variable that the processes at this node share.
    pub fn write(&mut self, array: &'static str, value: impl FnOnce() -> String) {
        let cell = self.cell(array);
        self.log.tell(|| Event::Write { cell, value: value(), phase: WritePhase::Whole });
    }

    fn cell(&self, array: &'static str) -> Cell {
        Cell { array, index: self.me as u8, single: false }
    }

    /// The messages in flight, which no node can see.
    pub fn in_flight(&self) -> impl Iterator<Item = &Envelope<P::Message>> {
        self.has_looked.set(true);
        self.in_flight.iter()
    }

    /// Says what the node has learnt.
    pub fn note(&mut self, text: impl FnOnce() -> String) {
        self.log.tell(|| Event::Note { text: text() });
    }
}
