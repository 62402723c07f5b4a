//! What a reader does with a run, and what the page says of it: messages in, state out. It knows
//! `catalog`, no algorithm and no browser.

pub mod adversary;
pub mod chart;
pub mod check;
pub mod choices;
pub mod comparison;
pub mod editor;
pub mod failure;
pub mod fencing;
pub mod icon;
pub mod keys;
pub mod lines;
mod markup;
pub mod narration;
pub mod needs;
pub mod path;
pub mod plain_objects;
pub mod plots;
pub mod prepared;
pub mod qr;
pub mod route;
pub mod saved_drafts;
pub mod snippet;
pub mod state;
pub mod swipe;
pub mod task;
pub mod theme;
pub mod timeline;
pub mod valence;
pub mod variants;
pub mod words;
