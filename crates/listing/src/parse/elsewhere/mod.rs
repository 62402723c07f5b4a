//! What is written as in other languages, in mathematics or in plain words: each is an error with what is written
//! here.

mod arrows;
mod declared;
mod habits;
mod leads;
mod loops;
mod orderings;
mod receipts;
mod signs;
mod spelling;
mod temporal;

pub use declared::{NUMBERS, TYPES};
pub use orderings::{is_bracketed, reserved};
