//! Words, numbers and signs of a test, each with its place.

use crate::Result;
use listing::Span;
use listing::diagnostic::{DiagnosticDraft, ErrorCode};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    Word(&'a str),
    Number(u32),
    Sign(&'static str),
    /// Behind everything.
    End,
}

const SIGNS: [&str; 18] = [
    "/\\", "\\/", "=>", "!=", "<>", "{", "}", "(", ")", "[", "]", ";", "|", "=", ":", ",", "$", "%",
];

/// The largest number of the language.
const NUMBER_MAX: u32 = 65_535;

/// What is read, token by token.
pub struct Reader<'a> {
    tokens: Vec<(Token<'a>, Span)>,
    at: usize,
}

/// The text without its comments `(* … *)` and without what `<< … >>` says to other programs; each place stays.
pub fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let (mut depth, mut is_drawing, mut at) = (0usize, false, 0);
    while at < bytes.len() {
        let pair = &text.as_bytes()[at..text.len().min(at + 2)];
        let opens = pair == b"(*" || (depth == 0 && pair == b"<<");
        let closes = (pair == b"*)" && depth > 0) || (is_drawing && pair == b">>");
        match pair {
            b"(*" => depth += 1,
            b"*)" => depth = depth.saturating_sub(1),
            b"<<" if depth == 0 => is_drawing = true,
            b">>" if depth == 0 => is_drawing = false,
            _ => {}
        }
        let length = if opens || closes { 2 } else { 1 };
        if opens || closes || depth > 0 || is_drawing {
            for byte in &mut bytes[at..at + length] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
        at += length;
    }
    String::from_utf8(bytes).expect("only whole characters were replaced")
}

impl<'a> Reader<'a> {
    /// Of what begins at a byte of the text.
    pub fn new(text: &'a str, start: usize) -> Result<Reader<'a>> {
        let mut tokens = Vec::new();
        let mut at = start;
        while let Some(char) = text[at..].chars().next() {
            let rest = &text[at..];
            let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
            let length = match char {
                _ if char.is_whitespace() => {
                    at += char.len_utf8();
                    continue;
                }
                _ if is_word(char) => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
                '~' => 1,
                _ => {
                    SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(0, |sign| sign.len())
                }
            };
            let span = Span::new(at, at + length.max(char.len_utf8()));
            let token = match char {
                '0'..='9' => number(&rest[..length], span)?,
                '~' => Token::Sign("~"),
                _ if is_word(char) => Token::Word(&rest[..length]),
                _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                    Some(sign) => Token::Sign(sign),
                    None => {
                        let message = format!("`{char}` is no sign of a litmus test.");
                        return Err(DiagnosticDraft::new(
                            ErrorCode::UnknownCharacter,
                            span,
                            message,
                        ));
                    }
                },
            };
            tokens.push((token, span));
            at += length;
        }
        let end = text.trim_end().len();
        tokens.push((Token::End, Span::new(end, end)));
        Ok(Reader { tokens, at: 0 })
    }

    pub fn peek(&self) -> Token<'a> {
        self.tokens[self.at].0
    }

    pub fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// From a place up to what was taken last.
    pub fn since(&self, start: Span) -> Span {
        let last = self.tokens[self.at.saturating_sub(1)].1;
        Span::new(start.start as usize, last.end.max(start.end) as usize)
    }

    pub fn take(&mut self) -> (Token<'a>, Span) {
        let taken = self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        taken
    }

    /// Takes a sign if it comes next.
    pub fn takes(&mut self, sign: &str) -> bool {
        let comes = self.peek() == Token::Sign(sign_of(sign));
        if comes {
            self.take();
        }
        comes
    }

    /// Takes a word if it comes next, in whatever letters.
    pub fn takes_word(&mut self, word: &str) -> bool {
        let comes = matches!(self.peek(), Token::Word(next) if next.eq_ignore_ascii_case(word));
        if comes {
            self.take();
        }
        comes
    }

    pub fn expect(&mut self, sign: &str, help: &str) -> Result<()> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("Here `{sign}` is expected."), help)),
        }
    }

    /// An error at what comes next.
    pub fn unexpected(&self, message: &str, help: &str) -> DiagnosticDraft {
        DiagnosticDraft::new(ErrorCode::Expected, self.span(), message).help(help)
    }
}

fn sign_of(sign: &str) -> &'static str {
    SIGNS.iter().find(|known| **known == sign).copied().unwrap_or("~")
}

fn number<'a>(digits: &str, span: Span) -> Result<Token<'a>> {
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(digits.parse().unwrap_or(u32::MAX))
        }
        None => None,
    };
    match value {
        Some(value) if value <= NUMBER_MAX => Ok(Token::Number(value)),
        Some(_) => {
            let message = format!("A number is at most {NUMBER_MAX}.");
            Err(DiagnosticDraft::new(ErrorCode::NumberTooLarge, span, message))
        }
        None => {
            let message = format!("`{digits}` is neither a number nor a name.");
            Err(DiagnosticDraft::new(ErrorCode::Expected, span, message)
                .help("A name begins with a letter, and a number has digits only."))
        }
    }
}
