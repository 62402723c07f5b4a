//! The words on a poster: above the picture what happens, below it what it is.

use crate::{Words, escaped};
use std::fmt::Write;

pub const STYLE: &str = ".told{font:400 15px var(--serif);fill:var(--ink)}\
    .waits{font:400 14px var(--serif);fill:var(--soft)}\
    .breaks{font:600 13px var(--sans);fill:var(--bad)}\
    .name{font:400 12px var(--sans);fill:var(--soft)}";

/// The mean width of a letter in pixels; rather too much.
const LETTER: f64 = 7.5;
/// From line to line.
const LINE: f64 = 21.0;
/// What keeps the words apart from the picture.
const GAP: f64 = 10.0;

pub struct Caption {
    title: String,
    /// What is above the picture, each with its class.
    lines: Vec<(&'static str, String)>,
}

impl Caption {
    pub fn of(words: &Words, width: f64) -> Caption {
        let lines = |(class, text): (_, String)| {
            wrap(&text, width).into_iter().map(move |line| (class, line))
        };
        Caption { title: words.title(), lines: words.sentences().flat_map(lines).collect() }
    }

    /// The room of what is above the picture.
    pub fn above(&self) -> f64 {
        if self.lines.is_empty() { 0.0 } else { self.lines.len() as f64 * LINE + GAP }
    }

    pub fn height(&self) -> f64 {
        self.above() + GAP + LINE
    }

    pub fn draw(&self, file: &mut String, margin: f64, bottom: f64) {
        let mut y = margin + 14.0;
        for (class, line) in &self.lines {
            text(file, class, (margin, y), line);
            y += LINE;
        }
        text(file, "name", (margin, bottom - 4.0), &self.title);
    }
}

fn text(file: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    let text = escaped(text);
    let _ = writeln!(file, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
}

/// Breaks at spaces.
fn wrap(text: &str, width: f64) -> Vec<String> {
    let letters = (width / LETTER) as usize;
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
