//! Texts that a link names by an address: whoever can read addresses keeps them here before the link is read.

use std::sync::{Mutex, PoisonError};

/// What was read last; a page has few of them.
static READ: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());
const READ_MAX: usize = 8;

/// Says what stands at an address.
pub fn keep_text(address: &str, text: &str) {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.retain(|(known, _)| known != address);
    read.insert(0, (address.to_owned(), text.to_owned()));
    read.truncate(READ_MAX);
}

/// What was read there.
pub fn kept_text(address: &str) -> Option<String> {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.iter().find(|(known, _)| known == address).map(|(_, text)| text.clone())
}
