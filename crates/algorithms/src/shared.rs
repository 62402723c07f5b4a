//! What several algorithms have in common, to the letter.

pub mod arrivals;
pub mod claims;
pub mod knobs;
pub mod papers;
pub mod permission;
pub mod phase;
pub mod set;
pub mod timestamped;
