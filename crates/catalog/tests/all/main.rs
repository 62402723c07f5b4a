//! What the page is told. The golden table is in `web.rs`, as a browser searches it, too.
mod edits;
mod ends;
mod evidence;
mod freed;
mod needs;
mod one_at_a_time;
mod operations;
mod orders;
mod plot;
mod reasons;
mod said;
mod sentences;
mod stale;
mod steps;
mod texts;
mod valence;
mod work;
