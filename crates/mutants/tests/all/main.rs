//! Which changes there are of a text, and what its claims notice, against what is known.

mod changes;
mod lines;
