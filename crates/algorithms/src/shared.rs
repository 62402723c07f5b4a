//! What several algorithms have in common, to the letter.

pub mod arrivals;
pub mod claims;
pub mod knobs;
pub mod papers;
pub mod phase;
pub mod timestamped;
