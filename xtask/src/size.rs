//! What a first visit downloads, held to a budget.
use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};

/// All that the page loads before it can be used.
const FIRST_VISIT: [&str; 4] = ["index.html", "style.css", "web.js", "web_bg.wasm"];
/// For all of them together, gzipped.
const BUDGET_BYTES: usize = 300_000;
/// What servers use when nobody tells them otherwise.
const GZIP_LEVEL: u32 = 6;

pub fn report(dist: &Path) -> Result<()> {
    let (mut raw_total, mut gzip_total) = (0, 0);
    println!("{:12} {:>10} {:>10}", "first visit", "bytes", "gzipped");
    for name in FIRST_VISIT {
        let bytes = fs::read(dist.join(name)).with_context(|| name.to_owned())?;
        let gzipped = gzipped_len(&bytes)?;
        println!("{name:12} {:>10} {gzipped:>10}", bytes.len());
        raw_total += bytes.len();
        gzip_total += gzipped;
    }
    println!("{:12} {raw_total:>10} {gzip_total:>10} of {BUDGET_BYTES}", "total");
    ensure!(gzip_total <= BUDGET_BYTES, "the first visit is over its budget: {gzip_total} bytes");
    Ok(())
}

fn gzipped_len(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
