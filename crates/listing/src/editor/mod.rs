//! What an editor of a text needs, as data: completion, what a name means, where it is declared and
//! used, how to rename it, and what each word is. Places are bytes of the text.
//!
//! Works on texts with errors: what can be read has names, the rest what its words look like.

mod complete;
mod context;
mod hover;
mod rename;
mod snippets;
mod tokens;
mod uses;
mod vocabulary;

pub use crate::occurrences::NameKind;
pub use crate::words::Place;
pub use complete::{Completion, CompletionKind, Completions};
pub use hover::{Hover, functions, section};
pub use rename::Change;
pub use snippets::word_of;
pub use tokens::{Token, TokenKind};
pub use vocabulary::{Entry, block_end, vocabulary};

use crate::limits::EDITOR_WORK_MAX;
use crate::occurrences::Occurrences;
use crate::parse::parse;
use crate::resolve;
use crate::work::Work;

/// A text with all that its names stand for. It is made anew when the text changes.
pub struct Analysis {
    text: String,
    names: Occurrences,
    /// How many errors of spelling and of names the text has.
    errors: usize,
}

impl Analysis {
    pub fn new(text: &str) -> Analysis {
        let parsed = parse(text);
        let work = Work::of(EDITOR_WORK_MAX);
        let (names, found) = resolve::occurrences(text, &parsed.listing, &work);
        let errors = parsed.diagnostics.len() + found.len();
        Analysis { text: text.to_owned(), names, errors }
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}
