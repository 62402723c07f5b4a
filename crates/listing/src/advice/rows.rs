//! The table: what others write, what is written here, and why.

mod errors;
mod lines;
mod statements;

pub use errors::ERRORS;
pub use lines::{ITEMS, PARTS};
pub use statements::STATEMENTS;

use super::line::{Line, ORDERINGS};
use super::pattern::Pattern;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::Span;

const RESERVED: &str =
    "An ordering at an access is reserved: release and acquire are not followed yet.";
const WITHOUT: &str =
    "Leave it out. Memory is `sequential`, `tso` or `pso`, and a line `fence` orders accesses.";
const IN_NO_CLAIM: &str = "`{w}` begins a property, and stands within none.";
const WHOLE: &str = "Write `{here}`.";
const GUARD: &str = "A condition before a statement has a word, and no arrow.";
const OUTSIDE: &str = "A line that begins with `{w}` stands outside of processes.";
const TAKEN_BY_AWAIT: &str = "A line of a section takes a message with `await`.";
const FIELD: &str = "A field is written with a dot.";
const COLON: &str = "A block begins with a colon.";

/// One row.
pub struct Row {
    /// What is written ([`super::pattern`] says how to read it).
    pub pattern: &'static str,
    /// What is written here in the place of it, if that can be said.
    here: Option<&'static str>,
    /// Why.
    says: &'static str,
    /// What to do, where it is not to write `here`.
    help: &'static str,
    kind: ErrorCode,
}

/// What is marked is written otherwise here.
const fn row(pattern: &'static str, here: &'static str, says: &'static str) -> Row {
    let help = "Write `{here}` here.";
    Row { pattern, here: Some(here), says, help, kind: ErrorCode::OtherLanguage }
}

/// What is marked has nothing in its place here.
const fn told(pattern: &'static str, says: &'static str, help: &'static str) -> Row {
    Row { pattern, here: None, says, help, kind: ErrorCode::OtherLanguage }
}

impl Row {
    const fn help(mut self, help: &'static str) -> Row {
        self.help = help;
        self
    }

    const fn is(mut self, kind: ErrorCode) -> Row {
        self.kind = kind;
        self
    }

    /// What it says of a line, if its pattern is there from one of these tokens on.
    pub fn says(&self, line: &Line<'_>, starts: &[usize]) -> Option<DiagnosticDraft> {
        let pattern = Pattern::of(self.pattern);
        let found = starts.iter().find_map(|start| pattern.find(line, *start))?;
        let here = self.here.map(|here| found.say(here));
        let shown = here.as_deref().unwrap_or_default().trim();
        let help = found.say(self.help).replace("{here}", shown);
        let said = DiagnosticDraft::new(self.kind, found.marked, found.say(self.says)).help(help);
        Some(match here {
            Some(here) => said.replace(found.replaced, apart(line.text, found.replaced, &here)),
            None => said,
        })
    }
}

/// A word is no part of the words beside it.
fn apart(text: &str, place: Span, here: &str) -> String {
    let before = text[..place.start as usize].ends_with(char::is_alphanumeric);
    let behind = text[place.end as usize..].starts_with(char::is_alphanumeric);
    let [before, behind] = [
        before && here.starts_with(char::is_alphanumeric),
        behind && here.ends_with(char::is_alphanumeric),
    ]
    .map(|joins| if joins { " " } else { "" });
    format!("{before}{here}{behind}")
}

/// What is said where an ordering stands at an access.
pub fn reserved(span: Span) -> DiagnosticDraft {
    DiagnosticDraft::new(ErrorCode::OtherLanguage, span, RESERVED).help(WITHOUT)
}

/// Whether nothing is meant by a word in brackets but an ordering: `y[acquire]`.
pub fn is_bracketed(text: &str, name: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    ORDERINGS.contains(&name) && before.trim_end().ends_with('[')
}
