//! A file to begin with.

use crate::output::Output;
use crate::{Failure, commands, file};
use catalog::entries;
use std::io::Write;
use std::path::Path;

/// Writes the listing of an algorithm, or the small lock that the page begins with, and what is expected
/// of it.
pub fn run(path: &Path, from: Option<&str>, to: &mut Output) -> Result<(), Failure> {
    let origin = from.unwrap_or("new");
    let entry = catalog::entry(origin).ok_or_else(|| {
        let known: Vec<&str> = entries().iter().map(|it| it.slug).collect();
        Failure::Usage(format!("There is no `{origin}`. There are {}.", known.join(", ")))
    })?;
    let listing = format!("{}\n{}", entry.source, entry.expectations());
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
