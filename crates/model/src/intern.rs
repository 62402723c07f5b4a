//! Names that come from a text and outlive it.

use crate::Zone;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// How many bytes of names are kept in all: a text that is edited for hours stays far below.
const BYTES_MAX: usize = 16 << 20;

struct Names {
    names: HashSet<&'static str>,
    bytes: usize,
}

static NAMES: Mutex<Option<Names>> = Mutex::new(None);

static SECTIONS: Lists<Zone> = Lists::new();

/// The same sections, for good.
pub fn intern_zones(zones: Vec<Zone>) -> &'static [Zone] {
    SECTIONS.keep(zones)
}

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

/// How many lists of a kind are kept: far more than a reader makes in a day.
const LISTS_MAX: usize = 100_000;

/// Lists that come from a text and outlive it.
pub struct Lists<T: 'static>(Mutex<Vec<&'static [T]>>);

impl<T: PartialEq> Lists<T> {
    pub const fn new() -> Lists<T> {
        Lists(Mutex::new(Vec::new()))
    }

    /// The same list, for good; beyond the bound every new one is empty. Each distinct list is kept
    /// once: lists of options and sections change seldom while a text is written.
    pub fn keep(&self, list: Vec<T>) -> &'static [T] {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|it| ***it == *list) {
            return known;
        }
        if all.len() == LISTS_MAX {
            return &[];
        }
        let list: &'static [T] = list.leak();
        all.push(list);
        list
    }
}

impl<T: PartialEq> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists::new()
    }
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

    #[test]
    fn equal_lists_are_one() {
        static LISTS: Lists<u8> = Lists::new();
        let (one, other) = (LISTS.keep(vec![1, 2]), LISTS.keep(vec![1, 2]));
        assert!(std::ptr::eq(one, other));
        assert_eq!(LISTS.keep(vec![1]), [1]);
    }
}
