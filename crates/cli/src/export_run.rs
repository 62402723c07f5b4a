//! The run, or the algorithm, as a file for other tools.

use crate::args::Written;
use crate::{Failure, promela_run};
use catalog::Scenario;
use export::export;
use std::fs;
use std::io::Write;
use std::path::Path;

pub fn run(
    scenario: &Scenario,
    written: Written,
    file: Option<&Path>,
    to: &mut impl Write,
) -> Result<(), Failure> {
    let mut text = match written {
        Written::Promela => promela_run::model(scenario)?,
        Written::Run(format) => {
            crate::require_run(scenario, "exported")?;
            export(scenario, format)
        }
    };
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
