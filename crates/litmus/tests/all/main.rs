//! Litmus tests: read, as texts of the language, and against what is known of them.

mod axioms;
mod corpus;
mod known;
mod reading;
mod texts;
