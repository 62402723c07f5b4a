//! Sleep sets: steps that a search need not take, because others have led where they lead.
//!
//! Two steps commute if each can be taken after the other, and both orders lead to the same state.
//! Say a search came to state `t` first from state `s` by step `b`, and step `a` of `s` commutes
//! with `b`. If `a` was tried at `s` before `b`, or slept there itself, then the state that it leads
//! to was seen before `t`. So its steps are taken before those of `t`, and `b` leads from it to where
//! `a` leads from `t`. So `a` *sleeps* in `t`: it is a step, and leads to nothing new. All states are
//! found in the order in which they are found if nothing sleeps (Patrice Godefroid, [Partial-Order
//! Methods for the Verification of Concurrent Systems][book], 1996, chapter 5, for depth first).
//!
//! [book]: https://doi.org/10.1007/3-540-60761-7

use zerocopy::FromZeros;

/// The steps of a state that sleep, as its model writes them down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, FromZeros)]
pub struct SleepSet(pub(crate) u32);

/// What a model notes of a state's steps while they are tried, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct TriedSteps {
    /// Those that sleep there, and those that were tried.
    pub(crate) known: u32,
    /// Those that must not sleep anywhere else.
    pub(crate) spoilt: u32,
}

impl From<SleepSet> for TriedSteps {
    #[inline]
    fn from(asleep: SleepSet) -> TriedSteps {
        TriedSteps { known: asleep.0, spoilt: 0 }
    }
}

/// What would come of the actions that sleep in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Skipped {
    /// How many steps there are among them, to states that are known.
    pub steps: usize,
    /// A process waits.
    pub waits: bool,
}

/// What a step footprint that steps of other processes may touch, as its model writes it down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint(pub(crate) u8);

impl Footprint {
    pub(crate) const NOTHING: Footprint = Footprint(1);
    /// More than the model writes down.
    pub(crate) const MUCH: Footprint = Footprint(0);
}
