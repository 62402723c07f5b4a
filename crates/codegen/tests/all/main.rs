//! Generated code agrees with the interpreter and with a search that takes one action at a time.

mod agreement;
mod executor;
mod fallback;
mod listings;
mod random;
mod random_code;
mod randoms;
