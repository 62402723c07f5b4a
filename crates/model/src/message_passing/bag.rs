//! The messages in flight, in a canonical order: two networks that behave the same are equal.

use super::Message;
use crate::{Mail, Plain};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// A message with its channel.
#[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct Envelope<M> {
    /// Sender in the high half, receiver in the low half.
    channel: u8,
    pub message: M,
}

impl<M: Message> Envelope<M> {
    pub fn new(from: u8, to: u8, message: M) -> Envelope<M> {
        Envelope { channel: from << 4 | to, message }
    }

    pub fn from(&self) -> u8 {
        self.channel >> 4
    }

    pub fn to(&self) -> u8 {
        self.channel & 15
    }
}

/// Envelopes sorted by channel; on one channel in order of sending (FIFO) or of content.
#[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct Bag<Items> {
    items: Items,
    len: u8,
}

impl<Items: Plain> Bag<Items> {
    pub fn iter<M: Message>(&self) -> impl Iterator<Item = &Envelope<M>>
    where
        Items: AsRef<[Envelope<M>]>,
    {
        self.items.as_ref()[..usize::from(self.len)].iter()
    }

    /// False if there is no room.
    pub fn insert<M: Message>(&mut self, it: Envelope<M>, fifo: bool) -> bool
    where
        Items: AsMut<[Envelope<M>]>,
    {
        let len = usize::from(self.len);
        let items = self.items.as_mut();
        if len == items.len() {
            return false;
        }
        let goes_before = |other: &Envelope<M>| match fifo {
            true => other.channel <= it.channel,
            false => other.as_bytes() <= it.as_bytes(),
        };
        let at = items[..len].iter().take_while(|other| goes_before(other)).count();
        items.copy_within(at..len, at + 1);
        items[at] = it;
        self.len += 1;
        true
    }

    pub fn remove<M: Message>(&mut self, at: usize) -> Envelope<M>
    where
        Items: AsMut<[Envelope<M>]>,
    {
        let items = &mut self.items.as_mut()[..usize::from(self.len)];
        let it = items[at];
        items.copy_within(at + 1.., at);
        items[items.len() - 1] = Envelope::new_zeroed();
        self.len -= 1;
        it
    }

    /// The names of the messages in flight, each with its position.
    pub fn mail<M: Message>(&self) -> impl Iterator<Item = (usize, Mail)>
    where
        Items: AsRef<[Envelope<M>]>,
    {
        let items = &self.items.as_ref()[..usize::from(self.len)];
        items.iter().enumerate().map(|(at, it)| {
            let kind = it.message.kind();
            let channel = items[..at].iter().rev().take_while(|other| other.channel == it.channel);
            let nth = channel.filter(|other| other.message.kind() == kind).count() as u8;
            (at, Mail { from: it.from(), to: it.to(), kind, nth })
        })
    }

    /// Where the message of that name lies.
    pub fn find<M: Message>(&self, Mail { from, to, kind, nth }: Mail) -> Option<usize>
    where
        Items: AsRef<[Envelope<M>]>,
    {
        let same =
            |it: &Envelope<M>| it.from() == from && it.to() == to && it.message.kind() == kind;
        let found = self.iter().enumerate().filter(|(_, it)| same(it)).nth(nth.into());
        found.map(|(at, _)| at)
    }

    /// Whether nothing was sent on the same channel before the message at `at`.
    pub fn is_first<M: Message>(&self, at: usize) -> bool
    where
        Items: AsRef<[Envelope<M>]>,
    {
        let items = self.items.as_ref();
        at == 0 || items[at - 1].channel != items[at].channel
    }
}
