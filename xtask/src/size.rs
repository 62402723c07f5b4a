//! What a first visit downloads, held to a budget.
use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};

use crate::assemble::{EXPORTER, modules, sorted};

/// What the site has for others than a first visitor. All else counts, so that nothing new slips
/// past the budget.
const FOR_OTHERS: [&str; 7] =
    ["examples", "interleave-run.js", "dialog.js", "export.js", "embed.js", "poster.js", EXPORTER];
/// For all that a visit to one algorithm loads, gzipped.
const BUDGET_BYTES: usize = 300_000;
/// For what makes files and snippets of a run, which is loaded when a reader asks for one.
const EXPORTER_BYTES: usize = 120_000;
/// For what a page with an `<interleave-run>` loads before a reader asks for more.
const FACADE_BYTES: usize = 6_000;
/// What servers use when nobody tells them otherwise.
const GZIP_LEVEL: u32 = 6;

pub fn report(dist: &Path) -> Result<()> {
    println!("{:24} {:>9} {:>9}", "every visit", "bytes", "gzipped");
    let modules = modules()?;
    let shared = sum(dist, |name| modules.iter().any(|it| it == name))?;
    println!("{:24} {:>9} {:>9}", "one of these as well", "", "");
    let mut largest = 0;
    for module in &modules {
        largest = largest.max(sum(&dist.join(module), |_| false)?);
    }
    let total = shared + largest;
    println!("{:24} {:>9} {total:>9} of {BUDGET_BYTES}", "at most", "");
    let facade = facade(dist)?;
    println!("{:24} {:>9} {facade:>9} of {FACADE_BYTES}", "for <interleave-run>", "");
    println!("{:24} {:>9} {:>9}", "for a file of a run", "", "");
    let exporter = sum(&dist.join(EXPORTER), |_| false)?;
    ensure!(facade <= FACADE_BYTES, "the element is over its budget: {facade} bytes");
    ensure!(exporter <= EXPORTER_BYTES, "the exporter is over its budget: {exporter} bytes");
    ensure!(total <= BUDGET_BYTES, "a first visit is over its budget: {total} bytes");
    Ok(())
}

/// What a folder's files come to, gzipped, each of them told.
fn sum(dir: &Path, is_other: impl Fn(&str) -> bool) -> Result<usize> {
    let mut total = 0;
    for path in sorted(dir)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if FOR_OTHERS.contains(&&*name) || name.ends_with(".d.ts") || is_other(&name) {
            continue;
        }
        ensure!(path.is_file(), "{name} is a folder that nobody accounts for");
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        let gzipped = gzipped_len(&bytes)?;
        let parent = dir.file_name().unwrap_or_default().to_string_lossy();
        println!("{:24} {:>9} {gzipped:>9}", format!("{parent}/{name}"), bytes.len());
        total += gzipped;
    }
    Ok(total)
}

fn facade(dist: &Path) -> Result<usize> {
    ["interleave-run.js", "modules.js"].iter().try_fold(0, |sum, name| {
        Ok(sum + gzipped_len(&fs::read(dist.join(name)).with_context(|| (*name).to_owned())?)?)
    })
}

fn gzipped_len(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
