//! A file to begin with.

use crate::{Failure, file};
use catalog::entries;
use std::io::Write;
use std::path::Path;

/// Writes the listing of an algorithm, or the small lock that the page begins with.
pub fn run(name: &str, from: Option<&str>, to: &mut impl Write) -> Result<(), Failure> {
    let origin = from.unwrap_or("new");
    let listing = catalog::entry(origin).map(|it| it.source).ok_or_else(|| {
        let known: Vec<&str> = entries().iter().map(|it| it.slug).collect();
        Failure::Usage(format!("There is no `{origin}`. There are {}.", known.join(", ")))
    })?;
    if name == "-" {
        return Ok(to.write_all(listing.as_bytes())?);
    }
    file::create(Path::new(name), listing)?;
    Ok(writeln!(to, "{name} is written. `interleave check {name}` searches every interleaving.")?)
}
