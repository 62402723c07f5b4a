//! Generated code agrees with the interpreter and with a search that takes one action at a time.

// random numbers are small
#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod agreement;
mod algorithms;
mod executor;
mod fallback;
mod fuzz;
mod listings;
mod random;
mod random_code;
mod randoms;
mod searches;
mod sixteen;
#[path = "../../../listing/tests/all/texts/mod.rs"]
mod texts;
