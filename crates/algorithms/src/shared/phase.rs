//! Where a node stands in a lock by messages.

use model::Zone;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

#[derive(Clone, Copy, PartialEq, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub enum Phase {
    Normal,
    Waiting,
    Critical,
    Dead,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Normal => "normal",
            Phase::Waiting => "waiting",
            Phase::Critical => "critical",
            Phase::Dead => "dead",
        }
    }

    pub fn zone(self) -> Zone {
        match self {
            Phase::Normal => Zone::Remainder,
            Phase::Waiting => Zone::Waiting,
            Phase::Critical => Zone::Critical,
            Phase::Dead => Zone::Crashed,
        }
    }
}
