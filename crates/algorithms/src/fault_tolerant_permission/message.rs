//! What the processes say to each other.

use model::message_passing;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

/// Kind, three bits; the number of the request, five bits: zero where answers have none.
#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message(u8);

pub const REQUEST: u8 = 0;
pub const REPLY: u8 = 1;
pub const NOT_YET: u8 = 2;
pub const THERE: u8 = 3;
pub const HERE: u8 = 4;
pub const NUMBER_MAX: u8 = 31;

impl Message {
    pub fn new(kind: u8, number: u8) -> Message {
        Message(kind << 5 | number)
    }

    pub fn number(self) -> u8 {
        self.0 & NUMBER_MAX
    }
}

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] =
        &["request", "reply", "not yet", "still there?", "still here, not yet"];

    fn kind(&self) -> u8 {
        self.0 >> 5
    }

    fn words(&self) -> String {
        let kind = Message::KINDS[usize::from(self.kind())];
        match self.number() {
            0 => kind.into(),
            number => format!("{kind} {number}"),
        }
    }
}
