//! The words and signs of a text.

/// A range of bytes in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The line in which it begins, from 1.
    pub fn line(self, text: &str) -> usize {
        text.as_bytes().iter().take(self.start as usize).filter(|byte| **byte == b'\n').count() + 1
    }
}

/// A text with edits that do not overlap: bytes, and what stands there instead.
pub fn edited(text: &str, edits: &[(Span, String)]) -> String {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.0.start);
    let (mut new, mut from) = (String::with_capacity(text.len()), 0);
    for (span, words) in edits {
        new += &text[from..span.start as usize];
        new += words;
        from = span.end as usize;
    }
    new + &text[from..]
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name or a keyword; its text is the span's.
    Word,
    Number(i64),
    Sign(Sign),
    Comment,
    /// The end of a line that has tokens.
    Newline,
    Indent,
    Dedent,
    /// A character that the language does not have.
    Unknown,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    Arrow,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Subset,
    Plus,
    Minus,
    Times,
    Divide,
    Leads,
    Implies,
    Range,
    Dot,
    Comma,
    Semicolon,
    Colon,
    Bar,
    Prime,
    Open,
    Close,
    OpenSquare,
    CloseSquare,
    OpenBrace,
    CloseBrace,
}

impl Sign {
    /// As the formatter writes it.
    pub fn text(self) -> &'static str {
        use Sign::{
            Arrow, Bar, Close, CloseBrace, CloseSquare, Colon, Comma, Divide, Dot, Equal, Greater,
            GreaterEqual, Implies, Leads, Less, LessEqual, Minus, NotEqual, Open, OpenBrace,
            OpenSquare, Plus, Prime, Range, Semicolon, Subset, Times,
        };
        match self {
            Arrow => "←",
            Equal => "=",
            NotEqual => "≠",
            Less => "<",
            LessEqual => "≤",
            Greater => ">",
            GreaterEqual => "≥",
            Subset => "⊆",
            Plus => "+",
            Minus => "−",
            Times => "·",
            Divide => "/",
            Leads => "→",
            Implies => "⇒",
            Range => "..",
            Dot => ".",
            Comma => ",",
            Semicolon => ";",
            Colon => ":",
            Bar => "|",
            Prime => "′",
            Open => "(",
            Close => ")",
            OpenSquare => "[",
            CloseSquare => "]",
            OpenBrace => "{",
            CloseBrace => "}",
        }
    }
}

/// All signs, longer ones before their beginnings.
pub const SIGNS: &[(&str, Sign)] = &[
    ("<-", Sign::Arrow),
    (":=", Sign::Arrow),
    ("←", Sign::Arrow),
    ("!=", Sign::NotEqual),
    ("≠", Sign::NotEqual),
    ("<=", Sign::LessEqual),
    ("≤", Sign::LessEqual),
    (">=", Sign::GreaterEqual),
    ("≥", Sign::GreaterEqual),
    ("=>", Sign::Implies),
    ("⇒", Sign::Implies),
    ("->", Sign::Leads),
    ("→", Sign::Leads),
    ("==", Sign::Equal),
    ("=", Sign::Equal),
    ("<", Sign::Less),
    (">", Sign::Greater),
    ("⊆", Sign::Subset),
    ("+", Sign::Plus),
    ("−", Sign::Minus),
    ("-", Sign::Minus),
    ("·", Sign::Times),
    ("×", Sign::Times),
    ("*", Sign::Times),
    ("/", Sign::Divide),
    ("..", Sign::Range),
    (".", Sign::Dot),
    (",", Sign::Comma),
    (";", Sign::Semicolon),
    (":", Sign::Colon),
    ("|", Sign::Bar),
    ("′", Sign::Prime),
    ("'", Sign::Prime),
    ("(", Sign::Open),
    (")", Sign::Close),
    ("[", Sign::OpenSquare),
    ("]", Sign::CloseSquare),
    ("{", Sign::OpenBrace),
    ("}", Sign::CloseBrace),
];

/// Signs that stand for a word.
pub const WORD_SIGNS: &[(&str, &str)] =
    &[("∈", "in"), ("∧", "and"), ("∨", "or"), ("¬", "not"), ("&&", "and"), ("||", "or")];
