//! What client and server say to each other.

use model::message_passing;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message {
    pub kind: u8,
    /// The number of the request; zero where requests have none.
    pub request: u8,
}

pub const P: u8 = 0;
pub const REPLY: u8 = 1;
pub const V: u8 = 2;

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["P", "reply", "V"];

    fn kind(&self) -> u8 {
        self.kind
    }

    fn words(&self) -> String {
        match (self.kind, self.request) {
            (kind, 0) => Message::KINDS[usize::from(kind)].into(),
            (kind, request) => format!("{} {request}", Message::KINDS[usize::from(kind)]),
        }
    }
}
