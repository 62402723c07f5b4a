//! What locks of every kit are held to.

use model::message_passing::{Network, Protocol};
use model::shared_memory::{self, Threads};
use model::{Model, Property, Zone};

/// A model that knows who is in which zone.
pub trait Zoned: Model {
    /// Those that are in one of the zones: a set.
    fn those_in(&self, state: &Self::State, zones: &[Zone]) -> u8;
}

impl<P: shared_memory::Program> Zoned for Threads<P> {
    #[inline]
    fn those_in(&self, state: &Self::State, zones: &[Zone]) -> u8 {
        self.those_in(state, zones)
    }
}

impl<P: Protocol> Zoned for Network<P> {
    fn those_in(&self, state: &Self::State, zones: &[Zone]) -> u8 {
        self.those_in(state, zones)
    }
}

/// `words` say who is at most one: "At most one client is in the critical section."
pub const fn mutual_exclusion<M: Zoned>(words: &'static str) -> Property<M> {
    Property::always("mutual exclusion", words, |it, state| {
        it.those_in(state, &[Zone::Critical]).count_ones() <= 1
    })
}

pub const fn nobody_waits_for_ever<M: Zoned>() -> Property<M> {
    Property::eventually(
        "nobody waits for ever",
        "Whoever asks to enter enters in the end, even if nobody else ever wants to.",
        |it, state| it.those_in(state, &[Zone::Doorway, Zone::Waiting]),
    )
}
