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
