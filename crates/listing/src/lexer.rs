//! From characters to tokens; indentation makes blocks.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::hidden::{BYTE_ORDER_MARK, code_of, is_hidden};
use crate::limits::{EXPECTED_MAX, LINES_MAX, NUMBER_MAX, TEXT_MAX};
use crate::token::{SIGNS, Sign, Span, Token, WORD_SIGNS};

/// Words whose lines are prose: a bracket there opens nothing.
const PROSE: &[&str] = &["algorithm ", "say "];

/// The tokens of a text, and what is wrong with its characters.
pub struct Lexed {
    pub tokens: Vec<(Token, Span)>,
    pub found: Vec<DiagnosticDraft>,
}

pub fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer {
        text,
        tokens: Vec::new(),
        found: Vec::new(),
        indents: vec![0],
        depth: 0,
        number_max: NUMBER_MAX,
    };
    if text.len() > TEXT_MAX {
        let end = Span::new(text.len(), text.len());
        let message = format!("A text has at most {TEXT_MAX} bytes; this one has {}.", text.len());
        lexer
            .found
            .push(DiagnosticDraft::new(ErrorCode::TextTooLong, end, message).help("Shorten it."));
    } else {
        lexer.lines();
    }
    let end = Span::new(text.len(), text.len());
    lexer.tokens.push((Token::End, end));
    Lexed { tokens: lexer.tokens, found: lexer.found }
}

struct Lexer<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    found: Vec<DiagnosticDraft>,
    indents: Vec<usize>,
    /// How many brackets are open: a line break inside them ends nothing.
    depth: usize,
    /// The largest number in this line.
    number_max: i64,
}

impl Lexer<'_> {
    fn lines(&mut self) {
        let text = self.text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(self.text);
        let mut start = self.text.len() - text.len();
        // what ends the last line begins no other
        let text = text.strip_suffix('\n').unwrap_or(text);
        for (number, line) in text.split('\n').enumerate() {
            if number == LINES_MAX {
                let message = format!("A text has at most {LINES_MAX} lines.");
                let span = Span::new(start, start + line.len());
                self.found.push(
                    DiagnosticDraft::new(ErrorCode::TooManyLines, span, message)
                        .help("Shorten it."),
                );
                break;
            }
            self.line(start, line.trim_end());
            start += line.len() + 1;
        }
        let end = Span::new(self.text.len(), self.text.len());
        for _ in 1..self.indents.len() {
            self.tokens.push((Token::Dedent, end));
        }
    }

    fn line(&mut self, start: usize, line: &str) {
        self.hidden(start, line);
        let body = line.trim_start_matches([' ', '\t']);
        // a search may find more states than a variable has values
        self.number_max = if line.starts_with("expect ") { EXPECTED_MAX } else { NUMBER_MAX };
        let before = self.tokens.len();
        let is_prose = self.depth == 0 && PROSE.iter().any(|text| line.starts_with(text));
        if self.depth == 0 && !body.is_empty() && !body.starts_with('#') {
            let margin = &line[..line.len() - body.len()];
            let width: usize =
                margin.chars().map(|letter| if letter == '\t' { 2 } else { 1 }).sum();
            self.indent(start, margin.len(), width);
        }
        let margin = line.len() - body.len();
        self.words(start + margin, body);
        let has_token = self.tokens[before..]
            .iter()
            .any(|(token, _)| !matches!(token, Token::Indent | Token::Dedent | Token::Comment));
        if has_token && self.depth == 0 {
            let end = start + line.len();
            self.tokens.push((Token::Newline, Span::new(end, end)));
        }
        // an open bracket reaches to the end of its line, so that one slip does not swallow the text
        let goes_on = !is_prose && body.trim_end().ends_with([',', '(', '[', '{']);
        if has_token && self.depth > 0 && !goes_on {
            self.depth = 0;
            let end = start + line.len();
            self.tokens.push((Token::Newline, Span::new(end, end)));
        }
    }

    fn hidden(&mut self, start: usize, line: &str) {
        if line.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return;
        }
        for (at, char) in line.char_indices().filter(|(_, letter)| is_hidden(*letter)) {
            let span = Span::new(start + at, start + at + char.len_utf8());
            let message = format!(
                "Here is a character that nobody sees, {}: the line may not be what it seems.",
                code_of(char)
            );
            let found = DiagnosticDraft::new(ErrorCode::UnknownCharacter, span, message);
            self.found.push(found.help("Remove it.").replace(span, ""));
        }
    }

    fn indent(&mut self, start: usize, margin: usize, width: usize) {
        let span = Span::new(start, start + margin);
        if width > *self.indents.last().unwrap_or(&0) {
            self.indents.push(width);
            self.tokens.push((Token::Indent, span));
            return;
        }
        while width < *self.indents.last().unwrap_or(&0) {
            self.indents.pop();
            self.tokens.push((Token::Dedent, span));
        }
        if width != *self.indents.last().unwrap_or(&0) {
            let message = "This line is indented unlike every line above it.";
            let help = "Give it as many spaces as the line that it continues.";
            self.found
                .push(DiagnosticDraft::new(ErrorCode::UnevenIndentation, span, message).help(help));
        }
    }

    fn words(&mut self, start: usize, body: &str) {
        let mut at = 0;
        while let Some(char) = body[at..].chars().next() {
            let rest = &body[at..];
            let here = start + at;
            let length = if matches!(char, ' ' | '\t' | '\r') || is_hidden(char) {
                at += char.len_utf8();
                continue;
            } else if char == '#' {
                self.push(Token::Comment, here, rest.len())
            } else if char.is_alphabetic() || char == '_' || is_numbered(rest) {
                let length = word(rest);
                self.push(Token::Word, here, length)
            } else if char.is_ascii_digit() {
                self.number(here, rest)
            } else if let Some((text, word)) = begun_by(rest, WORD_SIGNS) {
                debug_assert!(!word.is_empty());
                self.push(Token::Word, here, text.len())
            } else if let Some(&(text, sign)) = begun_by(rest, SIGNS) {
                match sign {
                    Sign::Open | Sign::OpenSquare | Sign::OpenBrace => self.depth += 1,
                    Sign::Close | Sign::CloseSquare | Sign::CloseBrace => {
                        self.depth = self.depth.saturating_sub(1);
                    }
                    _ => {}
                }
                self.push(Token::Sign(sign), here, text.len())
            } else {
                self.push(Token::Unknown, here, char.len_utf8())
            };
            at += length;
        }
    }

    fn number(&mut self, start: usize, rest: &str) -> usize {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let max = self.number_max;
        let value = rest[..length].parse::<i64>().ok().filter(|&it| it <= max);
        if value.is_none() {
            let message = format!("A number is at most {max}.");
            let span = Span::new(start, start + length);
            self.found.push(DiagnosticDraft::new(ErrorCode::NumberTooLarge, span, message));
        }
        self.push(Token::Number(value.unwrap_or(max)), start, length)
    }

    fn push(&mut self, token: Token, start: usize, length: usize) -> usize {
        self.tokens.push((token, Span::new(start, start + length)));
        length
    }
}

/// Whether digits begin a word, such as `2_1`: a value of an option can be called so.
pub(crate) fn is_numbered(rest: &str) -> bool {
    let behind = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let mut next = behind.chars();
    behind.len() < rest.len()
        && next.next() == Some('_')
        && next.next().is_some_and(char::is_alphanumeric)
}

/// How long the word is with which `rest` begins. `wait-free` and the like are one word.
fn word(rest: &str) -> usize {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let plain = rest.bytes().take_while(is_plain).count();
    // where letters of another script follow
    let more = rest[plain..].find(|char: char| !(char.is_alphanumeric() || char == '_'));
    let end = more.map_or(rest.len(), |more| plain + more);
    let (word, behind) = rest.split_at(end);
    let is_free = matches!(word, "wait" | "lock" | "obstruction")
        && behind.strip_prefix(FREE).is_some_and(|next| !next.starts_with(char::is_alphanumeric));
    end + if is_free { FREE.len() } else { 0 }
}

const FREE: &str = "-free";

/// The first of some signs with which `rest` begins.
fn begun_by<'a, T>(rest: &str, signs: &'a [(&str, T)]) -> Option<&'a (&'a str, T)> {
    let first = rest.as_bytes().first();
    signs.iter().find(|(text, _)| text.as_bytes().first() == first && rest.starts_with(text))
}
