//! Spellings of other languages, each with its spelling here.

use super::Parser;
use crate::diagnostic::{Found, Kind};
use crate::token::Span;

/// A sign or word that stands where something else was expected; what to say of it, and what to write.
const SPELLINGS: &[(&str, &str, &str)] = &[
    ("%", "The remainder of a division is written `mod`.", "mod"),
    ("!", "A negation is written `not`.", "not "),
    ("{", "A block begins with a colon and is indented; braces enclose sets.", ":"),
    ("then", "A block begins with a colon.", ":"),
    ("do", "A block begins with a colon.", ":"),
    ("implies", "“Implies” is written `⇒`.", "⇒"),
];

/// Words that stand before the place of the error.
const BEFORE: &[(&str, &str, &str)] = &[
    ("forall", "“For all” is written `all`.", "all"),
    ("exists", "“There is” is written `some`.", "some"),
    ("wait", "To wait is written `await`.", "await"),
    ("goto", "A jump leads to a section, and is written `become`.", "become"),
    ("elif", "Another condition is written `else if`.", "else if"),
    ("elseif", "Another condition is written `else if`.", "else if"),
];

/// Words with which a line begins in other languages, and what to do instead.
const FIRST: &[(&str, &str, &str)] = &[
    ("int", DECLARED, OWN),
    ("bool", DECLARED, OWN),
    ("let", DECLARED, OWN),
    ("var", DECLARED, OWN),
    ("const", DECLARED, "Write `define NAME: …` beside the processes."),
    ("assert", "What must hold is said at the end of the text.", "Write `always NAME: …` there."),
    (
        "receive",
        "A message is taken by `await`, or by a rule.",
        "Write `await NAME`, or `on NAME:`.",
    ),
    ("return", "A process has nothing to return.", "Write `stop`, or jump with `become`."),
    ("print", "A text prints nothing.", "The page shows every variable."),
];

const DECLARED: &str = "Variables are declared above the sections.";
const OWN: &str = "Write `own NAME: 0..9` there, or `shared NAME: 0..9` above the process.";

/// The same for words that say how often a process runs.
const TIMES: &[(&str, &str, &str)] = &[
    ("forever", "A process that begins again and again is written `for ever`.", "for ever"),
    ("once", "How often a process runs is a number.", "1 times"),
    ("twice", "How often a process runs is a number.", "2 times"),
];

/// Signs that other languages join with `=`.
const JOINED: &[&str] = &["+", "-", "−", "*", "·", "/"];

impl Parser<'_> {
    /// The error for what stands here, where it is right in another language.
    pub(super) fn habit(&mut self) -> Option<Found> {
        let (span, before) = (self.span(), self.last_span());
        let (here, last) = (span.of(self.text), before.of(self.text));
        let both = before.to(span);
        if let Some(&(_, message, text)) = TIMES.iter().find(|it| it.0 == last) {
            return Some(other(before, message, before, text));
        }
        if let Some(&(_, message, text)) = BEFORE.iter().find(|it| it.0 == last) {
            return Some(other(before, message, before, text));
        }
        let first = self.line_before(span).1.split(' ').next().unwrap_or_default();
        if let Some(&(_, message, help)) = FIRST.iter().find(|it| it.0 == first) {
            return Some(Found::new(Kind::OtherLanguage, before, message).help(help));
        }
        if last == "/" && here == "/" {
            return Some(other(both, "A comment begins with `#`.", both, "#"));
        }
        if JOINED.contains(&last) && before.end == span.start && (here == "=" || here == last) {
            let (start, target) = self.line_before(before);
            let message = format!("The language has no `{last}{here}`; `←` assigns.");
            return Some(if here == "=" {
                other(both, message, both, &format!("← {target} {last}"))
            } else {
                let whole = Span { start, end: span.end };
                other(both, message, whole, &format!("{target} ← {target} {last} 1"))
            });
        }
        let line = self.line_before(span).1;
        if here == "=" && ["shared ", "own "].iter().any(|it| line.starts_with(it)) {
            let message = "A variable is declared with the values that it can have.";
            return Some(
                Found::new(Kind::OtherLanguage, span, message)
                    .help("Put `: 0..9` before `=`, or another domain.")
                    .replace(span, ": 0..9 ="),
            );
        }
        let &(_, message, text) = SPELLINGS.iter().find(|it| it.0 == here)?;
        Some(other(span, message, span, text))
    }

    /// Where the text of this line begins, and the text from there to `span`.
    fn line_before(&self, span: Span) -> (u32, &str) {
        let before = self.text.get(..span.start as usize).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or(before);
        let target = line.trim_start();
        ((before.len() - target.len()) as u32, target.trim_end())
    }
}

fn other(span: Span, message: impl Into<String>, place: Span, text: &str) -> Found {
    let help = format!("Write `{}` here.", text.trim());
    Found::new(Kind::OtherLanguage, span, message).help(help).replace(place, text)
}
