//! A text that is open, and what is known of it.

use super::judge::{Found, Judged};
use super::places::Places;
use catalog::Diagnostic;
use gen_lsp_types::{Position, Range, TextEdit};
use std::cell::OnceCell;
use std::ops;
use std::sync::Arc;

pub struct Document {
    pub address: String,
    pub version: i32,
    pub text: String,
    places: Places,
    /// Read when first asked for: not at each key, if several come at once.
    known: OnceCell<Arc<listing::Document>>,
    /// What is wrong with it, once that is known.
    pub errors: Option<Vec<Diagnostic>>,
    /// What a search has found, once it has ended.
    pub verdicts: Option<Vec<Judged>>,
}

impl Document {
    pub fn new(address: String, version: i32, text: String) -> Document {
        let (places, known) = (Places::new(&text), OnceCell::new());
        Document { address, version, text, places, known, errors: None, verdicts: None }
    }

    /// What is known of the text.
    pub fn known(&self) -> &listing::Document {
        self.known.get_or_init(|| catalog::document(&self.text))
    }

    /// Takes what was found, and says whether that is what is wrong with the text.
    pub fn take(&mut self, found: Found) -> bool {
        match found {
            Found::Errors(errors) => self.errors = Some(errors),
            Found::Verdicts(verdicts) => {
                self.verdicts = Some(verdicts);
                return false;
            }
        }
        true
    }

    pub fn range(&self, bytes: ops::Range<usize>) -> Range {
        self.places.range(&self.text, bytes)
    }

    /// The change that formats it. A text with errors stays as it is: they are said already.
    pub fn tidied(&self) -> Vec<TextEdit> {
        let tidy = listing::format(&self.text).ok().filter(|tidy| *tidy != self.text);
        let range = self.range(0..self.text.len());
        tidy.into_iter().map(|new_text| TextEdit { range, new_text }).collect()
    }

    pub fn byte(&self, position: Position) -> usize {
        self.places.byte(&self.text, position)
    }
}
