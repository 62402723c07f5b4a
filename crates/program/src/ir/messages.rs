//! Messages: their kinds, and those on their way.

use super::{Column, Slot};
use crate::packed::bits;
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
    /// How many bytes a message takes at most besides its fields: channel, kind, and where it matters what
    /// lies at [`BEHIND`].
    pub const fn head(self) -> usize {
        if matches!(self, Order::SelfAtOnce) { 3 } else { 2 }
    }
}

/// Where a message says how many messages of its receiver to itself must arrive before it: a byte.
pub const BEHIND: usize = 0;

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
    /// Which byte of a message is its channel: the process that sends it in the upper half, the one that
    /// receives it in the lower.
    pub fn channel_at(&self) -> usize {
        self.entry - 1
    }

    /// The first bit of the kind and how many they are: those below the channel; none if there is only
    /// one kind.
    pub fn kind_at(&self) -> Option<(usize, usize)> {
        let size = bits(self.kinds.len() as i64);
        (self.kinds.len() > 1).then(|| (8 * self.channel_at() - size, size))
    }

    /// The slot of one of the numbers of a kind of messages.
    pub fn slot(&self, kind: u8, nth: u8) -> &Slot {
        let mut slots = self.kinds[usize::from(kind)].fields.iter().flat_map(|field| &field.0);
        slots.nth(nth.into()).expect("a number of that kind")
    }
}
