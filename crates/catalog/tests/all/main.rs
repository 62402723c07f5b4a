//! What the page is told. The golden table is in `web.rs`, as a browser searches it, too.
mod edits;
mod plot;
mod texts;
mod valence;
