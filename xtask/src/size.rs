//! What a first visit downloads, held to a budget.
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};

use crate::assemble::sorted;

/// What the site has for others than a first visitor. All else counts, so that nothing new slips
/// past the budget.
const FOR_OTHERS: [&str; 2] = ["examples", "interleave-run.js"];
/// For all the rest together, gzipped.
const BUDGET_BYTES: usize = 300_000;
/// What servers use when nobody tells them otherwise.
const GZIP_LEVEL: u32 = 6;

pub fn report(dist: &Path) -> Result<()> {
    let mut files = Vec::new();
    first_visit(dist, &mut files)?;
    let (mut raw_total, mut gzip_total) = (0, 0);
    println!("{:24} {:>9} {:>9}", "first visit", "bytes", "gzipped");
    for path in files {
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        let gzipped = gzipped_len(&bytes)?;
        let name = path.strip_prefix(dist)?.display().to_string();
        println!("{name:24} {:>9} {gzipped:>9}", bytes.len());
        raw_total += bytes.len();
        gzip_total += gzipped;
    }
    println!("{:24} {raw_total:>9} {gzip_total:>9} of {BUDGET_BYTES}", "total");
    ensure!(gzip_total <= BUDGET_BYTES, "the first visit is over its budget: {gzip_total} bytes");
    Ok(())
}

fn first_visit(dir: &Path, into: &mut Vec<PathBuf>) -> Result<()> {
    for path in sorted(dir)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if FOR_OTHERS.contains(&&*name) || name.ends_with(".d.ts") {
            continue;
        }
        if path.is_dir() {
            first_visit(&path, into)?;
        } else {
            into.push(path);
        }
    }
    Ok(())
}

fn gzipped_len(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
