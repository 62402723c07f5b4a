//! The messages of Lamport's lock, each with the time of its sender.

use model::message_passing;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// Kind, two bits; timestamp, six bits.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message(u8);

pub const TIME_MAX: u8 = 63;

pub const REQUEST: u8 = 0;
pub const ACK: u8 = 1;
pub const RELEASE: u8 = 2;

impl Message {
    pub fn new(kind: u8, time: u8) -> Message {
        Message(kind << 6 | time)
    }

    pub fn time(self) -> u8 {
        self.0 & TIME_MAX
    }
}

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["request", "ack", "release"];

    fn kind(&self) -> u8 {
        self.0 >> 6
    }

    fn words(&self) -> String {
        format!("{} {}", Message::KINDS[usize::from(self.kind())], self.time())
    }
}
