//! What an empty text can begin with.

use crate::state::NEW;

const MESSAGES: &str = include_str!("beginnings/messages.ilv");
const OBJECT: &str = include_str!("beginnings/object.ilv");

/// What each is, and its text.
pub fn beginnings() -> [(&'static str, &'static str); 3] {
    let lock = catalog::entry(NEW).expect("a place to begin").source;
    [("A lock", lock), ("A lock by messages", MESSAGES), ("An object", OBJECT)]
}
