//! The listing while it is written: what can stand at the caret, what the word there means, and what
//! mends an error. A browser counts UTF-16 units, the listing bytes.

mod beginnings;
pub mod change;
mod fixes;
mod places;
mod reference;
mod sent;
mod suggestions;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use beginnings::beginnings;
pub use fixes::{Fix, fixes};
pub use places::{begin, line_at, line_start, own_errors};
pub use reference::{of_error, of_word};
pub use sent::Sent;
pub use suggestions::{SUGGESTIONS_MAX, Suggestion, Suggestions};
pub use vocabulary::{Entry, vocabulary};

use catalog::listing::Document;
use std::{rc::Rc, sync::Arc};

/// So many letters open the list of what can stand there.
const LETTERS_MIN: usize = 2;

/// Signs that a keyboard on glass has not.
pub const SIGNS: [&str; 3] = ["←", "≠", "≤"];

/// A text in a field, and where its reader is.
pub struct Editing {
    pub document: Arc<Document>,
    /// The byte of the caret; none while the field has not been touched.
    pub caret: Option<usize>,
    pub list: Option<Suggestions>,
}

/// What happens in the field.
pub enum Did {
    /// The text has changed, by the reader's hand.
    Typed {
        text: String,
        caret: usize,
    },
    /// Another text stands there.
    Replaced(Rc<str>),
    /// The caret has gone somewhere without a change.
    Moved(usize),
    /// The reader wants to know what can stand here.
    Asked(usize),
    /// Down or up in the list, around its ends.
    Chose(isize),
    Closed,
}

/// The entry for a word: what it means, and where the reference says more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordEntry {
    pub name: String,
    pub says: String,
    /// The line of its declaration; none: the language gives it.
    pub line: Option<usize>,
    /// The anchor of a section of the reference.
    pub section: &'static str,
}

impl Editing {
    pub fn new(text: &str) -> Editing {
        Editing { document: catalog::document(text), caret: None, list: None }
    }

    pub fn text(&self) -> &str {
        self.document.text()
    }

    pub fn after(&self, did: Did) -> Editing {
        let document = Arc::clone(&self.document);
        match did {
            Did::Typed { text, caret } => {
                let document = catalog::document(&text);
                let is_longer = text.len() > self.text().len();
                let list = Suggestions::at(&document, caret).filter(|list| {
                    let wanted = if self.list.is_some() { 1 } else { LETTERS_MIN };
                    let is_wanted = self.list.is_some() || is_longer;
                    is_wanted && list.letters >= wanted && !list.is_whole
                });
                Editing { document, caret: Some(caret), list }
            }
            Did::Replaced(text) => Editing { caret: self.caret, ..Editing::new(&text) },
            Did::Moved(caret) => {
                let list = self.list.clone().filter(|_| self.caret == Some(caret));
                Editing { document, caret: Some(caret), list }
            }
            Did::Asked(caret) => {
                let list = Suggestions::at(&document, caret);
                Editing { document, caret: Some(caret), list }
            }
            Did::Chose(by) => Editing {
                document,
                caret: self.caret,
                list: self.list.clone().map(|list| list.moved(by)),
            },
            Did::Closed => Editing { document, caret: self.caret, list: None },
        }
    }

    /// The entry for the word at a byte.
    pub fn entry(&self, at: usize) -> Option<WordEntry> {
        let hover = self.document.hover(at)?;
        let section = of_word(hover.kind, &hover.name);
        Some(WordEntry { name: hover.name, says: hover.says, line: hover.line, section })
    }

    /// What most likely comes at the caret, for keys that touch.
    pub fn likeliest(&self) -> Vec<Suggestion> {
        let list = self.caret.and_then(|caret| Suggestions::at(&self.document, caret));
        list.map(|list| list.all).unwrap_or_default()
    }
}
