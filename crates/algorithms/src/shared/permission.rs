//! Locks in which everybody is asked and everybody must say yes: their messages, and where one who
//! asks stands.

use model::message_passing;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

#[derive(Clone, Copy, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Message {
    pub kind: u8,
    /// The priority of a request; zero in a reply.
    pub priority: u8,
}

/// What one who asks waits for: so many replies of all.
pub fn awaiting(left: impl std::fmt::Display, all: usize) -> String {
    format!("awaiting {left} of {all} {}", if all == 1 { "reply" } else { "replies" })
}

pub const REQUEST: u8 = 0;
pub const REPLY: Message = Message { kind: 1, priority: 0 };

impl message_passing::Message for Message {
    const KINDS: &'static [&'static str] = &["request", "reply"];

    fn kind(&self) -> u8 {
        self.kind
    }

    fn words(&self) -> String {
        match self.kind {
            REQUEST => format!("request {}", self.priority),
            _ => "reply".into(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub enum Phase {
    Normal,
    Awaiting,
    Critical,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Normal => "normal",
            Phase::Awaiting => "awaiting",
            Phase::Critical => "critical",
        }
    }
}
