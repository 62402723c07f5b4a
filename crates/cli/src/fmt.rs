//! Texts of algorithms, written in one way.

use crate::diagnostics::WrongText;
use crate::output::{Output, tell};
use crate::{Answer, Failure, file, files};
use std::io::Write;
use std::path::PathBuf;

/// Formats files in place, and `-` from standard input to `to`. With `only_checks`, names the files
/// that would change and leaves them.
pub fn run(paths: &[PathBuf], only_checks: bool, to: &mut Output) -> Result<Answer, Failure> {
    let (mut has_errors, mut has_untidy) = (false, false);
    for path in files::find(paths)? {
        let text = match file::read(&path, listing::limits::TEXT_MAX) {
            Ok(text) => text,
            Err(why) => {
                tell(&why);
                has_errors = true;
                continue;
            }
        };
        if !only_checks {
            file::clean_up(&path);
        }
        match listing::format(&text) {
            Ok(formatted) if file::is_input(&path) && !only_checks => {
                to.write_document(&formatted)?;
            }
            Ok(formatted) if formatted == text => {}
            Ok(_) if only_checks => {
                writeln!(to, "{} is not formatted.", file::name(&path))?;
                has_untidy = true;
            }
            Ok(formatted) => file::write(&path, &formatted)?,
            Err(errors) => {
                to.write_errors(&WrongText { name: file::name(&path), source: text, errors })?;
                has_errors = true;
            }
        }
    }
    Ok(match (has_errors, has_untidy) {
        (true, _) => Answer::Damaged,
        (false, is_bad) => (!is_bad).into(),
    })
}
