//! A text whose lines have the numbers of another one, and changes of it.

use crate::Document;
use crate::rows::{indent, with_block};
use crate::token::{Span, edited};
use std::collections::BTreeSet;

/// A text, and the number that each of its lines has in the whole one.
#[derive(Clone)]
pub struct Page {
    pub text: String,
    numbers: Vec<usize>,
}

impl Page {
    pub fn new(text: &str) -> Page {
        Page { text: text.to_owned(), numbers: (1..=text.lines().count()).collect() }
    }

    pub fn document(&self) -> Document {
        Document::new(&self.text)
    }

    pub fn lines(&self) -> Vec<(usize, String)> {
        self.numbers.iter().copied().zip(self.text.lines().map(str::to_owned)).collect()
    }

    /// With other words in the same lines; as it is if there are not as many.
    pub fn with_text(self, text: String) -> Page {
        if text.lines().count() == self.numbers.len() { Page { text, ..self } } else { self }
    }

    /// With at most one empty line in a row, and none at the end.
    pub fn tidied(&self) -> Page {
        let mut lines: Vec<(usize, String)> = Vec::new();
        for (number, line) in self.lines() {
            let is_first = lines.last().is_none_or(|above| above.1.is_empty());
            if !(line.trim().is_empty() && is_first) {
                lines.push((number, line.trim_end().to_owned()));
            }
        }
        while lines.last().is_some_and(|last| last.1.is_empty()) {
            lines.pop();
        }
        Page::of(lines)
    }

    fn of(lines: Vec<(usize, String)>) -> Page {
        let text = lines.iter().flat_map(|(_, line)| [line, "\n"]).collect();
        Page { text, numbers: lines.into_iter().map(|line| line.0).collect() }
    }
}

/// What one pass changes.
#[derive(Default)]
pub struct Changes {
    /// Bytes within a line, and what stands there instead.
    edits: Vec<(Span, String)>,
    /// The lines that go, counted from 1.
    gone: BTreeSet<usize>,
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.gone.is_empty()
    }

    /// Line breaks stay, and so does what has been edited already.
    pub fn edit(&mut self, text: &str, span: Span, with: impl Into<String>) {
        let is_apart = |other: &Span| other.end <= span.start || span.end <= other.start;
        if !span.of(text).contains('\n') && self.edits.iter().all(|edit| is_apart(&edit.0)) {
            self.edits.push((span, with.into()));
        }
    }

    pub fn is_gone(&self, line: usize) -> bool {
        self.gone.contains(&line)
    }

    pub fn stays(&mut self, line: usize) {
        self.gone.remove(&line);
    }

    pub fn remove_row(&mut self, line: usize) {
        self.gone.insert(line);
    }

    /// The lines of a part go, with what is set in below them.
    pub fn remove(&mut self, text: &str, span: Span) {
        self.gone.extend(with_block(text, span));
    }

    pub fn applied_to(mut self, page: &Page) -> Page {
        self.remove_comments(&page.text);
        let text = edited(&page.text, &self.edits);
        let lines = page.numbers.iter().copied().zip(text.lines().map(str::to_owned));
        let stays = |(at, line): (usize, _)| (!self.gone.contains(&(at + 1))).then_some(line);
        Page::of(lines.enumerate().filter_map(stays).collect())
    }

    /// A comment above lines goes with the last of them: up to an empty line, or to one that is less far to the right.
    fn remove_comments(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let is_comment = |line: &str| line.trim_start().starts_with('#');
        for at in (0..lines.len()).rev().filter(|at| is_comment(lines[*at])) {
            let margin = indent(lines[at]);
            let below = lines.iter().enumerate().skip(at + 1);
            let below =
                below.take_while(|(_, line)| indent(line) >= margin && indent(line).is_some());
            let mut are_gone = below.filter(|(_, line)| !is_comment(line)).peekable();
            let has_lines = are_gone.peek().is_some();
            if has_lines && are_gone.all(|(line, _)| self.gone.contains(&(line + 1))) {
                self.gone.insert(at + 1);
            }
        }
    }
}
