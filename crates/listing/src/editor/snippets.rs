//! Whole lines to begin with.

use crate::words::Place;
use std::ops::Range;

pub struct Snippet {
    /// What it is found by.
    pub label: &'static str,
    pub place: Place,
    /// The text; `⟨…⟩` is selected afterwards. Lines below the first are indented like it.
    pub text: &'static str,
    pub says: &'static str,
}

impl Snippet {
    /// The text in a line with so many spaces before it, and the bytes of it to select.
    pub fn written(&self, margin: usize) -> (String, Range<usize>) {
        let marked = self.text.replace('\n', &format!("\n{}", " ".repeat(margin)));
        let start = marked.find('⟨').unwrap_or(marked.len());
        let end = marked.find('⟩').map_or(start, |end| end - '⟨'.len_utf8());
        (marked.replace(['⟨', '⟩'], ""), start..end)
    }
}

/// The word with which an entry of a list begins a line: a shape's label without its "…".
pub fn word_of(label: &str) -> &str {
    label.trim_end_matches(" …")
}

const fn snippet(
    label: &'static str,
    place: Place,
    text: &'static str,
    says: &'static str,
) -> Snippet {
    Snippet { label, place, text, says }
}

pub const SNIPPETS: &[Snippet] = &[
    snippet(
        "process …",
        Place::Item,
        "process i of ⟨2⟩, for ever:\n  remainder:\n    pause\n",
        "A role of several processes with its first section.",
    ),
    snippet("option …", Place::Item, "option ⟨name⟩: one, other", "A constant with a menu."),
    snippet("shared …", Place::Item, "shared ⟨name⟩: 0..9", "A variable of all processes."),
    snippet("define …", Place::Item, "define ⟨name⟩: true", "A name for an expression."),
    snippet("always …", Place::Item, "always ⟨name⟩: true", "An invariant."),
    snippet("eventually …", Place::Item, "eventually ⟨name⟩: true → true", "What leads to what."),
    snippet("on …", Place::Part, "on timeout:\n  ⟨pause⟩", "A rule of the process."),
    snippet("when …", Place::Part, "when ⟨true⟩:\n  skip", "A rule with a condition."),
    snippet("if …", Place::Statement, "if ⟨true⟩:\n  skip", "Goes on below if that is true."),
    snippet(
        "for each …",
        Place::Statement,
        "for each ⟨j⟩ in process:\n  skip",
        "For each process.",
    ),
    snippet("repeat …", Place::Statement, "repeat:\n  pause\nuntil ⟨true⟩", "Until that is true."),
    snippet("while …", Place::Statement, "while ⟨false⟩:\n  pause", "While that is true."),
];
