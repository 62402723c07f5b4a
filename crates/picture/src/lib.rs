//! The picture of a moment, and how it moves from one moment to the next: a function of the state
//! before, the step, the state after, a time from 0 to 1, and the box. Nothing here knows a browser,
//! a clock or an algorithm: what a drawing needs is in the view of the state.

// pixels and counts are small, and points have two letters
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, clippy::many_single_char_names)]

mod actions;
mod draw;
mod failure;
pub mod geometry;
mod layout;
mod mark;
mod motion;
mod scene;
pub mod summary;
pub mod svg;
mod tag;
mod text;
mod viewport;
mod words;

/// The rules of the pictures in a style sheet, after [`TOKENS`].
pub const STYLES: &str = include_str!("../styles/50-stage.css");
/// The colours and fonts that they name.
pub const TOKENS: &str = include_str!("../styles/00-tokens.css");

pub use actions::{Act, Hand, hands, step_of};
pub use draw::{Frame, draw};
pub use failure::{Failure, Reason, Told, failure, failure_of};
pub use mark::{Mark, present};
pub use motion::Movement;
pub use scene::{Kind, Part, Scene, Shape, Thing};
pub use tag::tags;
pub use viewport::{Class, Viewport};
