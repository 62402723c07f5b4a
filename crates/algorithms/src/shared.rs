//! What several algorithms have in common, to the letter.

pub mod claims;
pub mod papers;
