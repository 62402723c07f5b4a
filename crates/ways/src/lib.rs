//! A step as guarded commands: every way through its code, with its guard and its stores over the state
//! before the step; and what properties ask of a state as one expression. Exporters write these.

// slots and values are far below the bounds of these types
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

pub mod path;
pub mod paths;
pub mod places;
pub mod queries;
pub mod rounds;
pub mod source;
pub mod terms;
