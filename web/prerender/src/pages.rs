//! What stands in the documents, as HTML.

pub mod about;
pub mod card;
pub mod chips;
mod door;
pub mod gallery;
mod parts;
mod pictogram;
pub mod preview;
