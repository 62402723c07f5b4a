//! What an editor of texts needs: indentation of lines. Places are bytes of the text.

use crate::rows::{Row, WordKind, rows, word_kind};
use crate::token::{Sign, Token};
use crate::words::is_property;
use std::ops::Range;

/// One indentation.
const STEP: usize = 2;

/// A change of a text, and what is selected afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes to replace.
    pub range: Range<usize>,
    pub replacement: String,
    pub selection: Range<usize>,
}

impl Edit {
    pub fn apply(&self, text: &str) -> String {
        let Range { start, end } = self.range;
        [&text[..start], &self.replacement, &text[end..]].concat()
    }
}

/// Enter: breaks the line and indents the new one, deeper below the first line of a block.
pub fn new_line(text: &str, selection: Range<usize>) -> Edit {
    let selection = within(text, selection);
    let start = line_start(text, selection.start);
    let line = &text[start..selection.start];
    let margin = margin(line);
    let lines = rows(line);
    let deeper = if begins_block(&lines[0], margin == 0) { STEP } else { 0 };
    let replacement = format!("\n{}", " ".repeat(margin + deeper));
    // spaces behind the caret would be added to the new line's own
    let spaces = text[selection.end..].bytes().take_while(|it| *it == b' ').count();
    let caret = selection.start + replacement.len();
    Edit { range: selection.start..selection.end + spaces, replacement, selection: caret..caret }
}

/// A colon behind the name of a section, in the place of the selection: it stands beside the section above it, and not
/// in that one, with what is below it. None where the line is no such name, or stands where it should.
pub fn new_section(text: &str, selection: Range<usize>) -> Option<Edit> {
    let selection = within(text, selection);
    let start = line_start(text, selection.start);
    let line = &text[start..selection.start];
    let is_end = matches!(text.as_bytes().get(selection.end), None | Some(b'\n'));
    let margin_here = margin(line);
    if !is_end || !is_section(&format!("{line}:")) {
        return None;
    }
    let above = text[..start].lines().rev().filter(|above| !above.trim().is_empty());
    let outer = above.filter(|above| margin(above) < margin_here).find(|above| is_section(above));
    let margin_out = outer.map(margin).filter(|margin| *margin > 0)?;
    let head = format!("{}{}:", " ".repeat(margin_out), line.trim_start());
    let caret = start + head.len();
    let (mut replacement, mut end) = (head, selection.end);
    for below in text[selection.end..].split('\n').skip(1) {
        if !below.trim().is_empty() && margin(below) <= margin_here {
            break;
        }
        let spaces = below.len() - below.trim_start_matches(' ').len();
        replacement += "\n";
        replacement += &below[spaces.min(margin_here - margin_out)..];
        end += 1 + below.len();
    }
    Some(Edit { range: start..end, replacement, selection: caret..caret })
}

/// `waiting:`, and nothing behind it.
fn is_section(line: &str) -> bool {
    let rows = rows(line);
    let code = rows[0].code();
    matches!(code, [(Token::Word, _), (Token::Sign(Sign::Colon), _)])
        && word_kind(rows[0].word(0)) != WordKind::Keyword
}

/// Backspace among the spaces before a line: takes a level. None where there is something else before the caret.
pub fn back(text: &str, selection: Range<usize>) -> Option<Edit> {
    let selection = within(text, selection);
    let start = line_start(text, selection.start);
    let before = &text[start..selection.start];
    if !selection.is_empty() || before.is_empty() || !before.bytes().all(|byte| byte == b' ') {
        return None;
    }
    let from = selection.start - ((before.len() - 1) % STEP + 1);
    Some(Edit { range: from..selection.start, replacement: String::new(), selection: from..from })
}

/// Ctrl+]: indents the selected lines by one step.
pub fn indent(text: &str, selection: Range<usize>) -> Edit {
    shift(text, selection, |line| if line.is_empty() { 0 } else { STEP.cast_signed() })
}

/// Ctrl+[: takes one step of indentation from the selected lines.
pub fn unindent(text: &str, selection: Range<usize>) -> Edit {
    shift(text, selection, |line| match line.as_bytes() {
        [b'\t', ..] => -1,
        bytes => -(bytes.iter().take(STEP).take_while(|it| **it == b' ').count().cast_signed()),
    })
}

/// Adds spaces to the beginnings of the selected lines, or removes some.
fn shift(text: &str, selection: Range<usize>, by: impl Fn(&str) -> isize) -> Edit {
    let selection = within(text, selection);
    let start = line_start(text, selection.start);
    // a selection that ends at the beginning of a line does not touch that line
    let last = match selection.is_empty() || !text[..selection.end].ends_with('\n') {
        true => selection.end,
        false => selection.end - 1,
    };
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
    let mut replacement = String::new();
    let (mut at, mut moved) = (start, [selection.start.cast_signed(), selection.end.cast_signed()]);
    for line in text[start..end].split_inclusive('\n') {
        let by = by(line.trim_end_matches('\n'));
        for (place, moved) in [selection.start, selection.end].into_iter().zip(&mut moved) {
            if place > at || (place == at && by > 0 && selection.is_empty()) {
                *moved += by.max(at.cast_signed() - place.cast_signed());
            }
        }
        match usize::try_from(by) {
            Ok(more) => replacement.extend([&" ".repeat(more), line]),
            Err(_) => replacement.push_str(&line[by.unsigned_abs()..]),
        }
        at += line.len();
    }
    let [from, to] = moved.map(|moved| moved.max(0).cast_unsigned());
    Edit { range: start..end, replacement, selection: from..to.max(from) }
}

/// Whether an indented block follows the line.
fn begins_block(row: &Row, is_top: bool) -> bool {
    let end = row.with().unwrap_or(row.code().len());
    if !matches!(row.code()[..end].last(), Some((Token::Sign(Sign::Colon), _))) {
        return false;
    }
    let declares = matches!(
        row.word(0),
        "option"
            | "domain"
            | "pool"
            | "message"
            | "shared"
            | "own"
            | "stable"
            | "ghost"
            | "assume"
            | "limit"
    );
    let is_prose = is_top && (is_property(row.word(0)) || !row.prose().is_empty());
    let is_empty =
        row.word(0).is_empty() || word_kind(row.word(0)) == WordKind::Keyword && end == 0;
    !declares && !is_prose && !is_empty
}

fn margin(line: &str) -> usize {
    line.chars()
        .map_while(|it| [(' ', 1), ('\t', STEP)].iter().find(|(c, _)| *c == it).map(|it| it.1))
        .sum()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |at| at + 1)
}

/// A selection that ends between characters of the text.
fn within(text: &str, selection: Range<usize>) -> Range<usize> {
    let floor = |at: usize| {
        let at = at.min(text.len());
        (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
    };
    let start = floor(selection.start);
    start..floor(selection.end).max(start)
}
