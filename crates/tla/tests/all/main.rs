//! A module of TLA+ has the states of its text, and looks as it did.

mod listings;
mod shape;
mod tlc;
