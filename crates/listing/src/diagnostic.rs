//! What is wrong with a text: where, in one sentence, and what to do.

use crate::token::Span;
use std::fmt;

/// One error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub kind: ErrorCode,
    /// From one.
    pub line: u32,
    /// Characters of that line, from one; the second is behind the last.
    pub columns: (u32, u32),
    /// The bytes of the text.
    pub span: Span,
    /// One sentence: what is wrong.
    pub message: String,
    /// What to do, as a sentence; empty where the message says it.
    pub help: String,
    pub replacement: Option<Replacement>,
}

/// A text that mends the error if it takes the place of the span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    pub span: Span,
    pub text: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.columns.0, self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, " {}", self.help) }
    }
}

/// Words as a sentence begins with them.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// What sort of error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ErrorCode {
    TextTooLong,
    TooManyLines,
    NestingTooDeep,
    UnknownCharacter,
    NumberTooLarge,
    UnevenIndentation,
    MissingIndentation,
    UnexpectedIndentation,
    NoAlgorithm,
    NoRole,
    NoProcess,
    NotAnItem,
    NotAStatement,
    NotAnExpression,
    Expected,
    AssignedWithEquals,
    OtherLanguage,
    ElseWithoutIf,
    UnknownName,
    UnknownSection,
    UnknownMessage,
    UnknownOptionValue,
    UnknownProperty,
    DeclaredTwice,
    DeadRule,
    SecondBecome,
    SeveralSets,
    OtherRole,
    ReservedName,
    WrongArguments,
    NotAssignable,
    WrongDomain,
    NoOrder,
    NotABoolean,
    NotANumber,
    EmptyDomain,
    DomainTooLarge,
    IndexOutside,
    NotAnArray,
    ConditionNotConstant,
    NotConstant,
    OutOfPlace,
    LoopWithoutStep,
    ChoiceInLoop,
    DefinitionTooDeep,
    TooManyProcesses,
    StateTooLarge,
    ProgramTooLarge,
    TooManyOutcomes,
    PropertyWithoutSection,
    WrongExpectation,
    NotYetSupported,
    CannotBegin,
    SafeAndBuffered,
}

impl ErrorCode {
    /// What programs call it: `unknown-name`. Such names stay as they are, so variants do, too.
    pub fn name(self) -> String {
        let mut name = String::new();
        for char in format!("{self:?}").chars() {
            if char.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(char.to_ascii_lowercase());
        }
        name
    }

    /// Whether a text is right, and only what some options have together is not: it is too much, or does not fit.
    pub fn is_bound(self) -> bool {
        matches!(
            self,
            ErrorCode::DomainTooLarge
                | ErrorCode::EmptyDomain
                | ErrorCode::IndexOutside
                | ErrorCode::TooManyProcesses
                | ErrorCode::StateTooLarge
                | ErrorCode::ProgramTooLarge
                | ErrorCode::TooManyOutcomes
                | ErrorCode::WrongDomain
                | ErrorCode::SafeAndBuffered
        )
    }
}

/// What a parser or a check found, before its place is worked out.
#[derive(Clone, Debug)]
pub struct DiagnosticDraft {
    pub kind: ErrorCode,
    pub span: Span,
    pub message: String,
    pub help: String,
    pub replacement: Option<Replacement>,
}

impl DiagnosticDraft {
    pub fn new(kind: ErrorCode, span: Span, message: impl Into<String>) -> DiagnosticDraft {
        DiagnosticDraft {
            kind,
            span,
            message: message.into(),
            help: String::new(),
            replacement: None,
        }
    }

    pub fn help(mut self, help: impl Into<String>) -> DiagnosticDraft {
        self.help = help.into();
        self
    }

    /// Advises the candidate that is spelled most like the name in hand, or else what is said then.
    pub fn near<'a>(
        self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
        otherwise: impl Into<String>,
    ) -> DiagnosticDraft {
        let span = self.span;
        match nearest(name, candidates) {
            Some(near) => self.help(format!("Did you mean `{near}`?")).replace(span, near),
            None => self.help(otherwise),
        }
    }

    pub fn replace(mut self, span: Span, text: impl Into<String>) -> DiagnosticDraft {
        self.replacement = Some(Replacement { span, text: text.into() });
        self
    }

    /// Works out line and columns.
    pub fn place(self, text: &str) -> Diagnostic {
        let start = floor(text, self.span.start as usize);
        let end = floor(text, self.span.end as usize).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let column = |at: usize| text[line_start..at].chars().count() as u32 + 1;
        let first = column(start);
        Diagnostic {
            kind: self.kind,
            line: self.span.line(text) as u32,
            columns: (first, column(end.min(line_end)).max(first + 1)),
            span: Span::new(start, end),
            message: self.message,
            help: self.help,
            replacement: self.replacement,
        }
    }
}

/// The closest place at or before `at` that is between two characters.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The candidate that is spelled most like `name`, if any is close. A name of one or two letters with another
/// letter is another name.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let count = name.chars().count();
    let allowed = (count / 3).clamp(1, 3);
    let is_close = |text: &str| count > 2 || letters(name) == letters(text);
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, it)| distance <= allowed && it != name && is_close(it))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, it)| it)
}

/// The letters of a name, whatever their order and case.
fn letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.to_ascii_lowercase().chars().collect();
    letters.sort_unstable();
    letters
}

/// How many letters must be put in, taken out, changed, or exchanged with the next one.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] =
        [a, b].map(|text| text.to_ascii_lowercase().chars().take(64).collect::<Vec<char>>());
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let change = row[j] + usize::from(x != y);
            let mut least = change.min(next[j] + 1).min(row[j + 1] + 1);
            if i > 0 && j > 0 && (*x, a[i - 1]) == (b[j - 1], *y) {
                let exchange: usize = before[j - 1];
                least = least.min(exchange + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
