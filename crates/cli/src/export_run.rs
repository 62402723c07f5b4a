//! The run, or the algorithm, as a file for other tools.

use crate::args::Written;
use crate::output::Output;
use crate::{Failure, algorithm, file};
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
        Written::Tla => return tla(scenario, path, to),
        Written::Promela => algorithm::promela(scenario)?,
        Written::Dot => algorithm::graph(scenario)?.dot(),
        Written::Graph => algorithm::graph(scenario)?.json(),
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

/// The module, and beside it the configuration; where they go to standard output, this stands behind the module,
/// where TLA+ reads nothing any more.
fn tla(scenario: &Scenario, path: Option<&Path>, to: &mut Output) -> Result<(), Failure> {
    let stem = path.map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
    let is_name = |it: &str| {
        it.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && it.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    if let Some(stem) = stem.as_ref().filter(|stem| !is_name(stem)) {
        let why = format!("A module of TLA+ is called as its file, and “{stem}” is no name there.");
        return Err(Failure::Usage(format!(
            "{why} Choose letters, digits and `_`: -o bakery.tla."
        )));
    }
    let name = stem.unwrap_or_else(|| module_name(scenario.slug));
    let tla = algorithm::tla(scenario, &name)?;
    match path {
        None => to.write_document(&format!("{}\n{}", tla.module, tla.configuration))?,
        Some(path) => {
            file::write(path, &tla.module)?;
            file::write(&path.with_extension("cfg"), &tla.configuration)?;
        }
    }
    Ok(())
}

/// The name of a listing in the letters of TLA+.
fn module_name(slug: &str) -> String {
    let letters =
        slug.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' });
    let name: String = letters.collect();
    if name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        name
    } else {
        format!("M{name}")
    }
}
