//! The words on a poster: above the picture what happens, below it what it is.

use super::{Words, escaped};
use std::fmt::Write;

pub const STYLE: &str = ".told{font:400 15px var(--serif);fill:var(--ink)}\
    .waits{font:400 14px var(--serif);fill:var(--soft)}\
    .breaks{font:600 13px var(--sans);fill:var(--bad)}\
    .name{font:400 12px var(--sans);fill:var(--soft)}";

/// The mean width of two letters in pixels; rather too much.
const TWO_LETTERS: u32 = 15;
/// From line to line.
const LINE: u32 = 21;
/// What keeps the words apart from the picture.
const GAP: u32 = 10;

pub struct Caption {
    title: String,
    /// What is above the picture, each with its class.
    lines: Vec<(&'static str, String)>,
}

impl Caption {
    pub fn of(words: &Words, width: u32) -> Caption {
        let lines = |(class, text): (_, String)| {
            wrap(&text, width).into_iter().map(move |line| (class, line))
        };
        Caption { title: words.title(), lines: words.sentences().flat_map(lines).collect() }
    }

    /// A sentence in lines.
    pub fn wrapped(text: &str, width: u32) -> Vec<String> {
        wrap(text, width)
    }

    /// The room of what is above the picture.
    pub fn above(&self) -> u32 {
        if self.lines.is_empty() { 0 } else { self.lines.len() as u32 * LINE + GAP }
    }

    pub fn height(&self) -> u32 {
        self.above() + GAP + LINE
    }

    pub fn draw(&self, file: &mut String, margin: u32, bottom: u32) {
        let mut y = margin + 14;
        for (class, line) in &self.lines {
            text(file, class, (margin, y), line);
            y += LINE;
        }
        text(file, "name", (margin, bottom - 4), &self.title);
    }
}

fn text(file: &mut String, class: &str, (x, y): (u32, u32), text: &str) {
    let text = escaped(text);
    let _ = writeln!(file, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
}

/// Breaks at spaces.
fn wrap(text: &str, width: u32) -> Vec<String> {
    let letters = (2 * width / TWO_LETTERS) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                *line = format!("{line} {word}");
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
