//! All words and shapes of the language, to choose from, and how one is put into a text.

use super::snippets::{SNIPPETS, Snippet};
use crate::Document;
use crate::edit::{Edit, new_line};
use crate::words::{Place, WORDS};
use std::ops::Range;

/// How far the lines of a role are indented.
const PART_MARGIN: usize = 2;

/// A word of the language, or a shape of one or several lines.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What it is found by: a word, or a shape's first words.
    pub label: &'static str,
    /// What it does; code stands between backticks.
    pub says: &'static str,
    /// The first place where it can stand.
    pub place: Place,
    shape: Option<&'static Snippet>,
}

impl Entry {
    /// The lines of a shape; what is to be filled in stands between `⟨` and `⟩`.
    pub fn lines(&self) -> Option<&'static str> {
        self.shape.map(|shape| shape.text)
    }
}

/// The shapes, then the words, each by its place.
pub fn vocabulary() -> Vec<Entry> {
    let shapes = SNIPPETS.iter().map(|it| Entry {
        label: it.label,
        says: it.says,
        place: it.place,
        shape: Some(it),
    });
    let words = WORDS.iter().filter_map(|word| {
        Some(Entry { label: word.text, says: word.says, place: *word.places.first()?, shape: None })
    });
    let mut all: Vec<Entry> = shapes.chain(words).collect();
    all.sort_by_key(|entry| entry.place as u8);
    all
}

impl Document {
    /// The change that puts an entry in at a caret: a word takes the place of its first letters, and
    /// a shape has lines of its own, behind the block of the caret where it cannot stand within.
    pub fn insertion(&self, entry: &Entry, at: usize) -> Edit {
        match entry.shape {
            Some(shape) => self.with_shape(shape, at),
            None => self.with_word(entry.label, at),
        }
    }

    fn with_word(&self, word: &str, at: usize) -> Edit {
        let context = self.context(at);
        let Range { start, end } = context.word;
        let range = match context.prefix {
            "" => start..start,
            prefix if word.starts_with(prefix) => start..end,
            _ => end..end,
        };
        let is_apart = self.text()[..range.start].chars().next_back();
        let is_apart =
            is_apart.is_none_or(|it| it.is_whitespace() || matches!(it, '(' | '[' | '.'));
        let is_last =
            self.text()[range.end..].chars().next().is_none_or(|letter| !letter.is_alphanumeric());
        let before = if is_apart { "" } else { " " };
        let after = if is_last { "" } else { " " };
        let caret = range.start + before.len() + word.len();
        Edit { range, replacement: [before, word, after].concat(), selection: caret..caret }
    }

    fn with_shape(&self, shape: &Snippet, at: usize) -> Edit {
        let context = self.context(at);
        let line = line_at(self.text(), context.word.start);
        // a line that is there stays, unless it is the shape's own beginning
        let is_alone = self.text()[line.clone()].trim() == context.prefix
            && shape.label.starts_with(context.prefix);
        let (range, lead, margin) = if is_alone && context.places.contains(&shape.place) {
            (context.word, String::new(), context.margin)
        } else {
            let (at, margin) = match shape.place {
                Place::Item => (block_end_below(self.text(), line, 0), 0),
                Place::Part => (block_end_below(self.text(), line, PART_MARGIN), PART_MARGIN),
                _ => (line.end, new_line(self.text(), line.end..line.end).replacement.len() - 1),
            };
            (at..at, format!("\n{}", " ".repeat(margin)), margin)
        };
        let (text, selection) = shape.written(margin);
        let start = range.start + lead.len();
        let selection = start + selection.start..start + selection.end;
        Edit { range, replacement: lead + &text, selection }
    }
}

/// The line of a byte, without its end.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    start..text[at..].find('\n').map_or(text.len(), |it| at + it)
}

/// The end of the last line, from that of a byte on, that is indented deeper than it.
pub fn block_end(text: &str, at: usize) -> usize {
    let line = line_at(text, at);
    let margin = text[line.clone()].len() - text[line.clone()].trim_start().len();
    block_end_below(text, line, margin)
}

/// The end of the last line, from this one on, that is indented deeper than `margin`.
fn block_end_below(text: &str, line: Range<usize>, margin: usize) -> usize {
    let mut end = line.end;
    let mut start = (line.end + 1).min(text.len());
    for line in text[start..].split_inclusive('\n') {
        let code = line.trim_end();
        if !code.is_empty() {
            if code.len() - code.trim_start().len() <= margin {
                break;
            }
            end = start + code.len();
        }
        start += line.len();
    }
    end
}
