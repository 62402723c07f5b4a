//! The memory that is asked about, and the option that a text may have for it.

use listing::tree::{Choice, Item, ItemKind, Listing};
use std::fmt;

/// The option that says how writes reach memory, and the one that says how many can be pending.
pub const MEMORY: &str = "memory";
pub const BUFFER: &str = "buffer";
pub const SEQUENTIAL: &str = "sequential";
/// How many writes of a process can be pending where a text does not say it.
pub const PLACES: usize = 2;

/// A memory with store buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    Tso,
    Pso,
}

impl Memory {
    pub fn named(name: &str) -> Option<Memory> {
        [Memory::Tso, Memory::Pso].into_iter().find(|memory| memory.to_string() == name)
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Memory::Tso => "tso",
            Memory::Pso => "pso",
        })
    }
}

/// A place of a text, in bytes, and what is put there.
pub type Insertion = (usize, String);

/// An option that a text gets, or more values of one that it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    pub insertion: Insertion,
    /// As a line of the text.
    pub words: String,
}

/// What a text lacks so that an option has these values.
pub fn lacking(text: &str, listing: &Listing, name: &str, values: &[&str]) -> Option<Added> {
    if let Some(option) = listing.options().find(|option| option.name.text == name) {
        return more_values(option, values);
    }
    let words = format!("option {name}: {}", values.join(", "));
    let is_option = |item: &&Item| matches!(item.kind, ItemKind::Option(_));
    let insertion = match (listing.items.iter().rfind(is_option), listing.items.first()) {
        (Some(last), _) => {
            let at = last.span.end as usize;
            let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
            (end, format!("\n{words}"))
        }
        (None, first) => {
            let at = first.map_or(text.len(), |item| item.span.start as usize);
            (text[..at].rfind('\n').map_or(0, |at| at + 1), format!("{words}\n"))
        }
    };
    Some(Added { insertion, words })
}

/// The values that an option does not have yet, behind its last.
fn more_values(option: &Choice, values: &[&str]) -> Option<Added> {
    let lacks = |value: &&&str| !option.values.iter().any(|name| name.text == ***value);
    let more: String = values.iter().filter(lacks).flat_map(|&value| [", ", value]).collect();
    let last = option.values.last()?.span;
    let words = format!("option {}: …{more}", option.name.text);
    (!more.is_empty()).then_some(Added { insertion: (last.end as usize, more), words })
}

/// Whether a text works something out, and does not have it chosen.
pub fn is_defined(listing: &Listing, name: &str) -> bool {
    let mut items = listing.items.iter();
    items.any(|item| matches!(&item.kind, ItemKind::Define(define) if define.name.text == name))
}

/// Whether an option of that name is about something else.
pub fn is_of_other_kind(listing: &Listing) -> bool {
    let own = listing.options().find(|option| option.name.text == MEMORY);
    let is_memory = |name: &str| name == SEQUENTIAL || Memory::named(name).is_some();
    own.is_some_and(|own| !own.values.iter().any(|value| is_memory(&value.text)))
}
