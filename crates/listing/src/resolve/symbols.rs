//! Words in domains that name nothing else.

use super::names::Names;
use crate::token::Span;
use crate::tree::Listing;

/// What a text calls how writes reach memory, and how many can be pending.
pub const MEMORY: &str = "memory";
pub const BUFFER: &str = "buffer";
/// What a text calls what becomes of pending writes in a crash.
pub const PENDING: &str = "pending";
/// They are lost.
pub const LOST: &str = "lost";
/// A memory that is not followed yet.
pub const RELEASE_ACQUIRE: &str = "release_acquire";

/// Values of options that stand for “no end”.
pub const FOR_EVER: &[&str] = &["forever", "unbounded", "for_ever"];

/// In which order messages arrive.
pub const CHANNELS: [&str; 4] = ["fifo", "self_at_once", "mailbox", "unordered"];

/// How writes reach memory.
pub const MEMORIES: [&str; 3] = ["sequential", "tso", "pso"];

/// What becomes of pending writes in a crash.
pub const PENDINGS: [&str; 2] = ["arrive", LOST];

impl<'t> Names<'t> {
    /// Finds all symbols of a text. All other names are known by then.
    pub fn find_symbols(&mut self, listing: &'t Listing) {
        self.symbols.insert("none");
        for option in self.options.clone() {
            self.symbols.extend(option.values.iter().map(|value| value.text.as_str()));
        }
        if self.is_defined("channels") {
            self.symbols.extend(CHANNELS);
        }
        if self.is_defined("memory") {
            self.symbols.extend(MEMORIES);
        }
        let has_memory = self.is_option("memory") || self.is_defined("memory");
        if has_memory && self.is_defined("pending") {
            self.symbols.extend(PENDINGS);
        }
        let words =
            listing.items.iter().flat_map(|item| item.domains()).flat_map(|domain| domain.words());
        self.symbol_places = words.collect();
        self.symbols.extend(self.symbol_places.iter().map(|place| place.0));
    }

    /// The words in domains that name nothing else, each with its place.
    pub fn only_symbols(&self) -> impl Iterator<Item = (&'t str, Span)> {
        let is_other = |word| {
            matches!(word, "true" | "false" | "none")
                || self.is_domain(word)
                || self.is_option(word)
                || self.is_defined(word)
        };
        self.symbol_places.iter().copied().filter(move |(word, _)| !is_other(word))
    }
}
