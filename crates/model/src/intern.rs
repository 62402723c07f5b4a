//! Names that come from a text and outlive it.

use crate::Zone;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// How many bytes of names are kept in all: a text that is edited for hours stays far below.
const BYTES_MAX: usize = 16 << 20;

static SECTIONS: Mutex<Vec<&'static [Zone]>> = Mutex::new(Vec::new());

/// How many lists of sections are kept: far more than a reader edits in a day.
const LISTS_MAX: usize = 100_000;

/// The same sections, for good. Beyond the bound, every new list is empty.
pub fn intern_zones(zones: &[Zone]) -> &'static [Zone] {
    let mut all = SECTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(|it| **it == zones) {
        return known;
    }
    if all.len() == LISTS_MAX {
        return &[];
    }
    let kept: &'static [Zone] = Box::leak(zones.into());
    all.push(kept);
    kept
}

struct Names {
    names: HashSet<&'static str>,
    bytes: usize,
}

static NAMES: Mutex<Option<Names>> = Mutex::new(None);

/// The same text, for good. Each distinct text is kept once; beyond the bound every new one is "…".
pub fn intern(text: &str) -> &'static str {
    let mut guard = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let all = guard.get_or_insert_with(|| Names { names: HashSet::new(), bytes: 0 });
    if let Some(name) = all.names.get(text) {
        return name;
    }
    if all.bytes + text.len() > BYTES_MAX {
        return "…";
    }
    all.bytes += text.len();
    let name: &'static str = Box::leak(text.into());
    all.names.insert(name);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one() {
        let (one, other) = (intern("number"), intern(&String::from("number")));
        assert_eq!(one, "number");
        assert!(std::ptr::eq(one, other));
        assert_ne!(intern("numbers"), one);
    }
}
