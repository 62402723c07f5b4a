//! The words of the language as a list to look through, each with its section of the reference.

use super::{Editing, of_word};
use catalog::listing::{
    edit::Edit,
    editor::{self, Place},
};

/// A word of the language, or a shape of lines.
#[derive(Clone)]
pub struct Entry {
    pub label: &'static str,
    /// What it does; code stands between backticks.
    pub says: &'static str,
    /// Where it stands; entries of one group follow each other.
    pub group: &'static str,
    /// The anchor of a section of the reference.
    pub section: &'static str,
    is: editor::Entry,
}

pub fn vocabulary() -> Vec<Entry> {
    let entry = |is: editor::Entry| {
        let first = is.label.split(' ').next().unwrap_or_default();
        let section = match is.place {
            Place::Store => "replicated-rows",
            Place::Conjunct => "inductive-claims",
            _ => of_word(None, first),
        };
        Entry { label: is.label, says: is.says, group: group(is.place), section, is }
    };
    editor::vocabulary().into_iter().map(entry).collect()
}

fn group(place: Place) -> &'static str {
    match place {
        Place::Item => "Begins a line of the text",
        Place::Part => "Begins a line of a process",
        Place::Statement | Place::Operation => "Statements",
        Place::Declaration | Place::Domain => "Declarations",
        Place::Expression | Place::Member => "Values and conditions",
        Place::Expectation => "Expectations",
        Place::Store => "Rows of a store",
        Place::Conjunct => "Inductive claims",
    }
}

impl Entry {
    /// Whether what a reader looks for is in it.
    pub fn is_found_by(&self, asked: &str) -> bool {
        let asked = asked.trim().to_lowercase();
        self.label.contains(&asked) || self.says.to_lowercase().contains(&asked)
    }
}

impl Editing {
    /// The change that puts an entry in at the caret.
    pub fn insertion(&self, entry: &Entry) -> Edit {
        self.document.insertion(&entry.is, self.caret.unwrap_or(self.text().len()))
    }
}
