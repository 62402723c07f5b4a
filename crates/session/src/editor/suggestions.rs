//! What can stand at a caret, as a short list to choose from.

use catalog::listing::{
    Document,
    edit::Edit,
    editor::{CompletionKind, word_of},
};

/// A list that is taken in at a glance.
pub const SUGGESTIONS_MAX: usize = 6;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    pub label: String,
    /// The domain of a name, or what a word does.
    pub detail: String,
    /// The text declares it, or the language gives it as a name.
    pub is_name: bool,
    pub edit: Edit,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestions {
    /// At least one; names come before words, and words before values.
    pub all: Vec<Suggestion>,
    pub chosen: usize,
    /// How many letters of the word stand before the caret.
    pub letters: usize,
    /// The word is one of those that can stand here: nothing needs to be added.
    pub is_whole: bool,
}

impl Suggestions {
    /// What can stand where the caret is; none: nothing, or no more than stands there.
    pub fn at(document: &Document, caret: usize) -> Option<Suggestions> {
        let completions = document.completion(caret);
        let bytes = completions.bytes;
        let word = document.text().get(bytes.clone())?;
        let before = document.text().get(bytes.start..caret)?;
        let is_whole = completions.all.iter().any(|entry| word_of(&entry.label) == word);
        let others = completions.all.into_iter().filter(|completion| completion.label != word);
        let suggestion = |completion: catalog::listing::editor::Completion| {
            let selection =
                bytes.start + completion.selection.start..bytes.start + completion.selection.end;
            Suggestion {
                is_name: matches!(completion.kind, CompletionKind::Name(_)),
                edit: Edit { range: bytes.clone(), replacement: completion.text, selection },
                label: completion.label,
                detail: completion.detail,
            }
        };
        let all: Vec<Suggestion> = others.take(SUGGESTIONS_MAX).map(suggestion).collect();
        let letters = before.chars().count();
        (!all.is_empty()).then_some(Suggestions { all, chosen: 0, letters, is_whole })
    }

    pub fn chosen(&self) -> &Suggestion {
        &self.all[self.chosen]
    }

    pub(super) fn moved(self, by: isize) -> Suggestions {
        let count = self.all.len().cast_signed();
        let chosen = (self.chosen.cast_signed() + by).rem_euclid(count).cast_unsigned();
        Suggestions { chosen, ..self }
    }
}
