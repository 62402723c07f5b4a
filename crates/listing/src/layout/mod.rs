//! Where everything lies in a state, and which processes differ by name only.

pub mod open;
pub mod pending;
pub mod places;
pub mod symmetry;
