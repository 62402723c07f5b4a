//! Standard output, whose reader may leave early.

use std::io::{self, ErrorKind, Stdout, Write};

/// Drops what is written after the reader has left, as `head` does: the command goes on to its exit
/// code, which still says what was found.
pub struct Output {
    stdout: Option<Stdout>,
}

impl Default for Output {
    fn default() -> Output {
        Output { stdout: Some(io::stdout()) }
    }
}

impl Output {
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

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.try_to(bytes.len(), |it| it.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.try_to((), Stdout::flush)
    }
}
