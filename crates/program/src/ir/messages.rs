//! Messages: their kinds, and those on their way.

use super::{Column, Slot};
use crate::value::Words;

#[derive(Clone, PartialEq, Debug)]
pub struct MessageKind {
    pub name: &'static str,
    pub fields: Vec<(Vec<Slot>, Words)>,
    /// It answers a message, so its receiver has asked for it.
    pub answers: bool,
    /// The field with what led to its receipt, for the history alone.
    pub past: Option<usize>,
    /// It may stay on its way for ever.
    pub may_stay: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Fifo,
    Unordered,
    Mailbox,
    /// As in `Fifo`, and nothing arrives before a message of the receiver to itself that was sent earlier.
    SelfAtOnce,
}

impl Order {
    /// How many bytes of a message come before its fields: channel, kind, and where it matters what lies at
    /// [`BEHIND`].
    pub const fn head(self) -> usize {
        if matches!(self, Order::SelfAtOnce) { BEHIND + 1 } else { BEHIND }
    }
}

/// Where a message says how many messages of its receiver to itself must arrive before it.
pub const BEHIND: usize = 2;

/// The messages on their way, as they lie in a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Channels {
    pub kinds: Vec<MessageKind>,
    pub order: Order,
    /// The byte with the number of messages.
    pub at: usize,
    pub capacity: usize,
    /// The bytes of one message.
    pub entry: usize,
    /// Of the row that the first two kinds of mutations write.
    pub columns: Vec<Column>,
    /// The first of [`Store::KINDS`], where there is a row.
    pub mutations: Option<u8>,
}

impl Channels {
    /// Which of the row's mutations a kind of message is.
    pub fn mutation(&self, kind: u8) -> Option<u8> {
        kind.checked_sub(self.mutations?)
    }
}

impl Channels {
    /// The slot of one of the numbers of a kind of messages.
    pub fn slot(&self, kind: u8, nth: u8) -> &Slot {
        let mut slots = self.kinds[usize::from(kind)].fields.iter().flat_map(|it| &it.0);
        slots.nth(nth.into()).expect("a number of that kind")
    }
}
