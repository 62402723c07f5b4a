//! What stands in the documents, as HTML.

pub mod about;
pub mod card;
mod door;
pub mod gallery;
mod parts;
mod pictogram;
