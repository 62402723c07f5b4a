//! Sleep sets: steps that a search need not take, because others have led where they lead.
//!
//! Two steps commute if each can be taken after the other, and both orders lead to the same state.
//! Say a search reaches state `t` first from state `s` by step `b`, and step `a` of `s` commutes with
//! `b`. If `a` was tried at `s` before `b`, or was in the sleep set of `s`, then its successor was
//! visited before `t`. That successor is expanded before `t`, and `b` leads from it to where `a` leads
//! from `t`. So `a` is in the *sleep set* of `t`: it is enabled, and its successor is known. A search
//! finds all states in the same order as without sleep sets (Patrice Godefroid, [Partial-Order Methods
//! for the Verification of Concurrent Systems][book], 1996, chapter 5, for depth first).
//!
//! [book]: https://doi.org/10.1007/3-540-60761-7

use zerocopy::FromZeros;

/// The sleep set of a state, in the encoding of its model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, FromZeros)]
pub struct SleepSet(pub(crate) u32);

/// What a model knows of a state's steps while they are tried, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct TriedSteps {
    /// Those in the sleep set, and those that were tried.
    pub(crate) known: u32,
    /// Those that must be in no sleep set of a successor.
    pub(crate) spoilt: u32,
}

impl From<SleepSet> for TriedSteps {
    #[inline]
    fn from(sleep_set: SleepSet) -> TriedSteps {
        TriedSteps { known: sleep_set.0, spoilt: 0 }
    }
}

/// The sleep set of a state, summed up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Skipped {
    /// How many steps are enabled in it.
    pub steps: usize,
    /// A process in it waits.
    pub waits: bool,
}

/// What a step accesses that steps of other processes may access, in the encoding of its model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint(pub(crate) u8);

impl Footprint {
    pub(crate) const NOTHING: Footprint = Footprint(1);
    /// More than the encoding has room for.
    pub(crate) const MUCH: Footprint = Footprint(0);
}
