//! Errors of a text: with its lines for readers, as data for machines.

use crate::FORMAT_VERSION;
use crate::output::visible;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use catalog::Diagnostic;
use serde::Serialize;
use std::env;
use std::ffi::OsString;

/// A text with errors.
pub struct WrongText {
    /// The file, or what the text is.
    pub name: String,
    pub source: String,
    pub errors: Vec<Diagnostic>,
}

/// An error as data.
#[derive(Serialize)]
pub struct ErrorData<'a> {
    file: &'a str,
    kind: String,
    line: u32,
    /// Characters of the line, from 1; the second is behind the last.
    columns: (u32, u32),
    /// Bytes of the text, from 0.
    bytes: (u32, u32),
    message: &'a str,
    /// What to do; empty where the message says it.
    help: &'a str,
    /// What would mend it.
    edits: Vec<EditData<'a>>,
}

#[derive(Serialize)]
struct EditData<'a> {
    bytes: (u32, u32),
    text: &'a str,
}

/// What a command prints in place of its answer.
#[derive(Serialize)]
pub struct ErrorList<'a> {
    format_version: u32,
    errors: Vec<ErrorData<'a>>,
}

impl<'a> ErrorList<'a> {
    pub fn of(wrong: &'a WrongText) -> ErrorList<'a> {
        ErrorList { format_version: FORMAT_VERSION, errors: wrong.data() }
    }
}

impl WrongText {
    /// With the lines of the text; in colours on a terminal, unless `NO_COLOR` is set.
    pub fn render(&self, is_terminal: bool) -> String {
        self.rendered(is_colored(is_terminal, env::var_os("NO_COLOR")))
    }

    /// Nothing hidden in the text gets through, so that only our own colours reach a terminal.
    fn rendered(&self, is_colored: bool) -> String {
        let renderer = if is_colored { Renderer::styled() } else { Renderer::plain() };
        let (name, source) = (visible(&self.name), visible(&self.source));
        let each = |error: &Diagnostic| {
            let (message, help) = (visible(&error.message), visible(&error.help));
            let place = |at: u32| visible(&self.source[..at as usize]).len();
            let mark = AnnotationKind::Primary.span(place(error.span.start)..place(error.span.end));
            let snippet = Snippet::source(&*source).path(&*name).annotation(mark);
            let report = Level::ERROR.primary_title(&*message).element(snippet);
            let report: Group<'_> = match &*help {
                "" => report,
                help => report.element(Level::HELP.message(help)),
            };
            renderer.render(&[report]) + "\n"
        };
        self.errors.iter().map(each).collect::<Vec<_>>().join("\n")
    }

    pub fn data(&self) -> Vec<ErrorData<'_>> {
        self.errors.iter().map(|error| data(&self.name, error)).collect()
    }
}

/// Any value but the empty one says no: <https://no-color.org>.
fn is_colored(is_terminal: bool, no_color: Option<OsString>) -> bool {
    is_terminal && no_color.is_none_or(|value| value.is_empty())
}

fn data<'a>(file: &'a str, error: &'a Diagnostic) -> ErrorData<'a> {
    let edit = |edit: &'a listing::Replacement| EditData {
        bytes: (edit.span.start, edit.span.end),
        text: &edit.text,
    };
    ErrorData {
        file,
        kind: error.kind.name(),
        line: error.line,
        columns: error.columns,
        bytes: (error.span.start, error.span.end),
        message: &error.message,
        help: &error.help,
        edits: error.replacement.iter().map(edit).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(source: &str) -> WrongText {
        WrongText { name: "it.ilv".into(), source: source.into(), errors: listing::check(source) }
    }

    #[test]
    fn colors_are_for_terminals_that_want_them() {
        for (is_terminal, no_color, expected) in [
            (true, None, true),
            (true, Some(""), true),
            (true, Some("1"), false),
            (false, None, false),
        ] {
            let is_colored = is_colored(is_terminal, no_color.map(OsString::from));
            assert_eq!(is_colored, expected, "{is_terminal} {no_color:?}");
        }
        let wrong = wrong("algorithm A\nshared x 0..2\n");
        assert!(wrong.rendered(true).contains('\u{1b}'));
        assert!(!wrong.rendered(false).contains('\u{1b}'));
    }

    #[test]
    fn marks_stand_below_their_place() {
        let text = "algorithm A\nshared x: 0..2\nprocess i of 2:\n  a:\n    x = x + 1\n";
        let expected = "\
error: `=` compares; an assignment is written `←` or `<-`.
 --> it.ilv:5:7
  |
5 |     x = x + 1
  |       ^
  |
  = help: Write `←` here.
";
        assert_eq!(wrong(text).rendered(false), expected);
        // also at the end of a text
        let text = wrong("algorithm A\nshared x:").rendered(false);
        assert!(text.contains("2 | shared x:\n  |          ^\n"), "{text}");
    }

    /// Wherever a text ends, and whatever is missing in it, its errors can be shown.
    #[test]
    fn every_error_has_a_place_that_can_be_shown() {
        let text = "\u{feff}algorithm Läufer — 走者\r\nshared\tx: 0..2\r\n\nprocess i of 2:\n  \
                    a:\n\tx ← 1 − y(\n    é ≠ 2 # 走\nalways m: x ≤ 3\nexpect n: holds\n";
        for (at, char) in text.char_indices() {
            let without = format!("{}{}", &text[..at], &text[at + char.len_utf8()..]);
            for text in [&text[..at], &without] {
                let wrong = wrong(text);
                let shown = wrong.rendered(true);
                assert_eq!(shown.matches("-->").count(), wrong.errors.len(), "{shown}");
            }
        }
    }

    /// What is hidden in a text is not let loose on the terminal that shows it.
    #[test]
    fn control_characters_are_shown_as_signs() {
        let text = wrong("algorithm A\nshared x: 0..2 # \u{1b}[31m \u{202e}\n").rendered(false);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
}
