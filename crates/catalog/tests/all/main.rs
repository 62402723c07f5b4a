//! What the page is told. The golden table is in `web.rs`, as a browser searches it, too.
mod edits;
mod plot;
mod reasons;
mod texts;
mod valence;
mod work;
