//! Sizes of text in diagrams.

/// The mean width of a letter of the small text, in pixels; rather too much.
pub const LETTER: f64 = 6.1;
