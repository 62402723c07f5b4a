//! What each line of a text is for: small changes of it, and which of its claims notice them.
//!
//! This is mutation testing (R. A. `DeMillo`, R. J. Lipton and F. G. Sayward, Hints on Test Data Selection, Computer
//! 11(4), 1978, doi 10.1109/C-M.1978.218136), with a search of all interleavings in the place of tests. Who searches
//! is behind a closure, so this crate does no input or output and reads no clock.

mod changes;
mod claimed;
mod edit;
mod effect;
mod expressions;
mod mutation;
mod need;
mod outgrowth;
mod spans;
mod weighing;

pub use changes::mutants;
pub use edit::{Mutant, Operator, RANKS};
pub use effect::{Bound, Break, BreakKind, Change, Effect};
pub use mutation::{Line, Mutation, Summary, Tried, lines};
pub use need::{NOT_NEEDED, Need};
pub use outgrowth::Outgrowth;
pub use weighing::{Search, Weighing};
