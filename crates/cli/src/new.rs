//! A file to begin with.

use crate::Failure;
use catalog::entries;
use std::fs::OpenOptions;
use std::io::Write;

/// Writes the listing of an algorithm, or the small lock that the page begins with.
pub fn run(file: &str, from: Option<&str>, to: &mut impl Write) -> Result<(), Failure> {
    let name = from.unwrap_or("new");
    let listing = catalog::entry(name).and_then(|it| it.source).ok_or_else(|| {
        let known = entries().iter().filter(|it| it.source.is_some()).map(|it| it.slug);
        let known: Vec<&str> = known.collect();
        Failure::Usage(format!("`{name}` has no listing. These have one: {}.", known.join(", ")))
    })?;
    if file == "-" {
        return Ok(to.write_all(listing.as_bytes())?);
    }
    let written = OpenOptions::new().write(true).create_new(true).open(file);
    written
        .and_then(|mut it| it.write_all(listing.as_bytes()))
        .map_err(|error| Failure::Usage(format!("{file} cannot be written: {error}.")))?;
    Ok(writeln!(to, "{file} is written. `interleave check {file}` searches every interleaving.")?)
}
