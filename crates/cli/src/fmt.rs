//! Texts of algorithms, written in one way.

use crate::{Answer, Failure};
use std::fs;
use std::io::{self, Read, Write};

/// Formats files in place, and `-` from standard input to `to`. With `only_checks`, names the files
/// that would change and leaves them.
pub fn run(files: &[String], only_checks: bool, to: &mut impl Write) -> Result<Answer, Failure> {
    let mut is_good = true;
    for file in files {
        let text = read(file)?;
        match listing::format(&text) {
            Ok(formatted) if file == "-" && !only_checks => to.write_all(formatted.as_bytes())?,
            Ok(formatted) if formatted == text => {}
            Ok(_) if only_checks => {
                writeln!(to, "{file} is not formatted.")?;
                is_good = false;
            }
            Ok(formatted) => fs::write(file, formatted)
                .map_err(|error| Failure::Usage(format!("{file} cannot be written: {error}.")))?,
            Err(errors) => {
                for error in errors {
                    writeln!(to, "{file}:{error}")?;
                }
                is_good = false;
            }
        }
    }
    Ok(is_good.into())
}

/// The text of a file, or of standard input if the file is `-`.
pub fn read(file: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let read = match file {
        "-" => io::stdin().read_to_string(&mut text).map(|_| text),
        file => fs::read_to_string(file),
    };
    read.map_err(|error| Failure::Usage(format!("{file} cannot be read: {error}.")))
}
