//! What is done to a program once all its steps are there.

mod outcomes;
mod places;
mod temporaries;

pub use outcomes::{choosing_loop, count as count_outcomes};
pub use places::{place_points, place_slots};
pub use temporaries::{Code, place as place_temporaries};
