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
        let at = items[..len].partition_point(|other| {
            if fifo { other.channel <= it.channel } else { other.as_bytes() <= it.as_bytes() }
        });
        items[at..=len].rotate_right(1);
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
        items[at..].rotate_left(1);
        items[items.len() - 1] = Envelope::new_zeroed();
        self.len -= 1;
        it
    }

    /// The names of the messages in flight, each with its position.
    pub fn mail<M: Message>(&self) -> impl Iterator<Item = (usize, Mail)>
    where
        Items: AsRef<[Envelope<M>]>,
    {
        self.iter().enumerate().map(|(at, it)| {
            let kind = it.message.kind();
            let before = self.iter().take(at);
            let same =
                |other: &&Envelope<M>| other.channel == it.channel && other.message.kind() == kind;
            let nth = before.filter(same).count() as u8;
            (at, Mail { from: it.from(), to: it.to(), kind, nth })
        })
    }

    /// Where the message of that name lies.
    pub fn find<M: Message>(&self, mail: Mail) -> Option<usize>
    where
        Items: AsRef<[Envelope<M>]>,
    {
        self.mail().find(|(_, it)| *it == mail).map(|(at, _)| at)
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
