//! The run as a file for other tools.

use crate::Failure;
use catalog::Scenario;
use export::{Format, export};
use std::fs;
use std::io::Write;
use std::path::Path;

pub fn run(
    scenario: &Scenario,
    format: Format,
    file: Option<&Path>,
    to: &mut impl Write,
) -> Result<(), Failure> {
    if let Some(refused) = scenario.trace().refused {
        return Err(Failure::Usage(format!("{} Nothing was exported.", refused.why)));
    }
    let mut text = export(scenario, format);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    match file {
        None => to.write_all(text.as_bytes())?,
        Some(file) => fs::write(file, text).map_err(|error| {
            Failure::Usage(format!("{} cannot be written: {error}.", file.display()))
        })?,
    }
    Ok(())
}
