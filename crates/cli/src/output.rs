//! The one place where anything is written for a reader: nothing hidden gets there, and who reads may leave
//! early.

use crate::diagnostics::WrongText;
use listing::hidden::{code_of, is_hidden};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write, stderr, stdout};

/// Standard output.
pub struct Output {
    to: BufWriter<Pipe>,
    is_json: bool,
    is_terminal: bool,
}

impl Output {
    pub fn new(is_json: bool) -> Output {
        let pipe = Pipe { stdout: Some(stdout()) };
        Output { to: BufWriter::new(pipe), is_json, is_terminal: stdout().is_terminal() }
    }

    /// A file for other programs: byte by byte, but not to a terminal.
    pub fn write_document(&mut self, text: &str) -> io::Result<()> {
        match self.is_terminal {
            true => write!(self, "{text}"),
            false => self.to.write_all(text.as_bytes()),
        }
    }

    /// With the lines of the text; in colours on a terminal.
    pub fn write_errors(&mut self, wrong: &WrongText) -> io::Result<()> {
        self.to.write_all(wrong.render(self.is_terminal).as_bytes())
    }
}

/// What is written here is shown as [`visible`] has it. In JSON a hidden character is escaped, which stands
/// for the same text.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let shown = if self.is_json { escaped(&text) } else { visible(&text) };
        self.to.write_all(shown.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes a sentence to standard error, if anybody reads it.
pub fn tell(sentence: &str) {
    let _ = writeln!(stderr(), "{}", visible(sentence));
}

/// Writes errors to standard error.
pub fn tell_errors(wrong: &WrongText) {
    let _ = writeln!(stderr(), "{}", wrong.render(stderr().is_terminal()).trim_end());
}

/// A text as a terminal may have it: what nobody sees, and what a terminal obeys, by its number (`U+001B`).
/// Lines and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_let_loose) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        // the end of a line in some files
        let ends_line = char == '\r' && chars.peek() == Some(&'\n');
        match is_let_loose(char) && !ends_line {
            true => shown += &code_of(char),
            false => shown.push(char),
        }
    }
    shown.into()
}

fn escaped(json: &str) -> Cow<'_, str> {
    if !json.chars().any(is_let_loose) {
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len());
    for char in json.chars() {
        match is_let_loose(char) {
            true => {
                for unit in char.encode_utf16(&mut [0; 2]) {
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            }
            false => escaped.push(char),
        }
    }
    escaped.into()
}

fn is_let_loose(char: char) -> bool {
    is_hidden(char) || char == '\r'
}

/// Drops what is written after the reader has left, as `head` does: the command goes on to its exit
/// code, which still says what was found.
struct Pipe {
    stdout: Option<Stdout>,
}

impl Pipe {
    fn try_to<T>(
        &mut self,
        otherwise: T,
        write: impl Fn(&mut Stdout) -> io::Result<T>,
    ) -> io::Result<T> {
        let Some(stdout) = &mut self.stdout else { return Ok(otherwise) };
        match write(stdout) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.stdout = None;
                Ok(otherwise)
            }
            written => written,
        }
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.try_to(bytes.len(), |stdout| stdout.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.try_to((), Stdout::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped, visible};

    #[test]
    fn what_a_terminal_obeys_is_shown_by_its_number() {
        let text = "a\tb\r\nc\rd \u{1b}[31m \u{9b}m \u{7f} \u{202e}\u{2066} \u{2028}\u{2029} ←";
        let shown = "a\tb\r\nc\u{0}d";
        let shown = shown.replace('\u{0}', "U+000D")
            + " U+001B[31m U+009Bm U+007F U+202EU+2066 U+2028U+2029 ←";
        assert_eq!(visible(text), shown);
        assert_eq!(visible("12\u{202f}345"), "12\u{202f}345");
    }

    #[test]
    fn json_stays_the_same_text() {
        let text = "\u{9b}\u{202e}\u{e0001}\u{7f} ←";
        let json = serde_json::to_string(text).unwrap();
        let escaped = escaped(&json);
        assert_eq!(escaped, "\"\\u009b\\u202e\\udb40\\udc01\\u007f ←\"");
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
    }
}
