//! How far a search may go.

/// Enough for every setting that a reader is likely to wait for.
pub const STATES_MAX: usize = 20_000_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// No more states than this are kept. The first one always is.
    pub states_max: usize,
    /// No chunk of memory is taken that would lead above this, but for the first.
    pub bytes_max: usize,
    /// About how many states there may be, where that is known: room is made for so many at once.
    pub states_hint: usize,
    /// Only single states are judged, and nothing is asked of whole runs.
    pub safety_only: bool,
}

impl Limits {
    pub const fn states(states_max: usize) -> Limits {
        Limits { states_max, bytes_max: usize::MAX, states_hint: 0, safety_only: false }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::states(STATES_MAX)
    }
}
