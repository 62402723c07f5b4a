//! A file to begin with.

use crate::output::Output;
use crate::{Failure, commands, file, files, target};
use catalog::entries;
use std::io::Write;
use std::path::Path;

/// Writes the listing of an algorithm, or the small lock that the page begins with, and what is expected
/// of it; or a litmus test in the language.
pub fn run(path: &Path, from: Option<&str>, to: &mut Output) -> Result<(), Failure> {
    let listing = listing(from.unwrap_or("new"))?;
    if file::is_input(path) {
        return Ok(to.write_document(&listing)?);
    }
    file::create(path, &listing)?;
    let (name, quoted) = (file::name(path), commands::quoted(path));
    Ok(writeln!(
        to,
        "{name} is written. `interleave check {quoted}` searches every interleaving; `interleave test \
         {quoted}` compares with what it expects."
    )?)
}

fn listing(origin: &str) -> Result<String, Failure> {
    if files::is_litmus(Path::new(origin)) {
        return Ok(target::litmus(Path::new(origin))?.text());
    }
    let entry = catalog::entry(origin).ok_or_else(|| {
        let known: Vec<&str> = entries().iter().map(|entry| entry.slug).collect();
        let known = known.join(", ");
        Failure::Usage(format!("There is no `{origin}`. There are {known}, and files *.litmus."))
    })?;
    Ok(format!("{}\n{}", entry.source, entry.expectations()))
}
