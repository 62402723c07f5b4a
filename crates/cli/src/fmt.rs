//! Texts of algorithms, written in one way.

use crate::diagnostics::WrongText;
use crate::{Answer, Failure, file};
use std::io::{IsTerminal, Write, stdout};
use std::path::Path;

/// Formats files in place, and `-` from standard input to `to`. With `only_checks`, names the files
/// that would change and leaves them.
pub fn run(files: &[String], only_checks: bool, to: &mut impl Write) -> Result<Answer, Failure> {
    let mut is_good = true;
    for name in files {
        let text = file::read(name, listing::limits::TEXT_MAX)?;
        match listing::format(&text) {
            Ok(formatted) if name == "-" && !only_checks => to.write_all(formatted.as_bytes())?,
            Ok(formatted) if formatted == text => {}
            Ok(_) if only_checks => {
                writeln!(to, "{name} is not formatted.")?;
                is_good = false;
            }
            Ok(formatted) => file::write(Path::new(name), &formatted)?,
            Err(errors) => {
                let wrong = WrongText { name: name.clone(), source: text, errors };
                write!(to, "{}", wrong.render(stdout().is_terminal()))?;
                is_good = false;
            }
        }
    }
    Ok(is_good.into())
}
