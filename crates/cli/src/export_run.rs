//! The run, or the algorithm, as a file for other tools.

use crate::args::Written;
use crate::output::Output;
use crate::{Failure, file, promela_run};
use catalog::Scenario;
use export::export;
use std::path::Path;

pub fn run(
    scenario: &Scenario,
    written: Written,
    path: Option<&Path>,
    to: &mut Output,
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
    match path {
        None => to.write_document(&text)?,
        Some(path) => file::write(path, &text)?,
    }
    Ok(())
}
